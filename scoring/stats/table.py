"""What all games of a table add up to: streaks, records that fell, rivalries, its calendar."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.stats.people import (
    Streak,
    average_totals,
    measure_streak,
    rates_by_person,
)
from scoring.stats.plays import NOBODY, GamePlay
from scoring.stats.rates import FEWEST, Rate

LEAST_STREAK = 2


@dataclass(frozen=True)
class FallenRecord:
    """A highest score that was beaten, by whom and in which game."""

    play: GamePlay
    who: tuple[str, ...]
    total: int
    before: int


@dataclass(frozen=True)
class Duel:
    """Two people in the same games, and how often each came out ahead."""

    one: str
    other: str
    together: int
    ahead: int  # the one was
    behind: int


@dataclass(frozen=True)
class TableNumbers:
    """Everything the hall of fame tells."""

    plays: int
    minutes: int
    timed: int
    games: Mapping[str, int]  # the most played first
    people: Mapping[str, Rate]
    averages: Mapping[str, float]
    streaks: Mapping[str, Streak]
    fallen: tuple[FallenRecord, ...]  # the newest first
    duels: tuple[Duel, ...]
    months: Mapping[tuple[int, int], int]  # games by year and month
    recent: tuple[GamePlay, ...]  # the newest first

    @property
    def years(self) -> list[int]:
        return sorted({year for year, _month in self.months}, reverse=True)


RECENT = 6


def summarise_table(plays: Sequence[GamePlay]) -> TableNumbers:
    """From games in the order they were played."""
    timed = [play.minutes for play in plays if play.minutes]
    games = Counter(play.game for play in plays)
    days = [play.day for play in plays if play.day]
    return TableNumbers(
        plays=len(plays),
        minutes=sum(timed),
        timed=len(timed),
        games=dict(games.most_common()),
        people=rates_by_person(plays),
        averages=average_totals(plays),
        streaks=find_streaks(plays),
        fallen=tuple(reversed(list(find_fallen(plays)))),
        duels=tuple(find_duels(plays)),
        months=Counter((day.year, day.month) for day in days),
        recent=tuple(reversed(plays[-RECENT:])),
    )


def find_streaks(plays: Iterable[GamePlay]) -> dict[str, Streak]:
    """Everybody who ever won twice in a row: what goes on first, then the longest."""
    wins: dict[str, list[bool]] = defaultdict(list)
    for play in plays:
        for seat in play.seats if play.contested else ():
            wins[seat.who].append(seat.wins)
    found = {who: measure_streak(own) for who, own in wins.items() if who != NOBODY}
    long = {who: one for who, one in found.items() if one.longest >= LEAST_STREAK}

    def rank(who: str) -> tuple[int, int, str]:
        going_on = long[who].now if long[who].now >= LEAST_STREAK else 0
        return -going_on, -long[who].longest, who

    return {who: long[who] for who in sorted(long, key=rank)}


def find_fallen(plays: Iterable[GamePlay]) -> Iterable[FallenRecord]:
    """Every time somebody beat the highest score of a game; the first game sets it."""
    highest: dict[str, int] = {}
    for play in plays:
        best = max(seat.total for seat in play.seats)
        before = highest.get(play.game)
        if before is not None and best > before:
            who = tuple(seat.who for seat in play.seats if seat.total == best)
            yield FallenRecord(play, who, best, before)
        highest[play.game] = max(best, before if before is not None else best)


def find_duels(plays: Iterable[GamePlay]) -> list[Duel]:
    """Who met at least three times, those who met most first."""
    met: dict[tuple[str, str], list[int]] = defaultdict(list)
    for play in plays:
        named = sorted(
            (seat for seat in play.seats if seat.who != NOBODY),
            key=lambda seat: seat.who,
        )
        for one, other in combinations(named, 2):
            met[one.who, other.who].append(other.place - one.place)
    duels = [
        Duel(
            *pair, len(gaps), sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
        )
        for pair, gaps in met.items()
        if len(gaps) >= FEWEST
    ]
    return sorted(duels, key=lambda one: (-one.together, one.one, one.other))
