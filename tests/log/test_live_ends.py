"""When a live page hears nothing more: it was disconnected, or the server stops."""

import asyncio
import threading
import time
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.test import AsyncClient, Client
from django.urls import reverse

from companion.home import leaving
from companion.log import live
from companion.sessions.moving import move_session
from companion.sessions.services import start_session
from companion.tables import joining, services
from companion.tables.models import Phone
from companion.tables.staying import Visitor, select_welcome
from tests.aside import run_aside
from tests.log.streams import write

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60  # seconds


async def hear_all(stream):
    return [event async for event in stream]


ANNA = Visitor(table=1, phone=1)


def listen(topic, *, meanwhile=None):
    """Everything a page hears until its stream ends by itself."""

    async def scenario():
        page = live.Page(topic, listener=ANNA)
        heard = asyncio.create_task(hear_all(live.stream_versions(page)))
        while topic not in live.own_watcher().versions and not heard.done():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        if meanwhile:
            meanwhile()
        try:
            return await asyncio.wait_for(heard, PATIENCE)
        finally:
            await sync_to_async(connections.close_all)()

    return run_aside(scenario())


def answer_welcome(monkeypatch, *answers):
    """What the database says each time somebody asks who still may listen."""
    said = iter(answers)

    async def read_welcome(_listeners):
        answer = next(said)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(live, "read_welcome", read_welcome)


def test_a_server_that_stops_ends_every_stream(monkeypatch):
    session = start_session(game="arcs", client_id=uuid4())
    answer_welcome(monkeypatch, {ANNA})
    heard = listen(("log", session.pk), meanwhile=live.end_streams)
    assert heard[1:] == ["event: version\ndata: 0\n\n"]


def test_a_page_stays_while_nobody_can_tell_whether_it_may(monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.05)
    monkeypatch.setattr(live, "AGAIN", 0.01)
    session = start_session(game="arcs", client_id=uuid4())
    restarting = (OperationalError("restarting"), InterfaceError("closed"))
    answer_welcome(monkeypatch, *restarting, {ANNA}, *restarting, {ANNA}, set())
    heard = listen(("log", session.pk))
    beat = "event: beat\ndata: 0\n\n"
    assert heard[1:] == ["event: version\ndata: 0\n\n", beat]


def test_a_page_goes_when_the_database_stays_away(monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.05)
    monkeypatch.setattr(live, "AGAIN", 0.01)
    session = start_session(game="arcs", client_id=uuid4())

    answer_welcome(monkeypatch, {ANNA}, *[OperationalError("gone")] * live.TRIES)
    heard = listen(("log", session.pk))
    assert heard[1:] == ["event: version\ndata: 0\n\n"]


def test_a_phone_that_was_disconnected_hears_nothing_more(monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.05)
    session = start_session(game="arcs", client_id=uuid4())
    answer_welcome(monkeypatch, {ANNA}, set())
    heard = listen(("log", session.pk))
    assert heard[1:] == ["event: version\ndata: 0\n\n"]


# At once: long before the next beat


@pytest.fixture
def started():
    return services.start_first_table(
        table="Friday", organiser="Anna", password="correct horse"
    )


def visit(account=None, table=None):
    """The cookies of somebody who logged in, or of a phone that joined as Bára."""
    client = Client()
    if account:
        client.force_login(account)
    else:
        code = joining.current_invitation(table=table, role="player").code
        client.post(reverse("join", args=[code]), {"name": "Bára"})
    return client.cookies


def hear_until_the_end(cookies, address, change, *, after=2):
    """What a page hears of one change, which comes after so many events: retry, its first version."""

    async def scenario():
        client = AsyncClient()
        client.cookies = cookies
        answer = await client.get(address)
        content = aiter(answer)
        heard = [await anext(content) for _ in range(after)]
        await sync_to_async(change)()
        try:
            async with asyncio.timeout(PATIENCE):
                async for event in content:
                    heard.append(event)
        except TimeoutError:
            heard.append(b"it goes on")
        await content.aclose()
        await sync_to_async(connections.close_all)()
        return heard[after:]

    return run_aside(scenario())


def test_the_stream_of_a_disconnected_phone_ends_at_once(started):
    _account, table = started
    session = start_session(game="arcs", table=table, client_id=uuid4())
    cookies = visit(table=table)
    address = reverse("session-live", args=[session.token])

    def disconnect():
        joining.disconnect_phone(Phone.objects.get())

    assert hear_until_the_end(cookies, address, disconnect) == []


def test_the_streams_of_a_deleted_table_end_at_once(started):
    account, table = started
    session = start_session(game="arcs", table=table, client_id=uuid4())
    cookies = visit(account)
    address = reverse("session-live", args=[session.token])

    def delete():
        leaving.delete_table(table)

    assert hear_until_the_end(cookies, address, delete) == []


# In the moment between the view, which lets a page in, and its listening


def test_a_phone_that_is_disconnected_before_it_listens_hears_nothing(started):
    _account, table = started
    session = start_session(game="arcs", table=table, client_id=uuid4())
    cookies = visit(table=table)
    address = reverse("session-live", args=[session.token])

    def disconnect():
        joining.disconnect_phone(Phone.objects.get())

    assert hear_until_the_end(cookies, address, disconnect, after=1) == []


def test_a_session_that_moves_before_a_stranger_listens_tells_nothing(started):
    _account, table = started
    session = start_session(game="arcs", client_id=uuid4())
    address = reverse("session-live", args=[session.token])

    def move():
        move_session(session, table=table)

    assert hear_until_the_end(Client().cookies, address, move, after=1) == []


def test_a_session_that_moves_before_the_watching_begins_tells_nothing_more(
    started, monkeypatch
):
    """The page has looked already, but nobody hears yet what is committed."""
    _account, table = started
    session = start_session(game="arcs", client_id=uuid4())
    address = reverse("session-live", args=[session.token])
    moved, real = threading.Event(), live.watch_commits

    async def listen_late():
        while not moved.is_set():
            await asyncio.sleep(0.01)
        async for told in real():
            yield told

    def move():
        move_session(session, table=table)
        moved.set()

    monkeypatch.setattr(live, "watch_commits", listen_late)
    heard = hear_until_the_end(Client().cookies, address, move)
    assert b"it goes on" not in heard


def test_a_stranger_hears_nothing_more_of_a_session_that_moved_to_a_table(started):
    _account, table = started
    session = start_session(game="arcs", client_id=uuid4())
    address = reverse("session-live", args=[session.token])

    def move():
        move_session(session, table=table)

    heard = hear_until_the_end(Client().cookies, address, move)
    assert b"it goes on" not in heard


def test_with_a_new_password_the_streams_of_other_devices_end_at_once(started):
    account, table = started
    address = reverse("table-live", args=[table.pk])

    def change():
        services.change_password(account=account, password="battery staple")

    assert hear_until_the_end(visit(account), address, change) == []


def test_a_page_hears_at_once_that_a_phone_asks_for_a_name(started, monkeypatch):
    account, table = started
    address = reverse("table-live", args=[table.pk])
    cookies = visit(account)

    def ask():
        code = joining.current_invitation(table=table, role="player").code
        Client().post(reverse("join", args=[code]), {"name": "Anna"})

    monkeypatch.setattr("tests.log.test_live_ends.PATIENCE", 2)
    heard = hear_until_the_end(cookies, address, ask)
    assert any(event.startswith(b"event: phones\n") for event in heard)


# Who may listen is asked again only where it may have changed


def test_an_act_asks_for_nobodys_role(started, monkeypatch):
    _account, table = started
    session = start_session(game="imperial_settlers", table=table, client_id=uuid4())
    cookies, asked = visit(table=table), []
    real = live.read_welcome

    async def counted(visitors):
        asked.append(visitors)
        return await real(visitors)

    monkeypatch.setattr(live, "read_welcome", counted)
    monkeypatch.setattr("tests.log.test_live_ends.PATIENCE", 1)
    address = reverse("session-live", args=[session.token])

    def act_again_and_again():
        asked.clear()  # whoever comes is asked about
        for typed in "123":
            write(session, typed)
            time.sleep(0.2)  # long enough that each is told by itself

    heard = hear_until_the_end(cookies, address, act_again_and_again)
    assert heard[-2:] == [b"event: version\ndata: 3\n\n", b"it goes on"]
    assert len(asked) <= 1  # when the watching begins


def test_of_many_pages_two_queries_say_who_may_stay(
    started, django_assert_max_num_queries
):
    account, table = started
    visit(table=table)
    phone = Phone.objects.get()
    anna = Visitor(table.pk, account=account.pk, password=account.password)
    bara = Visitor(table.pk, phone=phone.pk)
    others = [Visitor(table.pk, phone=number) for number in range(1000, 1050)]
    others += [Visitor(table.pk, account=account.pk, password="another")]
    others += [Visitor(table.pk), Visitor(10**6, anna.phone, account.pk, anna.password)]
    with django_assert_max_num_queries(2):
        assert select_welcome([anna, bara, *others]) == {anna, bara}
