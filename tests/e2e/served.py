"""The real server in a process of its own, which can be killed and started again in its place."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.hosting.test_starting import PROJECT, free_port, serving

# A name that isn't this machine's own: there browsers give what they give a phone in the
# network over plain HTTP, which is no service worker and no crypto.randomUUID.
NAME = "laptop.test"
PATIENCE = 60  # seconds a start may take on a busy machine


@dataclass(frozen=True)
class Written:
    """An act as it lies in the file of the database."""

    number: int
    kind: str
    data: dict[str, Any]
    by: str
    for_whom: str


class Served:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    @property
    def on_laptop(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def on_phones(self) -> str:
        return f"http://{NAME}:{self.port}"

    def start(self) -> Served:
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=PROJECT,
                env={**serving(self.port, self.folder), "COMPANION_HOSTS": NAME},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.wait()
        return self

    def wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                if self.status("/") == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"it did not start: {self.output()}")

    def output(self) -> str:
        return (self.folder / "output").read_text()

    def status(self, path: str) -> int:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as asked:
            asked.request("GET", path)
            return asked.getresponse().status

    def kill(self) -> None:
        """As a power cut does: nothing is put in order first."""
        if self.process and self.process.poll() is None:
            hard = signal.SIGKILL if os.name == "posix" else signal.SIGTERM
            self.process.send_signal(hard)
            self.process.wait(timeout=10)

    def query(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        file = self.folder / "companion.sqlite3"
        with closing(sqlite3.connect(file, timeout=10)) as own:
            return own.execute(sql, given).fetchall()

    def acts(self) -> list[Written]:
        """Every act of every log, in the order they were written."""
        rows = self.query(
            "SELECT number, kind, data, by_name, for_name FROM campaign_act ORDER BY id"
        )
        return [
            Written(number, kind, json.loads(data), by, for_whom)
            for number, kind, data, by, for_whom in rows
        ]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path)
    try:
        yield server.start()
    finally:
        server.kill()
