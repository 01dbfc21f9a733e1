"""Arcs: the best dice for a goal, over several rolls in a row (ARC-33).

Rolls are looked at from the last to the first. Chances are whole numbers of ways until the
very end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import prod

from scoring.arcs import rulebook as book
from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.battle_goal import Goal, Planner, mix_ways, power
from scoring.arcs.dice import Die, Mix
from scoring.arcs.dice_tables import Grid, HitsTaken, Tables, die_ways, higher_slots

MOST_WORK = 6_500_000  # as LookAhead counts it; takes up to 50 ms
START = HitsTaken()


@dataclass(frozen=True)
class BattlePlan:
    """The best first roll for a goal, if all later ones are the best too."""

    rolls: int
    mix: Mix
    chance: Fraction


def make_plans(
    attackers: Attackers, defenders: Defenders, goal: Goal
) -> tuple[BattlePlan, ...]:
    """The best plan for one roll, for two, and so on up to as many as are planned."""
    planner = Planner(attackers, defenders, goal)
    planned = rolls_planned(attackers, defenders, goal)
    ahead, plans = LookAhead(planner), list[BattlePlan]()
    for rolls in range(1, planned + 1):
        if plans:
            ahead = ahead.one_roll_earlier()
        mix, ways = ahead.best_start()
        plans.append(BattlePlan(rolls, mix, Fraction(ways, power(planner.ways, rolls))))
    return tuple(plans)


def rolls_planned(attackers: Attackers, defenders: Defenders, goal: Goal) -> int:
    """How many rolls ahead such a battle is planned at once, without a wait at the table."""
    planner = Planner(attackers, defenders, goal)
    looks = (LookAhead(planner, later).work for later in range(goal.rolls - 1))
    return 1 + sum(spent <= MOST_WORK for spent in accumulate(looks))


@dataclass(frozen=True)
class LookAhead:
    """One roll, and in how many ways the rolls after it miss the goal from every stand."""

    planner: Planner
    later: int = 0  # rolls
    missed: bytes = b""  # by stands, in slots as large as so many rolls need

    @property
    def ways_later(self) -> int:
        return power(self.planner.ways, self.later)

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.planner.stands, self.slot(self.later + 1))

    def slot(self, rolls: int) -> int:
        """The bytes for so many rolls' ways, and a bit to spare."""
        return power(self.planner.ways, rolls).bit_length() // 8 + 1

    def table(self) -> bytes:
        """What is missed later, with room for the ways of this roll."""
        if not self.later:
            return self.last_table()
        before, slot = self.slot(self.later), self.grid.slot
        starts = range(0, len(self.missed), before)
        slots = (self.missed[one : one + before] for one in starts)
        return b"".join(one.ljust(slot, b"\0") for one in slots)

    def last_table(self) -> bytes:
        """After the last roll the goal is missed wherever it isn't reached.

        ARC-18: hits that found no ship are hits on buildings.
        """
        own, ships, buildings = self.grid.sizes
        slot = b"\1".ljust(self.grid.slot, b"\0")
        row = slot * buildings
        spare = (max(0, hits - self.planner.ship_hits) for hits in range(ships))
        rows = (row[one * len(slot) :].ljust(len(row), b"\0") for one in spare)
        return b"".join(rows) * own

    @property
    def work(self) -> int:
        """How much there is to do for one roll earlier: bytes of tables, as measured."""
        planner = self.planner
        throws = sum(mix.skirmish + 1 for mix in planner.mixes(planner.dice))
        tries = sum(1 for dice, _own in planner.dice_left for _ in planner.mixes(dice))
        return prod(planner.stands) * self.grid.slot * (throws + tries // 3)

    def best_start(self) -> tuple[Mix, int]:
        """The mix to begin with, and in how many ways it reaches the goal."""
        planner = self.planner
        best, most = Mix(), 0
        for mix, missed in self.throw_from_start():
            without, intercepted = planner.ways_kept(mix)
            kept = without[0] + sum(intercepted[planner.defenders.whole :][:1])
            kept *= power(die_ways(Die.SKIRMISH), mix.skirmish) * self.ways_later
            ways = (kept - missed) * (planner.ways // mix_ways(mix))
            if ways > most:
                best, most = mix, ways
        return best, most

    def throw_from_start(self) -> Iterator[tuple[Mix, int]]:
        """Every mix worth throwing, and in how many ways the goal is missed with it."""
        planner, dice = self.planner, self.planner.dice
        grid, table = turn_table(self.grid, self.table(), 2 * dice + 1)
        after = HitsTaken(planner.defenders.whole)  # an intercept
        whole = int.from_bytes(table, "little"), 0
        most = planner.most_of(Die.SKIRMISH, dice)
        for skirmish, some in grid.add_dice(Die.SKIRMISH, whole, most):
            most = planner.most_of(Die.ASSAULT, dice - skirmish)
            for assault, more in grid.add_dice(Die.ASSAULT, some, most):
                left = dice - skirmish - assault
                most = planner.most_of(Die.RAID, left)
                unhit = grid.first_rows(more)  # raid dice hit no ships
                for raid, last in grid.add_dice(Die.RAID, unhit, most):
                    if skirmish == planner.most_of(
                        Die.SKIRMISH, left - raid + skirmish
                    ):
                        missed = grid.number_at(last[0], START)
                        missed += grid.number_at(last[1], after)
                        yield Mix(skirmish, assault, raid), missed

    def one_roll_earlier(self) -> LookAhead:
        """The ways that miss the goal from every stand, each with its best mix."""
        planner = self.planner
        several = [StandsWithDice(self, *one) for one in planner.dice_left]
        for mix, kept, lost in self.throw_all():
            for stands in several:
                if stands.suits(mix):
                    stands.try_mix(mix, kept, lost)
        missed = sum(one.missed << one.start for one in several)
        table = missed.to_bytes(self.grid.size, "little")
        return LookAhead(planner, self.later + 1, table)

    def throw_all(self) -> Iterator[tuple[Mix, Tables, Tables]]:
        """Every mix; for every stand the ways that keep ships enough, and that miss the goal."""
        planner, dice, grid = self.planner, self.planner.dice, self.grid
        whole = int.from_bytes(self.table(), "little"), 0
        most = planner.most_of(Die.RAID, dice)
        for raid, some in grid.add_dice(Die.RAID, whole, most):
            most = planner.most_of(Die.ASSAULT, dice - raid)
            for assault, more in grid.add_dice(Die.ASSAULT, some, most):
                kept = self.ways_kept(Mix(assault=assault, raid=raid))
                most = planner.most_of(Die.SKIRMISH, dice - raid - assault)
                for skirmish, last in grid.add_dice(Die.SKIRMISH, more, most):
                    yield Mix(skirmish, assault, raid), kept, last

    def ways_kept(self, mix: Mix) -> Tables:
        """For every stand the ways of assault and raid dice that keep ships enough."""
        grid, later = self.grid, self.ways_later
        row = grid.strides.own // grid.slot
        without, intercepted = (
            b"".join((one * later).to_bytes(grid.slot, "little") * row for one in ways)
            for ways in self.planner.ways_kept(mix)
        )
        return int.from_bytes(without, "little"), int.from_bytes(intercepted, "little")


def turn_table(grid: Grid, table: bytes, most: int) -> tuple[Grid, bytes]:
    """The same table by hits on ships first, and up to so many of them."""
    own, ships, buildings = grid.sizes
    sizes = HitsTaken(own, min(ships, most), buildings)
    row = grid.slot * buildings
    starts = (
        (taken * ships + hits) * row
        for hits in range(sizes.ships)
        for taken in range(own)
    )
    turned = b"".join(table[start : start + row] for start in starts)
    return Grid(sizes, grid.slot, (1, 0, 2)), turned


class StandsWithDice:
    """The stands with so many dice left, and the ways to the goal from each with its best mix."""

    def __init__(self, ahead: LookAhead, dice: int, own: range) -> None:
        self.dice, self.own, self.best = dice, own, 0
        self.planner, self.grid = ahead.planner, ahead.grid
        slot, slab = self.grid.slot, self.grid.strides.own
        self.start = 8 * slab * own.start
        self.mask = (1 << 8 * slab * len(own)) - 1
        self.ones = int.from_bytes(
            (b"\1" + bytes(slot - 1)) * (len(own) * slab // slot), "little"
        )
        self.guard = self.ones << 8 * slot - 1  # the highest bit of every slot
        self.all_ways = power(self.planner.ways, ahead.later + 1)

    @property
    def missed(self) -> int:
        return self.ones * self.all_ways - self.best

    def suits(self, mix: Mix) -> bool:
        """Whether it is all the dice there are, or as many skirmish dice as there are."""
        if mix.skirmish == book.DICE_OF_A_KIND:
            return mix.dice <= self.dice
        return mix.dice == self.dice

    def try_mix(self, mix: Mix, kept: Tables, missed: Tables) -> None:
        ways = self.subtract(mix, kept[0], missed[0]) & self.mask
        if kept[1]:
            ways += self.move_by_ships(self.subtract(mix, kept[1], missed[1]))
        scale = self.planner.ways // mix_ways(mix)
        self.best = higher_slots(self.best, ways * scale, self.grid, self.guard)

    def subtract(self, mix: Mix, kept: int, missed: int) -> int:
        """The ways that reach the goal from these stands, and from those with fewer ships."""
        if self.start:
            kept, missed = kept >> self.start, missed >> self.start
        return kept * power(die_ways(Die.SKIRMISH), mix.skirmish) - missed

    def move_by_ships(self, intercepted: int) -> int:
        """What an intercept leads to: as many hits more as there are undamaged ships."""
        row, slab, ships = (
            self.grid.strides.ships,
            self.grid.strides.own,
            self.planner.defenders.whole,
        )
        left = self.grid.sizes.own - self.own.start + ships
        raw = intercepted.to_bytes(left * slab, "little")
        parts = []
        for own in range(0, len(self.own) * slab, slab):
            starts = (own + (ships - hits) * slab + hits * row for hits in range(ships))
            parts += [raw[start : start + row] for start in starts]
            parts.append(raw[own + ships * row : own + slab])
        return int.from_bytes(b"".join(parts), "little")
