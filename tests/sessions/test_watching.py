"""Somebody at the table who isn't in the game watches, and enters for a player they choose."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.sessions.pages import (
    SETTLERS,
    at,
    entered,
    now,
    page_of,
    put,
    save,
    visitor,
)

pytestmark = pytest.mark.django_db
FOUR = {
    f"name{seat}": name for seat, name in enumerate(("Olga", "Petr", "Bára", "Cyril"))
}
FORM = 'id="score"'
WATCHING = "You're watching."


def full(table):
    return entered(table, game=SETTLERS, players=4, **FOUR)


def plain(page):
    return " ".join(page.replace("&#x27;", "'").split())


def test_who_is_not_in_a_full_game_watches_and_gets_nobodys_fields(table):
    page = plain(page_of(visitor(table, "player"), full(table)))
    assert f"<strong>{WATCHING}</strong> Olga, Petr, Bára and Cyril play." in page
    assert FORM not in page
    assert 'value="finish"' not in page
    assert "Play too" not in page


def test_one_player_is_chosen_and_only_their_fields_are_open(table):
    session, client = full(table), visitor(table, "player")
    assert 'href="?for=2"' in page_of(client, session)
    page = page_of(client, session, data={"for": 2})
    assert "You're entering for Bára." in plain(page)
    seats = [part.partition(">")[0] for part in page.split("<fieldset")]
    locked = {
        one[-1]
        for seat in seats
        if "disabled" in seat
        for one in [seat.split('id="1s')[1][:1]]
    }
    assert locked == {"0", "1", "3"}
    assert 'data-own="2" data-phones="0 1 3"' in page
    assert f"{at(session, 'session-cells')}?for=2" in page


def test_whoever_plays_or_organises_does_not_watch(table, organiser):
    session, client = full(table), visitor(table, "player")
    assert FORM in page_of(organiser, session)
    table.people.filter(name="the player").update(name="Petr")
    page = page_of(client, session)
    assert FORM in page
    assert WATCHING not in plain(page)


def test_where_everybody_enters_their_own_a_watcher_chooses_nobody(table):
    table.only_own = True
    table.save()
    session, client = full(table), visitor(table, "player")
    page = page_of(client, session, data={"for": 0})
    assert WATCHING in plain(page)
    assert FORM not in page
    assert 'href="?for=' not in page


def test_a_game_with_room_left_lets_a_watcher_play_too(table):
    session, client = entered(table), visitor(table, "player")
    assert "Play too" in page_of(client, session)
    seat = {"id": uuid4(), "kind": "take_seat", "name": "the player"}
    client.post(at(session, "session-do"), seat)
    assert now(session).names == ("Anna", "Bára", "the player")
    assert FORM in page_of(client, session)


def test_nobody_watches_while_people_are_being_seated(table):
    session = entered(table, name0="Anna", name1="Bára")
    assert FORM in page_of(visitor(table, "player"), session)


def test_who_is_not_named_where_others_are_watches_too_and_may_take_a_free_seat(table):
    session = entered(table, players=3, name0="Anna", **{"1s0-track": "5"})
    client = visitor(table, "player")
    page = plain(page_of(client, session))
    assert f"<strong>{WATCHING}</strong> Anna, Player 2 and Player 3 play." in page
    assert FORM not in page
    assert re.findall(r'href="\?for=(\d)"', page) == ["0", "1", "2"]
    assert "You're entering for Player 3." in plain(
        page_of(client, session, data={"for": 2})
    )
    save(client, session, "1s2-track", "9")
    assert now(session).cells["1s2-track"] == "9"
    seat = {"id": uuid4(), "kind": "take_seat", "name": "the player"}
    client.post(at(session, "session-do"), seat)
    assert now(session).names == ("Anna", "the player", "")
    assert FORM in page_of(client, session)


def test_where_nobody_is_named_everybody_may_enter(table):
    session = entered(table, players=2, **{"1s0-track": "5"})
    assert FORM in page_of(visitor(table, "player"), session)


def test_a_seat_without_a_name_is_open_where_everybody_enters_their_own(table):
    table.only_own = True
    table.save()
    session = entered(table, players=2, name0="Anna", **{"1s0-track": "5"})
    page = page_of(visitor(table, "player"), session)
    assert re.findall(r'href="\?for=(\d)"', page) == ["1"]


def test_whoever_begins_a_chapter_for_somebody_goes_on_for_them(table):
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    session = entered(game="arcs", table=table, players=3, **names)
    client = visitor(table, "player")
    answer = client.post(
        f"{at(session, 'session-do')}?for=2",
        {"id": uuid4(), "kind": "add_tally", "number": 2},
    )
    assert answer.url == f"{at(session)}?for=2#tally-2"


def test_whoever_finishes_for_somebody_comes_back_to_their_fields(table):
    session, client = full(table), visitor(table, "player")
    put(session, **{"1s0-track": "5"})
    page = page_of(client, session, data={"for": 2})
    assert f'action="{at(session, "session-do")}?for=2"' in page
    asked = client.post(
        f"{at(session, 'session-do')}?for=2", {"id": uuid4(), "kind": "finish"}
    ).content.decode()
    assert FORM in asked
    assert f'href="{at(session)}?for=2#id_1s0-' in asked


@pytest.mark.parametrize("seated", [2, 4])
def test_the_tables_page_says_watch_only_where_nobody_else_fits(table, seated):
    cells = dict(list(FOUR.items())[:seated])
    entered(table, players=seated, **cells, **{"1s0-track": "5"})
    page = (
        visitor(table, "player").get(reverse("table", args=[table.pk])).content.decode()
    )
    assert ("Watch&nbsp;›" in page, "Join&nbsp;›" in page) == (seated == 4, seated == 2)
