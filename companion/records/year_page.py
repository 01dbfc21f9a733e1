"""A year of a table: what its page and its printed page tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import add

from companion.records.book import RecordBook
from companion.records.charts import Calendar, draw_calendar
from companion.records.hall_page import DuelLine, RankLine, StreakLine, rank_lines
from companion.records.wording import tell_holders
from scoring.stats.games import GameRecord, RecordKind
from scoring.stats.plays import GamePlay
from scoring.stats.table import TableNumbers


@dataclass(frozen=True)
class BestLine:
    """The best score of a game in this year."""

    game: str
    count: int
    record: GameRecord
    told: str  # whose it is, and since when


@dataclass(frozen=True)
class MarginLine:
    """The closest game or the clearest win of the year."""

    record: GameRecord
    told: str


@dataclass(frozen=True)
class YearPage:
    year: int
    numbers: TableNumbers
    undated: int  # games of the table that are in no year
    nights: int
    ranks: tuple[RankLine, ...]
    best: tuple[BestLine, ...]
    margins: tuple[MarginLine, ...]
    streaks: tuple[StreakLine, ...]
    duels: tuple[DuelLine, ...]
    calendar: Calendar | None


def show_year(book: RecordBook, year: int) -> YearPage:
    own = book.narrow(("year", year), lambda play: is_in_year(play, year))
    numbers, player = own.table(), own.players.player
    return YearPage(
        year,
        numbers,
        undated=book.table().undated,
        nights=len({play.day for play in own.plays}),
        ranks=tuple(rank_lines(own)),
        best=tuple(best_lines(own)),
        margins=tuple(margin_lines(own)),
        streaks=tuple(
            StreakLine(player(who), one) for who, one in numbers.streaks.items()
        ),
        duels=tuple(
            DuelLine(player(one.one), player(one.other), one) for one in numbers.duels
        ),
        calendar=draw_calendar(numbers.months) if len(numbers.months) > 1 else None,
    )


def is_in_year(play: GamePlay, year: int) -> bool:
    return play.day is not None and play.day.year == year


def best_lines(book: RecordBook) -> Iterator[BestLine]:
    """Of every game in which anybody scored."""
    for slug, count in book.table().games.items():
        for best in book.game(slug).records[:1]:
            yield BestLine(slug, count, best, tell_holders(best, book.players))


def margin_lines(book: RecordBook) -> Iterator[MarginLine]:
    """Over all games, as far as anybody won one."""
    records = [one for slug in book.table().games for one in book.game(slug).records]
    told = set()
    for kind in (RecordKind.CLOSEST, RecordKind.CLEAREST):
        own = sorted((one for one in records if one.kind is kind), key=first_day)
        if own and (best := reduce(add, own)).play.key not in told:
            told.add(best.play.key)
            yield MarginLine(best, tell_holders(best, book.players))


def first_day(record: GameRecord) -> date:
    return record.play.day or date.min
