"""uvicorn, in this process or in several that share one port."""

from __future__ import annotations

import os
import socket
import sys
import tempfile

import uvicorn
from django.conf import settings
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from companion.hosting.certificate import Certificate
from companion.hosting.connections import PatientProtocol, allow_many_files
from companion.hosting.metrics import SHARED_COUNTS

ANSWERS_WITHIN = 30  # seconds after which a process counts as stuck and is replaced


def server_config(own: Certificate | None, workers: int) -> uvicorn.Config:
    return uvicorn.Config(
        "companion.asgi:application",
        http=PatientProtocol,
        ws="none",  # nothing here speaks it
        lifespan="off",
        # Django sets it up where it is JSON.
        log_config=None if settings.COMPANION_LOG else uvicorn.config.LOGGING_CONFIG,
        log_level="warning",
        access_log=False,
        server_header=False,
        # By itself uvicorn believes what any program on this machine writes there.
        proxy_headers=False,
        ssl_certfile=own and own.file,
        ssl_keyfile=own and own.key,
        # A page that listens for live updates would otherwise hold up the end.
        timeout_graceful_shutdown=1,
        workers=workers,
        timeout_worker_healthcheck=ANSWERS_WITHIN,
    )


def run_server(listener: socket.socket, own: Certificate | None) -> None:
    allow_many_files()
    workers = settings.COMPANION_WORKERS
    config = server_config(own, workers)
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listener])
        return
    with tempfile.TemporaryDirectory(prefix="companion-counts-") as counts:
        os.environ[SHARED_COUNTS] = counts
        run_workers(Multiprocess(config, sockets=[listener]))


def run_workers(workers: Multiprocess) -> None:
    """Until they are told to stop; one that ends before its time is started again."""
    workers.run()
    if any(one.exitcode == STARTUP_FAILURE for one in workers.processes):
        sys.exit(STARTUP_FAILURE)
