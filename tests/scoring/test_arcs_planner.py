"""The battle planner against everything that can happen, tried one by one."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from scoring.arcs.battle import Attackers, Defenders, Fight
from scoring.arcs.battle_goal import Goal, Planner, goal_problems
from scoring.arcs.dice import SIDES, Die, Face, Mix
from scoring.arcs.planner import (
    LookAhead,
    make_plans,
    rolls_planned,
)
from scoring.entries import entries_of

ROLL = len(SIDES[Die.RAID])


def every_mix(ships):
    for numbers in product(range(ships + 1), repeat=3):
        if 0 < sum(numbers) <= ships:
            yield Mix(*numbers)


@cache
def fallen(mix):
    """Each result of a mix, side by side, with its chance."""
    dice = [die for die, number in zip(Die, mix, strict=True) for _ in range(number)]
    results = {}
    for sides in product(*(SIDES[die] for die in dice)):
        own, intercept, hits, building, _keys = map(sum, zip(*sides, strict=True))
        face = Face(own, min(1, intercept), hits, building)
        results[face] = results.get(face, 0) + Fraction(1, ROLL ** len(dice))
    return results


@cache
def spread_hits(whole, damaged, hits):
    """Every way a number of hits can be given to pieces: (undamaged, damaged) left, hits left."""
    if not hits or not whole + damaged:
        return {(whole, damaged, hits)}
    ways = set()
    if whole:
        ways |= spread_hits(whole - 1, damaged + 1, hits - 1)
    if damaged:
        ways |= spread_hits(whole, damaged - 1, hits - 1)
    return ways


class Everything:
    """The best chance by trying every mix, and every way to give and to take the hits."""

    def __init__(self, attackers, defenders, goal):
        self.goal, self.ships = goal, attackers.ships
        self.buildings = defenders.standing
        self.start = (
            (attackers.whole, attackers.damaged),
            (defenders.whole, defenders.damaged),
            (defenders.buildings, defenders.damaged_buildings),
        )
        self.best = cache(self.best_of)

    def reached(self, ships, buildings):
        left = {
            "ships": sum(ships) == 0,
            "buildings": sum(buildings) == 0,
            "building": sum(buildings) < self.buildings,
        }
        return left[self.goal.aim]

    def best_of(self, own, ships, buildings, rolls):
        if self.reached(ships, buildings):
            return Fraction(1)
        if not rolls or not sum(own):
            return Fraction(0)
        return max(
            self.chance(mix, own, ships, buildings, rolls)
            for mix in every_mix(sum(own))
        )

    def chance(self, mix, own, ships, buildings, rolls):
        if mix.raid and not sum(buildings):
            return Fraction(0)
        return sum(
            chance * self.after(face, own, ships, buildings, rolls)
            for face, chance in fallen(mix).items()
        )

    def after(self, face, own, ships, buildings, rolls):
        taken = face.own + face.intercept * ships[0]
        best = Fraction(0)
        for whole, damaged, _over in spread_hits(*own, taken):
            lost = self.ships - whole - damaged
            if lost > self.goal.losses or not whole + damaged:
                continue
            for *left, spare in spread_hits(*ships, face.hits):
                for *stand, _rest in spread_hits(*buildings, spare + face.building):
                    state = ((whole, damaged), tuple(left), tuple(stand))
                    best = max(best, self.best(*state, rolls - 1))
        return best


BATTLES = [
    (Attackers(2), Defenders(1, 0, 1), Goal("building", 1), 2),
    (Attackers(2), Defenders(0, 1, 0, 1), Goal("building", 0), 2),
    (Attackers(1, 1), Defenders(1, 1), Goal("ships", 1), 2),
    (Attackers(2), Defenders(1, 0, 1, 1), Goal("buildings", 1), 2),
    (Attackers(3), Defenders(2), Goal("ships", 0), 1),
    (Attackers(2), Defenders(1), Goal("ships", 2), 1),  # one has to be left even so
    (Attackers(3), Defenders(1, 0, 1), Goal("building", 1), 1),
    (Attackers(3), Defenders(2, 0, 1), Goal("building", 1), 2),
    (Attackers(2), Defenders(1, 1, 1), Goal("buildings", 1), 3),
    (Attackers(2, 1), Defenders(2), Goal("ships", 2), 3),
    (Attackers(4), Defenders(2, 0, 1), Goal("building", 1), 2),
    (Attackers(4), Defenders(3), Goal("ships", 1), 3),
    (Attackers(2), Defenders(0, 1), Goal("ships", 1), 2),
    (Attackers(3), Defenders(1, 0, 0, 2), Goal("buildings", 2), 2),
    (Attackers(1, 2), Defenders(2, 0, 1), Goal("building", 2), 2),
]


@pytest.mark.rule("ARC-33")
@pytest.mark.parametrize(("attackers", "defenders", "goal", "rolls"), BATTLES)
def test_no_other_dice_and_no_other_way_to_give_hits_serve_a_goal_better(
    attackers, defenders, goal, rolls
):
    goal = Goal(goal.aim, goal.losses, rolls)
    everything = Everything(attackers, defenders, goal)
    for plan in make_plans(attackers, defenders, goal):
        assert plan.chance == everything.best(*everything.start, plan.rolls)
        if plan.chance:
            first = everything.chance(plan.mix, *everything.start, plan.rolls)
            assert first == plan.chance


@pytest.mark.rule("ARC-33")
def test_a_second_roll_never_makes_a_goal_less_likely():
    plans = make_plans(Attackers(4), Defenders(1, 2, 0, 1), Goal("building", 1, 3))
    chances = [plan.chance for plan in plans]
    assert chances == sorted(chances)
    assert [plan.rolls for plan in plans] == [1, 2, 3]
    assert chances[0] == 1 - Fraction(1, 2) ** 4


@pytest.mark.rule("ARC-33")
def test_no_dice_are_advised_for_what_one_roll_cannot_reach():
    (plan,) = make_plans(Attackers(1), Defenders(2), Goal("ships"))
    assert (plan.mix, plan.chance) == (Mix(), 0)


@pytest.mark.rule("ARC-18", "ARC-33")
def test_every_mix_of_as_many_dice_as_there_are_ships_is_looked_at_and_no_larger_one():
    ahead = LookAhead(Planner(Attackers(4), Defenders(1, 0, 1), Goal("building")))
    thrown = [mix for mix, _kept, _missed in ahead.throw_all()]
    assert sorted(thrown) == [Mix(), *sorted(every_mix(4))]


@pytest.mark.rule("ARC-18", "ARC-33")
def test_no_more_than_six_dice_of_a_kind_are_advised():
    plans = make_plans(Attackers(15), Defenders(9, 0, 1), Goal("ships", 14, 1))
    assert max(plans[0].mix) <= 6
    mixes = list(Planner(Attackers(15), Defenders(1, 0, 1), Goal("building")).mixes(15))
    assert max(map(max, mixes)) == 6
    assert {mix.dice for mix in mixes} <= set(range(6, 16))


@pytest.mark.rule("ARC-33")
@pytest.mark.parametrize(
    ("ships", "against", "losses", "rolls"),
    [
        ((1, 0), (1, 0, 1), 0, 3),
        ((15, 0), (15, 0, 1), 1, 3),
        ((10, 0), (15, 0, 2), 3, 3),
        ((12, 0), (12, 0, 2), 2, 2),
        ((15, 0), (15, 0, 2), 1, 2),
        ((10, 5), (15, 0, 2), 14, 1),
        ((15, 0), (0, 0, 10), 14, 1),
    ],
)
def test_three_rolls_are_planned_for_all_but_the_largest_battles(
    ships, against, losses, rolls
):
    goal = Goal("buildings", losses, rolls=3)
    battle = Attackers(*ships), Defenders(*against)
    assert rolls_planned(*battle, goal) == rolls
    assert rolls_planned(*battle, replace(goal, rolls=1)) == 1


@pytest.mark.rule("ARC-33")
@pytest.mark.parametrize(
    ("goal", "defenders", "problems"),
    [
        (Goal("building"), Defenders(1, 0, 1), 0),
        (Goal("building"), Defenders(1), 1),
        (Goal("buildings"), Defenders(1), 1),
        (Goal("ships"), Defenders(buildings=1), 1),
        (Goal(""), Defenders(1, 0, 1), 1),
        (Goal("ships", rolls=0), Defenders(1), 1),
    ],
)
def test_a_goal_needs_something_to_destroy(goal, defenders, problems):
    assert len(list(goal_problems(goal, defenders))) == problems


@pytest.mark.rule("ARC-33")
@pytest.mark.parametrize(
    ("attackers", "defenders", "goal"),
    [
        (Attackers(6), Defenders(4, 0, 1), Goal("building", 1)),
        (Attackers(5, 1), Defenders(2, 1, 0, 1), Goal("building", 2)),
        (Attackers(7), Defenders(3), Goal("ships", 0)),
        (Attackers(6), Defenders(5), Goal("ships", 5)),  # almost all have to hit twice
        (Attackers(9), Defenders(0, 1, 1), Goal("building", 0)),  # both kinds of hits
    ],
)
def test_one_roll_of_many_dice_is_planned_as_the_battle_odds_count_it(
    attackers, defenders, goal
):
    def chance(mix):
        fight = Fight(mix, attackers, defenders)

        def reaches(face):
            kept = fight.survives(face) and fight.ships_lost(face) <= goal.losses
            done = (
                fight.buildings(face) if goal.aim == "building" else fight.clears(face)
            )
            return kept and bool(done)

        return fight.chance(reaches, "own", "intercept", "hits", "building")

    (plan,) = make_plans(attackers, defenders, goal)
    mixes = Planner(attackers, defenders, goal).mixes(attackers.ships)
    assert plan.chance == max(map(chance, mixes)) == chance(plan.mix)


@pytest.mark.rule("ARC-33")
def test_a_plan_asks_for_one_roll_and_one_ship_unless_told_otherwise():
    assert (Goal().rolls, Goal().losses) == (1, 1)
    assert entries_of(Goal)["rolls"].maximum == 3
