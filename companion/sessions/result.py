"""A score sheet as people read it: who leads, why, and what is still to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from companion.base.wording import place_name, signed_points, translate
from companion.sessions.forms import ScoringForm
from companion.sessions.placed_problems import PlacedProblem, place_problem
from scoring.entries import Kind, entries_of
from scoring.final_scores import FINAL_SCORES
from scoring.missing import (
    NO_QUESTION,
    TieQuestion,
    ask_for_tie,
    is_decided,
    line_keys,
    missing_counts,
)
from scoring.rules import Problem, Remark, Rule
from scoring.seats import LETTERS
from scoring.sheet import (
    Ending,
    Race,
    ScoreLine,
    ScoreRow,
    ScoreSheet,
    TableStep,
    TieBreak,
)
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
    letter: str = ""  # where it isn't the seat's own


@dataclass(frozen=True)
class ResultCell:
    who: Standing
    points: int
    why: Words
    shown: str


@dataclass(frozen=True)
class ShownRow:
    row: ScoreRow
    key: str  # tells it from the other rows of the page
    cells: list[ResultCell]


@dataclass(frozen=True)
class SessionResult:
    form: ScoringForm
    sheet: ScoreSheet
    covered: bool = False  # nobody sees it before the table asks
    tints: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()  # where players keep theirs whoever is there
    decided: bool = True  # nothing that is still to be entered changes who has won
    tie: TieQuestion = NO_QUESTION  # what would break a tie, and whom to ask
    missing: tuple[tuple[str, int], ...] = ()  # who still has how much to enter

    @property
    def begun(self) -> bool:
        return self.form.counted

    @property
    def unscored(self) -> bool:
        """Whether nobody has a point while something is still to enter: no places, nothing to tell."""
        return not any(self.sheet.totals) and bool(self.missing)

    @cached_property
    def standings(self) -> list[Standing]:
        sheet = self.sheet
        winners = sheet.winners if self.begun and self.decided else ()
        tints = self.tints or ("",) * self.form.players
        letters = self.letters or LETTERS
        return [
            Standing(
                seat,
                name,
                total,
                place,
                seat in winners,
                tint,
                played_as,
                letters[seat],
            )
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
        seats = self.form.played_tallies[0].seats
        for key, entry in entries_of(self.form.game.seat).items():
            if entry.kind is Kind.NAME:
                chosen = [getattr(seat, key) for seat in seats]
                return [translate(entry.choices.get(one, one)) for one in chosen]
        return [""] * len(seats)

    @property
    def headline(self) -> str:
        """The one sentence people came for."""
        winners = [who for who in self.standings if who.wins]
        if not winners:
            return self.undecided_headline()
        values = {"names": join_names(winners), "total": winners[0].total}
        if len(winners) > 1:
            return tell_shared_win([who.name for who in winners], winners[0].total)
        return _("%(names)s wins with %(total)s") % values

    def undecided_headline(self) -> str:
        most = max(self.sheet.totals)
        ahead = [who for who in self.standings if who.total == most]
        values = {"names": join_names(ahead), "total": most}
        if len(self.form.names) == 1:
            return _("%(names)s has %(total)s") % values
        if len(ahead) > 1 and self.missing:
            return _("Tied at %(total)s so far: %(names)s") % values
        if len(ahead) > 1:
            return _("Tied at %(total)s: %(names)s") % values
        return _("%(names)s leads with %(total)s") % values

    @property
    def why(self) -> str:
        """How the game ended, or why it goes on; nothing while that isn't sure."""
        ending = self.sheet.ending
        unsure = not self.decided or self.sheet.problems
        return "" if ending.over and unsure else translate(ending.why)

    @property
    def asks_board(self) -> forms.BoundField | None:
        """What the whole table still has to enter before somebody can have won."""
        key = self.sheet.ending.asks
        wanted = self.begun and not self.decided and not self.missing
        return self.form.tallies[-1].board[key] if key and wanted else None

    @property
    def tie_breaks(self) -> list[tuple[str, Rule]]:
        """What told equal points apart, with its numbers and its rule."""
        if not (self.begun and self.decided):
            return []
        return [
            (self.tie_break_words(one), one.row.rule) for one in self.sheet.tie_breaks
        ]

    @property
    def deciding_tie_break(self) -> str:
        """What told the winner from whoever had as many points; nothing where the points did."""
        found = self.sheet.tie_breaks if self.begun and self.decided else ()
        first = [self.tie_break_words(one) for one in found if one.place == 1]
        return first[-1] if first else ""

    def tie_break_words(self, one: TieBreak) -> str:
        what, row = translate(one.row.label), one.row
        if row.rule is FINAL_SCORES:
            return _("%(name)s won the tiebreak") % {
                "name": self.form.names[one.seats[0]]
            }
        numbers = [
            translate(row.why[seat]) or signed_points(row.points[seat])
            for seat in one.seats
        ]
        values = {
            "what": what[:1].lower() + what[1:],
            "numbers": _(" to ").join(numbers),
            "place": place_name(one.place),
        }
        if one.place == 1:
            return _("Tiebreak: %(what)s, %(numbers)s") % values
        return _("Tiebreak for %(place)s place: %(what)s, %(numbers)s") % values

    @property
    def ends_here(self) -> bool:
        """Whether no further chapter follows what is entered now."""
        return self.sheet.ending.over or self.form.next_tally is None

    @property
    def tied(self) -> bool:
        """Whether the tie-breaks matter: somebody is asked, or they have decided."""
        totals = self.sheet.totals
        level = totals.count(max(totals)) > 1
        over = self.begun and self.decided and self.sheet.ending.over
        return bool(self.tie.seats) or (over and level)

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
                    replace(c, shown=self.compare_in_words(line, c)) for c in tie.cells
                ],
            )
            for line, tie in zip(self.form.game.tie_breaks, ties, strict=True)
            if self.tied
        ]

    def compare_in_words(self, line: ScoreLine[Any, Any], cell: ResultCell) -> str:
        """What somebody has of it; a dash where nobody asked them."""
        keys = line_keys(self.form.game, line, self.form.played_tallies[-1])
        given = self.form.given_entries
        if keys and not any((cell.who.seat, key) in given for key in keys):
            return "–"
        return translate(cell.why) or cell.shown

    def row(self, row: ScoreRow, key: str) -> ShownRow:
        shown = map(signed_points, row.points)
        return ShownRow(
            row, key, list(map(ResultCell, self.standings, row.points, row.why, shown))
        )

    @property
    def problems(self) -> list[tuple[str, PlacedProblem]]:
        """Whom each concerns, and what it is; a pair stands in its sentence by name."""
        found = self.sheet.problems if self.form.entered else ()
        return [(one.where, one) for one in map(self.place_problem, found)]

    def place_problem(self, problem: Problem) -> PlacedProblem:
        return place_problem(self.form, problem, self.where(problem))

    @property
    def twins(self) -> list[tuple[str, Problem]]:
        """The fields of those who have the same, and what is said there."""
        return [
            (f"{self.cell_of(one.twin, one)} {self.cell_of(one.seat, one)}", one)
            for _where, one in self.problems
            if one.twin is not None
        ]

    def cell_of(self, seat: int | None, problem: Problem) -> str:
        once = entries_of(self.form.game.seat)[problem.entry].once
        tally = 1 if once else len(self.form.tallies)
        return f"{tally}s{seat}-{problem.entry}"

    @property
    def remarks(self) -> list[tuple[str, Remark]]:
        return [(self.where(one), one) for one in self.sheet.remarks if self.begun]

    @property
    def race(self) -> list[tuple[Standing, int]]:
        """How far everybody is towards the end of the game."""
        race = self.sheet.race
        return list(zip(self.standings, race.have, strict=True)) if race else []

    @property
    def steps(self) -> list[tuple[str, TableStep]]:
        """What the table does now; between two chapters only once the last is entered whole."""
        between = bool(self.form.game.tally_name)
        if not self.begun or (between and self.missing):
            return []
        return [(self.where(one), one) for one in self.sheet.steps]

    @property
    def rules(self) -> list[Rule]:
        """Every rule somebody may ask about beside those of the rows."""
        sheet = self.sheet
        said: tuple[Ending | ScoreRow | Problem | Remark | TableStep | Race, ...] = (
            sheet.ending,
            *sheet.ties,
            *sheet.problems,
            *sheet.remarks,
            *sheet.steps,
            *([sheet.race] if sheet.race else []),
        )
        return list({one.rule.id: one.rule for one in said}.values())

    def where(self, said: Problem | Remark | TableStep) -> str:
        """Whom it concerns, and in which tally where there are several."""
        words = []
        if said.tally and len(self.form.tallies) > 1:
            words.append(f"{translate(self.form.game.tally_name)} {said.tally}")
        paired = isinstance(said, Problem) and said.twin is not None
        if said.seat is not None and not paired:
            words.append(self.form.names[said.seat])
        return " · ".join(words)


def tell_shared_win(names: Sequence[str], total: int | str) -> str:
    values = {"names": ", ".join(names[:-1]), "last": names[-1], "total": total}
    return _("%(names)s and %(last)s share the win with %(total)s") % values


def join_names(standings: Iterable[Standing]) -> str:
    return ", ".join(who.name for who in standings)


def make_result(
    form: ScoringForm, sheet: ScoreSheet, *, finished: bool = False, **more: Any
) -> SessionResult:
    """The result of what is entered so far, which names a winner only once it is all there."""
    game, tallies, given = form.game, form.played_tallies, form.given_entries
    counts = missing_counts(game, tallies[-1], given)
    by_seat = Counter(seat for seat, _key in counts)
    tie = NO_QUESTION if finished else ask_for_tie(game, tallies, sheet, given)
    return SessionResult(
        form,
        sheet,
        decided=finished or is_decided(game, tallies, sheet, given),
        tie=tie,
        missing=tuple((form.names[seat], by_seat[seat]) for seat in sorted(by_seat)),
        **more,
    )
