"""Connections to the server: how long one may take to ask, to read, and how many may wait.

uvicorn starts no clock before the first answer, so a stranger could hold as many connections as the
machine has to give.
"""

from __future__ import annotations

import asyncio
from asyncio.events import TimerHandle
from contextlib import suppress
from typing import Any, ClassVar

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

ASKING = (
    10.0  # seconds from connecting, or from the last answer, to the end of the headers
)
READING = 30.0  # seconds in which a reader may take nothing of an answer
LARGEST_HEADERS = 64 * 1024  # bytes
MOST_WAITING = 500  # connections that have asked nothing yet


class PatientProtocol(HttpToolsProtocol):
    """A connection that is closed when it only waits; the longest waiting one goes first."""

    stopping: ClassVar[bool] = False  # the whole server
    # In the order in which they began to wait.
    waiting: ClassVar[dict[PatientProtocol, None]] = {}

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.asking: TimerHandle | None = None
        self.reading: TimerHandle | None = None
        self.asked = 0  # bytes of headers so far

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self.end_waiting()
        self.end_reading()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.asking:
            self.asked += len(data)
        super().data_received(data)
        if self.asking and self.asked > LARGEST_HEADERS:
            self.give_up()

    def on_headers_complete(self) -> None:
        self.end_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self.begin_waiting()

    def begin_waiting(self) -> None:
        self.end_waiting()
        self.asked = 0
        self.asking = self.loop.call_later(ASKING, self.give_up)
        self.waiting[self] = None
        if len(self.waiting) > MOST_WAITING:
            next(iter(self.waiting)).give_up()

    def end_waiting(self) -> None:
        if self.asking:
            self.asking.cancel()
            self.asking = None
        self.waiting.pop(self, None)

    def give_up(self) -> None:
        self.end_waiting()
        self.transport.abort()

    def shutdown(self) -> None:
        """Says goodbye to live pages first; cutting them off would be told as an error."""
        if not PatientProtocol.stopping:
            PatientProtocol.stopping = True
            from companion.log.live import (
                end_streams,  # which needs Django to be set up
            )

            end_streams()
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        if not self.reading:
            self.reading = self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        self.end_reading()
        super().resume_writing()

    def end_reading(self) -> None:
        if self.reading:
            self.reading.cancel()
            self.reading = None


def allow_many_files() -> None:
    """Raises the limit of open files, which connections count as, to what the system allows."""
    if resource is None:
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
