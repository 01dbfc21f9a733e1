"""Sessions in the database: begun, written by several people, finished, and taken back."""

from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone

from companion.log import record as log
from companion.log.replay import WouldFall
from companion.sessions.models import GameSession, SessionCard
from companion.sessions.services import set_cells, start_session, usual_player_count
from companion.tables.models import Person
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.sessions import Meanwhile
from tests.sessions.pages import ARCS, SETTLERS, do, now
from tests.sessions.recorded import card, cells, seats, undo, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def arcs():
    return start_session(game=ARCS, players=3)


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
