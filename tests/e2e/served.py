"""The real server in a process of its own, which can be killed and started again in its place."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest

from tests.ready import make_ready

PROJECT = Path(__file__).resolve().parents[2]
# A name that isn't this machine's own: there browsers give what they give a phone in the
# network over plain HTTP, which is no service worker and no crypto.randomUUID.
NAME = "laptop.test"
PATIENCE = 60  # seconds a start may take on a busy machine
RUNNING = "Empire Companion is running."
# Below those the system hands out by itself: nobody gets it while the server is down.
PORTS = range(20_000, 32_000)


def quiet_port() -> int:
    """A port nobody listens on."""
    for port in random.sample(PORTS, len(PORTS)):
        with closing(socket.socket()) as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("every port is taken")


@dataclass(frozen=True)
class Written:
    """An act as it lies in the file of the database."""

    number: int
    kind: str
    data: dict[str, Any]
    by: str
    for_whom: str


class Served:
    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder, self.port = folder, quiet_port()
        self.variables = variables
        make_ready(folder)
        self.process: subprocess.Popen[str] | None = None
        self.lines: list[str] = []

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

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> Served:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=PROJECT,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = threading.Event()
        listening = (self.process.stdout, said)
        threading.Thread(target=self.listen, args=listening, daemon=True).start()
        assert said.wait(PATIENCE), f"it did not start: {self.output()}"
        assert self.is_running, f"it ended: {self.output()}"
        return self

    def environment(self) -> dict[str, str]:
        """The variables of a server that only this machine reaches, with its own database."""
        own = {
            "LC_ALL": "C.UTF-8",  # what it says is read in English
            "COMPANION_ADDRESS": "127.0.0.1",
            "COMPANION_DATA": str(self.folder),
            "COMPANION_HOSTS": NAME,
            "COMPANION_PORT": str(self.port),
        }
        others = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
        return {**others, **own, **self.variables}

    def listen(self, output: IO[str], said: threading.Event) -> None:
        """Once it says that it runs, whoever asks is answered."""
        with output:
            for line in output:
                self.lines.append(line)
                if RUNNING in line:
                    said.set()
        said.set()

    def output(self) -> str:
        return "".join(self.lines)

    def kill(self) -> None:
        """As a power cut does: nothing is put in order first."""
        if self.process and self.is_running:
            hard = signal.SIGKILL if os.name == "posix" else signal.SIGTERM
            self.process.send_signal(hard)
            self.process.wait(timeout=PATIENCE)

    def query(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        file = self.folder / "companion.sqlite3"
        with closing(sqlite3.connect(file, timeout=10)) as own:
            return own.execute(sql, given).fetchall()

    def acts(self, token: str) -> list[Written]:
        """Every act of a session, in the order they were written."""
        rows = self.query(
            "SELECT number, kind, data, by_name, for_name FROM campaign_act"
            " JOIN campaign_gamesession ON log_id = log_ptr_id"
            " WHERE token = ? ORDER BY campaign_act.id",
            token,
        )
        return [
            Written(number, kind, json.loads(data), by, for_whom)
            for number, kind, data, by, for_whom in rows
        ]


@pytest.fixture(scope="session")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("served"))
    yield server
    server.kill()


@pytest.fixture
def served(one_server: Served) -> Served:
    """The server, running; every test has a table of its own there."""
    return one_server if one_server.is_running else one_server.start()
