"""Every record is read by one reader, whether by the types of its fields or by its entries."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.inkas.moves import CutRoute
from scoring.plain import Unfit, from_plain, to_plain
from scoring.records import dump_record, load_record
from scoring.rise_of_empire.cards import SLOTS, dump_card, load_card
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, dump_layout, load_layout
from scoring.rise_of_empire.readings import Readings
from tests.thorough import examples

RECORDS = sorted(
    {kind for game in GAMES.values() for kind in (game.board, game.seat)} | {Readings},
    key=lambda kind: kind.__name__,
)
ODD_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 1001),
    st.sampled_from([3.0, 2.5, "", "a", "x" * 61, "\x00", "\ud800", [], {}]),
)


def values_of(kind: type) -> st.SearchStrategy[dict[str, Any]]:
    """Some of a record's fields, each with a value that may fit or not."""
    names = [*entries_of(kind), "unheard_of"]
    fitting = [key for one in entries_of(kind).values() for key in one.choices]
    values = st.one_of(ODD_VALUES, st.sampled_from(fitting)) if fitting else ODD_VALUES
    return st.dictionaries(st.sampled_from(names), values, max_size=3)


def outcome(read: Any, *args: Any) -> Any:
    try:
        return read(*args)
    except Unfit as unfit:
        return str(unfit)


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
@examples(60)
@given(st.data())
def test_what_entries_allow_their_types_allow_too(kind: type, data: Any) -> None:
    given_values = data.draw(values_of(kind))
    read = outcome(load_record, kind, given_values, "there")
    if isinstance(read, str):
        return
    counts = {key for key, one in entries_of(kind).items() if one.kind == Kind.COUNT}
    whole = {k: int(v) if k in counts else v for k, v in given_values.items()}
    assert from_plain(kind, whole, "there") == read


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("wrong", [3, None, [], "text", {"unheard_of": 1}])
def test_what_is_no_record_is_refused_in_the_same_words(kind: type, wrong: Any) -> None:
    by_entries = outcome(load_record, kind, wrong, "there")
    assert by_entries == outcome(from_plain, kind, wrong, "there")
    assert by_entries in (
        "there: must be an object",
        "there: “unheard_of” is unknown here",
    )


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_a_record_of_entries_is_written_like_any_other(kind: type) -> None:
    written = dump_record(kind())
    assert json.dumps(written) == json.dumps(to_plain(kind()))
    assert load_record(kind, written) == from_plain(kind, written) == kind()


@examples(200)
@given(st.sampled_from(sorted(SLOTS)), st.data())
def test_a_card_that_its_bounds_allow_is_read_by_its_types_alike(
    number: int, data: Any
) -> None:
    written = dump_card(replace(SLOTS[number], name="Mlýn"))
    changed = {**written, data.draw(st.sampled_from([*written])): data.draw(ODD_VALUES)}
    read = outcome(load_card, changed, "cards")
    if not isinstance(read, str):
        assert load_card(json.loads(json.dumps(dump_card(read)))) == read
        assert from_plain(type(read), dump_card(read)) == read


@pytest.mark.parametrize("missing", ["age", "science", "map", "custom"])
def test_a_layout_without_one_of_its_parts_is_refused_by_name(missing: str) -> None:
    written = dump_layout(DEFAULT_LAYOUTS["ancient"])
    del written[missing]
    with pytest.raises(Unfit, match=f"layout: “{missing}” is missing"):
        load_layout(written, "layout")


@dataclass(frozen=True)
class Numbered:
    held: dict[int, int]


def test_keys_that_are_numbers_have_up_to_nine_digits() -> None:
    read = from_plain(Numbered, {"held": {"123456789": 1}})
    assert read.held == {123_456_789: 1}
    for key in ("1234567890", "-1", "x", "٣", ""):
        with pytest.raises(Unfit, match="must be a whole number"):
            from_plain(Numbered, {"held": {key: 1}})


@dataclass(frozen=True)
class Paired:
    pair: tuple[int, str]


def test_a_pair_has_two_items() -> None:
    assert from_plain(Paired, {"pair": [1, "a"]}).pair == (1, "a")
    for items in ([1], [1, "a", "b"]):
        with pytest.raises(Unfit, match="must have 2 items"):
            from_plain(Paired, {"pair": items})


@dataclass(frozen=True)
class Noted:
    note: str


def test_a_note_has_up_to_two_thousand_letters() -> None:
    longest = "x" * 2000
    assert from_plain(Noted, {"note": longest}).note == longest
    with pytest.raises(Unfit, match="at most 2000 characters"):
        from_plain(Noted, {"note": longest + "x"})


@pytest.mark.parametrize("value", [-1, 41, True, 2.5, "7", None])
def test_a_count_in_a_file_is_a_whole_number_within_its_bounds(value: Any) -> None:
    seat = GAMES["imperial_settlers"].seat
    assert load_record(seat, {"faction": 40.0}, "seat").faction == 40
    with pytest.raises(Unfit, match="faction: must be a whole number from 0 to 40"):
        load_record(seat, {"faction": value}, "seat")


def test_how_a_table_reads_a_rule_is_asked_once() -> None:
    declining = entries_of(CutRoute)["declining"]
    assert [declining.is_asked(3, tally) for tally in (1, 2)] == [True, False]
