"""Most of a page of records is drawn once, and again as soon as a game, a name or a reader is another."""

import pytest

from companion.base.kept_parts import PARTS
from companion.tables.services import change_person
from tests.records.played import (
    finished,
    forget_everything,
    game_page,
    hall_page,
    person_page,
    said_on,
)
from tests.sessions.pages import do, put

pytestmark = pytest.mark.django_db


@pytest.fixture(
    params=[game_page, person_page, hall_page], ids=["game", "person", "hall"]
)
def show(request):
    return request.param


def draw_anew(client, table, show):
    PARTS.forget_everything()
    forget_everything()
    return said_on(show(client, table))


def enter_more(table, session):
    finished(table, 99, 30, 7)


def correct(_table, session):
    do(session, "reopen")
    put(session, **{"1s0-track": "71"})
    do(session, "finish")


def rename(table, _session):
    bara = table.people.get(name="Bára")
    change_person(person=bara, name="Barbora", colour=bara.colour)


def archive(_table, session):
    do(session, "archive")


@pytest.mark.parametrize("change", [enter_more, correct, rename, archive])
def test_a_kept_page_is_never_behind(client, table, show, change):
    session = finished(table, 40, 30, 5)
    finished(table, 41, 35, 6)
    before = said_on(show(client, table))
    change(table, session)
    after = said_on(show(client, table))
    assert after != before
    assert after == draw_anew(client, table, show)


def test_a_page_that_nothing_changed_is_not_drawn_again(client, table, show):
    finished(table, 40, 30, 5)
    told = [
        {one.name for one in show(client, table).templates if "told" in one.name}
        for _time in range(2)
    ]
    assert [len(one) for one in told] == [1, 0]


def test_a_filter_and_a_language_have_their_own(client, table, show):
    finished(table, 40, 30, 5, played_on="2024-05-05")
    finished(table, 77, 30, 5, played_on="2025-05-05")
    whole = said_on(show(client, table))
    assert "77" in whole
    assert "77" not in said_on(show(client, table, until="2024-12-31"))
    client.defaults |= {"HTTP_ACCEPT_LANGUAGE": "cs"}
    assert said_on(show(client, table)) != whole
    client.defaults |= {"HTTP_ACCEPT_LANGUAGE": "en"}
    assert said_on(show(client, table)) == whole
