"""Sessions of any game, pure: how they begin, what each act does and what it refuses."""

from dataclasses import replace

import pytest

from scoring.house import HOUSE
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.session_acts import ACTS, SESSION_ENGINE
from scoring.sessions import check_write, has_result, sheet_of
from tests.scoring.plain_sessions import ARCS, SETTLERS, begun, do, ended, put

# Every act


def test_a_cell_is_kept_as_it_was_typed():
    session = put(begun(), {"1s0-track": " 3+6 + 2 ", "name0": " Anna ", "note": "\n"})
    assert session.cells == {"1s0-track": "3+6 + 2", "name0": "Anna"}
    assert sheet_of(session).totals == (11, 0)


def test_an_emptied_cell_is_gone():
    session = put(begun(), {"1s0-track": "5", "1s1-track": "6"})
    assert put(session, {"1s0-track": ""}).cells == {"1s1-track": "6"}


def test_a_note_keeps_its_lines_however_the_browser_ends_them():
    assert put(begun(), {"note": "one\r\ntwo\n"}).cells == {"note": "one\ntwo"}


def test_fewer_players_and_back_keeps_what_was_entered():
    three = put(begun(players=3), {"1s2-track": "7", "name2": "Cyril"})
    two = do(three, "set_players", players=2)
    assert two.entered == {}
    assert two.names == ("", "")
    assert len(sheet_of(two).totals) == 2
    assert do(two, "set_players", players=3) == three


def test_what_is_asked_of_one_player_alone_waits_for_them():
    alone = put(begun(players=1), {"1s0-collection": "9"})
    assert do(alone, "set_players", players=2).entered == {}
    assert do(alone, "set_players", players=2).cells == alone.cells


@pytest.mark.parametrize("players", [0, 5, -1, 10**40])
def test_a_game_is_played_by_as_many_as_its_box_says(players):
    with pytest.raises(RuleBroken, match="that many players"):
        do(begun(), "set_players", players=players)


def test_chapters_begin_one_after_the_other():
    session = begun(ARCS)
    for number in (2, 3, 4, 5):
        session = do(session, "add_tally", number=number)
    assert session.tallies == 5
    with pytest.raises(RuleBroken):
        do(session, "add_tally", number=6)


def test_a_new_chapter_finds_cities_as_they_were_and_only_suggests_the_rest():
    cells = {"1b-first": "tycoon", "1s0-tycoon": "3", "1s0-cities": "1"}
    session = put(begun(ARCS), cells)
    carried = do(session, "add_tally", number=2, carry=1)
    assert carried.cells == {**cells, "2s0-cities": "1"}
    # As chapters of older sessions began.
    assert do(session, "add_tally", number=2).cells == cells


def test_a_session_ended_before_anything_was_entered_has_no_result():
    session = replace(begun(), finished=True)
    assert not has_result(session, sheet_of(session))


def test_the_last_chapter_has_no_winner_before_anything_is_declared_in_it():
    session = put(begun(ARCS, 3), {"1b-first": "warlord", "1s0-trophies": "2"})
    for number in (2, 3, 4, 5):
        session = do(session, "add_tally", number=number)
    assert sheet_of(session).ending.over
    assert not has_result(session, sheet_of(session))
    session = put(session, {"5b-first": "tyrant"})
    assert not has_result(session, sheet_of(session))
    session = put(session, {f"5s{seat}-captives": "0" for seat in range(3)})
    assert has_result(session, sheet_of(session))


@pytest.mark.parametrize("number", [1, 3, 0, -1, 10**40])
def test_a_chapter_that_is_not_the_next_does_not_begin(number):
    with pytest.raises(RuleBroken):
        do(begun(ARCS), "add_tally", number=number)


def test_a_game_without_chapters_begins_no_second():
    with pytest.raises(RuleBroken):
        do(begun(), "add_tally", number=2)


def test_a_result_is_covered_until_somebody_asks_or_it_is_final():
    covered = do(begun(), "cover")
    assert covered.covered
    assert not do(covered, "reveal").covered
    assert not ended(covered).covered


def test_finished_opened_again_put_away_and_taken_out():
    session = ended(begun())
    assert session.finished
    assert not do(session, "reopen").finished
    away = do(session, "archive")
    assert away.archived
    assert away.finished
    assert do(away, "restore") == session


def test_nothing_entered_is_no_result():
    named = put(begun(), {"name0": "Anna", "place": "at home", "note": "rain"})
    with pytest.raises(RuleBroken, match="entered"):
        do(named, "finish")


def test_what_breaks_a_rule_is_no_result_and_every_problem_is_named():
    twice = {"1s0-people": "romans", "1s1-people": "romans", "1s0-track": "3"}
    session = put(begun(), twice)
    problems = sheet_of(session).problems
    assert problems
    with pytest.raises(RuleBroken) as refusal:
        do(session, "finish")
    assert refusal.value.problems == problems


ENTERING = {
    "set_cell": {"cell": "1s0-trophies", "typed": "1"},
    "set_players": {"players": 4},
    "take_seat": {"name": "Anna"},
    "leave_seat": {"seat": 0},
    "add_tally": {"number": 2},
    "cover": {},
    "finish": {},
}


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize("kind", ENTERING)
def test_a_finished_session_takes_no_entries_before_it_is_opened_again(kind):
    finished = do(put(begun(ARCS, 3), {"1s0-trophies": "2"}), "finish")
    with pytest.raises(RuleBroken) as refusal:
        do(finished, kind, **ENTERING[kind])
    assert refusal.value.problems[0].rule == HOUSE
    do(do(finished, "reopen"), kind, **ENTERING[kind])


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize("kind", ENTERING)
def test_a_session_that_is_put_away_takes_no_entries(kind):
    away = do(put(begun(ARCS), {"1s0-trophies": "2"}), "archive")
    with pytest.raises(RuleBroken) as refusal:
        do(away, kind, **ENTERING[kind])
    assert refusal.value.problems[0].rule == HOUSE


@pytest.mark.rule("TABLE-1")
def test_what_is_so_already_is_refused():
    session = begun()
    for kind in ("reopen", "restore"):
        with pytest.raises(RuleBroken):
            do(session, kind)
    with pytest.raises(RuleBroken):
        do(do(session, "archive"), "archive")


@pytest.mark.parametrize("kind", ACTS)
@pytest.mark.parametrize(
    "data", [{"more": 1}, {"cell": 1, "typed": 2}, {"number": "2"}]
)
def test_an_act_with_another_content_is_none(kind, data):
    with pytest.raises(Unfit):
        do(begun(), kind, **data)


@pytest.mark.parametrize("kind", ["", "amend", "delete", "set_cell ", "undo"])
def test_there_are_no_other_acts(kind):
    with pytest.raises(Unfit):
        do(begun(), kind)


# Start


@pytest.mark.parametrize(
    "start",
    [
        {"game": "chess", "players": 2},
        {"game": "", "players": 2},
        {"game": SETTLERS},
        {"game": SETTLERS, "players": 5},
        {"game": SETTLERS, "players": 0},
        {"game": SETTLERS, "players": "2"},
        {"game": SETTLERS, "players": True},
        {"game": SETTLERS, "players": 2, "tallies": 2},
        {"game": ARCS, "players": 2, "tallies": 0},
        {"game": ARCS, "players": 2, "tallies": 6},
        {"game": SETTLERS, "players": 2, "cells": {"1s2-track": "1"}},
        {"game": SETTLERS, "players": 2, "cells": {"1s0-track": 1}},
        {"game": SETTLERS, "players": 2, "cells": ["1s0-track"]},
        {"game": SETTLERS, "players": 2, "more": 1},
    ],
)
def test_a_start_that_does_not_fit_is_refused(start):
    with pytest.raises(Unfit):
        SESSION_ENGINE.start(start)


def test_a_start_with_a_value_that_cannot_be_is_refused_with_its_rule():
    with pytest.raises(RuleBroken) as refusal:
        begun(cells={"1s0-common": "201"})
    assert refusal.value.problems[0].rule.id == "IS-1"


def test_an_empty_cell_at_the_start_enters_nothing():
    assert not begun(cells={"1s0-track": ""}).entered


def test_what_was_typed_with_blanks_at_the_start_can_be_written_over():
    session = begun(cells={"place": " at home "})
    check_write(session, "place", seen=session.cells["place"], typed="elsewhere")
