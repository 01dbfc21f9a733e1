"""What was done in a session, told and taken back through the pages."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given

from companion.log.engines import ENGINES
from companion.log.history import read_past_acts
from companion.log.record import NewAct, append_all, record
from companion.sessions.models import GameSession
from companion.sessions.retelling import tell_acts
from companion.sessions.services import session_state, start_session
from companion.tables.models import Account, Membership, Person, Table
from scoring.records import Unfit
from scoring.rules import RuleBroken
from tests.sessions.recorded import ANY_ACTS
from tests.thorough import examples

pytestmark = pytest.mark.django_db
SETTLERS, ARCS = "imperial_settlers", "arcs"


@pytest.fixture
def session():
    return start_session(game=SETTLERS, cells={"name0": "Anna"})


@pytest.fixture
def arcs():
    return start_session(game=ARCS, players=3)


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


def visitor(table, role):
    """The client and the person of somebody with a part at a table."""
    account = Account.objects.create_user(f"somebody {Account.objects.count()}")
    person = Person.objects.create(table=table, name=account.username)
    Membership.objects.create(table=table, account=account, person=person, role=role)
    client = Client()
    client.force_login(account)
    return client, person


def do(session, kind, by=None, **data):
    return record(session, kind=kind, data=data, client_id=uuid4(), by=by)


def put(session, cell, typed, by=None):
    return do(session, "set_cell", by, cell=cell, typed=typed)


def now(session):
    return session_state(GameSession.objects.get(pk=session.pk))


def undo(client, session, number, **more):
    address = reverse("session-undo", args=[session.token, number])
    return client.post(address, {"id": uuid4(), **more})


def page_of(client, session, **more):
    answer = client.get(reverse("session-history", args=[session.token]), **more)
    assert answer.status_code == 200
    return answer.content.decode()


def told(session):
    start, acts = ENGINES["session"].start(session.start), session.acts.all()
    words = tell_acts(start, now(session), read_past_acts(session), acts)
    shown = sorted(words.items(), reverse=True)
    return [(one.what, one.before, one.after) for _number, one in shown]


# In words


def test_every_act_is_told_the_latest_first(session):
    put(session, "1s0-track", "3+4")
    put(session, "1s0-track", "8")
    put(session, "1s0-track", "")
    put(session, "1s1-people", "romans")
    put(session, "name0", "Hana")
    put(session, "played_on", "2026-01-02")
    do(session, "set_players", players=3)
    do(session, "cover")
    do(session, "finish")
    put_away = [what for what, _before, _after in told(session)]
    assert put_away[:2] == ["Finished", "Scores hidden"]
    assert told(session)[2:5:2] == [
        ("Players", "2", "3"),
        ("Name of player 1", "Anna", "Hana"),
    ]
    assert told(session)[5] == ("Player 2 · Faction", "", "Romans")
    assert told(session)[6:] == [
        ("Anna · Points on the track", "8", ""),
        ("Anna · Points on the track", "3+4", "8"),
        ("Anna · Points on the track", "", "3+4"),
    ]


def test_a_chapter_and_its_cells_are_told_with_their_number(arcs):
    do(arcs, "add_tally", number=2)
    put(arcs, "2s0-holdings", "on")
    put(arcs, "2b-first", "tyrant")
    assert told(arcs) == [
        ("Chapter 2 · Declared first", "", "Tyrant"),
        ("Chapter 2 · Player 1 · Ancient Holdings", "", "✓"),
        ("Chapter 2", "", ""),
    ]


def test_what_was_taken_back_is_told_with_its_number(session):
    put(session, "1s0-track", "5")
    undo(Client(), session, 1)
    assert told(session)[0] == (
        "Undone",
        "",
        "1. Anna · Points on the track",
    )
    page = page_of(Client(), session)
    assert 'class="act gone"' in page


@examples(
    60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=ANY_ACTS)
def test_whatever_was_done_and_taken_back_can_be_told(acts):
    session = start_session(game=ARCS, players=3)
    for kind, data in acts:
        try:
            record(session, kind=kind, data=data, client_id=uuid4(), along=True)
        except (RuleBroken, Unfit):
            continue
    assert len(told(session)) == session.acts.count()


def test_an_empty_history_says_so(session):
    assert "Nothing has been entered yet" in page_of(Client(), session)


def test_a_history_is_there_in_czech(session):
    put(session, "1s0-track", "5")
    page = page_of(Client(), session, headers={"Accept-Language": "cs"})
    assert '<html lang="cs"' in page
    assert "Points on the track" not in page


def test_what_was_typed_is_shown_and_does_nothing(session):
    put(session, "name0", "<script>x")
    put(session, "1s0-people", "<b>y")
    page = page_of(Client(), session)
    assert "<script>x" not in page
    assert "<b>y" not in page
    assert "&lt;b&gt;y" in page


# Taken back


def test_a_wrong_cell_is_taken_back_and_put_back(session):
    client = Client()
    put(session, "1s0-track", "5")
    answer = undo(client, session, 1)
    assert answer.status_code == 302
    assert "1s0-track" not in now(session).cells
    assert "Restore" in page_of(client, session)
    undo(client, session, 2)
    assert now(session).cells["1s0-track"] == "5"


def test_pressing_twice_takes_back_once(session):
    put(session, "1s0-track", "5")
    put(session, "1s0-track", "6")
    request = uuid4()
    answers = [undo(Client(), session, 2, id=request) for _ in "12"]
    assert [one.status_code for one in answers] == [302, 302]
    assert now(session).cells["1s0-track"] == "5"
    assert session.acts.count() == 3


def test_a_stale_page_that_takes_back_what_is_taken_back_is_told(session):
    put(session, "1s0-track", "5")
    undo(Client(), session, 1)
    answer = undo(Client(), session, 1)
    assert answer.status_code == 422
    assert "changed in the meantime" in answer.content.decode()


def test_what_stands_on_it_is_named_before_it_goes_too(arcs):
    client = Client()
    do(arcs, "add_tally", number=2)
    put(arcs, "2s0-trophies", "3")
    put(arcs, "1s0-trophies", "4")
    asked = undo(client, arcs, 1)
    page = asked.content.decode()
    assert asked.status_code == 422
    ((fallen, _why),) = asked.context["fallen"]
    assert fallen.act.number == 2
    assert "Chapter 2 · Player 1 · Trophies" in page
    assert now(arcs).tallies == 2
    assert undo(client, arcs, 1, fall="2").status_code == 302
    assert now(arcs).tallies == 1
    assert now(arcs).cells["1s0-trophies"] == "4"


@pytest.mark.parametrize("number", [0, 2, 10**10, 10**40])
def test_there_is_no_act_of_that_number(session, number):
    put(session, "1s0-track", "5")
    assert undo(Client(), session, number).status_code == 404


def test_an_act_of_another_session_is_out_of_reach(session, arcs):
    put(arcs, "1s0-trophies", "1")
    assert undo(Client(), session, 1).status_code == 404
    assert now(arcs).cells["1s0-trophies"] == "1"


def test_players_take_back_their_own_and_organisers_anything(table):
    session = start_session(game=SETTLERS, table=table)
    (organiser, boss), (player, anna) = (
        visitor(table, role) for role in ("organiser", "player")
    )
    put(session, "1s0-track", "5", by=anna)
    put(session, "1s1-track", "6", by=boss)
    assert page_of(player, session).count("Undo number") == 1
    assert page_of(organiser, session).count("Undo number") == 2
    assert undo(player, session, 2).status_code == 404
    assert undo(player, session, 1).status_code == 302
    assert undo(organiser, session, 3).status_code == 302
    assert now(session).cells["1s0-track"] == "5"


def test_spectators_read_and_strangers_do_not_even_that(table):
    session = start_session(game=SETTLERS, table=table)
    put(session, "1s0-track", "5")
    spectator, _person = visitor(table, "spectator")
    assert "Undo number" not in page_of(spectator, session)
    assert undo(spectator, session, 1).status_code == 404
    address = reverse("session-history", args=[session.token])
    for stranger in (Client(), visitor(Table.objects.create(name="x"), "organiser")[0]):
        assert stranger.get(address).status_code == 404
        assert undo(stranger, session, 1).status_code == 404


def test_a_player_does_not_take_back_what_others_entered_along_with_ones_own(table):
    session = start_session(game=ARCS, players=3, table=table)
    (_organiser, boss), (player, anna) = (
        visitor(table, role) for role in ("organiser", "player")
    )
    do(session, "add_tally", anna, number=2)
    put(session, "2s0-trophies", "3", by=boss)
    undo(player, session, 1, fall="2")
    assert now(session).cells == {**now(session).cells, "2s0-trophies": "3"}


def test_a_finished_result_stays_as_it_is_until_it_is_opened_again(table):
    session = start_session(game=SETTLERS, table=table, cells={"1s0-track": "5"})
    player, anna = visitor(table, "player")
    put(session, "1s1-track", "9", by=anna)
    do(session, "finish")
    undo(player, session, 1)
    assert now(session).cells["1s1-track"] == "9"


def test_a_session_that_is_put_away_can_always_be_taken_out_again():
    session, client = start_session(game=SETTLERS), Client()
    put(session, "1s0-track", "5")
    do(session, "archive")
    undo(client, session, 1)
    page = client.get(reverse("session", args=[session.token])).content.decode()
    assert "Restore" in page


# Cost


@pytest.mark.parametrize("acts", [5, 200])
def test_a_history_costs_at_most_10_queries(table, django_assert_max_num_queries, acts):
    session = start_session(game=SETTLERS, table=table)
    organiser, person = visitor(table, "organiser")
    typed = [{"cell": "1s0-track", "typed": str(nth)} for nth in range(acts)]
    append_all(session, [NewAct("set_cell", one, by=person) for one in typed])
    undo(organiser, session, acts)
    with django_assert_max_num_queries(10):
        page_of(organiser, session)
