"""Serves to this machine for work on the program, and starts again when the source changes."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import runserver
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV

from companion.hosting import starting
from companion.hosting.collecting_static import collect_changed_assets
from companion.management.commands import serve


class UvicornServer:
    """Takes the place of Django's own server, under which no page could be live."""

    def __init__(
        self, place: tuple[str, int], _handler: object, *, ipv6: bool = False
    ) -> None:
        family = socket.AF_INET6 if ipv6 else socket.AF_INET
        self.listener = socket.create_server(place, family=family)
        self.application: Any = None

    def set_app(self, application: object) -> None:
        self.application = application

    def serve_forever(self) -> None:
        config = uvicorn.Config(
            self.application,
            lifespan="off",
            # The thread is dropped when the source changes, and uvloop doesn't bear that.
            loop="asyncio",
            log_level="info" if settings.DEBUG else "warning",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        uvicorn.Server(config).run(sockets=[self.listener])


class Command(runserver.Command):
    help = __doc__
    server_cls: Any = UvicornServer

    def handle(self, *args: Any, **options: Any) -> None:
        os.environ.setdefault("COMPANION_ADDRESS", self.default_addr)
        os.environ.setdefault("DJANGO_RUNSERVER_HIDE_WARNING", "true")
        try:
            place = f"{serve.chosen_address()}:{serve.chosen_port()}"
            if os.environ.get(DJANGO_AUTORELOAD_ENV) != "true":
                prepare_server()  # once, not with every change
        except starting.CannotServe as problem:
            raise CommandError(str(problem)) from problem
        super().handle(*args, **{**options, "addrport": options["addrport"] or place})

    def get_handler(self, *_args: Any, **_options: Any) -> Any:
        from companion.asgi import application  # with the settings as they are now

        return application


def prepare_server() -> None:
    """Does what the server does at its start; static files are collected only to be packed."""
    starting.bring_database_up_to_date()
    if settings.DEBUG:
        Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    else:
        collect_changed_assets()
