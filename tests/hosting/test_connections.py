"""Connections that only wait: closed after a while, and never in the way of one that asks."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
import uvicorn

from companion.hosting import connections
from companion.hosting.connections import PatientProtocol

PATIENCE = 20  # seconds; only a broken server takes them
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
LARGE = b"x" * 8_000_000  # more than the buffers between two programs hold


async def application(scope: Any, _receive: Any, send: Any) -> None:
    body = LARGE if scope["path"] == "/large" else b"yes"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def port() -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        application, http=PatientProtocol, ws="none", lifespan="off", log_level="error"
    )
    server = uvicorn.Server(config)
    running = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    running.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    running.join(PATIENCE)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def is_closed(one: socket.socket) -> bool:
    """Waits for the server to say something; whether that is goodbye."""
    try:
        return one.recv(1000) == b""
    except ConnectionResetError:
        return True


def ask(one: socket.socket) -> bytes:
    one.sendall(ASKED + b"\r\n")
    return one.recv(1000)


def test_half_sent_headers_are_waited_for_only_so_long(port, monkeypatch):
    monkeypatch.setattr(connections, "ASKING", 0.1)
    with closing(connect(port)) as slow:
        slow.sendall(ASKED)
        assert is_closed(slow)


def test_a_connection_that_asks_nothing_is_closed(port, monkeypatch):
    monkeypatch.setattr(connections, "ASKING", 0.1)
    with closing(connect(port)) as idle:
        assert is_closed(idle)


def test_an_answered_connection_may_ask_again(port):
    with closing(connect(port)) as one:
        assert ask(one).endswith(b"yes")
        assert ask(one).endswith(b"yes")


def test_endless_headers_are_cut_off(port, monkeypatch):
    monkeypatch.setattr(connections, "LARGEST_HEADERS", 1000)
    with closing(connect(port)) as endless:
        endless.sendall(ASKED + b"X: " + b"x" * 2000)
        assert is_closed(endless)


def test_of_too_many_that_wait_the_longest_waiting_goes(port, monkeypatch):
    monkeypatch.setattr(connections, "MOST_WAITING", 5)
    with ExitStack() as stack:
        idle = [stack.enter_context(closing(connect(port))) for _ in range(6)]
        assert is_closed(idle[0])
        phone = stack.enter_context(closing(connect(port)))
        assert ask(phone).endswith(b"yes")


def test_who_reads_nothing_of_an_answer_is_cut_off(port, monkeypatch):
    monkeypatch.setattr(connections, "READING", 0.1)
    cut = threading.Event()
    lost = PatientProtocol.connection_lost

    def note(self: PatientProtocol, error: Exception | None) -> None:
        lost(self, error)
        cut.set()

    monkeypatch.setattr(PatientProtocol, "connection_lost", note)
    with closing(connect(port)) as lazy:
        lazy.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert cut.wait(PATIENCE)
