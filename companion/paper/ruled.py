"""Tables of score sheets on paper: rows with a label, a rule and a cell per seat, and the rules below."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.base.wording import translate
from companion.paper import page
from companion.paper.shapes import Align
from companion.paper.typeface import BOLD, REGULAR
from companion.tables.seats import LETTER_BY_DAY, SEAT_LOOKS
from scoring.rules import Rule

GAP = 5 * mm
LABEL_SHARE, LEAST_LABEL = 0.42, 0.3  # of the width; the seats share the rest
COLUMN = 21 * mm  # what a seat should have at least
BAND = 0.8  # a heading's height as a share of a row's
TEXT, SMALL, TITLE = 9.0, 7.0, 20.0
SMALL_LEADING = 8.8
ID_WIDTH = 13 * mm
SHADE, LINE = Color(0.9, 0.9, 0.9), Color(0.45, 0.45, 0.45)
PAD = 2 * mm
REASON, SMALLEST = 6.0, 4.8  # a reason shrinks a little before it is cut
DISC, DISC_SHARE = (
    4.2 * mm,
    0.85,
)  # a seat's letter on its colour; at most this share of a row
TWO_LINES = 7 * mm  # a row from this height on has room for the reason below its points


@dataclass(frozen=True)
class Cell:
    text: str
    why: str = ""
    seat: str = ""  # the letter of whose column it is, where that is told


@dataclass(frozen=True)
class RuledRow:
    """One line of the table: its words, and what stands in it for each seat, or nothing."""

    label: str
    note: str = ""
    band: bool = False  # a heading across the table
    strong: bool = False
    cells: tuple[Cell, ...] = ()

    @property
    def share(self) -> float:
        return BAND if self.band else 1.0


def rule_order(rule: Rule) -> tuple[str, int]:
    book, number = rule.id.split("-")
    return book, int(number)


def draw_rows(
    canvas: Canvas,
    rows: list[RuledRow],
    players: int,
    width: float,
    *,
    top: float,
    unit: float,
) -> None:
    label = label_width(width, players)
    columns = [label + (width - label) * seat / players for seat in range(players)]
    y = top
    for row in rows:
        y -= unit * row.share
        draw_row(canvas, row, columns, width, y, unit * row.share)
    canvas.setLineWidth(1.2)
    canvas.rect(0, y, width, top - y)


def label_width(width: float, players: int) -> float:
    """Narrower where many seats need the room."""
    return max(LEAST_LABEL * width, min(LABEL_SHARE * width, width - players * COLUMN))


def draw_row(
    canvas: Canvas,
    row: RuledRow,
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
    write_label(canvas, row, columns[0] if not row.band else width, y + height / 2)
    edges = [*columns, width]
    for cell, left, right in zip(row.cells, edges, edges[1:], strict=False):
        fill_cell(canvas, cell, left, right, y, height, strong=row.strong)


def fill_cell(
    canvas: Canvas,
    cell: Cell,
    left: float,
    right: float,
    y: float,
    height: float,
    *,
    strong: bool,
) -> None:
    """A cell's text in its middle, with the reason below where there is room for it."""
    left += draw_seat_disc(canvas, cell.seat, left, y, height)
    font, room = BOLD if strong else REGULAR, right - left - PAD
    explains = bool(cell.why) and height >= TWO_LINES
    middle, centre = y + height * (0.66 if explains else 0.5), (left + right) / 2
    size = page.shrink_size(cell.text, font, TEXT, REASON, room)
    text = page.fit_text(cell.text, font, size, room)
    page.write(canvas, centre, middle - size * 0.35, text, font, size, Align.MIDDLE)
    if explains:
        size = page.shrink_size(cell.why, REGULAR, REASON, SMALLEST, room)
        why = page.fit_text(cell.why, REGULAR, size, room)
        low = y + height * 0.25 - SMALL * 0.35
        page.write(canvas, centre, low, why, REGULAR, size, Align.MIDDLE)


def draw_seat_disc(
    canvas: Canvas, letter: str, left: float, y: float, height: float
) -> float:
    """A seat's letter at the left of its cell; returns how much room it takes."""
    if not letter:
        return 0.0
    size = min(DISC, height * DISC_SHARE)
    centre, middle = left + PAD / 2 + size / 2, y + height / 2
    canvas.setFillColor(HexColor(SEAT_LOOKS[letter].day))
    canvas.circle(centre, middle, size / 2, stroke=0, fill=1)
    canvas.setFillColor(HexColor(LETTER_BY_DAY))
    low = middle - SMALL * 0.36
    page.write(canvas, centre, low, letter, BOLD, SMALL, Align.MIDDLE)
    canvas.setFillColor(black)
    return PAD / 2 + size


def write_label(canvas: Canvas, row: RuledRow, room: float, middle: float) -> None:
    font = BOLD if row.band or row.strong else REGULAR
    note = min(page.text_width(row.note, REGULAR, SMALL), room * 0.7)
    text = page.fit_text(row.label, font, TEXT, room - note - 3 * PAD)
    page.write(canvas, PAD, middle - TEXT * 0.35, text, font, TEXT)
    note_text = page.fit_text(row.note, REGULAR, SMALL, room * 0.7)
    right, low = room - PAD, middle - SMALL * 0.35
    page.write(canvas, right, low, note_text, REGULAR, SMALL, Align.END)


def draw_legend(canvas: Canvas, rules: list[Rule], width: float) -> float:
    """The rules behind the rows at the foot of the page, in two columns; returns its height."""
    column = (width - GAP) / 2
    blocks = [(rule.id, rule_lines(rule, column - ID_WIDTH)) for rule in rules]
    half = sum(len(lines) for _id, lines in blocks) / 2
    sides: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    for identity, lines in blocks:
        ids = [identity, *[""] * (len(lines) - 1)]
        sides[len(sides[0]) >= half].extend(zip(ids, lines, strict=True))
    height = max(map(len, sides)) * SMALL_LEADING
    for side, pairs in enumerate(sides):
        draw_legend_column(canvas, pairs, side * (column + GAP), height)
    return height


def draw_legend_column(
    canvas: Canvas, lines: list[tuple[str, str]], x: float, height: float
) -> None:
    for number, (identity, text) in enumerate(lines):
        y = height - SMALL - number * SMALL_LEADING
        page.write(canvas, x, y, identity, BOLD, SMALL)
        page.write(canvas, x + ID_WIDTH, y, text, REGULAR, SMALL)


def rule_lines(rule: Rule, width: float) -> list[str]:
    source = _("p. %(page)s") % {"page": rule.page} if rule.page else ""
    text = f"{translate(rule.text)} ({source})" if source else translate(rule.text)
    return page.wrap_text(text, REGULAR, SMALL, width)
