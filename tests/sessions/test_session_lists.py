"""The sessions of a table: found again, paged, and what their pages cost."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from companion.tables.models import Person, Table
from tests.sessions.pages import (
    ARCS,
    HTMX,
    SETTLERS,
    UNLIKELY,
    do,
    entered,
    every_game,
    listed,
    now,
    page_of,
    save,
    type_often,
    visitor,
)

pytestmark = pytest.mark.django_db

# Found again


@pytest.fixture
def three(table):
    """Three evenings of a table: Anna's, Bára's, and both of them long ago."""
    Person.objects.create(table=table, name="Anna")
    Person.objects.create(table=table, name="Bára")
    first = entered(table, name0="Anna", played_on="2026-01-10", **UNLIKELY)
    second = entered(
        table, ARCS, 3, name0="Bára", played_on="2026-02-10", **{"1s0-trophies": "1"}
    )
    old = entered(table, name0="anna", name1="Bára", played_on="2020-05-05", **UNLIKELY)
    return first.token, second.token, old.token


def test_sessions_are_listed_the_latest_first(table, organiser, three):
    first, second, old = three
    assert listed(organiser, table)[0] == [second, first, old]


def test_sessions_are_found_by_game_person_and_date(table, organiser, three):
    first, second, old = three
    assert listed(organiser, table, game=ARCS)[0] == [second]
    assert listed(organiser, table, person="Anna")[0] == [first, old]
    assert listed(organiser, table, person="Bára")[0] == [second, old]
    assert listed(organiser, table, since="2026-01-10")[0] == [second, first]
    assert listed(organiser, table, until="2026-01-10")[0] == [first, old]
    both = {"since": "2026-01-01", "until": "2026-01-31", "person": "Anna"}
    assert listed(organiser, table, **both)[0] == [first]


def test_a_person_is_found_however_the_name_was_written(table, organiser):
    Person.objects.create(table=table, name="Čeněk")
    session = entered(table, name0="čeněk", **UNLIKELY)
    assert listed(organiser, table, person="Čeněk")[0] == [session.token]


def test_a_session_without_a_day_comes_last(table, organiser, three):
    session = entered(table, name0="Anna", **UNLIKELY)
    today = timezone.localdate().isoformat()
    do(session, "set_cell", cell="played_on", typed="")
    assert today not in str(now(session).cells)
    assert listed(organiser, table)[0][-1] == session.token


@pytest.mark.parametrize(
    "day", ["yesterday", "2026-02-30", "0", "9" * 40, "\x00", "-1"]
)
def test_a_day_that_is_none_is_told_and_narrows_nothing(table, organiser, three, day):
    found, answer = listed(organiser, table, since=day, game=ARCS)
    assert found == [three[1]]
    assert 'class="mistake"' in answer.content.decode()


@pytest.mark.parametrize("query", [{"game": "chess"}, {"person": "Nobody"}])
def test_a_filter_that_makes_no_sense_is_told(table, organiser, three, query):
    _found, answer = listed(organiser, table, **query)
    assert 'class="mistake"' in answer.content.decode()


def test_what_is_put_away_is_found_where_it_was_put(table, organiser, three):
    session = GameSession.objects.get(token=three[0])
    do(session, "archive")
    assert three[0] not in listed(organiser, table)[0]
    assert listed(organiser, table, archived="on")[0] == [three[0]]


def test_a_new_table_is_asked_for_no_filter(table, organiser):
    address = reverse("sessions", args=[table.pk])
    assert 'name="game"' not in organiser.get(address).text
    do(entered(table, **UNLIKELY), "archive")
    assert 'name="archived"' in organiser.get(address).text


def test_a_session_nobody_entered_anything_into_is_not_listed(table, organiser):
    start_session(game=SETTLERS, table=table)
    found, answer = listed(organiser, table)
    assert found == []
    assert "No sessions here yet." in answer.content.decode()


def test_a_list_is_its_tables_alone(table, organiser, three):
    other = Table.objects.create(name="Friday")
    entered(other)
    entered()
    assert len(listed(organiser, table)[0]) == 3
    assert organiser.get(reverse("sessions", args=[other.pk])).status_code == 404
    for key in (0, 10**10, 10**40):
        assert organiser.get(f"/sessions/at/{key}/").status_code == 404
    for role in ("player", "spectator"):
        assert len(listed(visitor(table, role), table)[0]) == 3


def many(table, number):
    for nth in range(number):
        entered(table, played_on=f"2026-01-{nth % 28 + 1:02}", **UNLIKELY)


def test_120_sessions_are_paged(table, organiser):
    many(table, 120)
    pages = [listed(organiser, table, page=n, game=SETTLERS) for n in (1, 2, 3)]
    assert [len(found) for found, _answer in pages] == [50, 50, 20]
    assert len({token for found, _answer in pages for token in found}) == 120
    second = unescape(pages[1][1].content.decode())
    assert re.search(r"game=imperial_settlers&page=3|page=3&game=imperial", second)
    assert len(listed(organiser, table, page="99")[0]) == 20
    assert len(listed(organiser, table, page="x")[0]) == 50
    assert len(listed(organiser, table, page="-1")[0]) in (20, 50)


# Cost


@pytest.mark.parametrize("number", [1, 120])
def test_a_list_costs_at_most_10_queries(
    table, organiser, django_assert_max_num_queries, number
):
    many(table, number)
    with django_assert_max_num_queries(10):
        listed(organiser, table, game=SETTLERS)


@pytest.mark.parametrize("acts", [1, 120])
@every_game
def test_a_session_page_costs_at_most_10_queries(
    table, organiser, django_assert_max_num_queries, game, acts
):
    session = start_session(game=game.slug, table=table, players=game.players[-1])
    type_often(session, "name0", [f"Anna {nth}" for nth in range(acts)])
    Person.objects.bulk_create(
        Person(table=table, name=f"Person {nth}") for nth in range(20)
    )
    with django_assert_max_num_queries(10):
        page_of(organiser, session)


def test_a_page_without_a_table_costs_at_most_10_queries(
    organiser, django_assert_max_num_queries
):
    session = entered()
    with django_assert_max_num_queries(10):
        page_of(organiser, session)


def test_saving_a_cell_costs_little_however_long_the_log_is(
    table, organiser, django_assert_max_num_queries
):
    session = entered(table)
    type_often(session, "place", [f"{nth}" for nth in range(100)])
    with django_assert_max_num_queries(25):
        assert (
            save(organiser, session, "1s0-common", "1", headers=HTMX).status_code == 200
        )
