"""Arcs: a battle with a goal, in the numbers that matter for it (ARC-33).

Hits taken are spread over undamaged ships first, which keeps most ships; hits dealt go to
undamaged ships first, which leaves fewest to intercept. So three numbers tell how a battle
stands, and nothing else about the pieces matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from math import lcm, prod

from scoring.arcs import rulebook as book
from scoring.arcs import turn_rules
from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.dice import Die, Face, Mix, ways_to_fall
from scoring.arcs.dice_tables import HitsTaken, die_ways
from scoring.entries import count, pick
from scoring.rules import Problem
from scoring.words import _

MOST_ROLLS = 3
BUILDING, BUILDINGS, SHIPS = "building", "buildings", "ships"
AIMS = {
    BUILDING: _("destroy a building"),
    BUILDINGS: _("destroy all buildings here"),
    SHIPS: _("destroy all ships here"),
}


@dataclass(frozen=True)
class Goal:
    aim: str = pick(_("I want to"), turn_rules.PLANNING, AIMS)
    losses: int = count(
        _("Ships I can afford to lose"),
        turn_rules.PLANNING,
        default=1,
        maximum=book.SHIPS,
    )
    rolls: int = count(
        _("Rolls in a row"), turn_rules.PLANNING, default=1, maximum=MOST_ROLLS
    )


def goal_problems(goal: Goal, defenders: Defenders) -> Iterator[Problem]:
    if not goal.aim:
        yield Problem(_("Choose your goal."), turn_rules.PLANNING)
    if not goal.rolls:
        yield Problem(_("Plan at least one roll."), turn_rules.PLANNING)
    if goal.aim == SHIPS and not defenders.whole + defenders.damaged:
        yield Problem(_("There are no ships to destroy."), turn_rules.PLANNING)
    if goal.aim in (BUILDING, BUILDINGS) and not defenders.standing:
        yield Problem(_("There is no building to destroy."), turn_rules.PLANNING)


@dataclass(frozen=True)
class Planner:
    """One battle with one goal."""

    attackers: Attackers
    defenders: Defenders
    goal: Goal

    @cached_property
    def most_taken(self) -> int:
        """The hits that cost no more ships than allowed, and leave one."""
        allowed = min(self.goal.losses, self.attackers.ships - 1)
        return self.attackers.whole + allowed

    @cached_property
    def ship_hits(self) -> int:
        return 2 * self.defenders.whole + self.defenders.damaged

    @cached_property
    def building_hits(self) -> int:
        """The hits on buildings that reach the goal."""
        match self.goal.aim:
            case "building":
                return 1 if self.defenders.damaged_buildings else 2
            case "buildings":
                return 2 * self.defenders.buildings + self.defenders.damaged_buildings
        return 0

    @cached_property
    def stands(self) -> HitsTaken:
        """How many stands of each kind there are on the way to the goal.

        ARC-18: hits that find no ship go to buildings, so that so many more of them reach it too.
        """
        hits = self.ship_hits + self.building_hits
        return HitsTaken(self.most_taken + 1, hits, max(1, self.building_hits))

    @cached_property
    def dice(self) -> int:
        return min(self.attackers.ships, len(Die) * book.DICE_OF_A_KIND)

    @cached_property
    def ways(self) -> int:
        """A number of ways to fall that those of every mix divide."""
        return lcm(*(mix_ways(mix) for mix in self.mixes(self.dice)))

    @cached_property
    def dice_left(self) -> list[tuple[int, range]]:
        """ARC-18: one die for each ship that is left; after which hits taken there are how many."""
        whole, ships = self.attackers.whole, self.attackers.ships
        lost = range(1, self.most_taken - whole + 1)
        fewer = [(ships - one, range(whole + one, whole + one + 1)) for one in lost]
        return [(self.dice, range(whole + 1)), *fewer]

    def most_of(self, die: Die, dice: int) -> int:
        """How many of a kind are worth throwing: raid dice hit no ships."""
        useless = die == Die.RAID and self.goal.aim == SHIPS
        return 0 if useless else min(dice, book.DICE_OF_A_KIND)

    def mixes(self, dice: int) -> Iterator[Mix]:
        """Every mix worth throwing: a skirmish die never hurts, so that they fill up."""
        for assault in range(self.most_of(Die.ASSAULT, dice) + 1):
            for raid in range(self.most_of(Die.RAID, dice - assault) + 1):
                rest = dice - assault - raid
                yield Mix(self.most_of(Die.SKIRMISH, rest), assault, raid)

    def ways_kept(self, mix: Mix) -> tuple[list[int], list[int]]:
        """By hits taken before: in how many ways a mix costs no more ships than allowed.

        Without an intercept, and with one, not counting what that costs.
        """
        left = range(self.most_taken, -1, -1)
        without, intercepted = (
            [sums[min(one, len(sums) - 1)] for one in left]
            for sums in ways_by_harm(mix._replace(skirmish=0))
        )
        return without, intercepted


@cache
def ways_by_harm(mix: Mix) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """In how many ways a mix brings at most 0, 1, 2 … own hits: without an intercept, with one."""
    ways = ways_to_fall(mix, "own", "intercept")
    hits = range(mix.dice + 1)
    without, intercepted = (
        tuple(accumulate(ways.get(Face(one, intercept), 0) for one in hits))
        for intercept in (0, 1)
    )
    return without, intercepted


@cache
def mix_ways(mix: Mix) -> int:
    return prod(power(die_ways(die), dice) for die, dice in zip(Die, mix, strict=True))


def power(number: int, times: int) -> int:
    """A whole number, as the exponent is never negative here."""
    return int(number**times)
