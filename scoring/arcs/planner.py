"""Arcs: the best dice for a goal, over several rolls in a row (ARC-33).

A plan knows three numbers: the hits the attacker has taken, and those the ships and the
buildings aimed at have. Hits taken are spread over undamaged ships first, which keeps most
ships; hits dealt go to undamaged ships first, which leaves fewest to intercept. So nothing
else about the pieces matters. Chances are whole numbers of ways until the very end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

from scoring.arcs import rulebook as book
from scoring.arcs import turn_rules
from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.dice import SIDES as SIDES_OF_DICE
from scoring.arcs.dice import Die, Face, Mix
from scoring.entries import count, pick
from scoring.rules import Problem
from scoring.words import _

MOST_ROLLS = 3
MOST_WORK = 70_000  # as work_ahead counts it; takes up to 50 ms
TABLE_WORK = 3  # mixes could be tried while the tables of one group are packed
SIDES = 6
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


class HitsTaken(NamedTuple):
    """How many hits each side has taken so far."""

    own: int = 0
    ships: int = 0
    buildings: int = 0


@dataclass(frozen=True)
class BattlePlan:
    """The best first roll for a goal, if all later ones are the best too."""

    rolls: int
    mix: Mix
    chance: Fraction


Values: TypeAlias = dict[
    HitsTaken, int
]  # in how many ways the goal is reached from there
START = HitsTaken()


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
    def dice(self) -> int:
        return min(self.attackers.ships, len(Die) * book.DICE_OF_A_KIND)

    @cached_property
    def stands(self) -> list[HitsTaken]:
        """Every stand from which the goal can still be reached or missed."""
        numbers = (self.most_taken, self.ship_hits, self.building_hits)
        ranges = (range(number + 1) for number in numbers)
        return [HitsTaken(*one) for one in product(*ranges)]

    def is_reached(self, stand: HitsTaken) -> bool:
        if self.goal.aim == SHIPS:
            return stand.ships >= self.ship_hits
        return stand.buildings >= self.building_hits

    def dice_at(self, stand: HitsTaken) -> int:
        """ARC-18: one for each ship that is left."""
        lost = max(0, stand.own - self.attackers.whole)
        return min(self.dice, self.attackers.ships - lost)

    def undamaged_at(self, stand: HitsTaken) -> int:
        """The ships that would intercept."""
        return max(0, self.defenders.whole - stand.ships)

    def group_stands(
        self, stands: Iterable[HitsTaken]
    ) -> dict[int, dict[int, list[HitsTaken]]]:
        """Those where something is left to do, by ships that intercept and dice to throw."""
        groups: dict[int, dict[int, list[HitsTaken]]] = {}
        for one in stands:
            if not self.is_reached(one):
                by_dice = groups.setdefault(self.undamaged_at(one), {})
                by_dice.setdefault(self.dice_at(one), []).append(one)
        return groups

    def mixes(self, dice: int) -> Iterator[Mix]:
        """Every mix worth throwing: a skirmish die never hurts, so that they fill up."""
        most = book.DICE_OF_A_KIND
        raids = 0 if self.goal.aim == SHIPS else most  # they hit no ships
        for assault in range(min(dice, most) + 1):
            for raid in range(min(dice - assault, raids) + 1):
                yield Mix(min(dice - assault - raid, most), assault, raid)

    def plan(self) -> tuple[BattlePlan, ...]:
        """The best plan for one roll, for two, and so on up to as many as asked."""
        all_ways = SIDES**self.dice
        values: Values = {one: int(self.is_reached(one)) for one in self.stands}
        plans = []
        for rolls in range(1, self.goal.rolls + 1):
            last = rolls == self.goal.rolls
            wanted = [START] if last else self.stands
            values, mix = look_ahead(self, values, wanted, all_ways**rolls)
            chance = Fraction(values[START], all_ways**rolls)
            plans.append(BattlePlan(rolls, mix, chance))
        return tuple(plans)


def look_ahead(
    planner: Planner, later: Values, wanted: Iterable[HitsTaken], most: int
) -> tuple[Values, Mix]:
    """One roll earlier: the ways from each stand with its best mix, and the start's mix."""
    best: Values = {one: most if planner.is_reached(one) else 0 for one in wanted}
    first = Mix()
    for undamaged, by_dice in planner.group_stands(best).items():
        rolled = RolledDice(planner, later, undamaged, most)
        for dice, stands in by_dice.items():
            for mix in planner.mixes(dice):
                for stand, ways in rolled.ways(mix, stands):
                    if ways > best[stand]:
                        best[stand] = ways
                        first = mix if stand == START else first
    return best, first


class RolledDice:
    """The ways to the goal of every mix from every stand, packed into two long integers.

    A table over all stands is one integer with a slot of fixed size for each. Rolling one more
    die adds the table to itself, shifted by what each side of the die does: a handful of
    operations on long integers instead of millions on short ones. One of the two tables holds
    for a roll that already has an intercept, the other for a roll that hasn't.
    """

    def __init__(
        self, planner: Planner, later: Values, undamaged: int, most: int
    ) -> None:
        self.planner = planner
        self.slot = most.bit_length() // 8 + 1
        self.width = planner.most_taken + 2  # a slot stays empty: too many hits taken
        self.height = planner.ship_hits + 2 * planner.dice + 1  # two hits a die at most
        raids = min(planner.dice, book.DICE_OF_A_KIND)
        self.depth = planner.building_hits + raids + 1
        self.size = self.width * self.height * self.depth * self.slot
        row = b"\xff" * self.slot * (self.width - 1) + bytes(self.slot)
        self.mask = int.from_bytes(row * self.height * self.depth, "little")
        self.tables = {Mix(): self.pack(later, undamaged)}

    def pack(self, later: Values, undamaged: int) -> tuple[int, int]:
        """The tables before any die: without an intercept, and with one."""
        rows = [
            self.row_after(later, ships, buildings)
            for buildings in range(self.depth)
            for ships in range(self.height)
        ]
        shifted = [row[undamaged * self.slot :].ljust(len(row), b"\0") for row in rows]
        without, intercepted = (
            int.from_bytes(b"".join(one), "little") for one in (rows, shifted)
        )
        return without, intercepted

    def row_after(self, later: Values, ships: int, buildings: int) -> bytes:
        """ARC-18: hits that find no ship go to buildings."""
        planner = self.planner
        spare = max(0, ships - planner.ship_hits)
        stand = (
            min(ships, planner.ship_hits),
            min(buildings + spare, planner.building_hits),
        )
        numbers = [
            later[HitsTaken(own, *stand)] for own in range(planner.most_taken + 1)
        ]
        return b"".join(one.to_bytes(self.slot, "little") for one in (*numbers, 0))

    def table(self, mix: Mix) -> tuple[int, int]:
        """The tables of a mix, from those of one die less."""
        if mix not in self.tables:
            kind = max(die for die, number in enumerate(mix) if number)
            fewer = mix._replace(**{mix._fields[kind]: mix[kind] - 1})
            self.tables[mix] = self.add_die(tuple(Die)[kind], self.table(fewer))
        return self.tables[mix]

    def add_die(self, die: Die, tables: tuple[int, int]) -> tuple[int, int]:
        without, intercepted = tables
        after = [0, 0]
        for face, number in die_faces(die).items():
            shift = self.place(HitsTaken(face.own, face.hits, face.building)) * 8
            seen = intercepted >> shift
            after[0] += number * (seen if face.intercept else without >> shift)
            after[1] += number * seen
        return after[0] & self.mask, after[1] & self.mask

    def place(self, stand: HitsTaken) -> int:
        """Where the slot of a stand begins, in bytes."""
        flat = (stand.buildings * self.height + stand.ships) * self.width + stand.own
        return flat * self.slot

    def ways(
        self, mix: Mix, stands: Sequence[HitsTaken]
    ) -> Iterator[tuple[HitsTaken, int]]:
        packed = self.table(mix)[0].to_bytes(self.size, "little")
        # Mixes of fewer dice are counted in as many ways as those of all.
        scale, slot = SIDES ** (self.planner.dice - mix.dice), self.slot
        for stand in stands:
            begin = self.place(stand)
            ways = int.from_bytes(packed[begin : begin + slot], "little")
            yield stand, ways * scale


@cache
def die_faces(die: Die) -> dict[Face, int]:
    """The sides of a die that differ in something other than keys."""
    return dict(Counter(side._replace(keys=0) for side in SIDES_OF_DICE[die]))


def make_plans(
    attackers: Attackers, defenders: Defenders, goal: Goal
) -> tuple[BattlePlan, ...]:
    """The best plan for one roll, for two, and so on up to as many as are planned."""
    rolls = rolls_planned(attackers, defenders, goal)
    return Planner(attackers, defenders, replace(goal, rolls=rolls)).plan()


def rolls_planned(attackers: Attackers, defenders: Defenders, goal: Goal) -> int:
    """How many rolls ahead such a battle is planned at once, without a wait at the table."""
    planner = Planner(attackers, defenders, goal)
    return min(goal.rolls, 1 + MOST_WORK // work_ahead(planner))


def work_ahead(planner: Planner) -> int:
    """How much there is to do for one more roll, in steps of under a microsecond (measured)."""
    mixes = sum(1 for _mix in planner.mixes(planner.dice))
    groups = planner.defenders.whole + 1
    return len(planner.stands) * (mixes + TABLE_WORK * groups) * planner.dice


def goal_problems(goal: Goal, defenders: Defenders) -> Iterator[Problem]:
    if not goal.aim:
        yield Problem(_("Choose your goal."), turn_rules.PLANNING)
    if not goal.rolls:
        yield Problem(_("Plan at least one roll."), turn_rules.PLANNING)
    if goal.aim == SHIPS and not defenders.whole + defenders.damaged:
        yield Problem(_("There are no ships to destroy."), turn_rules.PLANNING)
    if goal.aim in (BUILDING, BUILDINGS) and not defenders.standing:
        yield Problem(_("There is no building to destroy."), turn_rules.PLANNING)
