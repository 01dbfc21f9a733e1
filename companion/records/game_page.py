"""What a game's page shows of the times it was played."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from companion.paper.bars import BarChart
from companion.paper.charts import Chart
from companion.paper.heat import (
    LEAST_COLUMN,
    HeatCell,
    HeatMap,
    HeatRow,
    heat_drawing,
    share_as_heat,
)
from companion.paper.svg import paint_svg
from companion.records.book import RecordBook
from companion.records.charts import draw_scores, draw_spread
from companion.records.players import Player, Players
from companion.records.wording import faction_name, tell_holders
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
    told: str  # whose it is, and since when


@dataclass(frozen=True)
class FactionLine:
    name: str
    rate: Rate
    cells: tuple[Rate, ...]  # by person, in the order of the columns


@dataclass(frozen=True)
class FactionMap:
    """How everybody did with each faction: the table of it, and how it is drawn."""

    columns: tuple[Player, ...]
    lines: tuple[FactionLine, ...]

    @property
    def heat(self) -> HeatMap:
        names = (_("All"), *(one.name for one in self.columns))
        rows = (
            HeatRow(line.name, tuple(map(heat_cell, (line.rate, *line.cells))))
            for line in self.lines
        )
        return HeatMap(_("Factions and people"), names, tuple(rows))

    @property
    def drawn(self) -> SafeString:
        return paint_svg(heat_drawing(self.heat))

    @property
    def is_wide(self) -> bool:
        """Whether its numbers need more room than those of a few games."""
        return self.heat.column_width > LEAST_COLUMN


def heat_cell(rate: Rate) -> HeatCell:
    if not rate.games:
        return HeatCell("")
    return HeatCell(f"{rate.won}/{rate.games}", share_as_heat(rate.share))


@dataclass(frozen=True)
class GamePage:
    numbers: GameNumbers
    people: tuple[PersonLine, ...]
    records: tuple[RecordLine, ...]
    factions: FactionMap | None
    scores: Chart | None
    spread: BarChart | None


def show_game(book: RecordBook, slug: str) -> GamePage:
    numbers, players = book.game(slug), book.players
    return GamePage(
        numbers,
        people=tuple(
            PersonLine(
                players.player(who), numbers.people[who], numbers.scores[who].average
            )
            for who in players.rank(numbers.people, numbers.scores)
        ),
        records=tuple(
            RecordLine(one, tell_holders(one, players)) for one in numbers.records
        ),
        factions=map_factions(numbers, players, slug) if numbers.factions else None,
        scores=book.keep(("scores", slug), lambda: draw_scores(numbers, players)),
        spread=book.keep(("spread", slug), lambda: draw_spread(numbers)),
    )


def map_factions(numbers: GameNumbers, players: Players, slug: str) -> FactionMap:
    often = sorted(numbers.people, key=lambda who: -numbers.people[who].games)
    columns = often[:COLUMNS]
    lines = (
        FactionLine(
            faction_name(slug, row.faction),
            row.rate,
            tuple(row.by_person.get(who, Rate()) for who in columns),
        )
        for row in numbers.factions
    )
    return FactionMap(tuple(map(players.player, columns)), tuple(lines))
