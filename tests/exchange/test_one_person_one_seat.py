"""Nobody sits in two seats of one game, whatever names a file has."""

from uuid import uuid4

import pytest
from django.urls import reverse

from companion.exchange.importing import find_clash, plan_import
from companion.exchange.matching import TYPED
from companion.records.book import open_book
from companion.records.naming import give_names
from companion.sessions.present_names import show_present_names
from companion.tables.models import Table
from tests.exchange.bgstats_files import arcs_export, as_bytes
from tests.exchange.bringing import bring, send
from tests.records.played import finished, forget_everything, said_on
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered():
    forget_everything()


@pytest.fixture
def table():
    """Games of Bara are Bára's here."""
    table = Table.objects.create(name="Thursday")
    finished(table, 40, 30, names=("Bara", "Anna"), played_on="2025-02-01")
    table.people.filter(name="Bara").delete()
    bara = table.people.create(name="Bára")
    give_names(table, names=["Bara"], person=bara, client_id=uuid4(), by=None)
    return table


BOTH = as_bytes(arcs_export("30", "10", people=("Bára", "Bara")))


@pytest.mark.parametrize("answer", [TYPED, "new", ""])
def test_a_name_that_is_somebodys_in_the_same_game_is_refused(table, answer):
    plan = plan_import(BOTH, table)
    fields = {one.name: one.field for one in plan.questions}
    names = plan.answers({fields["Bara"]: answer})
    assert find_clash(plan, names).name == "Bára"


def test_the_page_says_who_would_sit_twice_and_adds_nothing(table):
    answer = send(visitor(table, "organiser"), table, BOTH, take="1")
    assert answer.status_code == 422
    assert "Two players can't both be Bára" in said_on(answer)
    assert table.sessions.count() == 1


def test_a_former_name_needs_no_question(table):
    plan = plan_import(
        as_bytes(arcs_export("30", "10", people=("Bara", "Anna"))), table
    )
    assert {one.name: one.sure for one in plan.questions}["Bara"]
    bring(as_bytes(arcs_export("30", "10", people=("Bara", "Anna"))), table)
    assert open_book(table).person(str(table.people.get(name="Bára").pk)).plays == 2


def test_a_game_with_both_names_counts_once_for_the_person(table):
    session = finished(table, 50, 20, names=("Bára", "Bara"))
    book, bara = open_book(table), table.people.get(name="Bára")
    play = next(one for one in book.plays if one.key == session.token)
    assert [seat.who for seat in play.seats] == [str(bara.pk), "~bara"]
    assert book.person(str(bara.pk)).plays == 2
    (shown,) = show_present_names(table.sessions.filter(pk=session.pk))
    assert [seat.name for seat in shown.seats.all()] == ["Bára", "Bara"]
    page = visitor(table, "player").get(reverse("session", args=[session.token]))
    assert "Bara" in said_on(page)
