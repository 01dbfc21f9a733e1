"""Sessions in the database: written by several people, taken back, moved, rebuilt."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
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
from companion.log.replay import WouldFall
from companion.sessions.models import GameSession, SeatTaken, SessionCard
from companion.sessions.moving import move_session
from companion.sessions.services import (
    remember_players,
    session_state,
    set_cell,
    set_cells,
    start_rematch,
    start_session,
    usual_player_count,
)
from companion.tables.models import Person, Table
from scoring.records import Unfit
from scoring.rise_of_empire import simulation
from scoring.rules import RuleBroken
from scoring.sessions import Meanwhile
from tests.crash import PROJECT, new_database
from tests.thorough import examples

pytestmark = pytest.mark.django_db
SETTLERS, ARCS = "imperial_settlers", "arcs"


@pytest.fixture
def session():
    return start_session(game=SETTLERS)


@pytest.fixture
def arcs():
    return start_session(game=ARCS, players=3)


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


def write(session, cell, typed, seen="", **more):
    return set_cell(
        session, cell=cell, typed=typed, seen=seen, **{"client_id": uuid4(), **more}
    )


def do(session, kind, **data):
    return log.record(session, kind=kind, data=data, client_id=uuid4())


def undo(session, *numbers, **options):
    return log.undo(session, numbers, client_id=uuid4(), **options)


def now(session):
    return session_state(GameSession.objects.get(pk=session.pk))


def cells(session):
    """What was entered, beside the day every session begins with."""
    return {key: v for key, v in now(session).cells.items() if key != "played_on"}


def card(session):
    return SessionCard.objects.get(session=session)


def seats(session):
    return [
        (seat.name, seat.total, seat.place, seat.wins)
        for seat in SeatTaken.objects.filter(session=session)
    ]


# Begun


def test_a_new_session_is_todays_and_shows_empty_seats(session):
    assert now(session).cells == {"played_on": timezone.localdate().isoformat()}
    assert card(session).played_on == timezone.localdate()
    assert not card(session).begun
    assert seats(session) == [("", 0, 1, False), ("", 0, 1, False)]
    assert session.table is None


def test_the_same_request_begins_one_session():
    request = uuid4()
    first = start_session(game=SETTLERS, client_id=request)
    second = start_session(game=SETTLERS, client_id=request)
    assert first.pk == second.pk
    assert GameSession.objects.count() == 1


def test_two_requests_begin_two_sessions_with_links_nobody_can_tell_from_each_other():
    first, second = (start_session(game=SETTLERS, client_id=uuid4()) for _ in "12")
    assert first.token != second.token
    assert len(first.token) >= 16


def test_another_game_picked_on_the_same_page_is_another_session():
    """The page offers every game in one form, and the back button shows it as it was."""
    page = uuid4()
    start_session(game=SETTLERS, client_id=page)
    assert start_session(game=ARCS, client_id=page).state["game"] == ARCS


def test_a_session_that_cannot_be_is_not_kept():
    with pytest.raises(Unfit):
        start_session(game=SETTLERS, cells={"1s9-track": "1"})
    with pytest.raises(RuleBroken):
        start_session(game=SETTLERS, cells={"1s0-track": "x"})
    assert not GameSession.objects.exists()
    assert not SessionCard.objects.exists()


def test_a_session_begins_with_two_seats_or_as_few_as_can_play():
    assert usual_player_count(SETTLERS) == 2
    assert usual_player_count("inkas") == 3


# Cells


def test_a_cell_that_was_seen_is_written(session):
    write(session, "1s0-track", "5")
    write(session, "1s0-track", "6", seen="5")
    assert cells(session) == {"1s0-track": "6"}
    assert seats(session) == [("", 6, 1, False), ("", 0, 2, False)]
    assert card(session).begun


def test_a_cell_that_was_not_seen_is_told_and_nothing_is_written(session):
    write(session, "1s0-track", "5")
    with pytest.raises(Meanwhile) as quarrel:
        write(session, "1s0-track", "6", seen="")
    assert quarrel.value.present == "5"
    assert cells(session) == {"1s0-track": "5"}
    assert session.acts.count() == 1


def test_an_emptied_cell_that_was_not_seen_is_told_too(session):
    write(session, "1s0-track", "5")
    write(session, "1s0-track", "", seen="5")
    with pytest.raises(Meanwhile) as quarrel:
        write(session, "1s0-track", "6", seen="5")
    assert quarrel.value.present == ""


def test_the_same_request_counts_once_even_when_the_cell_has_moved_on(session):
    request = uuid4()
    first = write(session, "1s0-track", "5", client_id=request)
    write(session, "1s0-track", "6", seen="5")
    again = write(session, "1s0-track", "5", client_id=request)
    assert again.pk == first.pk
    assert cells(session) == {"1s0-track": "6"}
    assert session.acts.count() == 2


def test_two_stale_readers_of_different_cells_lose_nothing(session):
    one, other = (GameSession.objects.get(pk=session.pk) for _ in "12")
    write(one, "1s0-track", "5")
    write(other, "1s1-track", "6")
    assert cells(session) == {"1s0-track": "5", "1s1-track": "6"}
    assert [seat[1] for seat in seats(session)] == [5, 6]


def test_several_cells_are_written_as_far_as_they_can_be(session):
    write(session, "1s0-track", "5")
    asked = {
        "1s0-track": ("7", ""),
        "1s0-common": ("x", ""),
        "1s9-common": ("1", ""),
        "1s1-track": ("6", ""),
    }
    quarrels = set_cells(session, asked, client_id=uuid4())
    assert [one.cell for one in quarrels] == ["1s0-track", "1s0-common", "1s9-common"]
    assert [one.present for one in quarrels] == ["5", None, None]
    assert cells(session) == {"1s0-track": "5", "1s1-track": "6"}


def test_several_cells_sent_twice_count_once(session):
    request, asked = uuid4(), {"1s0-track": ("5", ""), "1s1-track": ("6", "")}
    for _time in "12":
        assert set_cells(session, asked, client_id=request) == []
    assert session.acts.count() == 2


def test_another_value_from_the_same_page_is_not_taken_for_a_repetition(session):
    """The back button shows the page with the id it had."""
    page = uuid4()
    set_cells(session, {"1s0-track": ("5", "")}, client_id=page)
    quarrels = set_cells(session, {"1s0-track": ("6", "")}, client_id=page)
    assert quarrels or cells(session) == {"1s0-track": "6"}


def test_a_quarrel_names_who_wrote_what_stands_there(session, table):
    anna, bara = (Person.objects.create(table=table, name=n) for n in ("Anna", "Bára"))
    write(session, "1s0-track", "4", by=bara)
    write(session, "1s0-track", "7", seen="4", by=anna)
    (told,) = set_cells(session, {"1s0-track": ("9", "")}, client_id=uuid4())
    assert (told.present, told.change.by_name) == ("7", "Anna")


def test_a_quarrel_does_not_name_somebody_whose_value_was_taken_back(session, table):
    anna, bara = (Person.objects.create(table=table, name=n) for n in ("Anna", "Bára"))
    write(session, "1s0-track", "4", by=bara)
    write(session, "1s0-track", "7", seen="4", by=anna)
    undo(session, 2)
    (told,) = set_cells(session, {"1s0-track": ("9", "")}, client_id=uuid4())
    assert (told.present, told.change and told.change.by_name) == ("4", "Bára")


@pytest.mark.parametrize("cell", ["\x00", "1s0-track\x00", "x" * 3000, "ě" * 60])
@pytest.mark.parametrize("seen", ["", "5"])
def test_a_cell_that_is_nowhere_is_refused_whatever_was_seen(session, cell, seen):
    (told,) = set_cells(session, {cell: ("1", seen)}, client_id=uuid4())
    assert told.cell == cell
    assert cells(session) == {}


@pytest.mark.parametrize("kind", ["finish", "archive"])
def test_nothing_is_written_into_a_session_that_is_over_meanwhile(session, kind):
    write(session, "1s0-track", "5")
    do(session, kind)
    with pytest.raises(RuleBroken):
        write(session, "1s1-track", "6")
    assert cells(session) == {"1s0-track": "5"}


# What became of it


def test_finished_opened_again_put_away_and_taken_out(session):
    write(session, "1s0-track", "5")
    shown = []
    for kind in ("finish", "reopen", "archive", "restore", "cover", "reveal"):
        do(session, kind)
        found = card(session)
        shown.append((found.finished, found.archived, found.covered))
        assert log.rebuild(session) == 0
    assert shown == [
        (True, False, False),
        (False, False, False),
        (False, True, False),
        (False, False, False),
        (False, False, True),
        (False, False, False),
    ]


def test_fewer_players_take_their_seats_along_and_bring_them_back():
    session = start_session(game=SETTLERS, players=3)
    write(session, "1s2-track", "7")
    write(session, "name2", "Cyril")
    do(session, "set_players", players=2)
    assert len(seats(session)) == 2
    assert not card(session).begun
    do(session, "set_players", players=3)
    assert seats(session)[2] == ("Cyril", 7, 1, False)


def test_the_day_and_place_are_looked_up_as_they_were_typed(session):
    today = timezone.localdate().isoformat()
    write(session, "played_on", "2025-12-31", seen=today)
    write(session, "place", "at home")
    assert card(session).played_on == date(2025, 12, 31)
    assert card(session).place == "at home"
    write(session, "played_on", "", seen="2025-12-31")
    assert card(session).played_on is None
    assert log.rebuild(session) == 0


# Taken back


def test_a_cell_taken_back_has_its_earlier_value(session):
    write(session, "1s0-track", "5")
    write(session, "1s0-track", "6", seen="5")
    undo(session, 2)
    assert cells(session) == {"1s0-track": "5"}
    assert seats(session)[0][1] == 5
    undo(session, 1)
    assert cells(session) == {}


def test_taking_back_the_first_of_two_changes_keeps_the_second(session):
    write(session, "1s0-track", "5")
    write(session, "1s0-track", "6", seen="5")
    undo(session, 1)
    assert cells(session) == {"1s0-track": "6"}


def test_what_was_taken_back_can_be_put_back(session):
    write(session, "1s0-track", "5")
    undo(session, 1)
    undo(session, 2)
    assert cells(session) == {"1s0-track": "5"}
    with pytest.raises(Unfit):
        undo(session, 2)


def test_the_same_undo_twice_counts_once(session):
    write(session, "1s0-track", "5")
    request = uuid4()
    for _time in "12":
        log.undo(session, [1], client_id=request)
    assert cells(session) == {}
    assert session.acts.count() == 2


def test_a_chapter_taken_back_names_its_entries_and_takes_them_along(arcs):
    write(arcs, "1s0-trophies", "2")
    do(arcs, "add_tally", number=2)
    write(arcs, "2s0-trophies", "1")
    write(arcs, "2b-first", "tyrant")
    write(arcs, "1s1-trophies", "1")
    with pytest.raises(WouldFall) as would:
        undo(arcs, 2)
    assert would.value.numbers == [3, 4]
    assert now(arcs).tallies == 2
    undo(arcs, 2, along=True)
    assert cells(arcs) == {"1s0-trophies": "2", "1s1-trophies": "1"}
    assert now(arcs).tallies == 1
    assert log.rebuild(arcs) == 0


def test_more_players_taken_back_names_what_was_entered_for_them(session):
    do(session, "set_players", players=3)
    write(session, "1s2-track", "4")
    with pytest.raises(WouldFall) as would:
        undo(session, 1)
    assert would.value.numbers == [2]


def test_the_only_entry_of_a_finished_session_is_taken_back_with_the_finish(session):
    write(session, "1s0-track", "5")
    do(session, "finish")
    with pytest.raises(WouldFall) as would:
        undo(session, 1)
    assert would.value.numbers == [2]
    undo(session, 2)
    assert not card(session).finished


def test_an_undo_of_what_never_was_is_refused(session):
    for number in (0, 1, 99, -1):
        with pytest.raises(Unfit):
            undo(session, number)
    assert session.acts.count() == 0


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


CELLS = st.sampled_from(
    ("1s0-trophies", "1s2-trophies", "2s1-captives", "1b-first", "name1", "played_on")
)
TYPED = st.sampled_from(("", "1", "4", "tyrant", "2026-01-01", "x"))
ANY_ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("set_cell"), st.fixed_dictionaries({"cell": CELLS, "typed": TYPED})
        ),
        st.tuples(
            st.just("set_players"),
            st.fixed_dictionaries({"players": st.integers(2, 4)}),
        ),
        st.tuples(
            st.just("add_tally"), st.fixed_dictionaries({"number": st.integers(2, 3)})
        ),
        st.tuples(
            st.sampled_from(("finish", "reopen", "archive", "restore", "cover")),
            st.just({}),
        ),
        st.tuples(
            st.just("undo"),
            st.fixed_dictionaries({"of": st.lists(st.integers(1, 9), max_size=2)}),
        ),
    ),
    max_size=15,
)


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


def test_people_writing_at_the_same_time_lose_nothing_on_sqlite(tmp_path):
    env = new_database(tmp_path)
    manage = [sys.executable, "manage.py"]
    code = "from tests.sessions.test_session_log import all_together; print(all_together())"
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
