"""Finished games as plain numbers: who sat where and what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

NOBODY = ""  # a seat without a name


@dataclass(frozen=True, slots=True)
class SeatPlay:
    """One seat of a finished game."""

    who: str  # a player's key; the same person has one key, whatever was typed
    faction: str
    total: int
    place: int
    wins: bool


@dataclass(frozen=True, slots=True)
class GamePlay:
    """One finished game."""

    key: str  # where it can be looked at
    game: str
    seats: tuple[SeatPlay, ...]
    day: date | None = None
    minutes: int = 0  # 0: unknown
    variant: str = ""
    campaign: bool = False
    seated: bool = True  # whether anybody said who sat where
    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()  # points by category and seat

    @property
    def has_points(self) -> bool:
        """Whether anybody scored anything, or a tie-break told noughts apart; else it was never counted."""
        totals = any(seat.total for seat in self.seats)
        scored = totals or any(any(points) for _label, points in self.lines)
        return scored or len({seat.place for seat in self.seats}) > 1

    @property
    def contested(self) -> bool:
        """Whether anybody could lose to somebody."""
        return len(self.seats) > 1

    @property
    def winners(self) -> list[SeatPlay]:
        return [seat for seat in self.seats if seat.wins]

    @property
    def share(self) -> float:
        """What each winner gets of the win: a tie is shared."""
        return 1 / len(self.winners) if self.winners else 0.0

    @property
    def margin(self) -> int | None:
        """By how many points the first was ahead of the second; none where nobody won."""
        if not (self.contested and self.winners):
            return None
        first, second = sorted((seat.total for seat in self.seats), reverse=True)[:2]
        return first - second

    def seat_of(self, who: str) -> SeatPlay | None:
        return next((seat for seat in self.seats if seat.who == who), None)


def plays_of(
    plays: Iterable[GamePlay], who: str
) -> Iterator[tuple[GamePlay, SeatPlay]]:
    """The games somebody played, with their seat."""
    for play in plays:
        if seat := play.seat_of(who):
            yield play, seat
