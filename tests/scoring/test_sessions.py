"""Sessions of any game, pure: what each act does, what it refuses, and what always holds."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sessions.forms import record_query
from companion.sessions.session_form import SessionForm
from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.house import HOUSE
from scoring.missing import ask_for_tie
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.session_acts import ACTS, SESSION_ENGINE
from scoring.sessions import (
    Meanwhile,
    SessionState,
    check_write,
    end_early,
    entry_at,
    given_entries,
    has_result,
    sheet_of,
    tallies_of,
)
from scoring.sheet import score_game
from tests.scoring.test_properties import sessions as played_games
from tests.thorough import examples

quick = examples(40)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SETTLERS, ARCS, NORTH = "imperial_settlers", "arcs", "empires_of_the_north"
NO_NUMBERS = ("abc", "3+", "+3", "3 6", "1.5", "1e3", "٣", "３", "²", "0x1", "½", "on")
TOO_LONG = "x" * 2000


def begun(game=SETTLERS, players=2, **more):
    return SESSION_ENGINE.start({"game": game, "players": players, **more})


def do(session, kind, **data):
    return SESSION_ENGINE.apply(session, kind, data)[0]


def put(session, cells):
    for cell, value in cells.items():
        session = do(session, "set_cell", cell=cell, typed=value)
    return session


def ended(session):
    return do(put(session, {"1s0-track": "5"}), "finish")


def cells_of(kind):
    """An address of each game that has a cell of this kind, in a session where it is asked for."""
    for game in GAMES.values():
        for prefix, record in (("1b", game.board), ("1s0", game.seat)):
            for key, entry in entries_of(record).items():
                if entry.kind is kind:
                    players = (entry.players or game.players)[-1]
                    yield begun(game.slug, players), f"{prefix}-{key}"


def refused(session, cell, value):
    with pytest.raises(RuleBroken) as refusal:
        do(session, "set_cell", cell=cell, typed=value)
    return str(refusal.value.problems[0].message)


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


# Addresses


@pytest.mark.parametrize(
    "cell",
    [
        "9s0-track",
        "0s0-track",
        "2s0-track",
        "1s7-track",
        "1s2-track",
        "1s-track",
        "1s0-nothing",
        "1s0-",
        "1b-track",
        "1s0-deck",
        "1s0-collection",
        "1s0-track\n",
        " 1s0-track",
        "1s0-track_typed",
        "1s0-Track",
        "１s0-track",
        "1s٠-track",
        "1s-1-track",
        "99999999999s0-track",
        "name9",
        "name2",
        "name-1",
        "name",
        "name０",
        "players",
        "tallies",
        "seen",
        "played_On",
        "",
        "x" * 2000,
    ],
)
def test_what_is_no_cell_of_this_session_is_not_written(cell):
    with pytest.raises(Unfit):
        do(begun(), "set_cell", cell=cell, typed="1")


@pytest.mark.parametrize("cell", ["\x00", "1s0-track\x00", "\ud800"])
def test_what_cannot_be_written_is_no_address(cell):
    with pytest.raises(Unfit):
        do(begun(), "set_cell", cell=cell, typed="1")


@pytest.mark.parametrize("cell", ["01s0-track", "01b-deck"])
def test_a_cell_has_one_address(cell):
    with pytest.raises(Unfit):
        do(begun(), "set_cell", cell=cell, typed="40" if "deck" in cell else "1")


def test_what_is_entered_once_is_no_cell_of_a_later_chapter():
    session = do(begun(ARCS), "add_tally", number=2)
    put(session, {"2s0-trophies": "1", "1s0-leader": next(iter(leaders()))})
    with pytest.raises(Unfit):
        do(session, "set_cell", cell="2s0-leader", typed=next(iter(leaders())))


def leaders():
    return entries_of(GAMES[ARCS].seat)["leader"].choices


# What is typed


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_what_is_no_number_is_told_so_in_every_counted_cell(value):
    for session, cell in cells_of(Kind.COUNT):
        assert "whole number" in refused(session, cell, value)


@pytest.mark.parametrize("value", ["-1", "−3", "- 2"])
def test_a_number_below_0_is_told_so_in_every_counted_cell(value):
    for session, cell in cells_of(Kind.COUNT):
        assert "below 0" in refused(session, cell, value)


@pytest.mark.parametrize("value", [str(10**9), "999+1", "9" * 39])
def test_a_number_too_large_is_told_its_bound(value):
    for session, cell in cells_of(Kind.COUNT):
        most = entry_at(session, cell).maximum
        assert f"more than {most}" in refused(session, cell, value)


@pytest.mark.parametrize("value", ["9" * 41, "9" * 1999, TOO_LONG])
def test_a_number_of_any_length_is_refused(value):
    for session, cell in cells_of(Kind.COUNT):
        assert refused(session, cell, value)


@pytest.mark.parametrize("value", ["yes", "true", "1", "ON", "off", "-1", TOO_LONG])
def test_a_box_is_ticked_or_not(value):
    for session, cell in cells_of(Kind.FLAG):
        assert "Tick this" in refused(session, cell, value)
        ticked = put(session, {cell: "on"})
        assert ticked.cells == {cell: "on"}
        assert put(ticked, {cell: ""}).cells == {}


@pytest.mark.parametrize("value", ["nobody", "-1", str(10**9), TOO_LONG, "?", "–"])
def test_only_what_is_offered_can_be_picked(value):
    for session, cell in cells_of(Kind.PICK):
        assert "choose one" in refused(session, cell, value)
        for choice in entry_at(session, cell).choices:
            assert put(session, {cell: choice}).cells == {cell: choice}


@pytest.mark.parametrize("kind", [Kind.NAME, Kind.TEXT])
def test_a_name_can_be_anything_of_60_characters(kind):
    for session, cell in cells_of(kind):
        assert "The limit is 60" in refused(session, cell, TOO_LONG)
        assert "The limit is 60" in refused(session, cell, "x" * 61)
        for value in ("<b>", "-1", "?", "10000000000", "ř" * 60, "👑" * 60):
            assert put(session, {cell: value}).cells == {cell: value}


@pytest.mark.parametrize("cell", ["name0", "place", "note"])
def test_details_have_their_length(cell):
    most = 1000 if cell == "note" else 60
    assert put(begun(), {cell: "ř" * most}).cells == {cell: "ř" * most}
    assert f"The limit is {most}" in refused(begun(), cell, "ř" * (most + 1))


@pytest.mark.parametrize(
    "value", ["yesterday", "2026-13-01", "2026-02-30", "16. 11. 2026", "-1", "1", "0"]
)
def test_what_is_no_day_is_told_how_to_write_one(value):
    assert "2026-11-16" in refused(begun(), "played_on", value)


@pytest.mark.parametrize("value", ["20261116", "2026-W47-1", "2026W471"])
def test_a_day_is_kept_as_the_page_can_show_it(value):
    """A date field shows 2026-11-16 and nothing else; another writing would look empty."""
    try:
        session = put(begun(), {"played_on": value})
    except RuleBroken:
        return
    assert session.cells == {"played_on": "2026-11-16"}


@pytest.mark.parametrize("value", ["\x00", "a\x00b", "\ud800", "5\x00"])
def test_what_cannot_be_written_is_refused_in_every_kind_of_cell(value):
    cells = [one for kind in Kind for one in cells_of(kind)]
    details = [(begun(), cell) for cell in ("name0", "place", "note", "played_on")]
    for session, cell in (*cells, *details):
        with pytest.raises((RuleBroken, Unfit)):
            do(session, "set_cell", cell=cell, typed=value)


@pytest.mark.parametrize("value", [5, None, True, ["5"], 1.5])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(Unfit):
        do(begun(), "set_cell", cell="1s0-track", typed=value)


# What somebody saw


def test_the_value_somebody_saw_may_be_written_over():
    session = put(begun(), {"1s0-track": "5"})
    check_write(session, "1s0-track", seen="5", typed="6")
    check_write(session, "1s1-track", seen="", typed="6")


def test_the_same_value_is_no_quarrel():
    session = put(begun(), {"1s0-track": "5"})
    check_write(session, "1s0-track", seen="", typed=" 5 ")


def test_a_value_nobody_saw_is_told():
    session = put(begun(), {"1s0-track": "5"})
    with pytest.raises(Meanwhile) as quarrel:
        check_write(session, "1s0-track", seen="4", typed="6")
    assert quarrel.value.present == "5"


def test_a_note_of_two_lines_that_was_seen_may_be_written_over():
    """Browsers send what stands in a hidden field with their own line ends."""
    session = put(begun(), {"note": "one\ntwo"})
    check_write(session, "note", seen="one\r\ntwo", typed="three")


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


# Rows


def seats_of(session):
    return [
        row for key, row in SESSION_ENGINE.rows(session).items() if key[0] == "seat"
    ]


def card_of(session):
    return SESSION_ENGINE.rows(session)["card", ()]


def test_the_card_tells_what_lists_look_for():
    session = put(begun(), {"played_on": "2026-11-16", "place": "at home"})
    assert card_of(session) == {
        "game": SETTLERS,
        "played_on": "2026-11-16",
        "place": "at home",
        "begun": False,
        "covered": False,
        "finished": False,
        "archived": False,
        "totals_only": False,
        "minutes": 0,
        "variant": "30",
        "categories": [],
    }
    done = card_of(do(ended(session), "archive"))
    assert (done["begun"], done["finished"], done["archived"]) == (True, True, True)


def test_each_seat_tells_who_played_what_and_what_it_came_to():
    cells = {"name0": "Anna", "1s0-people": "romans", "1s1-track": "4"}
    first, second = seats_of(put(begun(), cells))
    assert first == {
        "name": "Anna",
        "played_as": "romans",
        "total": 0,
        "place": 2,
        "wins": False,
    }
    assert (second["total"], second["place"], second["wins"]) == (4, 1, False)


def counted(*tracks):
    """Everything Imperial Settlers asks of everybody."""
    return {
        f"1s{seat}-{key}": typed
        for seat, track in enumerate(tracks)
        for key, typed in (("track", track), ("common", "0"), ("faction", "0"))
    }


def winners_of(session):
    return [seat["wins"] for seat in seats_of(session)]


@pytest.mark.parametrize(
    ("trophies", "wins"),
    [(("3", "1", "0"), [True, False, False]), (("3", "3", "0"), [True, True, False])],
)
def test_a_game_the_table_ended_early_has_a_winner_or_a_tie(trophies, wins):
    cells = {f"1s{seat}-trophies": own for seat, own in enumerate(trophies)}
    session = put(begun(ARCS, 3), {"1b-first": "warlord", **cells})
    assert not any(winners_of(session))
    assert not sheet_of(session).ending.over
    finished = do(session, "finish")
    assert winners_of(finished) == wins
    sheet = sheet_of(finished)
    assert (sheet.race, sheet.steps) == (None, ())
    assert str(sheet.ending.why) == "You ended the game early."
    assert sheet_of(do(finished, "reopen")) == sheet_of(session)


def test_nobody_wins_before_everything_is_entered_or_the_session_is_finished():
    whole = counted("4", "5")
    session = begun()
    for cell, typed in list(whole.items())[:-1]:
        session = put(session, {cell: typed})
        assert winners_of(session) == [False, False]
    assert winners_of(do(session, "finish")) == [False, True]
    assert winners_of(put(session, whole)) == [False, True]


def test_a_tie_has_no_winner_before_those_tied_have_entered_what_breaks_it():
    session = put(begun(players=3), counted("5", "5", "1"))
    assert winners_of(session) == [False] * 3
    tie = ("materials", "workers", "goods", "hand")
    session = put(session, {f"1s0-{key}": "1" for key in tie})
    assert winners_of(session) == [False] * 3
    session = put(session, {f"1s1-{key}": "0" for key in tie})
    assert winners_of(session) == [True, False, False]


def test_only_the_next_tie_break_is_asked_and_only_of_those_still_level():
    session = put(begun(players=3), counted("5", "5", "1"))
    assert asked(session) == ((0, 1), ("materials", "workers"))
    goods = put(session, {"1b-tie": "goods"})
    assert asked(goods) == ((0, 1), ("materials", "workers", "goods"))
    level = {
        f"1s{seat}-{key}": "2" for seat in (0, 1) for key in ("materials", "workers")
    }
    session = put(session, level)
    assert asked(session) == ((0, 1), ("hand",))
    session = put(session, {"1s0-hand": "1", "1s1-hand": "3"})
    assert asked(session) == ((), ())
    assert winners_of(session) == [False, True, False]


def test_no_tie_break_is_asked_while_somebody_still_counts():
    session = put(begun(players=3), counted("5", "5"))  # the third has entered nothing
    assert asked(session) == ((), ())
    assert asked(put(session, counted("5", "5", "1")))[0] == (0, 1)


def test_eleven_points_win_in_inkas_while_others_have_entered_nothing():
    cells = {"1s0-first": "4", "1s0-second": "4", "1s0-third": "3"}
    session = put(begun("inkas", players=3), cells)
    assert winners_of(session) == [True, False, False]
    session = put(session, {"1s0-third": "2"})
    assert winners_of(session) == [False, False, False]


def asked(session):
    given = given_entries(session)
    tie = ask_for_tie(session.rules, tallies_of(session), sheet_of(session), given)
    return tie.seats, tie.keys


def test_the_north_has_no_winner_before_the_table_says_when_25_was_reached():
    counts = {"track": "27", "cards": "9", "materials": "0", "gold": "0"}
    cells = {f"1s{n}-{key}": own for n in (0, 1) for key, own in counts.items()}
    session = put(begun(NORTH), {**cells, "1s1-track": "20"})
    assert winners_of(session) == [False, False]
    assert winners_of(do(session, "finish")) == [True, False]
    assert winners_of(put(session, {"1b-reached": "sailing"})) == [False, False]
    assert winners_of(put(session, {"1b-reached": "action"})) == [True, False]


# The line-up


def line_up(*names, players=2):
    session = begun(players=players)
    for name in names:
        session = do(session, "take_seat", name=name)
    return session


def test_whoever_takes_a_seat_adds_one_when_all_are_taken():
    assert line_up("Anna").players == 2
    session = line_up("Anna", "Bára", "Cyril")
    assert (session.players, session.names) == (3, ("Anna", "Bára", "Cyril"))


@pytest.mark.parametrize("name", ["", "  ", "anna", "Emil", "x" * 61])
def test_a_seat_is_taken_once_by_a_name_and_by_no_more_than_can_play(name):
    full = line_up("Anna", "Bára", "Cyril", "David")
    with pytest.raises(RuleBroken):
        do(full, "take_seat", name=name)


def test_whoever_leaves_takes_their_entries_along_and_finds_them_again():
    session = put(line_up("Anna", "Bára", "Cyril"), counted("1", "2", "3"))
    left = do(session, "leave_seat", seat=1)
    assert left.names == ("Anna", "Cyril")
    assert [seat["total"] for seat in seats_of(left)] == [1, 3]
    back = do(left, "take_seat", name="Bára")
    assert [seat["total"] for seat in seats_of(back)] == [1, 3, 2]
    another = do(left, "take_seat", name="David")
    assert [seat["total"] for seat in seats_of(another)] == [1, 3, 0]


def test_two_seats_stay_however_many_leave():
    session = do(line_up("Anna", "Bára"), "leave_seat", seat=0)
    assert (session.players, session.names) == (2, ("", "Bára"))


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_nobody_leaves_a_seat_that_is_not_there(seat):
    with pytest.raises(RuleBroken):
        do(line_up("Anna", "Bára"), "leave_seat", seat=seat)


def test_a_faction_typed_by_its_name_is_the_one_of_the_list():
    (first, _second) = seats_of(put(begun(), {"1s0-people": "Romans"}))
    assert first["played_as"] == "romans"


def test_nobody_has_won_an_empty_table():
    assert not any(seat["wins"] for seat in seats_of(begun()))


def test_a_typed_0_begins_a_session_in_the_list_as_on_its_page():
    session = put(begun(), {"1s0-track": "0"})
    page = SessionForm(session)
    assert card_of(session)["begun"] == bool(page.entered)


# Whatever is done


VALUES = st.sampled_from(
    ("", "0", "1", "3+2", "5", "999", "1000", "-1", "on", "romans", "Anna", "egyptians")
) | st.text(max_size=5)


@st.composite
def addresses(draw, session):
    """Mostly cells of the game, some of them not asked for now, some of them nowhere."""
    rules = session.rules
    board, seat = list(entries_of(rules.board)), list(entries_of(rules.seat))
    tally = draw(st.integers(1, rules.tallies + 1))
    place = draw(st.integers(-1, rules.players[-1]))
    key = draw(st.sampled_from(seat if place >= 0 else [*board, *seat]))
    entry = f"{tally}s{place}-{key}" if place >= 0 else f"{tally}b-{key}"
    detail = st.sampled_from(("name0", "name3", "name9", "place", "note", "played_on"))
    return draw(st.just(entry) | detail | st.text(max_size=5))


@st.composite
def fitting(draw, session):
    """A value the cell can hold, as far as there is such a cell."""
    cell = draw(addresses(session))
    entry = entry_at(session, cell)
    if entry and entry.choices:
        return cell, draw(st.sampled_from(["", *entry.choices]) | VALUES)
    return cell, draw(VALUES)


@st.composite
def acts(draw, session):
    kind = draw(st.sampled_from((*ACTS, *["set_cell"] * 12)))
    if kind == "set_cell":
        cell, value = draw(fitting(session))
        return kind, {"cell": cell, "typed": value}
    if kind == "take_seat":
        return kind, {"name": draw(VALUES)}
    numbers = {"set_players": "players", "add_tally": "number", "leave_seat": "seat"}
    if kind in numbers:
        return kind, {numbers[kind]: draw(st.integers(0, 6))}
    return kind, {}


def attempt(session, kind, data):
    try:
        return SESSION_ENGINE.apply(session, kind, data)[0]
    except (RuleBroken, Unfit):
        return session


def walk(data, game, most=25):
    """A session after acts by chance; what was refused left it as it was."""
    session = begun(game.slug, data.draw(st.sampled_from(game.players)))
    for _act in range(data.draw(st.integers(0, most))):
        session = attempt(session, *data.draw(acts(session)))
    return session


@every_game
@quick
@given(data=st.data())
def test_whatever_is_done_the_session_can_be_told(game, data):
    session = walk(data, game)
    seats = seats_of(session)
    assert len(seats) == session.players
    assert set(session.entered) <= set(session.cells)
    assert "" not in session.cells.values()
    assert [seat["total"] for seat in seats] == list(sheet_of(session).totals)


@every_game
@quick
@given(data=st.data())
def test_the_page_counts_what_the_session_counts(game, data):
    session = walk(data, game)
    form = SessionForm(session)
    assert form.mistakes == []
    assert form.players == session.players
    assert len(form.tallies) == session.tallies
    sheet = score_game(game, form.played)
    if session.finished and not sheet.ending.over:
        sheet = end_early(sheet)
    assert sheet == sheet_of(session)
    seats = seats_of(session)
    assert [seat["total"] for seat in seats] == list(sheet.totals)
    assert [seat["place"] for seat in seats] == list(sheet.places)


@every_game
@quick
@given(data=st.data())
def test_a_whole_game_typed_cell_by_cell_counts_as_the_game(game, data):
    tallies = data.draw(played_games(game))
    cells = {}
    for tally in tallies:
        cells |= record_query(tally.board, f"{tally.number}b")
        for seat, record in enumerate(tally.seats):
            cells |= record_query(record, f"{tally.number}s{seat}")
    session = begun(game.slug, len(tallies[0].seats), tallies=len(tallies))
    session = put(session, data.draw(st.permutations(list(cells.items())).map(dict)))
    assert [seat["total"] for seat in seats_of(session)] == list(
        score_game(game, tallies).totals
    )


@every_game
@quick
@given(data=st.data())
def test_a_session_comes_back_from_json_as_it_was(game, data):
    session = walk(data, game)
    dumped = json.loads(json.dumps(SESSION_ENGINE.dump(session)))
    assert SESSION_ENGINE.load(dumped) == session
    assert SESSION_ENGINE.rows(SESSION_ENGINE.load(dumped)) == SESSION_ENGINE.rows(
        session
    )


@every_game
@quick
@given(data=st.data())
def test_the_order_of_cells_does_not_matter(game, data):
    session = walk(data, game)
    cells = data.draw(st.permutations(list(session.cells.items())))
    turned = replace(session, cells=dict(cells))
    assert turned == session
    assert SESSION_ENGINE.rows(turned) == SESSION_ENGINE.rows(session)
    kind, content = data.draw(acts(session))
    assert attempt(turned, kind, content) == attempt(session, kind, content)


@every_game
@quick
@given(data=st.data())
def test_two_people_in_different_cells_lose_nothing_in_either_order(game, data):
    session = walk(data, game, most=5)
    first, second = data.draw(fitting(session)), data.draw(fitting(session))
    if first[0] == second[0]:
        return

    def both(*order):
        after = session
        for cell, value in order:
            after = attempt(after, "set_cell", {"cell": cell, "typed": value})
        return after

    assert both(first, second) == both(second, first)


@every_game
@quick
@given(data=st.data())
def test_a_refused_act_leaves_the_session_as_it_was(game, data):
    session = walk(data, game)
    before = json.dumps(SESSION_ENGINE.dump(session), sort_keys=True)
    attempt(session, *data.draw(acts(session)))
    assert json.dumps(SESSION_ENGINE.dump(session), sort_keys=True) == before


@every_game
@quick
@given(data=st.data())
def test_a_finished_session_breaks_no_rule(game, data):
    session = walk(data, game)
    session = attempt(session, "restore", {})
    session = attempt(session, "finish", {})
    if session.finished:
        assert sheet_of(session).problems == ()
        assert session.entered


@every_game
def test_an_example_becomes_a_session_with_the_same_result(game):
    cells = {}
    for tally in game.example.tallies:
        cells |= record_query(tally.board, f"{tally.number}b")
        for seat, record in enumerate(tally.seats):
            cells |= record_query(record, f"{tally.number}s{seat}")
    session = begun(
        game.slug,
        len(game.example.players),
        tallies=len(game.example.tallies),
        cells=cells,
    )
    assert sheet_of(session) == score_game(game, game.example.tallies)
    assert isinstance(do(session, "finish"), SessionState)
