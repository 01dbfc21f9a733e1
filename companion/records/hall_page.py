"""What the hall of fame of a table shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.records.book import RecordBook
from companion.records.charts import Calendar, draw_calendar
from companion.records.players import Player
from companion.records.ratings import Rating
from scoring.stats.people import Streak
from scoring.stats.plays import GamePlay
from scoring.stats.rates import Rate
from scoring.stats.table import Duel, FallenRecord, TableNumbers

STREAKS, FALLEN, DUELS = 6, 6, 6


@dataclass(frozen=True)
class RankLine:
    player: Player
    rate: Rate
    rating: Rating | None


@dataclass(frozen=True)
class StreakLine:
    player: Player
    streak: Streak


@dataclass(frozen=True)
class FallenLine:
    names: str
    fallen: FallenRecord


@dataclass(frozen=True)
class DuelLine:
    one: Player
    other: Player
    duel: Duel


@dataclass(frozen=True)
class ResultLine:
    """A finished game with who won it."""

    play: GamePlay
    winners: str
    others: str


@dataclass(frozen=True)
class HallPage:
    numbers: TableNumbers
    ranks: tuple[RankLine, ...]
    streaks: tuple[StreakLine, ...]
    fallen: tuple[FallenLine, ...]
    duels: tuple[DuelLine, ...]
    recent: tuple[ResultLine, ...]
    calendar: Calendar | None

    @property
    def rated(self) -> bool:
        return any(line.rating and line.rating.shown for line in self.ranks)

    @property
    def left_out(self) -> bool:
        """Whether somebody played games that say nothing about who wins: alone, or without points."""
        people, scores = self.numbers.people, self.numbers.scores
        alone = any(scores[who].seats > people[who].games for who in people)
        return alone or self.numbers.blank > 0


def show_hall(book: RecordBook) -> HallPage:
    numbers, player = book.table(), book.players.player
    return HallPage(
        numbers,
        ranks=tuple(rank_lines(book)),
        streaks=tuple(
            StreakLine(player(who), one)
            for who, one in list(numbers.streaks.items())[:STREAKS]
        ),
        fallen=tuple(
            FallenLine(book.players.names(one.who), one)
            for one in numbers.fallen[:FALLEN]
        ),
        duels=tuple(
            DuelLine(player(one.one), player(one.other), one)
            for one in numbers.duels[:DUELS]
        ),
        recent=tuple(tell_result(book, play) for play in numbers.recent),
        calendar=draw_calendar(numbers.months),
    )


def rank_lines(book: RecordBook) -> Iterator[RankLine]:
    """By win rate; who has too few games comes last and has no rank."""
    ratings, numbers = book.ratings(), book.table()
    for who in book.players.rank(numbers.people, numbers.scores):
        if numbers.people[who].games:
            player = book.players.player(who)
            yield RankLine(player, numbers.people[who], ratings.get(who))


def tell_result(book: RecordBook, play: GamePlay) -> ResultLine:
    won = [seat.who for seat in play.winners]
    rest = [seat.who for seat in play.seats if not seat.wins]
    return ResultLine(play, book.players.names(won), book.players.names(rest))
