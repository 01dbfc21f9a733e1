"""Notifications of PostgreSQL: sent after the commit, about once per 100 ms and table.

Within the transaction they would make every commit of the site wait for the one before it to reach
the disk, because PostgreSQL keeps notifications in the order of the commits.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from django.db import InterfaceError, OperationalError, connection

LOGGER = logging.getLogger(__name__)
CHANNEL = "companion_changes"
PAUSE = 0.1  # seconds between two notifications about the same
IDLE = 1.0  # seconds after which the thread that sends what was held back ends
AT_ONCE = 100  # in one notification, which may have 8,000 bytes

T = TypeVar("T")


class Sender(Generic[T]):
    """Sends the first at once, and what follows within 100 ms together, from a thread of its own."""

    def __init__(
        self,
        *,
        group: Callable[[T], Hashable],
        merge: Callable[[Iterable[T]], list[T]],
        write: Callable[[Iterable[T]], str],
    ) -> None:
        self.group, self.merge, self.write = group, merge, write
        self.lock = threading.Lock()
        self.filled = threading.Event()
        self.held: list[T] = []
        self.sent: dict[Hashable, float] = {}
        self.thread: threading.Thread | None = None

    def send(self, one: T) -> None:
        """Sends it now or soon; never fails, because what it tells of has happened."""
        if not (self.may_go(one) and self.notify([one])):
            self.hold([one])

    def may_go(self, one: T) -> bool:
        key, now = self.group(one), time.monotonic()
        with self.lock:
            self.sent = {k: at for k, at in self.sent.items() if now - at < PAUSE}
            if key in self.sent:
                return False
            self.sent[key] = now
            return True

    def hold(self, some: Iterable[T]) -> None:
        with self.lock:
            self.held += some
            self.filled.set()
            if self.thread is None:
                # Not a daemon: a program that ends lets it send the last ones.
                self.thread = threading.Thread(target=self.send_held, name="notices")
                self.thread.start()

    def send_held(self) -> None:
        while self.filled.wait(IDLE):
            time.sleep(PAUSE)
            try:
                # Where it can't be sent the database was away: whoever listened looks at everything.
                self.notify(self.take_held())
            except Exception:
                LOGGER.exception("Live pages were not told")  # the next ones are
        with self.lock:
            connection.close()
            self.thread = None
            again = self.held
        if again:  # came in this very moment
            self.hold([])

    def take_held(self) -> list[T]:
        with self.lock:
            taken, self.held, now = self.merge(self.held), [], time.monotonic()
            self.filled.clear()
            self.sent |= dict.fromkeys(map(self.group, taken), now)
            return taken

    def notify(self, some: list[T]) -> bool:
        """Whether it could be sent."""
        parts = [some[n : n + AT_ONCE] for n in range(0, len(some), AT_ONCE)]
        try:
            with connection.cursor() as cursor:
                for part in parts:
                    said = [CHANNEL, self.write(part)]
                    cursor.execute("SELECT pg_notify(%s, %s)", said)
        except (InterfaceError, OperationalError):
            connection.close()  # it broke after the commit
            return False
        return True
