"""Somebody at the table who isn't in the game watches, and enters for a player they choose."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.sessions.pages import SETTLERS, at, entered, now, page_of, visitor

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


@pytest.mark.parametrize("seated", [2, 4])
def test_the_tables_page_says_watch_only_where_nobody_else_fits(table, seated):
    cells = dict(list(FOUR.items())[:seated])
    entered(table, players=seated, **cells, **{"1s0-track": "5"})
    page = (
        visitor(table, "player").get(reverse("table", args=[table.pk])).content.decode()
    )
    assert ("Watch&nbsp;›" in page, "Join&nbsp;›" in page) == (seated == 4, seated == 2)
