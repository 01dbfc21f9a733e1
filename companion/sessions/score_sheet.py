"""A blank score sheet for any game, to be filled in with a pen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.paper import frame, marks
from companion.paper.areas import Area
from companion.paper.grids import GridCell, Row, count_units, draw_grid, split_rows
from companion.paper.letters import text_label, text_width
from companion.paper.pdf import paint_pages
from companion.paper.rule_list import RuleList
from companion.paper.shapes import HAIR, Drawing, Line, Shapes, Tone
from companion.paper.sizes import TEXT
from companion.sessions.entry_fields import worth_words
from companion.sessions.looks import find_accent, find_look
from scoring.entries import Entry, Group, Kind, entries_of
from scoring.seats import LETTERS
from scoring.sheet import Game, ScoreRow, ScoreSheet, blank_sheet, cited_rules
from scoring.worth import Worth, line_worths

GAP = 4.0
LEAST, EASY, TALLEST = 7.2, 7.5, 10.0  # a row to write in; more is waste
MOST_PADS = 4  # on one page, to be cut apart
CUT, DASH = 8.0, 1.6  # the room of a cut, and its dashes
DATE, WHERE = 34.0, 46.0  # room for when and where it was
LINE_AT = 0.72  # of a field's height


def draw_score_sheet(game: Game[Any, Any], *, players: int, paper: str) -> bytes:
    """Pages with as many pads as fit on one: a short game is played more than once a night."""
    room, name = frame.upright_room(paper), translate(game.name)
    rules = RuleList(cited_rules(game), room.width)
    rows = blank_rows(game, players, blank_sheet(game, players))
    whole = room.top(room.height - frame.FOOT - frame.FOOT_GAP)
    pads = whole.top(whole.height - rules.height - GAP)
    most = (pads.height - frame.HEAD - frame.HEAD_GAP) / LEAST
    parts = split_rows(rows, most)
    pages = [
        (
            *draw_pads(pads, game, part, players),
            *(rules.draw(whole.below(pads.height + GAP)) if part is parts[-1] else ()),
            *frame.page_foot(room, "Empire Companion", page_words(number, len(parts))),
        )
        for number, part in enumerate(parts, start=1)
    ]
    size = frame.drawing_size(room)
    accent = find_accent(game.slug)
    drawings = [Drawing(*size, shapes, name, accent) for shapes in pages]
    return paint_pages(drawings, paper=paper, title=name, subject=_("Score sheet"))


def page_words(number: int, count: int) -> str:
    return f"{number} / {count}" if count > 1 else ""


def draw_pads(
    area: Area, game: Game[Any, Any], rows: Sequence[Row], players: int
) -> Shapes:
    """Pads below one another, with a line to cut along between them."""
    units, head = count_units(rows), frame.HEAD + frame.HEAD_GAP
    fitting = int((area.height + CUT) // (head + EASY * units + CUT))
    count = max(1, min(MOST_PADS, fitting))
    pads = area.rows(count, CUT)
    unit = min(TALLEST, (pads[0].height - head) / units)
    return (
        *marks.join_shapes(draw_pad(pad, game, rows, players, unit) for pad in pads),
        *marks.join_shapes(map(cutting_line, pads[:-1])),
    )


def draw_pad(
    area: Area, game: Game[Any, Any], rows: Sequence[Row], players: int, unit: float
) -> Shapes:
    head, emblem = area.top(frame.HEAD), find_look(game.slug).emblem
    when = head.beside(head.width - DATE - WHERE)
    return (
        *frame.page_head(head, emblem, translate(game.name), taken=DATE + WHERE),
        *write_field(when.left(DATE), _("Date")),
        *write_field(when.beside(DATE), _("Where")),
        *draw_grid(area.below(frame.HEAD + frame.HEAD_GAP), rows, players, unit=unit),
    )


def write_field(area: Area, caption: str) -> Shapes:
    """A caption with a line to write on behind it."""
    said = text_width(caption, TEXT) + marks.WORD_GAP
    low = area.below(area.height * LINE_AT - TEXT).top(TEXT)
    right = area.right - marks.WORD_GAP
    return (
        *text_label(low, caption, TEXT),
        Line(area.x + said, low.bottom, right, low.bottom, Tone.CONTROL, HAIR),
    )


def cutting_line(pad: Area) -> Shapes:
    y = pad.bottom + CUT / 2
    return (Line(pad.x, y, pad.right, y, Tone.CONTROL, HAIR, DASH),)


def blank_rows(game: Game[Any, Any], players: int, sheet: ScoreSheet) -> list[Row]:
    """Everything to write down, in the order in which it is counted."""
    seats = tuple(GridCell("", seat=letter) for letter in LETTERS[:players])
    lines = [Row(_("Name"), strong=True, cells=seats)]
    lines += [
        Row(translate(entry.label), sign=entry_sign(game, entry))
        for entry in entries_beside_rows(game.seat, players)
    ]
    if table_once := board_blanks(game, players, once=True):
        lines.append(Row(table_once, band=True))
    worths = line_worths(game, game.board(), players)
    for number, rows in groupby(sheet.rows, key=lambda row: row.tally):
        if game.tally_name:
            lines.append(blank_tally_band(game, number, players))
        lines += [blank_row(game, row, worths) for row in rows]
        if game.tally_name:
            lines.append(subtotal_row(sheet))
    lines.append(Row(_("Total"), strong=True, sign="vp"))
    if players > 1 and sheet.ties:
        lines.append(Row(_("For ties"), band=True))
        lines += [blank_row(game, row, {}) for row in sheet.ties]
    return lines


def subtotal_row(sheet: ScoreSheet, cells: tuple[GridCell, ...] = ()) -> Row:
    """What everybody has by then, beside what ends the game."""
    race = sheet.race
    end = _("game ends at %(points)s") % {"points": race.to} if race else ""
    return Row(_("So far"), end, cells, strong=True)


def entries_beside_rows(record: type, players: int) -> list[Entry]:
    """What is written down beside the rows: names, and what only some numbers of players need."""
    return [
        entry
        for entry in entries_of(record).values()
        if entry.is_asked(players, 1)
        and entry.group is Group.MAIN
        and (entry.kind in (Kind.NAME, Kind.TEXT) or entry.players is not None)
    ]


def board_blanks(game: Game[Any, Any], players: int, *, once: bool) -> str:
    """What the whole table writes down, in each tally or once for the game."""
    asked = [
        translate(entry.label)
        for entry in entries_of(game.board).values()
        if entry.group is Group.MAIN
        and entry.is_asked(players, 1)
        and entry.once is once
    ]
    return "   ".join(f"{label} ………………" for label in asked)


def blank_tally_band(game: Game[Any, Any], number: int, players: int) -> Row:
    name, stake = translate(game.tally_name), translate(game.at_stake(number))
    heading = f"{name} {number} · {stake}".strip(" ·")
    return Row(heading, board_blanks(game, players, once=False), band=True)


def blank_row(game: Game[Any, Any], row: ScoreRow, worths: Mapping[str, Worth]) -> Row:
    """A row with what a piece of it is worth, where its words don't say so already."""
    label, worth = translate(row.label), worths.get(row_words(row))
    told = worth_words(worth) if worth and str(abs(worth.points)) not in label else ""
    return Row(label, told, sign=row_sign(game, row))


def row_words(row: ScoreRow) -> str:
    """A row's words in English."""
    return row.label if isinstance(row.label, str) else row.label.text


def row_sign(game: Game[Any, Any], row: ScoreRow) -> str:
    return find_look(game.slug).signs.get(row_words(row), "")


def entry_sign(game: Game[Any, Any], entry: Entry) -> str:
    words = entry.label if isinstance(entry.label, str) else entry.label.text
    return find_look(game.slug).signs.get(words, "")
