"""Arcs at its limits: what just fits on the map, in the dice and on a board."""

from fractions import Fraction
from math import comb

import pytest

from scoring.arcs.battle import Attackers, Defenders, battle_problems, dice_problems
from scoring.arcs.battle_goal import SHIPS, Goal
from scoring.arcs.chapters import (
    ArcsBoard,
    ArcsSeat,
    ambition_stakes,
    turn_order,
)
from scoring.arcs.dice import Face, Mix, combine_ways
from scoring.arcs.planner import make_plans
from scoring.arcs.raid import Hoard, Roll, raid_plans, token_loot
from scoring.arcs.standings import Holding, Situation, as_situation
from scoring.arcs.turns import ArcsSetUp, FollowingPlay, card_problems
from scoring.entries import entries_of
from scoring.sheet import Tally


def bounds(record):
    return {name: entry.maximum for name, entry in entries_of(record).items()}


# Battles


@pytest.mark.rule("ARC-14", "ARC-18")
@pytest.mark.parametrize(
    ("attackers", "defenders", "rules"),
    [
        (Attackers(1), Defenders(1, 0, 1), []),
        (Attackers(1), Defenders(1, homeless=True), []),
        (Attackers(1), Defenders(1, 0, 1, homeless=True), ["ARC-18"]),
        (Attackers(15), Defenders(10, 5, 6, 4), []),
        (Attackers(16), Defenders(1), ["ARC-14"]),
        (Attackers(1), Defenders(10, 6), ["ARC-14"]),
        (Attackers(1), Defenders(1, 0, 6, 5), ["ARC-14"]),
    ],
)
def test_what_can_meet_in_one_system(attackers, defenders, rules):
    assert [one.rule.id for one in battle_problems(attackers, defenders)] == rules


@pytest.mark.rule("ARC-18")
@pytest.mark.parametrize(("dice", "problems"), [(6, 0), (7, 1)])
def test_there_are_six_dice_of_a_kind(dice, problems):
    found = dice_problems(Mix(skirmish=dice), Attackers(9), Defenders(1))
    assert len(list(found)) == problems


@pytest.mark.rule("ARC-17")
def test_the_symbols_of_two_throws_add_up_and_an_intercept_happens_once():
    some, others = {Face(1, 1, 2, 3, 4): 2}, {Face(5, 1, 6, 7, 8): 3}
    assert combine_ways(some, others) == {Face(6, 1, 8, 10, 12): 6}


@pytest.mark.rule("ARC-18", "ARC-33")
@pytest.mark.parametrize("ships", [6, 8])
def test_who_can_lose_no_ship_rolls_six_skirmish_dice_again_and_again(ships):
    """All of them damaged; with more ships too, as any other die might hit one."""
    goal = Goal(SHIPS, losses=0, rolls=2)
    plans = make_plans(Attackers(0, ships), Defenders(damaged=3), goal)
    hits = Fraction(sum(comb(12, hits) for hits in range(3, 13)), 2**12)
    assert (plans[1].mix, plans[1].chance) == (Mix(skirmish=6), hits)


# Raids


@pytest.mark.rule("ARC-12")
def test_the_slots_of_a_defender_say_what_they_cost():
    hoard = entries_of(Hoard)
    keys = [str(hoard[f"slot_{number}"].help) for number in range(1, 7)]
    assert keys == ["3 keys", "1 key", "1 key", "2 keys", "1 key", "3 keys"]
    assert (hoard["cities"].default, hoard["cities"].maximum) == (4, 5)
    (loot,) = token_loot(Hoard(slot_2="fuel"))
    assert (loot.slot, loot.cost) == (2, 1)


@pytest.mark.rule("ARC-12", "ARC-17")
def test_keys_that_buy_nothing_more_are_left_over():
    assert bounds(Roll)["keys"] == 12  # two on each of six dice
    (plan,) = raid_plans(Roll(keys=12), Hoard(slot_2="fuel"))
    assert (plan.cost, plan.left) == (1, 11)


# Scoring and standings


@pytest.mark.rule("ARC-14")
def test_an_ambition_counts_no_more_than_there_is():
    most = {"tycoon": 20, "tyrant": 30, "warlord": 105, "keeper": 10, "empath": 10}
    there = bounds(Holding)
    assert {name: there[name] for name in most} == most
    assert there["cities"] == 5
    assert bounds(ArcsSeat)["tycoon"] == 20


@pytest.mark.rule("ARC-7")
def test_the_bonus_of_cities_is_told_where_they_are_counted():
    told = ambition_stakes(Tally(1, ArcsBoard(), (ArcsSeat(), ArcsSeat())))["cities"]
    assert (told.values["one"], told.values["none"]) == (2, 5)


@pytest.mark.rule("ARC-11")
def test_the_last_in_turn_order_still_goes_before_who_entered_nothing():
    turns = Tally(1, ArcsBoard(), tuple(ArcsSeat(turn=turn) for turn in (1, 4, 0)))
    assert [one.value for one in turn_order(turns)] == [4, 1, 0]


@pytest.mark.rule("ARC-8", "ARC-10")
@pytest.mark.parametrize(("players", "set_up"), [(2, "frontiers"), (3, "")])
def test_standings_know_five_chapters_and_a_set_up_card_of_two_players(players, set_up):
    chapter = Tally(5, ArcsBoard(set_up="frontiers"), (ArcsSeat(),) * players)
    assert (as_situation(chapter).set_up, as_situation(chapter).chapter) == (
        set_up,
        "5",
    )
    assert list(entries_of(Situation)["chapter"].choices) == ["1", "2", "3", "4", "5"]


# Cards


@pytest.mark.rule("ARC-22", "ARC-23")
@pytest.mark.parametrize(
    ("play", "rules"),
    [
        ({"lead": 3}, ["ARC-22"]),
        ({"lead_suit": "aggression"}, ["ARC-22"]),
        ({"number": 3}, ["ARC-23"]),
        ({"suit": "aggression"}, ["ARC-23"]),
    ],
)
def test_a_card_is_known_by_its_suit_and_its_number(play, rules):
    whole = {"lead_suit": "aggression", "lead": 2, "suit": "aggression", "number": 4}
    gone = {
        "lead": "lead_suit",
        "lead_suit": "lead",
        "number": "suit",
        "suit": "number",
    }
    (given,) = play
    entered = {key: value for key, value in whole.items() if key != gone[given]}
    problems = card_problems(FollowingPlay(**{**entered, **play}))
    assert [one.rule.id for one in problems] == rules


@pytest.mark.rule("ARC-22", "ARC-29")
def test_a_card_has_four_stars_at_most_and_four_play_if_nobody_says_otherwise():
    assert bounds(FollowingPlay)["stars"] == 4
    assert ArcsSetUp().players == 4
