"""The score proof: a result on one page, with every row's rule and arithmetic."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from companion.base.wording import place_name, signed_points, translate
from companion.paper import frame
from companion.paper.flow import Block, paragraph_rows, pour_blocks, text_row
from companion.paper.grids import GridCell, Row, count_units, draw_grid
from companion.paper.pdf import paint_pdf
from companion.paper.rule_list import RuleList
from companion.paper.shapes import Drawing
from companion.sessions.forms import ScoringForm, TallyForm
from companion.sessions.looks import find_look
from companion.sessions.result import SessionResult, ShownRow
from companion.sessions.score_sheet import entries_beside_rows, row_sign
from scoring.entries import Entry, Group, Kind, entries_of, known_key
from scoring.rules import Rule
from scoring.seats import seat_letter
from scoring.sheet import Game, cited_rules

SENTENCE, TEXT = 5.0, 3.2  # the line that names the winner, and those below it
GAP = 4.0
TALLEST = 11.0
MOST_PROBLEMS = 4  # on paper; the page names them all


def draw_score_proof(
    form: ScoringForm, result: SessionResult, *, paper: str, note: str = ""
) -> bytes:
    """A result on one page; `note` says when and where it was."""
    room, name = frame.upright_room(paper), translate(form.game.name)
    rows = [*name_rows(form), *scored_rows(form, result), *outcome_rows(result)]
    rules, body = RuleList(rules_behind(result), room.width), frame.body_area(room)
    said = sentence_blocks(result, room.width)
    top = sum(block.height for block in said) + GAP
    space = body.height - top - rules.height - GAP
    unit = min(TALLEST, space / count_units(rows))
    shapes = (
        *frame.page_head(room, find_look(form.game.slug).emblem, name, note),
        *pour_blocks(body, said),
        *draw_grid(body.below(top), rows, form.players, unit=unit),
        *rules.draw(body.below(body.height - rules.height)),
        *frame.page_foot(room, "Empire Companion"),
    )
    return paint_pdf(Drawing(*frame.drawing_size(room), shapes, name), paper=paper)


def name_rows(form: ScoringForm) -> list[Row]:
    """Who played, and what they played."""
    first = form.played[0]
    who = tuple(
        GridCell(name, seat=seat_letter(seat)) for seat, name in enumerate(form.names)
    )
    rows = [Row(_("Name"), strong=True, cells=who)]
    for entry in entries_beside_rows(form.game.seat, form.players):
        key = entry_key(form.game.seat, entry)
        said = [value_words(entry, getattr(seat, key)) for seat in first.seats]
        if any(said):
            label = translate(entry.label)
            rows.append(Row(label, entry.rule.id, cells=tuple(map(GridCell, said))))
    return rows


def entry_key(record: type, wanted: Entry) -> str:
    return next(key for key, entry in entries_of(record).items() if entry is wanted)


def value_words(entry: Entry, value: Any) -> str:
    """A value as a person says it: the name of a choice, a number, or what was typed."""
    if entry.kind in (Kind.PICK, Kind.NAME):
        key = known_key(str(value), entry.choices)
        return translate(entry.choices[key]) if key in entry.choices else str(value)
    return str(value) if value else ""


def scored_rows(form: ScoringForm, result: SessionResult) -> list[Row]:
    bands = {one.number: one for one in form.tallies} if form.game.tally_name else {}
    rows = []
    for number, shown in result.tallies:
        if bands:
            rows.append(filled_tally_band(form.game, bands[number]))
        rows += [scored_row(form.game, row) for row in shown]
    return rows


def filled_tally_band(game: Game[Any, Any], tally: TallyForm) -> Row:
    """A tally's heading, with what the whole table entered in it."""
    board = tally.board.record
    said = [
        f"{translate(entry.label)}: {value_words(entry, getattr(board, key))}"
        for key, entry in tally.board.asked.items()
        if entry.group is Group.MAIN and getattr(board, key) != entry.default
    ]
    heading = f"{translate(game.tally_name)} {tally.number} · {tally.at_stake}"
    return Row(heading.strip(" ·"), "   ".join(said), band=True)


def scored_row(game: Game[Any, Any], shown: ShownRow, *, compared: bool = False) -> Row:
    cells = tuple(
        GridCell(cell.shown, "" if compared else translate(cell.why))
        for cell in shown.cells
    )
    label, sign = translate(shown.row.label), row_sign(game, shown.row)
    return Row(label, shown.row.rule.id, cells=cells, sign=sign)


def outcome_rows(result: SessionResult) -> list[Row]:
    sheet = result.sheet
    totals = tuple(GridCell(signed_points(total)) for total in sheet.totals)
    places = tuple(GridCell(place_name(number)) for number in sheet.places)
    return [
        Row(_("Total"), strong=True, cells=totals),
        *(scored_row(result.form.game, row, compared=True) for row in result.ties),
        Row(_("Place"), strong=True, cells=places),
    ]


def sentence_blocks(result: SessionResult, width: float) -> list[Block]:
    """Who won and why, and what is still wrong."""
    return [
        text_row(result.headline, SENTENCE, bold=True),
        *(
            line
            for said in reason_sentences(result)
            for line in paragraph_rows(said, TEXT, width)
        ),
    ]


def reason_sentences(result: SessionResult) -> list[str]:
    sheet = result.sheet
    said = []
    if result.decided or not sheet.ending.over:
        said.append(f"{translate(sheet.ending.why)} ({sheet.ending.rule.id})")
    said += [f"{words} ({rule.id})" for words, rule in result.tie_breaks]
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
