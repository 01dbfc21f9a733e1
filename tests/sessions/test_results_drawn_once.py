"""After an act every phone of a session fetches the result: it is drawn once for all who see the same."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.log.record import record
from companion.sessions import drawn_results
from companion.sessions.models import GameSession
from companion.sessions.services import set_cell, start_session
from companion.tables.models import Person
from tests.sessions.pages import SETTLERS
from tests.tables.pages import phone

pytestmark = pytest.mark.django_db
PLAYERS = ("Anna", "Bára", "Cyril", "Dana")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
ID = re.compile(r'name="id" value="([\w-]+)"')


@pytest.fixture
def drawn(monkeypatch):
    """The sessions that were drawn."""
    found, draw = [], drawn_results.result_context

    def note_drawing(session, *given):
        found.append(session.pk)
        return draw(session, *given)

    monkeypatch.setattr(drawn_results, "result_context", note_drawing)
    return found


@pytest.fixture
def game(table):
    names = {f"name{seat}": name for seat, name in enumerate(PLAYERS)}
    return start_session(game=SETTLERS, table=table, players=4, cells=names)


def enter(game, cell, typed, seen=""):
    fresh = GameSession.objects.get(pk=game.pk)
    set_cell(fresh, cell=cell, typed=typed, seen=seen, client_id=uuid4())


def fetch(client: Client, game) -> str:
    address = reverse("session", args=[game.token])
    answer = client.get(address, headers={"hx-request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def strip_own(fetched: str) -> str:
    """Without what is each phone's own."""
    return ID.sub("", TOKEN.sub("", fetched))


def test_four_phones_are_drawn_one_result(table, game, drawn):
    phones = [phone(table, name) for name in PLAYERS]
    enter(game, "1s0-track", "12")
    fetched = [fetch(one, game) for one in phones]
    assert len({strip_own(one) for one in fetched}) == len(drawn) == 1
    assert "Anna leads with 12" in fetched[3]
    enter(game, "1s1-track", "15")
    assert all("Bára leads with 15" in fetch(one, game) for one in phones)
    assert len(drawn) == 2


def test_tokens_and_ids_are_each_phones_own_on_every_fetch(table, game, drawn):
    anna, bara = phone(table, "Anna"), phone(table, "Bára")
    enter(game, "1s0-track", "12")
    fetched = [fetch(one, game) for one in (anna, anna, bara)]
    ids = [ID.findall(one) for one in fetched]
    assert all(ids)
    assert len({key for some in ids for key in some}) == sum(map(len, ids))
    assert len({TOKEN.search(one)[1] for one in fetched}) == 3
    assert len(drawn) == 1


def test_hidden_entries_are_drawn_for_nobody_else(table, game):
    anna, bara = phone(table, "Anna"), phone(table, "Bára")
    enter(game, "1s0-track", "12")
    record(
        GameSession.objects.get(pk=game.pk), kind="cover", data={}, client_id=uuid4()
    )
    assert "1s0-track=12" in fetch(anna, game)
    assert "1s0-track" not in fetch(bara, game)
    assert "1s0-track=12" in fetch(anna, game)


def test_whoever_watches_is_offered_nothing_to_finish(table, game):
    anna = phone(table, "Anna")
    watching = phone(table, "Eva", role="spectator")
    enter(game, "1s0-track", "12")
    assert 'value="finish"' in fetch(anna, game)
    assert 'value="finish"' not in fetch(watching, game)


def test_another_colour_or_another_name_is_drawn_anew(table, game):
    anna = phone(table, "Anna")
    enter(game, "1s0-track", "12")
    assert "tint-green" not in fetch(anna, game)
    Person.objects.filter(table=table, name="Anna").update(colour="green")
    assert "tint-green" in fetch(anna, game)


def test_a_name_that_is_nearly_somebodys_is_asked_about_under_their_present_name(
    table, game
):
    anna = phone(table, "Anna")
    nearly = Person.objects.create(table=table, name="Emil")
    enter(game, "name3", "Emill", seen="Dana")
    assert "is this Emil?" in fetch(anna, game)
    Person.objects.filter(pk=nearly.pk).update(name="Emily")
    assert "is this Emily?" in fetch(anna, game)


def test_a_copy_that_was_put_back_shows_its_own_entries(table, game):
    """The number of the last act is the same, and what was entered isn't."""
    anna = phone(table, "Anna")
    enter(game, "1s0-track", "12")
    assert "Anna leads with 12" in fetch(anna, game)
    kept = GameSession.objects.get(pk=game.pk)
    kept.state["cells"]["1s0-track"] = "7"
    GameSession.objects.filter(pk=game.pk).update(state=kept.state)
    assert "Anna leads with 7" in fetch(anna, game)


def test_a_phone_that_fetches_what_is_drawn_asks_four_times(
    table, game, django_assert_num_queries
):
    """Who it is, the session with its names, their role, and the people of the table."""
    anna, bara = phone(table, "Anna"), phone(table, "Bára")
    enter(game, "1s0-track", "12")
    fetch(anna, game)
    fetch(bara, game)
    with django_assert_num_queries(4):
        fetch(bara, game)


def test_a_running_clock_is_drawn_each_time(table, game, drawn):
    anna, bara = phone(table, "Anna"), phone(table, "Bára")
    content = {"seat": 0, "at": int(timezone.now().timestamp()), "after": None}
    turn = {"helper": "turn-clock", "move": "give_turn", "content": content}
    fresh = GameSession.objects.get(pk=game.pk)
    record(fresh, kind="use_helper", data=turn, client_id=uuid4())
    assert 'data-over="Turn clock"' in fetch(anna, game)
    fetch(bara, game)
    assert len(drawn) == 2
