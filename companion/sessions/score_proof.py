"""The score proof: a result on one page, with every row's rule and arithmetic."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.base.wording import place_name, signed_points, translate
from companion.paper import page
from companion.paper.ruled import (
    GAP,
    TEXT,
    TITLE,
    Cell,
    RuledRow,
    draw_legend,
    draw_rows,
    rule_order,
)
from companion.paper.typeface import BOLD, DISPLAY, REGULAR
from companion.sessions.forms import ScoringForm, TallyForm
from companion.sessions.result import SessionResult, ShownRow
from companion.sessions.score_sheet import entries_beside_rows
from scoring.entries import Entry, Group, Kind, entries_of, known_key
from scoring.rules import Rule
from scoring.seats import seat_letter
from scoring.sheet import Game, cited_rules

TITLE_ROOM = 11 * mm
SENTENCE = 14.0  # points of the line that names the winner
LINE = 5 * mm
TALLEST = 11 * mm
MOST_PROBLEMS = 4  # on paper; the page names them all


def draw_score_proof(form: ScoringForm, result: SessionResult, *, paper: str) -> bytes:
    name = translate(form.game.name)
    rows = [*name_rows(form), *scored_rows(form, result), *outcome_rows(result)]
    rules = sorted(rules_behind(result), key=rule_order)

    def sheet(canvas: Canvas, width: float, height: float) -> None:
        page.write(canvas, 0, height - 7 * mm, name, DISPLAY, TITLE)
        top = draw_sentences(canvas, result, width, height - TITLE_ROOM)
        foot = draw_legend(canvas, rules, width) + GAP
        unit = min(TALLEST, (top - foot) / sum(row.share for row in rows))
        draw_rows(canvas, rows, form.players, width, top=top, unit=unit)

    return page.one_page_document(name, paper, sheet)


def name_rows(form: ScoringForm) -> list[RuledRow]:
    """Who played, and what they played."""
    first = form.played[0]
    who = tuple(
        Cell(name, seat=seat_letter(seat)) for seat, name in enumerate(form.names)
    )
    rows = [RuledRow(_("Name"), strong=True, cells=who)]
    for entry in entries_beside_rows(form.game.seat, form.players):
        key = entry_key(form.game.seat, entry)
        said = [value_words(entry, getattr(seat, key)) for seat in first.seats]
        if any(said):
            label = translate(entry.label)
            rows.append(RuledRow(label, entry.rule.id, cells=tuple(map(Cell, said))))
    return rows


def entry_key(record: type, wanted: Entry) -> str:
    return next(key for key, entry in entries_of(record).items() if entry is wanted)


def value_words(entry: Entry, value: Any) -> str:
    """A value as a person says it: the name of a choice, a number, or what was typed."""
    if entry.kind in (Kind.PICK, Kind.NAME):
        key = known_key(str(value), entry.choices)
        return translate(entry.choices[key]) if key in entry.choices else str(value)
    return str(value) if value else ""


def scored_rows(form: ScoringForm, result: SessionResult) -> list[RuledRow]:
    bands = {one.number: one for one in form.tallies} if form.game.tally_name else {}
    rows = []
    for number, shown in result.tallies:
        if bands:
            rows.append(filled_tally_band(form.game, bands[number]))
        rows += [scored_row(row) for row in shown]
    return rows


def filled_tally_band(game: Game[Any, Any], tally: TallyForm) -> RuledRow:
    """A tally's heading, with what the whole table entered in it."""
    board = tally.board.record
    said = [
        f"{translate(entry.label)}: {value_words(entry, getattr(board, key))}"
        for key, entry in tally.board.asked.items()
        if entry.group is Group.MAIN and getattr(board, key) != entry.default
    ]
    heading = f"{translate(game.tally_name)} {tally.number} · {tally.at_stake}"
    return RuledRow(heading.strip(" ·"), "   ".join(said), band=True)


def scored_row(shown: ShownRow, *, compared: bool = False) -> RuledRow:
    cells = tuple(
        Cell(cell.shown, "" if compared else translate(cell.why))
        for cell in shown.cells
    )
    return RuledRow(translate(shown.row.label), shown.row.rule.id, cells=cells)


def outcome_rows(result: SessionResult) -> list[RuledRow]:
    sheet = result.sheet
    totals = tuple(Cell(signed_points(total)) for total in sheet.totals)
    places = tuple(Cell(place_name(number)) for number in sheet.places)
    return [
        RuledRow(_("Total"), strong=True, cells=totals),
        *(scored_row(row, compared=True) for row in result.ties),
        RuledRow(_("Place"), strong=True, cells=places),
    ]


def draw_sentences(
    canvas: Canvas, result: SessionResult, width: float, y: float
) -> float:
    """Who won and why, and what is still wrong; returns where the table may begin."""
    y -= LINE
    headline = page.fit_text(result.headline, BOLD, SENTENCE, width)
    page.write(canvas, 0, y, headline, BOLD, SENTENCE)
    for said in reason_sentences(result):
        y -= LINE
        page.write(
            canvas, 0, y, page.fit_text(said, REGULAR, TEXT, width), REGULAR, TEXT
        )
    return y - LINE


def reason_sentences(result: SessionResult) -> list[str]:
    sheet = result.sheet
    said = [f"{translate(sheet.ending.why)} ({sheet.ending.rule.id})"]
    if sheet.winners and sheet.decided_by:
        by = translate(sheet.decided_by.label)
        tie = _("The tie was decided by:")
        said.append(f"{tie} {by} ({sheet.decided_by.rule.id})")
    for where, problem in result.problems[:MOST_PROBLEMS]:
        wrong = f"{where}: " if where else ""
        said.append(f"⚠ {wrong}{translate(problem.message)} ({problem.rule.id})")
    return said


def rules_behind(result: SessionResult) -> list[Rule]:
    """The rules of the rows that are shown, and of the sentences above them."""
    shown = [row.row.rule for _number, rows in result.tallies for row in rows]
    compared = [row.row.rule for row in result.ties]
    problems = [problem.rule for _where, problem in result.problems]
    told = [
        *shown,
        *compared,
        *problems,
        *rules_in_reasons(result),
        result.sheet.ending.rule,
    ]
    return list({rule.id: rule for rule in told}.values())


def rules_in_reasons(result: SessionResult) -> list[Rule]:
    """Rules that a reason speaks of, such as that of a tie."""
    cells = [c for _n, rows in result.tallies for row in rows for c in row.cells]
    reasons = " ".join(translate(cell.why) for cell in cells)
    spoken_of = set(re.findall(r"[A-Z]+-[0-9]+", reasons))
    return [rule for rule in cited_rules(result.form.game) if rule.id in spoken_of]
