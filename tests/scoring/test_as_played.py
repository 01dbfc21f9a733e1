"""What was on the table is put back by an act that may break a rule and never an invariant."""

from copy import deepcopy

import pytest

from scoring.plain import to_plain
from scoring.records import Unfit
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.founding import MOST_TICKS
from scoring.rise_of_empire.played_values import everything, put_back_for
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rules import RuleBroken
from tests.played_campaign import check, founded_campaign, through_json

JUNK = (None, True, -1, 10**6, "", "x", [], [1], ["x"], {}, {"x": 1}, [[]], 1.5)


def in_step_two(**scores):
    return founded_campaign("anna", "bara").open().settle(**scores)


def keep(at, played, reason="we played it so"):
    return at.do("keep_as_played", reason=reason, played=played)


def test_the_other_empire_ticks_as_it_was_played():
    then, now = in_step_two(anna=60, bara=50), in_step_two(anna=60, bara=70)
    tick = PlayedAct(9, "tick_track", {"empire": "anna", "category": "science"})
    put_back = put_back_for(now.state, then.state, tick, "so it was")
    keep(now, put_back.data["played"]).do(tick.kind, **tick.data)
    assert now.sheet("anna").ticks.science == 1
    assert now.seat("bara").ticks_due == 0
    assert now.seat("bara").score == 70  # what was counted stays
    check(now.state, now.facts)


def test_what_was_put_back_shows_as_corrected_and_stands_in_the_ledger():
    at = in_step_two(anna=60, bara=50)
    keep(at, {"empires": {"anna": {"sheet": {"knowledge": 7, "boxes": [0]}}}})
    assert at.sheet("anna").corrected == ("boxes", "knowledge")
    assert at.ledger("anna") == 7
    assert at.known("knowledge", why="correction")


def test_a_reason_is_needed():
    at = in_step_two(anna=60, bara=50)
    assert not at.allows("keep_as_played", reason=" ", played={})


def test_no_session_is_opened_or_closed_by_it():
    at = founded_campaign("anna", "bara")
    assert not at.allows("keep_as_played", reason="x", played={"session": {}})
    at.open()
    for part in ({"number": 9}, {"solo": True}, {"seats": {"cyril": {}}}):
        assert not at.allows("keep_as_played", reason="x", played={"session": part})
    assert not at.allows("keep_as_played", reason="x", played={"session": None})


def test_a_card_lies_in_one_place_only():
    at = founded_campaign("anna", "bara")
    keep(at, {"empires": {"anna": {"sheet": {"provinces": [3]}}}})
    taken = {"empires": {"bara": {"sheet": {"provinces": [3]}}}}
    assert not at.allows("keep_as_played", reason="x", played=taken)
    keep(at, {"discarded": [3, 4]})
    assert at.state.discarded == (4,)


def allows(at, played):
    return at.allows("keep_as_played", reason="x", played=played)


def test_the_ledger_tells_how_much_knowledge_came_or_went():
    at = in_step_two(anna=60, bara=50).correct("knowledge", "anna", knowledge=9)
    keep(at, {"empires": {"anna": {"sheet": {"knowledge": 7}}}})
    assert at.ledger("anna") == at.sheet("anna").knowledge == 7


def test_an_empire_that_is_put_back_brings_its_knowledge():
    at = founded_campaign("anna", "bara")
    values = through_json(to_plain(at.empire("bara")))
    values["sheet"] |= {"knowledge": 7, "name": "Elsewhere", "faction": "japanese"}
    keep(at, {"empires": {"cyril": {**values, "key": "cyril", "player": "Cyril"}}})
    assert at.ledger("cyril") == at.sheet("cyril").knowledge == 7


def test_a_province_in_somebodys_hand_lies_nowhere_else():
    at = in_step_two(anna=60, bara=50)
    in_hand = {"session": {"seats": {"anna": {"drawn": [5]}}}}
    held = {"empires": {"bara": {"sheet": {"provinces": [5]}}}}
    assert allows(at, in_hand)
    assert not allows(at, {**in_hand, **held})
    kept = {"session": {"seats": {"anna": {"drawn": [5], "kept": 6}}}}
    assert allows(at, {**kept, **held})  # whoever chose has laid the other away


def test_everybody_may_be_a_champion_but_no_stranger():
    at = founded_campaign("anna", "bara")
    assert allows(at, {"champions": ["anna", "bara"]})
    assert not allows(at, {"champions": ["cyril"]})


def test_a_living_empires_sheet_keeps_what_no_sheet_may_break():
    at = founded_campaign("anna", "bara")
    blank = {"empires": {"anna": {"sheet": {"name": " "}}}}
    assert not allows(at, blank)
    gone = {"empires": {"anna": {"status": "retired", "sheet": {"name": " "}}}}
    assert allows(at, gone)


@pytest.mark.parametrize(
    ("values", "allowed"),
    [
        ({"earlier_ticks": MOST_TICKS}, True),
        ({"earlier_ticks": MOST_TICKS + 1}, False),
        ({"earlier_ticks": -1}, False),
        ({"past": [{"name": "x", "faction": "romans", "age": "ancient"}]}, True),
        ({"past": [{"name": "x", "faction": "romans", "age": "stone"}]}, False),
    ],
)
def test_what_an_empire_was_before_is_of_an_age_there_is(values, allowed):
    at = founded_campaign("anna", "bara")
    assert allows(at, {"empires": {"anna": values}}) is allowed


@pytest.mark.parametrize(
    ("values", "allowed"),
    [
        ({"ticks": {"science": MOST_TICKS}}, True),
        ({"ticks": {"science": MOST_TICKS + 1}}, False),
        ({"place": -1}, False),
        ({"changed_age": True}, False),  # and has no sheet of an earlier one
        ({"fall": "boredom"}, False),
        ({"drawn": [57]}, False),  # an invention
        ({"bought": [57]}, True),
        ({"bought": [5]}, False),  # a province
        ({"bought": [999]}, False),
    ],
)
def test_a_seat_is_put_back_with_numbers_and_cards_there_are(values, allowed):
    at = in_step_two(anna=60, bara=50)
    assert allows(at, {"session": {"seats": {"anna": values}}}) is allowed


@pytest.mark.parametrize(
    ("number", "category", "allowed"),
    [
        (126, "diplomacy", True),
        (126, "dance", False),
        (57, "diplomacy", False),
        (999, "diplomacy", False),
    ],
)
def test_a_mission_is_put_back_as_one_of_the_box(number, category, allowed):
    at = in_step_two(anna=60, bara=50)
    missions = [{"number": number, "category": category}]
    assert allows(at, {"session": {"missions": missions}}) is allowed


def leaves(value, path=()):
    """Every place in nested plain data."""
    yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*path, key))


def put_at(value, path, junk):
    if not path:
        return junk
    copy = deepcopy(value)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return copy


@pytest.fixture(scope="module")
def everything_back():
    """A state in the middle of a session, and all of another one to be put back."""
    now = founded_campaign("anna", "bara").session(anna=60, bara=50)
    then = founded_campaign("anna", "bara").session(anna=40, bara=70)
    now.open().settle(anna=55, bara=50)
    then.open().settle(anna=45, bara=80).step()
    played = through_json(everything(now.state, then.state))
    sheet = through_json(to_plain(then.sheet("anna")))
    played["empires"]["anna"] = {
        **through_json(to_plain(then.empire("anna"))),
        "sheet": sheet,
    }
    seat = through_json(to_plain(then.seat("anna")))
    played["session"]["seats"]["anna"] = seat
    return now.state, played


def test_whatever_stands_in_a_file_is_refused_by_name_or_can_be_played_on(
    everything_back,
):
    state, played = everything_back
    ENGINE.apply(state, "keep_as_played", {"reason": "x", "played": played})
    for path in leaves(played):
        for junk in JUNK:
            data = {"reason": "x", "played": put_at(played, path, junk)}
            try:
                after, _facts = ENGINE.apply(state, "keep_as_played", data)
            except (RuleBroken, Unfit):
                continue
            choices(after)
            ENGINE.rows(after)
