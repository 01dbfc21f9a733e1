"""The score proof: a result on one page, with every row's rule and arithmetic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from companion.base.wording import place_name, signed_points, translate
from companion.paper import frame
from companion.paper.areas import Area
from companion.paper.flow import Block, paragraph_rows, pour_blocks
from companion.paper.grids import (
    GridCell,
    Row,
    count_units,
    draw_grid,
    fit_reasons,
    split_rows,
)
from companion.paper.pdf import paint_pages
from companion.paper.qr import code_shapes
from companion.paper.rule_list import RuleList
from companion.paper.shapes import Drawing, Shapes
from companion.paper.sizes import LARGE, TEXT
from companion.sessions.forms import ScoringForm, TallyForm
from companion.sessions.looks import find_accent, find_look
from companion.sessions.result import SessionResult, ShownRow
from companion.sessions.score_sheet import (
    entries_beside_rows,
    entry_sign,
    page_words,
    row_sign,
    subtotal_row,
)
from companion.sessions.timing import describe_seconds
from scoring.entries import Entry, Group, Kind, entries_of, known_key
from scoring.rules import Rule
from scoring.sheet import Game, cited_rules

GAP = 4.0
CODE = 28.0  # the code of the shared result: large enough for a blurred photo
LEAST, TALLEST = 7.2, 11.0  # a row; in a lower one there is no room for a reason
MOST_PROBLEMS = 4  # on paper; the page names them all


def draw_score_proof(
    form: ScoringForm,
    result: SessionResult,
    *,
    paper: str,
    facts: Sequence[str] = (),
    link: str = "",
    times: Sequence[int] = (),
) -> bytes:
    """A result on one page, or two where it was a long game.

    The facts say when and where it was, the link leads to the shared result, the times are the
    seconds every seat took by the turn clock.
    """
    room, name = frame.upright_room(paper), translate(form.game.name)
    told = draw_sentences(frame.body_area(room), result, facts, link)
    size, accent = frame.drawing_size(room), find_accent(form.game.slug)
    pages = [
        Drawing(*size, shapes, name, accent)
        for shapes in draw_pages(room, form, result, told, times)
    ]
    return paint_pages(pages, paper=paper, title=name, subject=result.headline)


def draw_pages(
    room: Area,
    form: ScoringForm,
    result: SessionResult,
    told: Block,
    times: Sequence[int],
) -> Iterator[Shapes]:
    rows = [
        *name_rows(form, result),
        *scored_rows(form, result),
        *outcome_rows(result),
        *time_rows(times),
    ]
    body, rules = (
        frame.body_area(room),
        RuleList(rules_behind(form, result), room.width),
    )
    tables = body.below(told.height + GAP)
    tables = tables.top(tables.height - rules.height - GAP)
    parts = split_rows(
        fit_reasons(rows, body.width, form.players), tables.height / LEAST
    )
    unit = min(TALLEST, *(tables.height / count_units(part) for part in parts))
    head = frame.page_head(
        room, find_look(form.game.slug).emblem, translate(form.game.name)
    )
    for number, part in enumerate(parts, start=1):
        count = page_words(number, len(parts))
        yield (
            *head,
            *told.draw(body),
            *draw_grid(tables, part, form.players, unit=unit),
            *rules.draw(tables.below(unit * count_units(part) + GAP)),
            *frame.page_foot(room, "Empire Companion", count),
        )


def draw_sentences(
    area: Area, result: SessionResult, facts: Sequence[str], link: str
) -> Block:
    """Who won, when and where that was, and why; the code of the shared result beside it."""
    side = CODE + GAP if link else 0.0
    said = sentence_blocks(result, facts, area.width - side)
    height = max(sum(block.height for block in said), CODE if link else 0.0)

    def draw(room: Area) -> Shapes:
        code = room.beside(room.width - CODE).top(CODE)
        return (
            *pour_blocks(room, said),
            *(code_shapes(code, link) if link else ()),
        )

    return Block(height, draw)


def name_rows(form: ScoringForm, result: SessionResult) -> list[Row]:
    """Who played, and what they played."""
    first = form.played_tallies[0]
    who = tuple(
        GridCell(one.name, seat=one.letter, wins=one.wins) for one in result.standings
    )
    rows = [Row(_("Name"), strong=True, cells=who)]
    for entry in entries_beside_rows(form.game.seat, form.players):
        key = entry_key(form.game.seat, entry)
        said = [value_words(entry, getattr(seat, key)) for seat in first.seats]
        if any(said):
            label = translate(entry.label)
            sign, cells = entry_sign(form.game, entry), tuple(map(GridCell, said))
            rows.append(Row(label, entry.rule.id, cells=cells, sign=sign))
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
    """Every row that scored; where a game is counted more than once, also what everybody had by then."""
    bands = {one.number: one for one in form.tallies} if form.game.tally_name else {}
    rows, so_far = list[Row](), [0] * form.players
    for number, shown in result.tallies:
        if bands:
            rows.append(filled_tally_band(form.game, bands[number]))
        rows += [scored_row(form.game, row) for row in shown]
        if bands:
            so_far = [
                had + sum(row.cells[seat].points for row in shown)
                for seat, had in enumerate(so_far)
            ]
            cells = tuple(GridCell(signed_points(one)) for one in so_far)
            rows.append(subtotal_row(result.sheet, cells))
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
    totals = tuple(
        GridCell(signed_points(one.total), wins=one.wins) for one in result.standings
    )
    places = tuple(GridCell(place_name(number)) for number in sheet.places)
    return [
        Row(_("Total"), strong=True, large=True, sign="vp", cells=totals),
        *(scored_row(result.form.game, row, compared=True) for row in result.ties),
        Row(_("Place"), strong=True, cells=places),
    ]


def time_rows(times: Sequence[int]) -> list[Row]:
    """How long everybody took, where a clock ran."""
    cells = tuple(GridCell(describe_seconds(one)) for one in times)
    return [Row(_("Time per player"), cells=cells)] if cells else []


def sentence_blocks(
    result: SessionResult, facts: Sequence[str], width: float
) -> list[Block]:
    """Who won, when and where, why, and what is still wrong."""
    when = " · ".join(filter(None, facts))
    return [
        *paragraph_rows(result.headline, LARGE, width, bold=True),
        *paragraph_rows(when, TEXT, width, bold=True),
        *(
            line
            for said in reason_sentences(result)
            for line in paragraph_rows(said, TEXT, width)
        ),
    ]


def reason_sentences(result: SessionResult) -> list[str]:
    why, rule = result.why, result.sheet.ending.rule
    said = [f"{why} ({rule.id})"] if why else []
    said += [f"{words} ({rule.id})" for words, rule in result.tie_breaks]
    for where, problem in result.problems[:MOST_PROBLEMS]:
        wrong = f"{where}: " if where else ""
        said.append(f"⚠ {wrong}{translate(problem.message)} ({problem.rule.id})")
    return said


def rules_behind(form: ScoringForm, result: SessionResult) -> list[Rule]:
    """Every rule the page names, beside a row or in the sentences above."""
    entered = [one.rule for one in entries_beside_rows(form.game.seat, form.players)]
    shown = [row.row.rule for _number, rows in result.tallies for row in rows]
    compared = [row.row.rule for row in result.ties]
    problems = [problem.rule for _where, problem in result.problems]
    told = [
        *shown,
        *compared,
        *problems,
        *rules_in_reasons(result),
        *(rule for _words, rule in result.tie_breaks),
        *entered,
        result.sheet.ending.rule,
    ]
    return list({rule.id: rule for rule in told}.values())


def rules_in_reasons(result: SessionResult) -> list[Rule]:
    """Rules that a reason speaks of, such as that of a tie."""
    cells = [c for _n, rows in result.tallies for row in rows for c in row.cells]
    reasons = " ".join(translate(cell.why) for cell in cells)
    spoken_of = set(re.findall(r"[A-Z]+-[0-9]+", reasons))
    return [rule for rule in cited_rules(result.form.game) if rule.id in spoken_of]
