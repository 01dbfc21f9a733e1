"""Sessions among tables and people: moved, rebuilt, never deleted, and written at the same time."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.db.models import ProtectedError
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from campaign.models import Campaign
from companion.log import record as log
from companion.log.models import Act
from companion.log.projection import stored_log_rows
from companion.sessions.models import GameSession, SeatTaken, SessionCard
from companion.sessions.moving import move_session
from companion.sessions.services import remember_players, start_rematch, start_session
from companion.tables.models import Person, Table
from scoring.records import Unfit
from scoring.rise_of_empire import simulation
from scoring.rules import RuleBroken
from scoring.sessions import Meanwhile
from tests.crash import PROJECT, new_database
from tests.sessions.pages import ARCS, SETTLERS, do, now
from tests.sessions.recorded import ANY_ACTS, card, cells, seats, undo, write
from tests.thorough import examples

pytestmark = pytest.mark.django_db


# Tables and people


def test_a_session_moved_to_a_table_makes_its_people_known(session, table):
    Person.objects.create(table=table, name="anna")
    for seat, name in enumerate(("Anna", "Bára")):
        write(session, f"name{seat}", name)
    move_session(session, table=table)
    session.refresh_from_db()
    assert session.table == table
    assert list(table.people.values_list("name", flat=True)) == ["Bára", "anna"]


def test_a_move_is_an_act_that_is_undone_and_restored_like_any_other(session, table):
    move_session(session, table=table)
    moved = session.acts.get()
    assert (moved.kind, moved.data) == ("move", {"table": table.pk, "name": table.name})
    undo(session, moved.number)
    session.refresh_from_db()
    assert session.table is None
    undo(session, moved.number + 1)
    session.refresh_from_db()
    assert session.table == table
    assert log.rebuild(session) == 0


def test_a_session_that_was_moved_before_moves_were_acts_stays_at_its_table(
    session, table
):
    GameSession.objects.filter(pk=session.pk).update(table=table)
    write(session, "1s0-track", "5")
    undo(session, 1)
    session.refresh_from_db()
    assert session.table == table


def test_a_session_of_a_table_does_not_move_to_another(session, table):
    move_session(session, table=table)
    move_session(session, table=Table.objects.create(name="Friday"))
    session.refresh_from_db()
    assert session.table == table


def test_who_played_a_finished_session_is_known_at_the_table(table):
    session = start_session(
        game=SETTLERS,
        table=table,
        players=3,
        cells={"name0": "Anna", "name1": "ANNA", "1s0-track": "1"},
    )
    remember_players(session)
    assert not table.people.exists()
    do(session, "finish")
    session.refresh_from_db()
    remember_players(session)
    remember_players(session)
    assert table.people.count() == 1


def test_a_rematch_keeps_people_and_place_and_no_entry(table):
    session = start_session(
        game=ARCS,
        table=table,
        players=3,
        tallies=2,
        cells={
            "name0": "Anna",
            "name2": "Cyril",
            "place": "at home",
            "note": "rain",
            "played_on": "2020-01-01",
            "1s0-trophies": "2",
            "2s0-trophies": "2",
        },
    )
    do(session, "finish")
    session.refresh_from_db()
    again = start_rematch(session)
    assert again.table == table
    assert cells(again) == {"name0": "Anna", "name2": "Cyril", "place": "at home"}
    assert (now(again).players, now(again).tallies) == (3, 1)
    assert not now(again).finished
    assert card(again).played_on == timezone.localdate()
    assert now(session).finished


# What keeps it together


def test_a_table_with_sessions_is_not_deleted(session, table):
    move_session(session, table=table)
    with pytest.raises(ProtectedError):
        table.delete()


def test_a_session_with_acts_is_not_deleted(session):
    write(session, "1s0-track", "5")
    with pytest.raises(ProtectedError):
        session.delete()
    assert Act.objects.count() == 1


def test_a_session_without_acts_takes_its_pictures_along(session):
    session.delete()
    assert not SessionCard.objects.exists()
    assert not SeatTaken.objects.exists()


def test_who_wrote_something_is_not_deleted(session, table):
    anna = Person.objects.create(table=table, name="Anna")
    write(session, "1s0-track", "5", by=anna)
    with pytest.raises(ProtectedError):
        anna.delete()


def test_sessions_leave_a_campaign_alone_and_each_other(session, table):
    campaign = Campaign(table=table, name="Ours", engine="campaign")
    campaign = log.begin_log(campaign, start=simulation.example_start())
    for kind, data in simulation.simulate(sessions=1, players=2, seed=7):
        do(campaign, kind, **data)
    before = (Campaign.objects.get(pk=campaign.pk).state, stored_log_rows(campaign))
    other = start_session(game=SETTLERS, cells={"1s1-track": "3"})
    write(session, "1s0-track", "5")
    undo(session, 1)
    assert log.rebuild(session) == 0
    assert (
        Campaign.objects.get(pk=campaign.pk).state,
        stored_log_rows(campaign),
    ) == before
    assert log.rebuild(campaign) == 0
    assert cells(other) == {"1s1-track": "3"}


def test_rebuilding_mends_pictures_and_nothing_else(session):
    write(session, "1s0-track", "5")
    SeatTaken.objects.filter(session=session, position=0).update(total=99)
    SeatTaken.objects.filter(session=session, position=1).delete()
    SessionCard.objects.filter(session=session).delete()
    assert log.rebuild(session) == 3
    assert [seat[1] for seat in seats(session)] == [5, 0]
    assert log.rebuild(session) == 0


@examples(
    60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=ANY_ACTS, along=st.booleans())
def test_whatever_is_done_rebuilding_finds_nothing_to_mend(acts, along):
    session = start_session(game=ARCS, players=3)
    for kind, data in acts:
        try:
            log.record(session, kind=kind, data=data, client_id=uuid4(), along=along)
        except (RuleBroken, Unfit):
            continue
    state, rows = now(session), stored_log_rows(session)
    assert log.rebuild(session) == 0
    assert (now(session), stored_log_rows(session)) == (state, rows)


# Several people at the same time


def write_together(people=4, times=6):
    """Everybody writes a row of cells of their own, all at once; what came of it."""
    session = start_session(game=SETTLERS, players=4)

    def person(seat):
        try:
            seen = ""
            for number in range(1, times + 1):
                write(session, f"1s{seat}-track", str(number), seen=seen)
                seen = str(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(people) as pool:
        list(pool.map(person, range(people)))
    totals = [seat[1] for seat in seats(session)]
    return totals, session.acts.count(), log.rebuild(session)


def quarrel_together(people=6):
    """Everybody writes another value into the same empty cell; how many got through."""
    session = start_session(game=SETTLERS, players=4)

    def person(number):
        try:
            return write(session, "1s0-track", str(number + 1)).data["typed"]
        except Meanwhile:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(people) as pool:
        won = [typed for typed in pool.map(person, range(people)) if typed]
    return won == [cells(session)["1s0-track"]], session.acts.count()


def begin_together(people=6):
    """The same request several times at once; how many sessions there are then."""
    request, before = uuid4(), GameSession.objects.count()

    def person(_number):
        try:
            return start_session(game=SETTLERS, client_id=request).token
        finally:
            connections.close_all()

    with ThreadPoolExecutor(people) as pool:
        tokens = set(pool.map(person, range(people)))
    return len(tokens), GameSession.objects.count() - before


def all_together():
    return write_together(), quarrel_together(), begin_together()


EXPECTED = (([6, 6, 6, 6], 24, 0), (True, 1), (1, 1))


@pytest.mark.thorough
def test_people_writing_at_the_same_time_lose_nothing_on_sqlite(tmp_path):
    env = new_database(tmp_path)
    manage = [sys.executable, "manage.py"]
    code = "from tests.sessions.test_session_kept import all_together; print(all_together())"
    done = subprocess.run(
        [*manage, "shell", "-v", "0", "-c", code],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == str(EXPECTED), done.stderr


@pytest.mark.django_db(transaction=True)
def test_people_writing_at_the_same_time_lose_nothing_on_postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("the database is not PostgreSQL")
    assert all_together() == EXPECTED
