"""A blank score sheet for any game, to be filled in with a pen."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color, black, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from campaign.printing import page
from campaign.wording import translated
from scoring.entries import Entry, Group, Kind, entries
from scoring.rules import Rule
from scoring.sheet import Game, Row, ScoreSheet, blank, cited

TITLE_ROOM = 12 * mm
DATE_ROOM = 8 * mm  # above each table: when and where
GAP = 5 * mm
LABEL_SHARE = 0.42  # of the width; the seats share the rest
EASY, TALLEST = 8.5 * mm, 10 * mm  # a row to write in with ease; more is waste
BAND = 0.8  # a heading's height as a share of a row's
TEXT, SMALL, TITLE = 9.0, 7.0, 20.0
SMALL_LEADING = 8.8
ID_WIDTH = 13 * mm
SHADE, LINE = Color(0.9, 0.9, 0.9), Color(0.45, 0.45, 0.45)
PAD = 2 * mm


@dataclass(frozen=True)
class Ruled:
    """One line of the table: its words, and whether the seats write in it."""

    label: str
    note: str = ""
    band: bool = False  # a heading across the table
    strong: bool = False

    @property
    def share(self) -> float:
        return BAND if self.band else 1.0


def draw(game: Game[Any, Any], *, players: int, paper: str) -> bytes:
    """A page with as many tables as fit: a short game's evening is more than one."""
    rows = ruled(game, players, blank(game, players))
    rules = sorted((rule for rule in cited(game) if rule.page), key=by_number)

    def sheet(canvas: Canvas, width: float, height: float) -> None:
        canvas.setFont(page.BOLD, TITLE)
        canvas.drawString(0, height - 7 * mm, translated(game.name))
        foot = legend(canvas, rules, width) + GAP
        top, share = height - TITLE_ROOM, sum(row.share for row in rows)
        tables = max(1, int((top - foot) // (DATE_ROOM + EASY * share)))
        room = (top - foot) / tables
        unit = min(TALLEST, (room - DATE_ROOM) / share)
        for number in range(tables):
            table(canvas, rows, players, width, top=top - number * room, unit=unit)

    return page.one_page(translated(game.name), paper, sheet)


def by_number(rule: Rule) -> tuple[str, int]:
    book, number = rule.id.split("-")
    return book, int(number)


def ruled(game: Game[Any, Any], players: int, sheet: ScoreSheet) -> list[Ruled]:
    """Everything to write down, in the order in which it is counted."""
    lines = [Ruled(_("Name"), strong=True)]
    lines += [Ruled(translated(entry.label)) for entry in told(game.seat, players)]
    if table_once := to_fill(game, players, once=True):
        lines.append(Ruled(table_once, band=True))
    for number, rows in groupby(sheet.rows, key=lambda row: row.tally):
        if game.tally_name:
            lines.append(tally_band(game, number, players))
        lines += [line(row) for row in rows]
    lines.append(Ruled(_("Total"), strong=True))
    if players > 1 and sheet.ties:
        lines.append(Ruled(_("For a tie"), band=True))
        lines += [line(row) for row in sheet.ties]
    return lines


def told(record: type, players: int) -> list[Entry]:
    """What is written down beside the rows: names, and what only some numbers of players need."""
    return [
        entry
        for entry in entries(record).values()
        if entry.asked(players, 1)
        and entry.group is Group.MAIN
        and (entry.kind in (Kind.NAME, Kind.TEXT) or entry.players is not None)
    ]


def to_fill(game: Game[Any, Any], players: int, *, once: bool) -> str:
    """What the whole table writes down, in each tally or once for the game."""
    asked = [
        translated(entry.label)
        for entry in entries(game.board).values()
        if entry.group is Group.MAIN and entry.asked(players, 1) and entry.once is once
    ]
    return "   ".join(f"{label} ………………" for label in asked)


def tally_band(game: Game[Any, Any], number: int, players: int) -> Ruled:
    name, stake = translated(game.tally_name), translated(game.at_stake(number))
    heading = f"{name} {number} · {stake}".strip(" ·")
    return Ruled(heading, to_fill(game, players, once=False), band=True)


def line(row: Row) -> Ruled:
    return Ruled(translated(row.label), row.rule.id)


def table(
    canvas: Canvas,
    rows: list[Ruled],
    players: int,
    width: float,
    *,
    top: float,
    unit: float,
) -> None:
    canvas.setFont(page.REGULAR, TEXT)
    date, where = _("Date"), _("Where")
    when = f"{date} ……………………   {where} ………………………………"
    canvas.drawRightString(width, top - DATE_ROOM + 2 * mm, when)
    label = width * LABEL_SHARE
    columns = [label + (width - label) * seat / players for seat in range(players)]
    top -= DATE_ROOM
    y = top
    for row in rows:
        y -= unit * row.share
        draw_row(canvas, row, columns, width, y, unit * row.share)
    canvas.setLineWidth(1.2)
    canvas.rect(0, y, width, top - y)


def draw_row(
    canvas: Canvas,
    row: Ruled,
    columns: list[float],
    width: float,
    y: float,
    height: float,
) -> None:
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.5)
    canvas.setFillColor(SHADE if row.band else white)
    canvas.rect(0, y, width, height, fill=1)
    if not row.band:
        for x in columns:
            canvas.line(x, y, x, y + height)
    canvas.setStrokeColor(black)
    canvas.setFillColor(black)
    write(canvas, row, columns[0] if not row.band else width, y + height / 2)


def write(canvas: Canvas, row: Ruled, room: float, middle: float) -> None:
    font = page.BOLD if row.band or row.strong else page.REGULAR
    note = min(canvas.stringWidth(row.note, page.REGULAR, SMALL), room * 0.7)
    text = page.fitted(row.label, font, TEXT, room - note - 3 * PAD)
    canvas.setFont(font, TEXT)
    canvas.drawString(PAD, middle - TEXT * 0.35, text)
    canvas.setFont(page.REGULAR, SMALL)
    note_text = page.fitted(row.note, page.REGULAR, SMALL, room * 0.7)
    canvas.drawRightString(room - PAD, middle - SMALL * 0.35, note_text)


def legend(canvas: Canvas, rules: list[Rule], width: float) -> float:
    """The rules behind the rows at the foot of the page, in two columns; returns its height."""
    column = (width - GAP) / 2
    blocks = [(rule.id, explained(rule, column - ID_WIDTH)) for rule in rules]
    half = sum(len(lines) for _id, lines in blocks) / 2
    sides: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    for identity, lines in blocks:
        ids = [identity, *[""] * (len(lines) - 1)]
        sides[len(sides[0]) >= half].extend(zip(ids, lines, strict=True))
    height = max(map(len, sides)) * SMALL_LEADING
    for side, pairs in enumerate(sides):
        legend_column(canvas, pairs, side * (column + GAP), height)
    return height


def legend_column(
    canvas: Canvas, lines: list[tuple[str, str]], x: float, height: float
) -> None:
    for number, (identity, text) in enumerate(lines):
        y = height - SMALL - number * SMALL_LEADING
        canvas.setFont(page.BOLD, SMALL)
        canvas.drawString(x, y, identity)
        canvas.setFont(page.REGULAR, SMALL)
        canvas.drawString(x + ID_WIDTH, y, text)


def explained(rule: Rule, width: float) -> list[str]:
    source = _("p. %(page)s") % {"page": rule.page}
    text = f"{translated(rule.text)} ({source})"
    return page.wrapped(text, page.REGULAR, SMALL, width)
