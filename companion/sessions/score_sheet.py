"""A blank score sheet for any game, to be filled in with a pen."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.paper import frame
from companion.paper.areas import Area
from companion.paper.grids import GridCell, Row, count_units, draw_grid
from companion.paper.letters import text_label
from companion.paper.marks import join_shapes
from companion.paper.pdf import paint_pdf
from companion.paper.rule_list import RuleList
from companion.paper.shapes import Align, Drawing, Shapes
from companion.sessions.looks import find_look
from scoring.entries import Entry, Group, Kind, entries_of
from scoring.seats import LETTERS
from scoring.sheet import Game, ScoreRow, ScoreSheet, blank_sheet, cited_rules

DATE_ROOM, DATE_TEXT = 8.0, 3.2  # above each table: when and where
GAP = 4.0
EASY, TALLEST = 8.5, 10.0  # a row to write in with ease; more is waste


def draw_score_sheet(game: Game[Any, Any], *, players: int, paper: str) -> bytes:
    """A page with as many tables as fit: a short game is played more than once a night."""
    room, name = frame.upright_room(paper), translate(game.name)
    rules = RuleList([rule for rule in cited_rules(game) if rule.page], room.width)
    body = frame.body_area(room)
    tables = body.top(body.height - rules.height - GAP)
    shapes = (
        *frame.page_head(room, find_look(game.slug).emblem, name),
        *draw_tables(tables, game, players),
        *rules.draw(body.below(tables.height + GAP)),
        *frame.page_foot(room, "Empire Companion"),
    )
    return paint_pdf(Drawing(*frame.drawing_size(room), shapes, name), paper=paper)


def draw_tables(area: Area, game: Game[Any, Any], players: int) -> Shapes:
    rows = blank_rows(game, players, blank_sheet(game, players))
    units = count_units(rows)
    count = max(1, int(area.height // (DATE_ROOM + EASY * units)))
    parts = area.rows(count)
    unit = min(TALLEST, (parts[0].height - DATE_ROOM) / units)
    return join_shapes(draw_table(part, rows, players, unit) for part in parts)


def draw_table(area: Area, rows: list[Row], players: int, unit: float) -> Shapes:
    date, where = _("Date"), _("Where")
    when = f"{date} ……………………   {where} ………………………………"
    return (
        *text_label(area.top(DATE_ROOM), when, DATE_TEXT, align=Align.END),
        *draw_grid(area.below(DATE_ROOM), rows, players, unit=unit),
    )


def blank_rows(game: Game[Any, Any], players: int, sheet: ScoreSheet) -> list[Row]:
    """Everything to write down, in the order in which it is counted."""
    seats = tuple(GridCell("", seat=letter) for letter in LETTERS[:players])
    lines = [Row(_("Name"), strong=True, cells=seats)]
    lines += [
        Row(translate(entry.label)) for entry in entries_beside_rows(game.seat, players)
    ]
    if table_once := board_blanks(game, players, once=True):
        lines.append(Row(table_once, band=True))
    for number, rows in groupby(sheet.rows, key=lambda row: row.tally):
        if game.tally_name:
            lines.append(blank_tally_band(game, number, players))
        lines += [blank_row(game, row) for row in rows]
    lines.append(Row(_("Total"), strong=True))
    if players > 1 and sheet.ties:
        lines.append(Row(_("For ties"), band=True))
        lines += [blank_row(game, row) for row in sheet.ties]
    return lines


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


def blank_row(game: Game[Any, Any], row: ScoreRow) -> Row:
    return Row(translate(row.label), row.rule.id, sign=row_sign(game, row))


def row_sign(game: Game[Any, Any], row: ScoreRow) -> str:
    """The pictogram beside a row, by its words in English."""
    words = row.label if isinstance(row.label, str) else row.label.text
    return find_look(game.slug).signs.get(words, "")
