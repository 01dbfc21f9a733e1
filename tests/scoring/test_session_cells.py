"""Cells of a session, pure: their addresses, what may be typed there, and what somebody else wrote."""

import pytest

from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.sessions import Meanwhile, check_write, entry_at, seat_address
from tests.scoring.plain_sessions import ARCS, begun, do, put

NO_NUMBERS = ("abc", "3+", "+3", "3 6", "1.5", "1e3", "٣", "３", "²", "0x1", "½", "on")
TOO_LONG = "x" * 2000


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


def test_only_cells_of_a_seat_move_with_it():
    moved = {0: 2}
    for address, after in (
        ("name0", "name2"),
        ("1s0-track", "1s2-track"),
        ("1s1-track", "1s1-track"),
        ("1b-temple", "1b-temple"),
        ("place", "place"),
    ):
        assert seat_address(address, moved) == after


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


@pytest.mark.parametrize("minutes", ["", "1", "90", "1440"])
def test_a_game_takes_whole_minutes_up_to_a_day(minutes):
    assert put(begun(), {"minutes": minutes}).cells.get("minutes", "") == minutes


@pytest.mark.parametrize("minutes", ["0", "1441", "00090", "-5", "1.5", "٣", "long"])
def test_what_is_no_number_of_minutes_is_told_so(minutes):
    assert refused(begun(), "minutes", minutes) == ("Enter whole minutes, up to 1440.")


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
