"""What all games of a table add up to: streaks, records that fell, rivalries, its calendar."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.stats.adding import add_up
from scoring.stats.people import (
    ScoreSum,
    Streak,
    measure_streak,
    rates_by_person,
    scores_by_person,
)
from scoring.stats.plays import NOBODY, GamePlay
from scoring.stats.rates import FEWEST, Rate

LEAST_STREAK = 2


@dataclass(frozen=True)
class HighScore:
    """A score higher than any before it in the same game, and whose it is."""

    play: GamePlay
    who: tuple[str, ...]
    total: int


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

    def __add__(self, more: Duel) -> Duel:
        return Duel(
            self.one,
            self.other,
            self.together + more.together,
            self.ahead + more.ahead,
            self.behind + more.behind,
        )


@dataclass(frozen=True)
class TableNumbers:
    """Everything the hall of fame tells."""

    plays: int
    blank: int  # of them without any points
    minutes: int
    timed: int
    played: Mapping[str, int]  # how often each game was
    people: Mapping[str, Rate]
    scores: Mapping[str, ScoreSum]
    runs: Mapping[str, Streak]  # of everybody, also the shortest
    highs: tuple[HighScore, ...]  # in the order they were reached
    pairs: Mapping[tuple[str, str], Duel]  # of everybody who ever met
    months: Mapping[tuple[int, int], int]  # games by year and month
    newest: tuple[GamePlay, ...]  # the newest last

    @property
    def games(self) -> Mapping[str, int]:
        """The most played first."""
        return dict(Counter(self.played).most_common())

    @property
    def recent(self) -> tuple[GamePlay, ...]:
        """The newest first."""
        return self.newest[::-1]

    @property
    def streaks(self) -> dict[str, Streak]:
        """Everybody who ever won twice in a row: what goes on first, then the longest."""
        return rank_streaks(self.runs)

    @property
    def fallen(self) -> tuple[FallenRecord, ...]:
        """Every time somebody beat the highest score of a game, the newest first."""
        return tuple(reversed(list(find_fallen(self.highs))))

    @property
    def duels(self) -> tuple[Duel, ...]:
        """Who met at least three times, those who met most first."""
        often = [one for one in self.pairs.values() if one.together >= FEWEST]
        return tuple(sorted(often, key=lambda one: (-one.together, one.one, one.other)))

    @property
    def undated(self) -> int:
        """How many games have no day, and so no month or year."""
        return self.plays - sum(self.months.values())

    @property
    def years(self) -> list[int]:
        return sorted({year for year, _month in self.months}, reverse=True)


RECENT = 6


def summarise_table(plays: Sequence[GamePlay]) -> TableNumbers:
    """From games in the order they were played."""
    timed = [play.minutes for play in plays if play.minutes]
    days = [play.day for play in plays if play.day]
    scored = [play for play in plays if play.has_points]
    return TableNumbers(
        plays=len(plays),
        blank=len(plays) - len(scored),
        minutes=sum(timed),
        timed=len(timed),
        played=Counter(play.game for play in plays),
        people=rates_by_person(scored),
        scores=scores_by_person(scored),
        runs=measure_runs(scored),
        highs=tuple(keep_highest(best_scores(play) for play in scored)),
        pairs=count_duels(scored),
        months=Counter((day.year, day.month) for day in days),
        newest=tuple(plays[-RECENT:]),
    )


def join_table(parts: Sequence[TableNumbers]) -> TableNumbers:
    """What games add up to over several stretches of time, the oldest first."""
    return TableNumbers(
        plays=sum(one.plays for one in parts),
        blank=sum(one.blank for one in parts),
        minutes=sum(one.minutes for one in parts),
        timed=sum(one.timed for one in parts),
        played=add_up(one.played for one in parts),
        people=add_up(one.people for one in parts),
        scores=add_up(one.scores for one in parts),
        runs=add_up(one.runs for one in parts),
        highs=tuple(keep_highest(high for one in parts for high in one.highs)),
        pairs=add_up(one.pairs for one in parts),
        months=add_up(one.months for one in parts),
        newest=tuple(play for one in parts for play in one.newest)[-RECENT:],
    )


def measure_runs(plays: Iterable[GamePlay]) -> dict[str, Streak]:
    wins: dict[str, list[bool]] = defaultdict(list)
    for play in plays:
        for seat in play.seats if play.contested else ():
            wins[seat.who].append(seat.wins)
    return {who: measure_streak(own) for who, own in wins.items() if who != NOBODY}


def rank_streaks(runs: Mapping[str, Streak]) -> dict[str, Streak]:
    long = {who: one for who, one in runs.items() if one.longest >= LEAST_STREAK}

    def rank(who: str) -> tuple[int, int, str]:
        going_on = long[who].now if long[who].now >= LEAST_STREAK else 0
        return -going_on, -long[who].longest, who

    return {who: long[who] for who in sorted(long, key=rank)}


def best_scores(play: GamePlay) -> HighScore:
    best = max(seat.total for seat in play.seats)
    who = tuple(seat.who for seat in play.seats if seat.total == best)
    return HighScore(play, who, best)


def keep_highest(scores: Iterable[HighScore]) -> Iterable[HighScore]:
    """Those higher than all before them in the same game; the first game sets it."""
    highest: dict[str, int] = {}
    for one in scores:
        before = highest.get(one.play.game)
        if before is None or one.total > before:
            highest[one.play.game] = one.total
            yield one


def find_fallen(highs: Iterable[HighScore]) -> Iterable[FallenRecord]:
    highest: dict[str, int] = {}
    for one in highs:
        before = highest.get(one.play.game)
        if before is not None:
            yield FallenRecord(one.play, one.who, one.total, before)
        highest[one.play.game] = one.total


def count_duels(plays: Iterable[GamePlay]) -> dict[tuple[str, str], Duel]:
    met: dict[tuple[str, str], list[int]] = defaultdict(list)
    for play in plays:
        named = sorted(
            (seat for seat in play.seats if seat.who != NOBODY),
            key=lambda seat: seat.who,
        )
        for one, other in combinations(named, 2):
            met[one.who, other.who].append(other.place - one.place)
    return {
        pair: Duel(
            *pair, len(gaps), sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
        )
        for pair, gaps in met.items()
    }
