"""Who begins by each rulebook's own words: by lot, by the highest roll, or as people know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from scoring import north_moves
from scoring.arcs import turn_rules
from scoring.imperial_settlers import rulebook as settlers
from scoring.inkas import rulebook as inkas
from scoring.inkas.dice import SUMS
from scoring.rules import Rule
from scoring.turn_order import FAIR
from scoring.words import _


class WayToBegin(StrEnum):
    LOT = "lot"
    ROLL = "roll"  # the highest roll of two dice
    KNOWN = "known"  # people know who it is


@dataclass(frozen=True)
class Beginning:
    way: WayToBegin
    rule: Rule
    question: str = ""  # what people are asked, where they know


BEGINNINGS: dict[str, Beginning] = {
    "imperial_settlers": Beginning(WayToBegin.LOT, settlers.FIRST),
    "rise_of_empire": Beginning(WayToBegin.LOT, settlers.FIRST),
    "inkas": Beginning(WayToBegin.ROLL, inkas.FIRST),
    "arcs": Beginning(WayToBegin.LOT, turn_rules.FIRST),
    "empires_of_the_north": Beginning(
        WayToBegin.KNOWN, north_moves.FIRST, _("Who was last at sea?")
    ),
}
BY_LOT = Beginning(WayToBegin.LOT, FAIR)  # where no rulebook says who begins


def find_beginning(game: str) -> Beginning:
    return BEGINNINGS.get(game, BY_LOT)


Rolls: TypeAlias = tuple[
    tuple[int, ...], ...
]  # first all seats', then those of who tied
MOST_ROUNDS = 20


def seats_rolling(rolls: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """INK-20: who rolls next: everybody, then those who tie for the highest."""
    seats = tuple(range(players))
    for thrown in rolls:
        highest = max(thrown)
        pairs = zip(seats, thrown, strict=True)
        seats = tuple(seat for seat, number in pairs if number == highest)
    return seats


def roll_for_first(players: int, roll: Callable[[], int]) -> Rolls:
    """Rolls until one is alone in front."""
    rolls: list[tuple[int, ...]] = []
    while len(rolls) < MOST_ROUNDS and (
        not rolls or len(seats_rolling(rolls, players)) > 1
    ):
        seats = seats_rolling(rolls, players)
        rolls.append(tuple(roll() for _seat in seats))
    return tuple(rolls)


def first_by_rolls(rolls: Rolls, players: int) -> int | None:
    """Who rolled highest; None while several tie."""
    left = seats_rolling(rolls, players)
    return left[0] if len(left) == 1 else None


def write_rolls(rolls: Rolls) -> str:
    return ".".join("-".join(map(str, thrown)) for thrown in rolls)


def read_rolls(text: str, players: int) -> Rolls | None:
    """Rolls as an address holds them; None where they can't have been thrown."""
    known = {str(number): number for number in SUMS}
    rolls: list[tuple[int, ...]] = []
    for part in text.split(".")[:MOST_ROUNDS]:
        numbers = [known.get(one) for one in part.split("-")]
        fits = len(numbers) == len(seats_rolling(rolls, players)) > 1
        if not fits or None in numbers:
            return None
        rolls.append(tuple(number for number in numbers if number is not None))
    return tuple(rolls)
