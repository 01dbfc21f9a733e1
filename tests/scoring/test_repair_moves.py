"""Answers of a repair that settle many acts at once: whom they leave out, and who buys first."""

from dataclasses import replace

import pytest

from scoring.rise_of_empire.repair_moves import (
    EmpireLeft,
    MovedAct,
    act_without,
    comes_too_late,
    is_purchase,
    missing_empire,
    purchases_before,
    purchases_of,
)
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import Fall
from tests.played_campaign import founded_campaign

BUYING = PlayedAct(9, "buy_invention", {"empire": "anna", "number": 57})
TICK = PlayedAct(8, "tick_track", {"empire": "anna", "category": "science"})


@pytest.mark.parametrize(
    ("left", "session", "concerned"),
    [
        (None, 3, True),
        (None, None, True),
        (3, 3, True),
        (3, 4, False),
        (3, None, False),
    ],
)
def test_an_empire_is_left_out_of_one_session_or_of_all_that_follow(
    left, session, concerned
):
    assert EmpireLeft("anna", left).concerns(session) is concerned


def test_what_an_empire_did_alone_goes_and_what_it_did_with_others_stays_theirs():
    assert act_without(TICK, "anna") is None
    assert act_without(TICK, "bara") is TICK
    both = PlayedAct(4, "complete_mission", {"empires": ["anna", "bara"]})
    assert act_without(both, "anna").data["empires"] == ["bara"]
    assert act_without(both, "cyril") is both
    alone = PlayedAct(4, "complete_mission", {"empires": ["anna"]})
    assert act_without(alone, "anna") is None


def test_who_is_gone_or_does_not_play_is_missing():
    at = founded_campaign("anna", "bara", "cyril").open("anna", "bara")

    def missing(**data):
        return missing_empire(at.state, PlayedAct(5, "complete_mission", data))

    assert missing(empire="anna") is None
    assert missing(empires=["anna", "bara"]) is None
    assert missing(empires=["anna", "cyril"]) == EmpireLeft("cyril", 1)
    assert missing(empire="dana") == EmpireLeft("dana", None)
    assert missing() is None
    between = founded_campaign("anna").state
    assert missing_empire(between, PlayedAct(1, "rename", {"empire": "anna"})) is None


def test_only_acts_of_the_buying_step_are_purchases():
    kinds = ("buy_invention", "stop_buying", "tick_track", "dance")
    acts = [PlayedAct(nth, kind, {}) for nth, kind in enumerate(kinds)]
    assert [is_purchase(act) for act in acts] == [True, True, False, False]
    groups = [(8, [TICK, BUYING]), (9, [BUYING])]
    assert [place for place, _act in purchases_of(groups)] == [(8, 1), (9, 0)]


def test_a_purchase_that_moves_remembers_where_it_was_recorded():
    moved = MovedAct((9, 0), (9, 0), BUYING).put_at((12, 3))
    assert (moved.place, moved.recorded_at, moved.act.number) == ((12, 3), (9, 0), 12)


def bought(state, place, empire, number):
    card = state.catalogue[number]
    data = {"number": number, "price": card.price, "colour": card.colour}
    return PlayedAct(place, "buy_invention", {"empire": empire, **data})


def test_whoever_is_ahead_now_buys_first_what_they_bought_later():
    at = founded_campaign("anna", "bara").open()
    at.settle(anna=50, bara=60).to(Stage.INVENTIONS)
    acts = [
        bought(at.state, 10, "anna", 57),
        PlayedAct(11, "stop_buying", {"empire": "anna"}),
        bought(at.state, 12, "bara", 58),
        PlayedAct(13, "stop_buying", {"empire": "bara"}),
    ]
    later = [MovedAct((act.number, 0), (act.number, 0), act) for act in acts[1:]]
    first = purchases_before(at.state, acts[0], later)
    assert [one.act.number for one in first] == [12, 13]
    assert purchases_before(at.state, TICK, later) == []
    own = purchases_before(at.state, acts[0], later[:1])
    assert own == []  # nobody's own purchases come before their own


def at_the_market():
    """Bára has bought, Anna is to buy, Cyril doesn't play."""
    at = founded_campaign("anna", "bara", "cyril").open("anna", "bara")
    return at.settle(anna=50, bara=60).to(Stage.INVENTIONS).step().step()


def buying_of(empire):
    return PlayedAct(9, "buy_invention", {"empire": empire, "number": 57})


def drawing_of(empire):
    return PlayedAct(9, "draw_provinces", {"empire": empire, "provinces": [1]})


def test_who_has_ended_buying_buys_too_late():
    state = at_the_market().state
    assert comes_too_late(state, buying_of("bara"))
    assert not comes_too_late(state, buying_of("anna"))
    assert not comes_too_late(state, buying_of("cyril"))
    assert not comes_too_late(state, PlayedAct(9, "finish_session", {}))
    between = founded_campaign("anna").state
    assert not comes_too_late(between, buying_of("anna"))


def test_who_fell_neither_buys_nor_gains_a_province():
    at = at_the_market()
    fallen = at.state.put_seat(replace(at.seat("anna"), fall=Fall.TWILIGHT))
    assert comes_too_late(fallen, buying_of("anna"))
    assert comes_too_late(fallen, drawing_of("anna"))
    assert not comes_too_late(fallen, TICK)
    assert not comes_too_late(fallen, drawing_of("bara"))
    dark = at.state.put_seat(replace(at.seat("anna"), fall=Fall.DARK_AGE))
    assert not comes_too_late(dark, buying_of("anna"))  # it still buys
    assert comes_too_late(dark, drawing_of("anna"))
