"""Watching for live pages begins with the first page, ends with the last, and survives what fails."""

import asyncio
import inspect
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from companion.log import live
from companion.sessions.services import start_session
from tests.log.streams import elsewhere, next_event, opened, played, until, write

pytestmark = pytest.mark.django_db(transaction=True)


def count_looks(monkeypatch) -> list[live.Watcher]:
    """Grows with every look of the watching, the first one at its beginning."""
    looks: list[live.Watcher] = []
    real = live.Watcher.look

    async def look(self: live.Watcher) -> None:
        await real(self)
        looks.append(self)

    monkeypatch.setattr(live.Watcher, "look", look)
    return looks


def test_the_watching_ends_with_the_last_page(session):
    async def scenario() -> None:
        first = await opened(("log", session.pk))
        second = await opened(("log", session.pk))
        await next_event(first)
        await next_event(second)
        watching = live.own_watcher().watching
        await first.aclose()
        await asyncio.sleep(0.1)
        assert not watching.done()
        await second.aclose()
        await until(watching.done)
        assert not live.own_watcher().subscribers

    played(scenario())


def test_a_page_that_comes_after_the_last_one_left_hears_everything(session):
    async def scenario() -> list[tuple[str, int]]:
        first = await opened(("log", session.pk))
        await next_event(first)
        await first.aclose()
        # In the same moment: the watching is told to end but hasn't yet.
        async with aclosing(await opened(("log", session.pk))) as second:
            heard = [await next_event(second)]
            await elsewhere(write, session, "1")
            return [*heard, await next_event(second)]

    assert played(scenario()) == [("version", 0), ("version", 1)]


def test_a_page_that_comes_while_the_last_one_leaves_hears_everything(
    session, monkeypatch
):
    """As a reload does: the new page asks for its version when the old one goes."""
    real, looks = live.read_versions, count_looks(monkeypatch)

    async def scenario() -> list[tuple[str, int]]:
        asked, answered = asyncio.Event(), asyncio.Event()

        async def slow(topics: list[live.Topic]) -> dict[live.Topic, int]:
            found = await real(topics)
            asked.set()
            await answered.wait()
            return found

        first = await opened(("log", session.pk))
        await next_event(first)
        await until(lambda: looks)
        monkeypatch.setattr(live, "read_versions", slow)
        second = await opened(("log", session.pk))
        coming = asyncio.create_task(next_event(second))
        await asked.wait()
        await first.aclose()
        monkeypatch.setattr(live, "read_versions", real)
        answered.set()
        heard = [await coming]
        await asyncio.sleep(0.2)
        await elsewhere(write, session, "1")
        heard.append(await next_event(second))
        await second.aclose()
        return heard

    assert played(scenario()) == [("version", 0), ("version", 1)]


def test_what_is_committed_while_a_page_comes_isnt_missed(session, monkeypatch):
    real = live.read_versions

    async def scenario() -> int:
        other = await opened(("table", session.table_id))
        await next_event(other)  # the watching is on

        async def slow(topics: list[live.Topic]) -> dict[live.Topic, int]:
            found = await real(topics)
            if topics == [("log", session.pk)]:
                monkeypatch.setattr(live, "read_versions", real)
                await elsewhere(write, session, "1")
                await next_event(other)  # everybody has been told
            return found

        monkeypatch.setattr(live, "read_versions", slow)
        stream = await opened(("log", session.pk))
        versions = []
        while 1 not in versions:
            versions.append((await next_event(stream))[1])
        await stream.aclose()
        await other.aclose()
        return versions[-1]

    assert played(scenario()) == 1


def test_the_watching_survives_a_database_that_fails(session, monkeypatch):
    monkeypatch.setattr(live, "AGAIN", 0.05)
    real, failures, looks = live.read_versions, [], count_looks(monkeypatch)

    async def failing(topics: list[live.Topic]) -> dict[live.Topic, int]:
        if len(failures) < 3:
            failures.append(topics)
            raise OperationalError("database is locked")
        return await real(topics)

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            heard = [await next_event(stream)]
            await until(lambda: looks)
            monkeypatch.setattr(live, "read_versions", failing)
            await elsewhere(write, session, "1")
            return [*heard, await next_event(stream)]

    assert played(scenario()) == [("version", 0), ("version", 1)]
    assert len(failures) == 3


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="a file has no connection to lose"
)
def test_a_page_hears_again_after_its_connection_was_lost(session, monkeypatch):
    monkeypatch.setattr(live, "AGAIN", 0.05)

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            heard = [await next_event(stream)]
            await sync_to_async(lambda: connection.connection.close())()
            await elsewhere(write, session, "1")
            return [*heard, await next_event(stream)]

    assert played(scenario()) == [("version", 0), ("version", 1)]


def test_the_watching_survives_a_source_that_fails(session, monkeypatch):
    monkeypatch.setattr(live, "AGAIN", 0.05)
    name = "watch_postgresql" if connection.vendor == "postgresql" else "watch_sqlite"
    real, tries = getattr(live, name), []

    async def failing() -> AsyncIterator[None]:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("gone away")
        async for change in real():
            yield change

    async def scenario() -> list[tuple[str, int]]:
        monkeypatch.setattr(live, name, failing)
        async with aclosing(await opened(("log", session.pk))) as stream:
            heard = [await next_event(stream)]
            await elsewhere(write, session, "1")
            return [*heard, await next_event(stream)]

    assert played(scenario()) == [("version", 0), ("version", 1)]
    assert len(tries) == 3


def test_a_look_costs_the_same_however_many_pages_watch(
    session, table, django_assert_max_num_queries
):
    others = [start_session(game="arcs", table=table) for _ in range(20)]
    topics = [("log", one.pk) for one in others] + [("table", table.pk)]
    asked = inspect.unwrap(live.read_versions.func)
    with django_assert_max_num_queries(5):
        assert len(asked(topics)) == 21
