"""A score sheet as people read it: who leads, why, and what is still to be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from django.utils.translation import gettext as _

from companion.base.wording import signed_points, translate
from companion.sessions.forms import ScoringForm
from scoring.entries import Kind, entries_of
from scoring.rules import Problem, Remark, Rule
from scoring.sheet import Ending, Race, ScoreRow, ScoreSheet, Step
from scoring.words import Words


@dataclass(frozen=True)
class Standing:
    seat: int
    name: str
    total: int
    place: int
    wins: bool
    tint: str = ""  # the colour of whoever has one
    played_as: str = ""  # a faction or clan


@dataclass(frozen=True)
class Cell:
    who: Standing
    points: int
    why: Words
    shown: str


@dataclass(frozen=True)
class ShownRow:
    row: ScoreRow
    key: str  # tells it from the other rows of the page
    cells: list[Cell]


@dataclass(frozen=True)
class SessionResult:
    form: ScoringForm
    sheet: ScoreSheet
    covered: bool = False  # nobody sees it before the table asks
    tints: tuple[str, ...] = ()

    @property
    def begun(self) -> bool:
        return bool(self.form.entered)

    @cached_property
    def standings(self) -> list[Standing]:
        sheet = self.sheet
        winners = sheet.winners if self.begun else ()  # nobody has won an empty table
        tints = self.tints or ("",) * self.form.players
        return [
            Standing(seat, name, total, place, seat in winners, tint, played_as)
            for seat, (name, total, place, tint, played_as) in enumerate(
                zip(
                    self.form.names,
                    sheet.totals,
                    sheet.places,
                    tints,
                    self.played_as,
                    strict=True,
                )
            )
        ]

    @property
    def played_as(self) -> list[str]:
        """The faction or clan of each seat, in words; nothing where a game has none."""
        seats = self.form.played[0].seats
        for key, entry in entries_of(self.form.game.seat).items():
            if entry.kind is Kind.NAME:
                chosen = [getattr(seat, key) for seat in seats]
                return [translate(entry.choices.get(one, one)) for one in chosen]
        return [""] * len(seats)

    @property
    def headline(self) -> str:
        """The one sentence people came for."""
        ahead = [who for who in self.standings if who.place == 1]
        names = ", ".join(who.name for who in ahead)
        values: dict[str, str | int] = {"names": names, "total": ahead[0].total}
        if not self.sheet.winners:
            return self.undecided(values)
        if len(ahead) > 1:
            return _("Shared victory: %(names)s with %(total)s") % values
        return _("%(names)s wins with %(total)s") % values

    def undecided(self, values: dict[str, str | int]) -> str:
        if len(self.form.names) == 1:
            return _("%(names)s has %(total)s") % values
        return _("%(names)s leads with %(total)s") % values

    @property
    def tied(self) -> bool:
        """Whether the tie-breaks matter: the game is over with two or more in front."""
        totals = self.sheet.totals
        over = self.begun and self.sheet.ending.over
        return over and totals.count(max(totals)) > 1

    @property
    def tallies(self) -> Iterator[tuple[int, list[ShownRow]]]:
        rows = (row for row in self.sheet.rows if row.shown)
        for tally, group in groupby(rows, key=lambda row: row.tally):
            yield tally, [self.row(row, f"{tally}-{n}") for n, row in enumerate(group)]

    @property
    def ties(self) -> list[ShownRow]:
        """What is compared, as people know it: the place in turn order, not its worth."""
        ties = [self.row(row, f"tie-{n}") for n, row in enumerate(self.sheet.ties)]
        return [
            replace(
                tie,
                cells=[
                    replace(c, shown=translate(c.why) or c.shown) for c in tie.cells
                ],
            )
            for tie in ties
            if self.tied
        ]

    def row(self, row: ScoreRow, key: str) -> ShownRow:
        shown = map(signed_points, row.points)
        return ShownRow(
            row, key, list(map(Cell, self.standings, row.points, row.why, shown))
        )

    @property
    def problems(self) -> list[tuple[str, Problem]]:
        return [(self.where(one), one) for one in self.sheet.problems if self.begun]

    @property
    def remarks(self) -> list[tuple[str, Remark]]:
        return [(self.where(one), one) for one in self.sheet.remarks if self.begun]

    @property
    def race(self) -> list[tuple[Standing, int]]:
        """How far everybody is towards the end of the game."""
        race = self.sheet.race
        return list(zip(self.standings, race.have, strict=True)) if race else []

    @property
    def steps(self) -> list[tuple[str, Step]]:
        """What the table does now."""
        return [(self.where(one), one) for one in self.sheet.steps if self.begun]

    @property
    def rules(self) -> list[Rule]:
        """Every rule somebody may ask about beside those of the rows."""
        sheet = self.sheet
        said: tuple[Ending | ScoreRow | Problem | Remark | Step | Race, ...] = (
            sheet.ending,
            *sheet.ties,
            *sheet.problems,
            *sheet.remarks,
            *sheet.steps,
            *([sheet.race] if sheet.race else []),
        )
        return list({one.rule.id: one.rule for one in said}.values())

    def where(self, said: Problem | Remark | Step) -> str:
        """Whom it concerns, and in which tally where there are several."""
        words = []
        if said.tally and len(self.form.tallies) > 1:
            words.append(f"{translate(self.form.game.tally_name)} {said.tally}")
        if said.seat is not None:
            words.append(self.form.names[said.seat])
        return " · ".join(words)
