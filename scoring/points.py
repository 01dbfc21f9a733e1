"""The smallest words of a game's declaration: a tally, its lines and points, its end, its race, its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scoring.rules import Rule
from scoring.words import Words

B_out = TypeVar("B_out", covariant=True)
S_out = TypeVar("S_out", covariant=True)
B_in = TypeVar("B_in", contravariant=True)
S_in = TypeVar("S_in", contravariant=True)


@dataclass(frozen=True)
class Tally(Generic[B_out, S_out]):
    number: int
    board: B_out
    seats: tuple[S_out, ...]


@dataclass(frozen=True)
class Points:
    """What a line is worth to one seat, and how that came about."""

    value: int
    why: Words = ""


@dataclass(frozen=True)
class ScoreLine(Generic[B_in, S_in]):
    """One number per seat: what it is called, by which rule, and what it is worth."""

    label: str
    rule: Rule
    points: Callable[[Tally[B_in, S_in]], Sequence[Points]]
    players: range | None = None
    rare: bool = False  # not shown on a page while there is nothing to tell

    def worth(
        self, tally: Tally[B_in, S_in], _so_far: Sequence[int]
    ) -> Sequence[Points]:
        return self.points(tally)


@dataclass(frozen=True)
class Adjustment(Generic[B_in, S_in]):
    """A line that sees what the lines before it came to: a forfeit, a floor."""

    label: str
    rule: Rule
    points: Callable[[Tally[B_in, S_in], Sequence[int]], Sequence[Points]]
    players: range | None = None
    rare: bool = False

    def worth(
        self, tally: Tally[B_in, S_in], so_far: Sequence[int]
    ) -> Sequence[Points]:
        return self.points(tally, so_far)


def points_per_piece(
    entry: str, factor: int = 1
) -> Callable[[Tally[Any, Any]], Sequence[Points]]:
    """An entry of the seat, each piece worth the same."""

    def points(tally: Tally[Any, Any]) -> list[Points]:
        return [multiply_points(getattr(seat, entry), factor) for seat in tally.seats]

    return points


def multiply_points(pieces: int, factor: int) -> Points:
    return Points(pieces * factor, "" if factor == 1 else f"{pieces} × {factor}")


@dataclass(frozen=True)
class Ending:
    """Whether the game is over, and why."""

    over: bool
    why: Words
    rule: Rule
    first_wins: bool = True  # playing alone one can be first and still not have won
    sure: bool = False  # whatever else is still entered
    asks: str = ""  # the board's entry that could still say it goes on


@dataclass(frozen=True)
class Race:
    """What everybody races for, how much of it ends the game, and how far each seat is."""

    label: Words
    to: int
    have: tuple[int, ...]
    rule: Rule


@dataclass(frozen=True)
class TableStep:
    """Something the table, or one seat of it, does now."""

    message: Words
    rule: Rule
    seat: int | None = None
    tally: int | None = None
