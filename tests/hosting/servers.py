"""A server of its own for a test, started as people start it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds; a busy machine takes its time


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def answer_on(connected: HTTPConnection, path: str, headers: dict[str, str]) -> Answer:
    connected.request("GET", path, headers=headers)
    with connected.getresponse() as response:
        return Answer(response.status, response.headers, response.read())


@dataclass(frozen=True)
class Running:
    process: subprocess.Popen[str]
    port: int
    output: Path

    def get(self, path: str, **headers: str) -> Answer:
        with closing(
            HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        ) as connected:
            return answer_on(connected, path, headers)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def serving(port: int, folder: Path) -> dict[str, str]:
    """The variables of a server that only this machine reaches, with its own database."""
    own = {
        "COMPANION_ADDRESS": "127.0.0.1",
        "COMPANION_DATA": str(folder),
        "COMPANION_PORT": str(port),
    }
    others = ("COMPANION_", "DATABASE_URL")
    return {k: v for k, v in os.environ.items() if not k.startswith(others)} | own


def begin_serving(folder: Path, said_to: str = "output", *words: str) -> Running:
    port, output = free_port(), folder / said_to
    with output.open("w") as writing:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *words],
            cwd=PROJECT,
            env=serving(port, folder),
            stdout=writing,
            stderr=subprocess.STDOUT,
            text=True,
        )
    return Running(process, port, output)


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    server = begin_serving(folder)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        server.process.kill()
        server.process.wait()


def wait_until_it_answers(server: Running) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            server.get("/static/")
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"it did not start: {server.output.read_text()}")
