"""Numbers for Prometheus, where its library is installed (the extra `metrics`).

Every label has few values: patterns of addresses, methods, statuses. With several processes each
writes its counts into a file of a shared folder, and whichever is asked adds them up.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from companion import __version__
from companion.hosting import backup, copies
from companion.log.models import Act

if TYPE_CHECKING:
    from companion.hosting.observing import Observed

try:
    import prometheus_client as prometheus
except ImportError:
    prometheus = None  # type: ignore[assignment]

ARE_COUNTED = prometheus is not None
SHARED_COUNTS = "PROMETHEUS_MULTIPROC_DIR"  # where its library looks for the folder
REFUSALS = (400, 403, 405, 408, 413, 429, 503, 507)
STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds

if ARE_COUNTED:
    REQUESTS = prometheus.Counter(
        "companion_requests", "Requests answered.", ("route", "method", "status")
    )
    SECONDS = prometheus.Histogram(
        "companion_request_seconds",
        "Time until an answer began.",
        ("route",),
        buckets=STEPS,
    )
    REFUSED = prometheus.Counter(
        "companion_refused", "Requests refused, by why.", ("why",)
    )
    ACTS = prometheus.Counter("companion_acts", "Acts recorded.", ("engine",))
    STREAMS = prometheus.Gauge(
        "companion_streams", "Live pages open.", multiprocess_mode="livesum"
    )


def count_request(observed: Observed) -> None:
    if not ARE_COUNTED:
        return
    REQUESTS.labels(observed.route, observed.method, observed.status).inc()
    SECONDS.labels(observed.route).observe(observed.seconds)
    if observed.status in REFUSALS:
        REFUSED.labels(observed.refused or str(observed.status)).inc()


def count_streams(more: int) -> None:
    if ARE_COUNTED:
        STREAMS.inc(more)


def count_act(*, act: Act, **_signal: object) -> None:
    """Listens to the log; what is taken back with its transaction doesn't count."""
    if ARE_COUNTED:
        transaction.on_commit(ACTS.labels(act.log.engine).inc)


# What is read


def write_metrics() -> bytes:
    """All numbers of this server, as Prometheus reads them."""
    shared = os.environ.get(SHARED_COUNTS)
    counted = shared_registry(Path(shared)) if shared else prometheus.REGISTRY
    now = prometheus.CollectorRegistry()
    add_present(now)
    return bytes(prometheus.generate_latest(counted) + prometheus.generate_latest(now))


def add_present(registry: Any) -> None:
    """What isn't counted but looked up when somebody asks."""
    about = prometheus.Info("companion", "The program.", registry=registry)
    about.info({"version": __version__})
    newest = next(iter(copies.list_copies(backup.backup_folder())), None)
    if newest:
        age = prometheus.Gauge(
            "companion_backup_age_seconds",
            "Time since the newest backup.",
            registry=registry,
        )
        age.set((timezone.now() - newest.at).total_seconds())


def shared_registry(folder: Path) -> Any:
    from prometheus_client import multiprocess

    for process in {one.stem.rpartition("_")[2] for one in folder.glob("*.db")}:
        if not is_running(int(process)):
            multiprocess.mark_process_dead(int(process), str(folder))  # type: ignore[no-untyped-call]
    registry = prometheus.CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
    return registry


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
