"""Watching for live pages begins with the first page, ends with the last, and survives what fails."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from companion.base import changes
from companion.base.changes import LiveChange
from companion.base.models import Notice
from companion.log import listening, live, versions
from companion.log.listening import Told
from companion.sessions.moving import move_session
from companion.sessions.services import start_session
from companion.tables.models import Table
from tests.log.streams import elsewhere, next_event, opened, played, until, write

pytestmark = pytest.mark.django_db(transaction=True)


def count_looks(monkeypatch) -> list[live.Watcher]:
    """Grows with every look of the watching, the first one at its beginning."""
    looks: list[live.Watcher] = []
    real = live.Watcher.hear

    async def hear(self: live.Watcher, told: Told) -> None:
        await real(self, told)
        looks.append(self)

    monkeypatch.setattr(live.Watcher, "hear", hear)
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
        assert not any(task.done() for task in watching)
        await second.aclose()
        await until(lambda: all(task.done() for task in watching))
        assert not live.own_watcher().pages
        assert not live.own_watcher().versions

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

        async def slow(topics: set[live.Topic]) -> dict[live.Topic, int]:
            found = await real(topics)
            asked.set()
            await answered.wait()
            return found

        first = await opened(("table", session.table_id))
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

        async def slow(topics: set[live.Topic]) -> dict[live.Topic, int]:
            found = await real(topics)
            if topics == {("log", session.pk)}:
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

    async def failing(topics: set[live.Topic]) -> dict[live.Topic, int]:
        if len(failures) < 3:
            failures.append(topics)
            raise OperationalError("database is locked")
        return await real(topics)

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("table", session.table_id))) as stream:
            heard = [await next_event(stream)]
            await until(lambda: looks)
            monkeypatch.setattr(live, "read_versions", failing)
            await elsewhere(write, session, "1")
            return [*heard, await next_event(stream)]

    assert played(scenario()) == [("version", 1), ("version", 2)]
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
    real, tries = getattr(listening, name), []

    async def failing() -> AsyncIterator[Told]:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("gone away")
        async for change in real():
            yield change

    async def scenario() -> list[tuple[str, int]]:
        monkeypatch.setattr(listening, name, failing)
        async with aclosing(await opened(("log", session.pk))) as stream:
            heard = [await next_event(stream)]
            await elsewhere(write, session, "1")
            return [*heard, await next_event(stream)]

    assert played(scenario()) == [("version", 0), ("version", 1)]
    assert len(tries) == 3


# What a commit costs


def test_a_look_is_one_query_however_many_pages_watch(
    session, table, django_assert_num_queries
):
    others = [start_session(game="arcs", table=table) for _ in range(20)]
    topics = [("log", one.pk) for one in others]
    topics += [("table", table.pk), ("phones", table.pk), ("phones", 10**6)]
    with django_assert_num_queries(1):
        found = versions.read_versions(topics)
    assert len(found) == 23
    assert found["table", table.pk] == 21
    assert found["phones", 10**6] == versions.NO_TABLE


def hear_with_others(
    monkeypatch, topic: live.Topic, others: list[live.Topic], act: Callable[[], None]
) -> tuple[list[tuple[str, int]], list[set[live.Topic]]]:
    """What a page hears of an act while others listen, and what was looked up after it."""
    real, looks, asked = live.read_versions, count_looks(monkeypatch), []

    async def counted(topics: set[live.Topic]) -> dict[live.Topic, int]:
        asked.append(set(topics))
        return await real(topics)

    async def scenario() -> list[tuple[str, int]]:
        streams = [await opened(one) for one in (*others, topic)]
        for stream in streams:
            await next_event(stream)
        await until(lambda: looks)
        monkeypatch.setattr(live, "read_versions", counted)
        await elsewhere(act)
        heard = [await next_event(streams[-1])]
        for stream in streams:
            await stream.aclose()
        return heard

    return played(scenario()), asked


def test_an_act_is_told_to_pages_of_its_log_without_a_look(session, monkeypatch):
    others = [start_session(game="arcs", table=session.table) for _ in range(5)]
    topics = [("log", one.pk) for one in others]
    heard = hear_with_others(
        monkeypatch, ("log", session.pk), topics, lambda: write(session, "1")
    )
    assert heard == ([("version", 1)], [])


def test_of_all_tables_only_the_one_with_an_act_is_looked_up(session, monkeypatch):
    others = [Table.objects.create(name=name) for name in ("Sunday", "Monday")]
    topics = [("table", one.pk) for one in others]
    own = ("table", session.table_id)
    heard = hear_with_others(monkeypatch, own, topics, lambda: write(session, "1"))
    assert heard == ([("version", 2)], [{own}])


def test_a_table_hears_of_a_session_that_moves_there(table, monkeypatch):
    moving = start_session(game="arcs", players=2)
    own = ("table", table.pk)
    heard, _asked = hear_with_others(
        monkeypatch, own, [], lambda: move_session(moving, table=table)
    )
    assert heard == [("version", 2)]


def test_pages_that_come_together_are_looked_up_together(session, monkeypatch):
    others = [start_session(game="arcs") for _ in range(5)]
    real, asked, looks = live.read_versions, [], count_looks(monkeypatch)

    async def counted(topics: set[live.Topic]) -> dict[live.Topic, int]:
        asked.append(topics)
        return await real(topics)

    async def scenario() -> None:
        first = await opened(("log", session.pk))
        await next_event(first)
        await until(lambda: looks)
        monkeypatch.setattr(live, "read_versions", counted)
        streams = [await opened(("log", one.pk)) for one in (*others, session)]
        await asyncio.gather(*map(next_event, streams))
        for stream in (first, *streams):
            await stream.aclose()

    played(scenario())
    assert asked == [{("log", one.pk) for one in others}]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL notifies")
def test_notices_are_kept_for_a_while_only(session, monkeypatch):
    monkeypatch.setattr(changes, "KEPT", 10)
    for typed in range(25):
        write(session, str(typed))
    assert 10 <= Notice.objects.count() <= 20


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL notifies")
def test_who_missed_notices_looks_at_everything(session):
    async def scenario() -> list[Told]:
        async with aclosing(listening.watch_sqlite()) as watching:
            told = [await anext(watching)]
            await elsewhere(write, session, "1")
            told.append(await anext(watching))
            await elsewhere(write, session, "2")
            await elsewhere(write, session, "3")
            last = await sync_to_async(Notice.objects.latest)("pk")
            await elsewhere(lambda: Notice.objects.exclude(pk=last.pk).delete())
            return [*told, await anext(watching)]

    own = LiveChange(table=session.table_id, log=session.pk, last=1)
    assert played(scenario()) == [None, [own], None]
