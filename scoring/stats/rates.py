"""Win rates with their uncertainty: how much of them could be luck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from scoring.stats.plays import GamePlay, SeatPlay

FEWEST = 3  # games before anybody is ranked
Z = 1.959964  # 95 % of a normal distribution lie within so many deviations


class RateVerdict(StrEnum):
    """What a rate says beside what chance alone would give."""

    FEW = "few"  # too few games to say anything
    LUCK = "luck"
    ABOVE = "above"
    BELOW = "below"


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Between which rates the true one lies, 95 times in a hundred (Wilson's score interval)."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, Z * Z
    middle = rate + square / (2 * games)
    reach = Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


@dataclass(frozen=True)
class Rate:
    """How often somebody won; a shared win counts in part."""

    games: int = 0
    wins: float = 0.0
    by_chance: float = 0.0  # wins if everybody at the table were equally strong
    won: int = 0  # alone or shared
    shared: int = 0

    def __add__(self, more: Rate) -> Rate:
        return Rate(
            self.games + more.games,
            self.wins + more.wins,
            self.by_chance + more.by_chance,
            self.won + more.won,
            self.shared + more.shared,
        )

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def expected(self) -> float:
        return self.by_chance / self.games if self.games else 0.0

    @property
    def low(self) -> float:
        return wilson_interval(self.wins, self.games)[0]

    @property
    def high(self) -> float:
        return wilson_interval(self.wins, self.games)[1]

    @property
    def ranked(self) -> bool:
        return self.games >= FEWEST

    @property
    def verdict(self) -> RateVerdict:
        if not self.ranked:
            return RateVerdict.FEW
        if self.low > self.expected:
            return RateVerdict.ABOVE
        return RateVerdict.BELOW if self.high < self.expected else RateVerdict.LUCK


def count_rate(seats: Iterable[tuple[GamePlay, SeatPlay]]) -> Rate:
    """Of the games in which anybody could lose."""
    games = won = shared = 0
    wins = by_chance = 0.0
    for play, seat in seats:
        if not play.contested:
            continue
        games += 1
        by_chance += 1 / len(play.seats)
        if seat.wins:
            won += 1
            wins += play.share
            shared += play.share < 1
    return Rate(games, wins, by_chance, won, shared)


def rank_rate(rate: Rate, average: float) -> tuple[bool, float, float]:
    """The order of a list of people: who is ranked first, then by rate, then by average points."""
    return not rate.ranked, -rate.share, -average


def is_better(rate: Rate) -> tuple[bool, float, float, int]:
    """The order of a ranking: who is ranked first, then by rate, by what is certain of it, by games."""
    return rate.ranked, rate.share, rate.low, rate.games
