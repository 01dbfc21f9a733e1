"""PostgreSQL restarts under a running server: pages answer at once, and open streams hear again."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.base.changes import LiveChange, write_changes
from companion.base.sending import CHANNEL
from tests.clusters import PROGRAMS, Cluster
from tests.e2e.served import PROJECT, Served
from tests.thorough import THOROUGH

HEARS_WITHIN = 5  # seconds from the database being back
TRIES = 4  # a machine that does much else at once may need another restart
PATIENCE = 30  # seconds; only a broken server takes them
PAGES = 12  # more than there are threads that keep a connection
BEGIN = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from companion.sessions.services import start_session
print("token", start_session(game="arcs").token)
"""
pytestmark = [
    pytest.mark.skipif(not PROGRAMS, reason="PostgreSQL isn't installed"),
    pytest.mark.skipif(not THOROUGH, reason="a server and a cluster take ten seconds"),
]


class ServedFromPostgres(Served):
    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(folder)
        self.address = address

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "DATABASE_URL": self.address}

    def begin_session(self) -> str:
        words = [sys.executable, "manage.py", "shell", "-v", "0", "-c", BEGIN]
        environment = {
            **self.environment(),
            "DJANGO_SETTINGS_MODULE": "companion.settings",
        }
        done = subprocess.run(
            words, cwd=PROJECT, env=environment, capture_output=True, text=True
        )
        found = re.search(r"^token (\S+)$", done.stdout, re.MULTILINE)
        assert found, done.stderr
        return found[1]

    def get(self, path: str) -> http.client.HTTPResponse:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        asked.request("GET", path, headers={"Host": f"localhost:{self.port}"})
        return asked.getresponse()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    # Not under pytest's own folder, which no other user may enter.
    folder = Path("/tmp") / f"companion-restart-{os.getpid()}"
    made = Cluster(folder, "fsync=off")
    made.control("start")
    yield made
    made.remove()


@pytest.fixture
def server(cluster, tmp_path) -> Iterator[ServedFromPostgres]:
    made = ServedFromPostgres(tmp_path, cluster.address)
    yield made
    made.kill()


def next_version(stream: http.client.HTTPResponse) -> int:
    """The version the stream says next, passing over its beats."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and (line := stream.readline()):
        if line.strip() == b"event: version":
            return int(stream.readline().removeprefix(b"data: "))
    raise AssertionError("it hears nothing")


def change_version(cluster: Cluster) -> None:
    """As an act by another process does."""
    import psycopg

    with psycopg.connect(cluster.address, autocommit=True) as own:
        grow = "UPDATE campaign_log SET last = last + 1 RETURNING id, last"
        [(log, last)] = own.execute(grow).fetchall()
        said = write_changes([LiveChange(log=log, last=last)])
        own.execute("SELECT pg_notify(%s, %s)", [CHANNEL, said])


def restart(cluster, server, token, stream, version: int) -> float:
    """Seconds until all pages answer and the stream hears of a change."""
    cluster.control("-m", "fast", "restart")
    back = time.monotonic()
    pages = [server.get(f"/sessions/{token}/").status for _ in range(PAGES)]
    assert pages == [200] * PAGES
    change_version(cluster)
    assert next_version(stream) == version
    return time.monotonic() - back


def test_after_a_restart_pages_answer_at_once_and_streams_hear_within_5_seconds(
    cluster, server, capsys
):
    token = server.begin_session()
    server.start()
    assert {server.get(f"/sessions/{token}/").status for _ in range(PAGES)} == {200}
    stream = server.get(f"/sessions/{token}/live/")
    assert next_version(stream) == 0
    took = []
    while len(took) < TRIES and min(took, default=PATIENCE) > HEARS_WITHIN:
        took.append(restart(cluster, server, token, stream, len(took) + 1))
    with capsys.disabled():
        told = ", ".join(f"{one:.1f}" for one in took)
        sys.stdout.write(f"\npages and streams back after {told} s\n")
    assert min(took) <= HEARS_WITHIN
