"""Live pages: a stream says at once which version there is, and every new one soon after."""

import asyncio
import re
import subprocess
import sys
import time
from contextlib import aclosing, suppress
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.test import AsyncClient, Client
from django.urls import reverse

from campaign.models import Campaign
from companion.base.changes import LiveChange, write_changes
from companion.log import live
from companion.log.record import record
from companion.log.versions import version_of
from companion.sessions.services import start_session
from companion.tables import joining, services
from companion.tables.models import Table
from tests.campaign_visitor import kept
from tests.log.streams import SOON, elsewhere, next_event, opened, played, until, write
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db(transaction=True)


# What a page hears


def test_a_page_hears_the_present_version_at_once_and_each_new_one(session):
    write(session, "1")
    write(session, "2")

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            heard = [await next_event(stream)]
            for typed in ("3", "4", "5"):
                await elsewhere(write, session, typed)
                heard.append(await next_event(stream))
            return heard

    assert played(scenario()) == [("version", number) for number in (2, 3, 4, 5)]


def test_a_change_by_another_process_is_heard(session):
    database = connection.settings_dict
    if connection.vendor != "sqlite":
        pytest.skip("another process would need the test database's address")
    code = (
        "import sqlite3, sys; own = sqlite3.connect(sys.argv[1], timeout=60);"
        "own.execute('INSERT INTO companion_notice (said) VALUES (?)', sys.argv[2:]);"
        "own.commit()"
    )
    said = write_changes([LiveChange(table=session.table_id, log=session.pk, last=41)])
    words = [sys.executable, "-c", code, str(database["NAME"]), said]

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            first = await next_event(stream)
            await asyncio.to_thread(subprocess.run, words, check=True)
            return [first, await next_event(stream)]

    assert played(scenario()) == [("version", 0), ("version", 41)]


def test_it_takes_less_than_a_second(session):
    """At its best: on a busy machine one act or another is heard of later."""

    async def scenario() -> float:
        fastest = SOON
        async with aclosing(await opened(("log", session.pk))) as stream:
            await next_event(stream)
            for typed in range(10):
                await elsewhere(write, session, str(typed))
                begun = time.monotonic()
                await next_event(stream)
                fastest = min(fastest, time.monotonic() - begun)
                if fastest < 1:
                    break
        return fastest

    assert played(scenario()) < 1


def test_nobody_hears_of_what_was_rolled_back(session, monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.3)

    def fail() -> None:
        with suppress(RuntimeError), transaction.atomic():
            write(session, "1")
            raise RuntimeError

    async def scenario() -> tuple[str, int]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            await next_event(stream)
            await elsewhere(fail)
            return await next_event(stream)

    assert played(scenario()) == ("beat", 0)


def test_a_page_hears_only_of_its_own(session, table, monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.3)
    other = start_session(game="arcs", table=table)

    async def scenario() -> tuple[str, int]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            await next_event(stream)
            await elsewhere(
                lambda: record(other, kind="cover", data={}, client_id=uuid4())
            )
            return await next_event(stream)

    assert played(scenario()) == ("beat", 0)


def test_a_silent_table_is_told_that_all_is_well(session, monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.1)
    write(session, "1")

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            return [await next_event(stream) for _ in range(3)]

    assert played(scenario()) == [("version", 1), ("beat", 1), ("beat", 1)]


def test_a_page_that_reads_slowly_hears_the_newest_only(session):
    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("log", session.pk))) as stream:
            first = await next_event(stream)
            for number in range(1, 6):
                await elsewhere(write, session, str(number))
            versions = live.own_watcher().versions
            await until(lambda: versions["log", session.pk] == 5)
            return [first, await next_event(stream)]

    assert played(scenario()) == [("version", 0), ("version", 5)]


def test_many_pages_hear_the_same(session):
    async def scenario() -> list[tuple[str, int]]:
        streams = [await opened(("log", session.pk)) for _ in range(50)]
        firsts = [await next_event(one) for one in streams]
        assert set(firsts) == {("version", 0)}
        await elsewhere(write, session, "1")
        heard = await asyncio.gather(*map(next_event, streams))
        for one in streams:
            await one.aclose()
        return heard

    assert set(played(scenario())) == {("version", 1)}


def test_pages_come_back_at_different_times():
    async def waits() -> list[int]:
        said = []
        for _page in range(200):
            async with aclosing(live.stream_versions(live.Page(("log", 1)))) as stream:
                said.append(int((await anext(stream)).removeprefix("retry: ")))
        return said

    found = played(waits())
    assert all(1000 <= one <= 5000 for one in found)
    assert max(found) - min(found) > 2000
    assert len(set(found)) > 100


# A table's pages


def test_a_table_hears_of_what_begins_there_and_goes_on(table):
    made: list[Any] = [kept(founded_campaign("anna"))]
    note = {"kind": "write_note", "data": {"text": "Rain"}}

    def begin() -> None:
        made.append(start_session(game="arcs", table=table))

    def cover() -> None:
        record(made[1], kind="cover", data={}, client_id=uuid4())

    def move_in() -> None:
        Campaign.objects.filter(pk=made[0].pk).update(table=table)
        record(made[0], **note, client_id=uuid4())  # which also tells PostgreSQL

    def go_on() -> None:
        record(made[0], **note, client_id=uuid4())

    async def scenario() -> list[int]:
        async with aclosing(await opened(("table", table.pk))) as stream:
            heard = [await next_event(stream)]
            for act in (begin, cover, move_in, go_on):
                await elsewhere(act)
                while heard[-1][1] != await sync_to_async(present_version)(table):
                    heard.append(await next_event(stream))
            return [version for _name, version in heard]

    heard = played(scenario())
    assert heard[0] == 0
    assert heard == sorted(set(heard))
    assert len(heard) >= 5


def test_a_table_hears_of_phones_that_join_and_go(table):
    invitation = joining.current_invitation(table=table, role="player")
    phones: list[Any] = []

    def join() -> None:
        phones.append(joining.join_table(invitation=invitation, name="Eva", about=""))

    def disconnect() -> None:
        joining.disconnect_phone(phones[0])

    async def scenario() -> list[tuple[str, int]]:
        async with aclosing(await opened(("table", table.pk))) as stream:
            heard = [await next_event(stream)]
            for act in (join, disconnect):
                await elsewhere(act)
                heard.append(await next_event(stream))
            return heard

    assert played(scenario()) == [("version", 0), ("version", 1), ("version", 2)]


def present_version(table: Table) -> int:
    return version_of(table)


# Over HTTP


LIVE = ("session-live", "campaign-live", "table-live")


@pytest.fixture
def addresses(session) -> dict[str, str]:
    campaign = kept(founded_campaign("anna"))
    Campaign.objects.filter(pk=campaign.pk).update(table=session.table_id)
    keys = (session.token, campaign.pk, session.table_id)
    return {
        name: reverse(name, args=[key]) for name, key in zip(LIVE, keys, strict=True)
    }


def joined(table: Table, role: str) -> Client:
    client = Client()
    code = joining.current_invitation(table=table, role=role).code
    client.post(reverse("join", args=[code]), {"name": "Bára"})
    return client


@pytest.mark.parametrize("name", LIVE)
def test_on_a_thread_of_the_pages_there_is_no_stream(addresses, table, name):
    for role in ("spectator", "player", "organiser"):
        assert joined(table, role).get(addresses[name]).status_code == 204


@pytest.mark.parametrize("name", LIVE)
def test_strangers_find_no_stream(addresses, name):
    assert Client().get(addresses[name]).status_code == 404
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    assert joined(other, "organiser").get(addresses[name]).status_code == 404


@pytest.mark.parametrize("name", LIVE)
def test_nothing_is_sent_to_a_stream(addresses, table, name):
    client = joined(table, "player")
    assert client.post(addresses[name]).status_code == 405
    # Its answer would be without content and without an end.
    assert client.head(addresses[name]).status_code == 405


def test_a_stream_over_the_loop(session, table, addresses):
    cookies = joined(table, "spectator").cookies

    async def scenario() -> tuple[Any, list[bytes]]:
        client = AsyncClient()
        client.cookies = cookies
        answer = await client.get(addresses["session-live"])
        content = aiter(answer)
        heard = [await anext(content) for _ in range(2)]
        await content.aclose()
        return answer, heard

    answer, heard = played(scenario())
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/event-stream"
    assert answer["Cache-Control"] == "no-store"
    assert heard[0].startswith(b"retry: ")
    assert heard[1] == b"event: version\ndata: 0\n\n"


def test_a_stranger_gets_404_over_the_loop_too(addresses):
    async def scenario() -> int:
        return (await AsyncClient().get(addresses["session-live"])).status_code

    assert played(scenario()) == 404


def test_pages_say_where_their_stream_is_and_which_version_they_show(
    session, table, addresses
):
    write(session, "1")
    client = joined(table, "spectator")
    page = client.get(reverse("session", args=[session.token])).content.decode()
    assert f'data-live="{addresses["session-live"]}"' in page
    assert re.search(r'<main[^>]*data-version="1"', page)
