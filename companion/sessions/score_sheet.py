"""A blank score sheet for any game, to be filled in with a pen."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.base.wording import translate
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
from companion.paper.shapes import Align
from companion.paper.typeface import DISPLAY, REGULAR
from scoring.entries import Entry, Group, Kind, entries_of
from scoring.seats import LETTERS
from scoring.sheet import Game, Row, ScoreSheet, blank_sheet, cited_rules

TITLE_ROOM = 12 * mm
DATE_ROOM = 8 * mm  # above each table: when and where
EASY, TALLEST = 8.5 * mm, 10 * mm  # a row to write in with ease; more is waste


def draw_score_sheet(game: Game[Any, Any], *, players: int, paper: str) -> bytes:
    """A page with as many tables as fit: a short game's evening is more than one."""
    rows = blank_rows(game, players, blank_sheet(game, players))
    rules = sorted((rule for rule in cited_rules(game) if rule.page), key=rule_order)

    def sheet(canvas: Canvas, width: float, height: float) -> None:
        name = translate(game.name)
        page.write(canvas, 0, height - 7 * mm, name, DISPLAY, TITLE)
        foot = draw_legend(canvas, rules, width) + GAP
        top, share = height - TITLE_ROOM, sum(row.share for row in rows)
        tables = max(1, int((top - foot) // (DATE_ROOM + EASY * share)))
        room = (top - foot) / tables
        unit = min(TALLEST, (room - DATE_ROOM) / share)
        for number in range(tables):
            begins = top - number * room - DATE_ROOM
            draw_date_and_place(canvas, width, begins + 2 * mm)
            draw_rows(canvas, rows, players, width, top=begins, unit=unit)

    return page.one_page_document(translate(game.name), paper, sheet)


def draw_date_and_place(canvas: Canvas, width: float, y: float) -> None:
    date, where = _("Date"), _("Where")
    when = f"{date} ……………………   {where} ………………………………"
    page.write(canvas, width, y, when, REGULAR, TEXT, Align.END)


def blank_rows(game: Game[Any, Any], players: int, sheet: ScoreSheet) -> list[RuledRow]:
    """Everything to write down, in the order in which it is counted."""
    seats = tuple(Cell("", seat=letter) for letter in LETTERS[:players])
    lines = [RuledRow(_("Name"), strong=True, cells=seats)]
    lines += [
        RuledRow(translate(entry.label))
        for entry in entries_beside_rows(game.seat, players)
    ]
    if table_once := board_blanks(game, players, once=True):
        lines.append(RuledRow(table_once, band=True))
    for number, rows in groupby(sheet.rows, key=lambda row: row.tally):
        if game.tally_name:
            lines.append(blank_tally_band(game, number, players))
        lines += [blank_row(row) for row in rows]
    lines.append(RuledRow(_("Total"), strong=True))
    if players > 1 and sheet.ties:
        lines.append(RuledRow(_("For ties"), band=True))
        lines += [blank_row(row) for row in sheet.ties]
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


def blank_tally_band(game: Game[Any, Any], number: int, players: int) -> RuledRow:
    name, stake = translate(game.tally_name), translate(game.at_stake(number))
    heading = f"{name} {number} · {stake}".strip(" ·")
    return RuledRow(heading, board_blanks(game, players, once=False), band=True)


def blank_row(row: Row) -> RuledRow:
    return RuledRow(translate(row.label), row.rule.id)
