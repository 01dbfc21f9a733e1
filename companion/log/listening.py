"""What was committed, by whichever process, as the database tells it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import closing

from django.db import connection

from companion.base.changes import LiveChange, merge_changes, read_changes
from companion.base.sending import CHANNEL, PAUSE

EVERY = 0.05  # seconds between two looks at SQLite's counter
WHOLE = 30.0  # seconds between two looks at everything where a process may die before it tells
DJANGOS = (
    "context",
    "cursor_factory",
    "prepare_threshold",
)  # of the connection, not of the server

NEWEST = "SELECT MAX(id) FROM companion_notice"
NEWER = "SELECT id, said FROM companion_notice WHERE id > ? ORDER BY id"

# None where anything may have changed: at the start, or after something was missed.
Told = list[LiveChange] | None


async def watch_commits() -> AsyncIterator[Told]:
    """Yields None once it listens, and then what changed, at most every 100 ms."""
    source = watch_postgresql if connection.vendor == "postgresql" else watch_sqlite
    async for told in source():
        yield told


async def watch_sqlite() -> AsyncIterator[Told]:
    """Polls SQLite's counter of commits, which is cheap, and reads the notices that are new."""
    name = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name, uri=True)) as own:
        before, seen = None, read_newest(own)
        yield None
        while True:
            counter = own.execute("PRAGMA data_version").fetchone()
            if counter != before and (rows := read_notices(own, seen)):
                missed = rows[0][0] != seen + 1  # they are kept for a while only
                seen = rows[-1][0]
                yield None if missed else gather_changes(said for _key, said in rows)
                await asyncio.sleep(PAUSE - EVERY)
            before = counter
            await asyncio.sleep(EVERY)


def read_newest(own: sqlite3.Connection) -> int:
    newest: int | None = own.execute(NEWEST).fetchone()[0]
    return newest or 0


def read_notices(own: sqlite3.Connection, seen: int) -> list[tuple[int, str]]:
    """Those after the last one that was seen, with their numbers."""
    return own.execute(NEWER, [seen]).fetchall()


def gather_changes(notices: Iterable[str]) -> list[LiveChange]:
    return merge_changes(one for said in notices for one in read_changes(said))


async def watch_postgresql() -> AsyncIterator[Told]:
    """Listens to the notifications that are sent after a commit."""
    import psycopg  # an extra: SQLite needs nothing more

    given = {
        key: own
        for key, own in connection.get_connection_params().items()
        if key not in DJANGOS
    }
    async with await psycopg.AsyncConnection.connect(**given, autocommit=True) as own:
        await own.execute(f"LISTEN {CHANNEL}")
        looked = -WHOLE
        while True:
            if time.monotonic() - looked >= WHOLE:
                looked = time.monotonic()
                yield None
            # What came meanwhile waits in the connection and is given together.
            notices = own.notifies(timeout=WHOLE, stop_after=1)
            if said := [one.payload async for one in notices]:
                yield gather_changes(said)
                await asyncio.sleep(PAUSE)
