"""Arcs: the ways to a goal from every stand of a battle, packed into long integers (ARC-33).

A table over all stands is one integer with a slot of fixed size for each. Rolling one more die
adds the table to itself, shifted by what each side of the die does: a handful of operations on
long integers instead of millions on short ones. Tables count the ways that miss the goal with
ships enough left, so that whatever leaves a table at its end, a goal reached or a ship too many
lost, counts nothing any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from math import gcd, prod
from operator import add
from typing import NamedTuple, TypeAlias

from scoring.arcs.dice import SIDES, Die, Face


class HitsTaken(NamedTuple):
    """How many hits each side has taken so far."""

    own: int = 0
    ships: int = 0
    buildings: int = 0


Tables: TypeAlias = tuple[int, int]  # rolls without an intercept, rolls with one


@cache
def die_faces(die: Die) -> tuple[tuple[Face, int], ...]:
    """The sides of a die that differ in something other than keys, and how often they are there."""
    sides = Counter(side._replace(keys=0) for side in SIDES[die])
    common = gcd(*sides.values())
    return tuple((face, number // common) for face, number in sides.items())


@cache
def die_ways(die: Die) -> int:
    return sum(number for _face, number in die_faces(die))


@dataclass(frozen=True)
class Grid:
    """Where the number of each stand lies in a long integer."""

    sizes: HitsTaken
    slot: int  # bytes
    axes: tuple[int, ...] = (0, 1, 2)  # of a stand, the slowest first

    @cached_property
    def strides(self) -> HitsTaken:
        """How many bytes further one more hit of a kind lies."""
        strides, step = dict[int, int](), self.slot
        for axis in reversed(self.axes):
            strides[axis] = step
            step *= self.sizes[axis]
        return HitsTaken(*(strides[axis] for axis in sorted(strides)))

    @cached_property
    def moves(self) -> dict[HitsTaken, tuple[int, int]]:
        return {}

    def move(self, hits: HitsTaken) -> tuple[int, int]:
        """The slots of stands with at least so many hits, and how far they are shifted."""
        if hits not in self.moves:
            block = b"\xff" * self.slot
            for axis in reversed(self.axes):
                cut = min(hits[axis], self.sizes[axis])
                block = bytes(len(block) * cut) + block * (self.sizes[axis] - cut)
            self.moves[hits] = int.from_bytes(block, "little"), self.place(hits)
        return self.moves[hits]

    @property
    def size(self) -> int:
        """In bytes."""
        return prod(self.sizes) * self.slot

    def place(self, hits: HitsTaken) -> int:
        """Where the slot of a stand begins, in bits."""
        pairs = zip(hits, self.strides, strict=True)
        return 8 * sum(number * stride for number, stride in pairs)

    def number_at(self, table: int, stand: HitsTaken) -> int:
        if any(at >= size for at, size in zip(stand, self.sizes, strict=True)):
            return 0
        return table >> self.place(stand) & (1 << 8 * self.slot) - 1

    def after(self, table: int, hits: HitsTaken) -> int:
        """What the table says of the stands that so many hits lead to."""
        if not any(hits):
            return table
        mask, shift = self.move(hits)
        return (table & mask) >> shift

    def add_die(self, die: Die, tables: Tables) -> Tables:
        """One more die: what can follow each of its sides."""
        without, intercepted = tables
        safe: list[tuple[int, int]] = []
        seen: list[tuple[int, int]] = []
        for face, number in die_faces(die):
            hits = HitsTaken(face.own, face.hits, face.building)
            later = self.after(without, hits)
            (seen if face.intercept else safe).append((later, number))
            if intercepted:
                seen.append((self.after(intercepted, hits), number))
        return add_tables(safe), add_tables(seen)

    def add_dice(
        self, die: Die, tables: Tables, most: int
    ) -> Iterator[tuple[int, Tables]]:
        """The tables after no die of a kind, after one, and so on."""
        yield 0, tables
        for number in range(1, most + 1):
            tables = self.add_die(die, tables)
            yield number, tables

    def first_rows(self, tables: Tables) -> Tables:
        """Only the stands with no hit of the slowest kind."""
        mask = (1 << 8 * self.strides[self.axes[0]]) - 1
        return tables[0] & mask, tables[1] & mask


def add_tables(several: Sequence[tuple[int, int]]) -> int:
    """Their sum, each so many times; every operation spared here is one on a long integer."""
    times = (table if number == 1 else number * table for table, number in several)
    return reduce(add, times) if several else 0


def higher_slots(some: int, others: int, grid: Grid, guard: int) -> int:
    """The higher number of two tables in every slot; a guard is the highest bit of each."""
    compared = (
        some | guard
    ) - others  # keeps its guard where some are at least as high
    chosen = compared & guard
    chosen -= chosen >> 8 * grid.slot - 1
    return others + (compared & chosen)
