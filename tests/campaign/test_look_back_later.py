"""Looking back where something was changed later, and what such a page weighs."""

import re

import pytest

from tests.campaign_visitor import two_sessions
from tests.places import Place, once

pytestmark = pytest.mark.django_db
NOTE = "You see what was recorded then."


@pytest.fixture(scope="module")
def at():
    return two_sessions()


@pytest.fixture
def place(at):
    return Place(at)


def look_back(place, number):
    answer = place.organiser.get(place.address("history/board/"), {"after": number})
    assert answer.status_code == 200
    return answer.content.decode()


def undo(place, number):
    place.organiser.post(place.address(f"history/{number}/undo/"), once())
    return place.last()


def test_what_was_undone_later_is_said_with_the_entry_that_did_it(place):
    note = place.do("write_note", text="rain")
    later = place.do("write_note", text="sun")
    assert NOTE not in look_back(place, later.number)
    undone = undo(place, note.number)
    assert undone.kind == "undo"
    for number in (note.number, later.number):
        page = look_back(place, number)
        assert NOTE in page
        assert f'{place.address(f"history/{undone.number}/")}">entry' in page


def test_before_it_was_written_and_once_it_is_undone_nothing_is_said(place):
    before = place.last().number
    note = place.do("write_note", text="rain")
    undone = undo(place, note.number)
    assert NOTE not in look_back(place, before)
    assert NOTE not in look_back(place, undone.number)
    undo(place, undone.number)
    assert NOTE not in look_back(place, note.number)


def test_a_look_back_is_a_light_page(place):
    assert len(look_back(place, place.last().number).encode()) < 60_000


def test_a_sign_of_an_empires_story_is_drawn_once_however_often_it_is_shown(place):
    answer = place.organiser.get(place.address("empires/anna/"))
    page = answer.content.decode()
    drawn = re.findall(r'<symbol id="(sign-\w+)"', page)
    shown = re.findall(r'<use href="#(sign-\w+)"', page)
    assert len(drawn) == len(set(drawn))
    assert set(shown) <= set(drawn)
    assert len(shown) > len(drawn)


def test_an_entered_score_says_what_it_comes_to(place):
    act = place.acts.filter(kind="enter_score")[0]
    page = place.organiser.get(place.address(f"history/{act.number}/"))
    assert page.context["total"] == 60
    assert "Score 60" in page.content.decode()
    note = place.do("write_note", text="rain")
    other = place.organiser.get(place.address(f"history/{note.number}/"))
    assert other.context["total"] is None
