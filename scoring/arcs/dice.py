"""Arcs: the battle dice, and in how many ways they fall (ARC-17, 19)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from functools import cache, reduce
from typing import NamedTuple, TypeAlias

from scoring.words import _


class Die(StrEnum):
    SKIRMISH = "skirmish"
    ASSAULT = "assault"
    RAID = "raid"


DIE_NAMES: dict[str, str] = {
    Die.SKIRMISH: _("Skirmish"),
    Die.ASSAULT: _("Assault"),
    Die.RAID: _("Raid"),
}


class Face(NamedTuple):
    """The symbols of one side of a die, or of several together."""

    own: int = 0  # hits on the attacker's own ships
    intercept: int = 0  # 1 however many there are: it happens once
    hits: int = 0  # on ships, then on buildings
    building: int = 0  # hits on buildings
    keys: int = 0


# ARC-17: the six sides of each die.
SIDES: dict[Die, tuple[Face, ...]] = {
    Die.SKIRMISH: (Face(), Face(), Face(), Face(hits=1), Face(hits=1), Face(hits=1)),
    Die.ASSAULT: (
        Face(),
        Face(own=1, hits=1),
        Face(own=1, hits=1),
        Face(intercept=1, hits=1),
        Face(own=1, hits=2),
        Face(hits=2),
    ),
    Die.RAID: (
        Face(intercept=1, keys=2),
        Face(intercept=1),
        Face(own=1, keys=1),
        Face(building=1, keys=1),
        Face(own=1, building=1),
        Face(own=1, building=1),
    ),
}

Ways: TypeAlias = dict[Face, int]  # in how many of all ways these symbols fall
Spread: TypeAlias = tuple[Fraction, ...]  # the chance of 0, 1, 2 …
NOTHING: Ways = {Face(): 1}


class Mix(NamedTuple):
    """How many dice of each kind are thrown."""

    skirmish: int = 0
    assault: int = 0
    raid: int = 0

    @property
    def dice(self) -> int:
        return sum(self)


def combine_ways(some: Ways, others: Ways) -> Ways:
    """The ways of two throws together; written out, as it runs for every pair of outcomes."""
    ways: dict[tuple[int, ...], int] = defaultdict(int)
    for (a, b, c, d, e), left in some.items():
        for (f, g, h, i, j), right in others.items():
            ways[a + f, b | g, c + h, d + i, e + j] += left * right
    return {Face(*symbols): number for symbols, number in ways.items()}


@cache
def ways_of_a_kind(die: Die, dice: int, seen: frozenset[str]) -> Ways:
    """Several dice of one kind, looking only at the symbols that matter."""
    if not dice:
        return NOTHING
    sides: dict[Face, int] = defaultdict(int)
    for side in SIDES[die]:
        blind = {symbol: 0 for symbol in side._fields if symbol not in seen}
        sides[side._replace(**blind)] += 1
    return combine_ways(ways_of_a_kind(die, dice - 1, seen), sides)


def ways_to_fall(mix: Mix, *seen: str) -> Ways:
    """In how many ways each result falls; what isn't looked at isn't told apart."""
    kinds = [
        ways_of_a_kind(die, dice, frozenset(seen))
        for die, dice in zip(Die, mix, strict=True)
    ]
    return reduce(combine_ways, kinds)


def merge_ways(ways: Ways, change: Callable[[Face], Face]) -> Ways:
    """The same throws told apart by less."""
    fewer: dict[Face, int] = defaultdict(int)
    for face, number in ways.items():
        fewer[change(face)] += number
    return fewer


def chance_of(ways: Ways, holds: Callable[[Face], bool]) -> Fraction:
    """The chance of what holds."""
    kept = sum(number for face, number in ways.items() if holds(face))
    return Fraction(kept, sum(ways.values()))


def spread_of(ways: Iterable[tuple[int, int]]) -> Spread:
    """Counts with the number of ways to each, as chances of 0, 1, 2 …"""
    numbers: dict[int, int] = defaultdict(int)
    for count, number in ways:
        numbers[count] += number
    total = sum(numbers.values())
    return tuple(Fraction(numbers[n], total) for n in range(max(numbers) + 1))


def symbol_spread(mix: Mix, symbol: str) -> Spread:
    """How many of one symbol fall."""
    return spread_of(
        (getattr(face, symbol), number)
        for face, number in ways_to_fall(mix, symbol).items()
    )


def chance_of_at_least(chances: Spread, count: int) -> Fraction:
    return sum(chances[count:], Fraction())


def expected_count(chances: Spread) -> Fraction:
    return sum((count * chance for count, chance in enumerate(chances)), Fraction())
