"""What a game's page shows of the times it was played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.paper.bars import BarChart
from companion.paper.charts import Chart
from companion.records.book import RecordBook
from companion.records.charts import draw_scores, draw_spread
from companion.records.players import HOLDERS, Player
from companion.records.wording import faction_name
from scoring.stats.games import GameNumbers, GameRecord
from scoring.stats.rates import Rate

COLUMNS = 8  # people in the table of factions: those who play most


@dataclass(frozen=True)
class PersonLine:
    player: Player
    rate: Rate
    average: float


@dataclass(frozen=True)
class RecordLine:
    record: GameRecord
    names: str


@dataclass(frozen=True)
class FactionLine:
    name: str
    rate: Rate
    cells: tuple[Rate, ...]  # by person, in the order of the columns


@dataclass(frozen=True)
class GamePage:
    numbers: GameNumbers
    people: tuple[PersonLine, ...]
    records: tuple[RecordLine, ...]
    columns: tuple[Player, ...]
    factions: tuple[FactionLine, ...]
    scores: Chart | None
    spread: BarChart | None


def show_game(book: RecordBook, slug: str) -> GamePage:
    numbers, players = book.game(slug), book.players
    often = sorted(numbers.people, key=lambda who: -numbers.people[who].games)
    columns = often[:COLUMNS]
    return GamePage(
        numbers,
        people=tuple(
            PersonLine(
                players.player(who), numbers.people[who], numbers.scores[who].average
            )
            for who in players.rank(numbers.people, numbers.scores)
        ),
        records=tuple(
            RecordLine(one, players.names(one.who, HOLDERS)) for one in numbers.records
        ),
        columns=tuple(map(players.player, columns)),
        factions=tuple(
            FactionLine(
                faction_name(slug, row.faction),
                row.rate,
                tuple(row.by_person.get(who, Rate()) for who in columns),
            )
            for row in numbers.factions
        ),
        scores=book.keep(("scores", slug), lambda: draw_scores(numbers, players)),
        spread=book.keep(("spread", slug), lambda: draw_spread(numbers)),
    )
