"""Live pages: a stream per open page that says which version something has reached.

The page fetches what has changed itself. So a stream carries nothing worth guarding, a missed
event is made up for by the next one, and a reconnected page catches up with its first.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
)
from typing import TypeVar
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, close_old_connections

from companion.base.changes import LiveChange
from companion.log import versions
from companion.log.listeners import Anybody, Listener, select_listeners
from companion.log.listening import Told, watch_commits
from companion.log.versions import Topic

BEAT = 15.0  # seconds of silence after which a page hears that all is well
BEATS = 15  # groups of pages that hear it one after the other
AGAIN = 1.0  # seconds before a lost connection to the database is tried again
TRIES = 10  # so long a restart of the database may take before a page has to come back
RETRY = (1000, 5000)  # ms a page waits before it comes back: not all of them at once

Asked = TypeVar("Asked")
Found = TypeVar("Found")

read_versions = sync_to_async(versions.read_versions)
read_welcome = sync_to_async(select_listeners)


class Page:
    """One open page: what it listens to, who opened it, and an event for when there is news."""

    __slots__ = ("changed", "ended", "heard", "is_due", "listener", "table", "topic")

    def __init__(
        self, topic: Topic, table: int | None = None, listener: Listener | None = None
    ) -> None:
        self.topic = topic
        self.table = (
            table  # whose phones it hears of; who was disconnected goes at once
        )
        self.listener = listener
        self.changed = asyncio.Event()
        self.heard = time.monotonic()
        self.is_due = False  # for a beat, unless there is news
        self.ended = False

    @property
    def topics(self) -> dict[str, Topic]:
        """By the names of their events."""
        own = {"version": self.topic}
        return own | {"phones": ("phones", self.table)} if self.table else own

    def end(self) -> None:
        self.ended = True
        self.changed.set()

    async def wait_for_news(self) -> bool:
        """Whether there is any; there is none once it has ended."""
        await self.changed.wait()
        self.changed.clear()
        return not self.ended


class Watcher:
    """Watches the database for everybody in this process, while there is anybody."""

    def __init__(self) -> None:
        self.pages: dict[Topic, set[Page]] = defaultdict(set)
        self.versions: dict[Topic, int] = {}  # of what pages listen to, as last heard
        self.watching: list[asyncio.Task[None]] = []
        self.arriving: set[Page] = set()
        self.reading = asyncio.Lock()  # for those that arrive

    async def admit(self, page: Page) -> None:
        """Tells the page what it listens to from now on, until it leaves."""
        if not self.watching or any(task.done() for task in self.watching):
            self.stop_watching()
            work = (self.watch(), self.keep_beat())
            self.watching = [asyncio.create_task(one) for one in work]
        # Before it asks: what is committed meanwhile is told, and the watching goes on for it.
        for topic in page.topics.values():
            self.pages[topic].add(page)
        await self.look_up(page)

    def read_told(self, page: Page) -> dict[str, int]:
        """The versions the page listens to, as last heard."""
        return {name: self.versions.get(one, 0) for name, one in page.topics.items()}

    def leave(self, page: Page) -> None:
        self.arriving.discard(page)
        for topic in page.topics.values():
            self.pages[topic].discard(page)
            if not self.pages[topic]:
                del self.pages[topic]
                self.versions.pop(topic, None)
        if not self.pages:
            self.stop_watching()

    def stop_watching(self) -> None:
        for task in self.watching:
            task.cancel()
        # They end a moment later, and who comes now needs others.
        self.watching = []

    async def look_up(self, page: Page) -> None:
        """Reads for a page that has come; whoever comes meanwhile is read for together."""
        self.arriving.add(page)
        async with self.reading:
            if page in self.arriving:
                await self.read_for_arriving()

    async def read_for_arriving(self) -> None:
        """What nobody has listened to yet, and whether they still may: that was asked before."""
        await asyncio.sleep(0)  # others come in the same moment
        pages = set(self.arriving)
        topics = {topic for page in pages for topic in page.topics.values()}
        if new := topics - self.versions.keys():
            self.tell(await ask_patiently(read_versions, new, otherwise={}))
        await self.dismiss(pages)
        self.arriving -= pages
        for page in pages:
            page.heard = time.monotonic()

    async def watch(self) -> None:
        """Tells pages of commits; starts again after an error of the database."""
        while True:
            try:
                async for told in watch_commits():
                    await self.hear(told)
            except Exception:
                await wait_for_database()

    async def hear(self, told: Told) -> None:
        """Looks up what it was told of and can't tell by itself; everything where nothing was told."""
        topics = set(self.pages) if told is None else set(self.find_topics(told))
        found = await read_versions(topics) if topics else {}
        # Before anything is told: who was disconnected hears nothing more.
        free = self.find_free() if told is None else ()
        await self.dismiss([*free, *self.find_unsure(found, told)])
        for page in self.find_moved(told or ()):
            page.end()
        for change in told or ():
            if change.log and ("log", change.log) in self.pages:
                found["log", change.log] = change.last
        self.tell(found)

    def find_topics(self, told: list[LiveChange]) -> Iterator[Topic]:
        """What pages listen to and a change doesn't say itself."""
        for change in told:
            for kind in ("table", "phones") if change.phones else ("table",):
                if change.table and (kind, change.table) in self.pages:
                    yield kind, change.table

    def find_unsure(self, found: dict[Topic, int], told: Told) -> Iterator[Page]:
        """The pages at tables where phones or roles have changed."""
        for topic, version in found.items():
            changed = told is not None or version != self.versions.get(topic)
            if topic[0] == "phones" and changed:
                yield from self.pages.get(topic, ())

    def find_free(self) -> Iterator[Page]:
        """The pages of what belongs to nobody, as far as we know."""
        for pages in self.pages.values():
            yield from (one for one in pages if isinstance(one.listener, Anybody))

    def find_moved(self, told: Iterable[LiveChange]) -> Iterator[Page]:
        """Pages of what belonged to nobody and is a table's now: whoever may comes back by itself."""
        for change in told:
            if change.log and change.phones:
                own = self.pages.get(("log", change.log), ())
                yield from (page for page in own if page.table is None)

    def tell(self, found: dict[Topic, int]) -> None:
        for topic, version in found.items():
            before = self.versions.get(topic)
            # What was told in the meantime may be newer than what was read of a log.
            stale = topic[0] == "log" and before is not None and version < before
            if topic not in self.pages or version == before or stale:
                continue
            self.versions[topic] = version
            for page in self.pages[topic]:
                page.changed.set()

    async def keep_beat(self) -> None:
        """Tells pages that all is well after a silence, unless they are no longer welcome."""
        while True:
            await asyncio.sleep(BEAT / BEATS)
            silent = time.monotonic() - BEAT
            due = {
                page
                for pages in self.pages.values()
                for page in pages
                if page.heard <= silent
            } - self.arriving
            await self.dismiss(due)
            for page in due:
                page.is_due = True
                page.changed.set()

    async def dismiss(self, pages: Collection[Page]) -> None:
        """Ends the pages of those who may no longer listen."""
        listeners = {page.listener for page in pages if page.listener}
        if not listeners:
            return
        welcome = await find_welcome(listeners)
        for page in pages:
            if page.listener and page.listener not in welcome:
                page.end()


WATCHERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Watcher] = WeakKeyDictionary()


def own_watcher() -> Watcher:
    """The watcher of this process and event loop."""
    return WATCHERS.setdefault(asyncio.get_running_loop(), Watcher())


def end_streams() -> None:
    """Ends every stream of this process, so that nothing holds up a server that stops."""
    for pages in own_watcher().pages.values():
        for page in pages:
            page.end()


async def wait_for_database() -> None:
    """Drops a connection that broke: on the loop no new request does it, as it does for pages."""
    await sync_to_async(close_old_connections)()
    await asyncio.sleep(AGAIN)


async def find_welcome(listeners: Collection[Listener]) -> set[Listener]:
    """A page that gets no answer comes back by itself."""
    return await ask_patiently(read_welcome, listeners, otherwise=set())


async def ask_patiently(
    read: Callable[[Asked], Awaitable[Found]], asked: Asked, *, otherwise: Found
) -> Found:
    """Asks again while the database restarts."""
    for _try in range(TRIES):
        try:
            return await read(asked)
        except (InterfaceError, OperationalError):
            await wait_for_database()
    return otherwise


async def stream_versions(page: Page) -> AsyncGenerator[str]:
    """Server-sent events for one page, until it goes away or is no longer welcome."""
    yield f"retry: {random.randint(*RETRY)}\n\n"  # noqa: S311 - to spread, not to hide
    watcher = own_watcher()
    try:
        await watcher.admit(page)
        if page.ended:
            return
        told = watcher.read_told(page)
        yield format_event("version", told["version"])
        while await page.wait_for_news():
            now = watcher.read_told(page)
            news = {name: one for name, one in now.items() if one != told[name]}
            if page.is_due and not news:
                news = {"beat": now["version"]}
            for name, version in news.items():
                page.heard, page.is_due = time.monotonic(), False
                yield format_event(name, version)
            told = now
    finally:
        watcher.leave(page)


def format_event(name: str, version: int) -> str:
    return f"event: {name}\ndata: {version}\n\n"
