"""Live pages: a stream per open page that says which version something has reached.

The page fetches what has changed itself. So a stream carries nothing worth guarding, a missed
event is made up for by the next one, and a reconnected page catches up with its first.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import (
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
)
from django.db.models import Count, Q
from django.db.models.signals import post_save

from companion.base.changes import CHANNEL, notify_live_pages
from companion.log.models import Log
from companion.tables.models import Phone, Table

# "log" with its key; "table", or "phones" for who is connected there, with the table's.
Topic = tuple[str, int]
EVERY = 0.05  # seconds between two looks at SQLite's counter
BEAT = 15.0  # seconds of silence after which a page hears that all is well
AGAIN = 1.0  # seconds before a lost connection to the database is tried again
TRIES = 10  # so long a restart of the database may take before a page has to come back
DJANGOS = (
    "context",
    "cursor_factory",
    "prepare_threshold",
)  # of the connection, not of the server
NO_TABLE = -1
RETRY = (1000, 5000)  # ms a page waits before it comes back: not all of them at once


class Subscriber:
    """One open page: the newest version, and an event for when it changes."""

    def __init__(self, version: int, changed: asyncio.Event | None = None) -> None:
        self.version = version
        self.changed = changed or asyncio.Event()
        self.ended = False  # the server stops, and the page with it

    def notify(self, version: int) -> None:
        if version != self.version:
            self.version = version
            self.changed.set()

    def end(self) -> None:
        self.ended = True
        self.changed.set()


class Watcher:
    """Watches the database for everybody in this process, while there is anybody."""

    def __init__(self) -> None:
        self.subscribers: dict[Topic, set[Subscriber]] = defaultdict(set)
        self.watching: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def subscribe(
        self, topic: Topic, changed: asyncio.Event | None = None
    ) -> AsyncIterator[Subscriber]:
        if self.watching is None or self.watching.done():
            self.watching = asyncio.create_task(self.watch())
        subscriber = Subscriber(0, changed)
        # Before it asks: what is committed meanwhile is told, and the watching goes on for it.
        self.subscribers[topic].add(subscriber)
        try:
            found = (await read_versions([topic])).get(topic, 0)
            subscriber.version = max(subscriber.version, found)
            yield subscriber
        finally:
            self.leave(topic, subscriber)

    def leave(self, topic: Topic, subscriber: Subscriber) -> None:
        self.subscribers[topic].discard(subscriber)
        if not self.subscribers[topic]:
            del self.subscribers[topic]
        if not self.subscribers and self.watching:
            self.watching.cancel()
            # It ends a moment later, and who comes now needs another.
            self.watching = None

    async def watch(self) -> None:
        """Notifies pages of commits; starts again after an error of the database."""
        while True:
            try:
                async for _change in watch_commits():
                    await self.look()
            except Exception:
                await wait_for_database()

    async def look(self) -> None:
        found = await read_versions(list(self.subscribers))
        for topic, version in found.items():
            for subscriber in self.subscribers.get(topic, ()):
                subscriber.notify(version)


WATCHERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Watcher] = WeakKeyDictionary()


def own_watcher() -> Watcher:
    """The watcher of this process and event loop."""
    return WATCHERS.setdefault(asyncio.get_running_loop(), Watcher())


def end_streams() -> None:
    """Ends every stream of this process, so that nothing holds up a server that stops."""
    for pages in own_watcher().subscribers.values():
        for page in pages:
            page.end()


@sync_to_async
def read_versions(topics: list[Topic]) -> dict[Topic, int]:
    """The version of every topic: one query for the logs, three more for each table."""
    logs = [key for kind, key in topics if kind == "log"]
    tables = [key for kind, key in topics if kind == "table"]
    found: dict[Topic, int] = read_phones(
        [key for kind, key in topics if kind == "phones"]
    )
    found |= {
        ("log", key): last
        for key, last in Log.objects.filter(pk__in=logs).values_list("pk", "last")
    }
    for table in Table.objects.filter(pk__in=tables):
        found["table", table.pk] = version_of(table)
    return found


def read_phones(tables: list[int]) -> dict[Topic, int]:
    """How often phones changed at these tables; a deleted table has none."""
    if not tables:
        return {}
    kept = Table.objects.filter(pk__in=tables).values_list("pk", "phones_version")
    return {("phones", key): NO_TABLE for key in tables} | {
        ("phones", key): version for key, version in kept
    }


LastActs = Callable[[Table], Iterable[int]]
LAST_ACTS: list[LastActs] = []  # what a table's version counts


def register_last_acts(last_acts: LastActs) -> None:
    """Counts the logs of another room into the version of their table."""
    LAST_ACTS.append(last_acts)


def version_of(table: Table) -> int:
    """A number that grows with every act, every new log and every phone that joins or goes."""
    lasts = [last for last_acts in LAST_ACTS for last in last_acts(table)]
    gone = Count("pk", filter=Q(gone=True))
    phones: dict[str, int] = table.phones.aggregate(joined=Count("pk"), gone=gone)
    return sum(lasts) + len(lasts) + sum(phones.values())


def tell_of_phone(**_saved: object) -> None:
    notify_live_pages()


post_save.connect(tell_of_phone, sender=Phone)


async def watch_commits() -> AsyncIterator[None]:
    """Yields once at the start and then after every commit, by whichever process."""
    source = watch_postgresql if connection.vendor == "postgresql" else watch_sqlite
    async for change in source():
        yield change


async def watch_sqlite() -> AsyncIterator[None]:
    """Polls SQLite's counter of commits by other connections, which is cheap."""
    name = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name, uri=True)) as own:
        before = None
        while True:
            counter = own.execute("PRAGMA data_version").fetchone()
            if counter != before:
                before = counter
                yield
            await asyncio.sleep(EVERY)


async def watch_postgresql() -> AsyncIterator[None]:
    """Listens to the notifications PostgreSQL sends after a commit."""
    import psycopg  # an extra: SQLite needs nothing more

    given = {
        key: own
        for key, own in connection.get_connection_params().items()
        if key not in DJANGOS
    }
    async with await psycopg.AsyncConnection.connect(**given, autocommit=True) as own:
        await own.execute(f"LISTEN {CHANNEL}")
        yield
        async for _notice in own.notifies():
            yield


async def wait_for_database() -> None:
    """Drops a connection that broke: on the loop no new request does it, as it does for pages."""
    await sync_to_async(close_old_connections)()
    await asyncio.sleep(AGAIN)


async def welcome_everybody() -> bool:
    return True


async def is_still_welcome(is_welcome: Callable[[], Awaitable[bool]]) -> bool:
    """Asks again while the database restarts; a page that gets no answer comes back by itself."""
    for _try in range(TRIES):
        try:
            return await is_welcome()
        except (InterfaceError, OperationalError):
            await wait_for_database()
    return False


async def stream_versions(
    topic: Topic,
    is_welcome: Callable[[], Awaitable[bool]] = welcome_everybody,
    table: int | None = None,
) -> AsyncIterator[str]:
    """Server-sent events for one page, until it goes away or is no longer welcome.

    With a table the page also hears when phones change there, and who was disconnected goes at once.
    """
    yield f"retry: {random.randint(*RETRY)}\n\n"  # noqa: S311 - to spread, not to hide
    topics = {"version": topic} | ({"phones": ("phones", table)} if table else {})
    changed = asyncio.Event()
    async with AsyncExitStack() as stack:
        watched = {
            name: await stack.enter_async_context(own_watcher().subscribe(one, changed))
            for name, one in topics.items()
        }
        told = read_news(watched, {})
        yield format_event("version", told["version"])
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), BEAT)
            changed.clear()
            ended = any(one.ended for one in watched.values())
            if ended or not await is_still_welcome(is_welcome):
                return
            news = read_news(watched, told)
            told |= news
            for name, version in (news or {"beat": told["version"]}).items():
                yield format_event(name, version)


def read_news(watched: dict[str, Subscriber], told: dict[str, int]) -> dict[str, int]:
    """The versions a page wasn't told yet."""
    return {
        name: one.version
        for name, one in watched.items()
        if one.version != told.get(name)
    }


def format_event(name: str, version: int) -> str:
    return f"event: {name}\ndata: {version}\n\n"
