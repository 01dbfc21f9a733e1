"""A typed name that is nearly somebody's: the page asks, and one tap puts it right."""

from uuid import uuid4

import pytest
from django.test import Client

from companion.tables.near_names import is_near
from companion.tables.services import plain_letters
from tests.sessions.pages import HTMX, at, entered, now, page_of, save, text_of, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def known(table):
    """Who plays at the table."""
    return [table.people.create(name=name) for name in ("Bára", "Cyril", "Petr")]


def test_a_name_without_its_accents_is_asked_about(table, organiser):
    session = entered(table, name0="Bara")
    page = text_of(page_of(organiser, session))
    assert "Bara: is this Bára?" in page
    assert "Yes, Bára" in page


def test_the_question_comes_with_the_answer_to_what_was_typed(table, organiser):
    session = entered(table, name1="Anna")
    answer = save(organiser, session, "name0", "Cyrill", headers=HTMX)
    assert "Cyrill: is this Cyril?" in text_of(answer.content.decode())


def test_one_tap_takes_the_known_person_without_a_script(table, organiser):
    session = entered(table, name0="Bara")
    answer = save(organiser, session, "name0", "Bára", seen="Bara", follow=True)
    assert now(session).names[0] == "Bára"
    assert "is this" not in text_of(answer.content.decode())


def test_somebody_new_is_asked_about_once(table, organiser):
    session = entered(table, name0="Bara")
    posted = {"id": uuid4(), "name": "Bara"}
    answer = organiser.post(at(session, "session-new-player"), posted, follow=True)
    assert "is this" not in text_of(answer.content.decode())
    assert table.people.filter(name="Bara").exists()
    assert now(session).names[0] == "Bara"


def test_only_who_sits_here_becomes_somebody_new(table, organiser):
    session = entered(table, name0="Bara")
    organiser.post(at(session, "session-new-player"), {"name": "Mallory"})
    assert not table.people.filter(name="Mallory").exists()


def test_two_who_sit_together_are_two_people(table, organiser):
    session = entered(table, name0="Bara", name1="Bára")
    assert "is this" not in text_of(page_of(organiser, session))


def test_who_only_watches_is_asked_nothing(table):
    session = entered(table, name0="Bara")
    watcher = visitor(table, "spectator")
    assert "is this" not in text_of(page_of(watcher, session))
    answer = watcher.get(at(session), headers=HTMX)
    assert "is this" not in text_of(answer.content.decode())


def test_a_session_of_nobody_knows_no_people():
    session = entered(None, name0="Bara")
    assert "is this" not in text_of(page_of(Client(), session))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bara", "Bára"),
        ("Cyrill", "Cyril"),
        ("Cyrli", "Cyril"),
        ("Cyrul", "Cyril"),
        ("ZUZNA", "Zuzana"),
    ],
)
def test_a_slip_is_near(one, other):
    assert is_near(plain_letters(one), plain_letters(other))
    assert is_near(plain_letters(other), plain_letters(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jana", "Jára"),
        ("Dana", "Hana"),
        ("Petr", "Petra"),
        ("Martin", "Martina"),
        ("Anna", "Hanna"),
        ("Cyril", "Cecil"),
        ("", "Cyril"),
        ("Eliška", "Eliáš"),
    ],
)
def test_other_names_are_other_people(one, other):
    assert not is_near(plain_letters(one), plain_letters(other))
    assert not is_near(plain_letters(other), plain_letters(one))
