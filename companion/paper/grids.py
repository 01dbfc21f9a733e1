"""Tables on paper: rows with a label and a note, and a cell per column to fill in or filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import (
    HAIR,
    SEAT_ROLES,
    STRONG,
    THIN,
    Align,
    Box,
    Line,
    Shapes,
    Tone,
)

LABEL_SHARE, LEAST_SHARE = 0.42, 0.3  # of the width; the columns share the rest
COLUMN = 21.0  # what a column should have at least
BAND = 0.8  # a heading's height as a share of a row's
TEXT, NOTE, LEAST = 3.2, 2.5, 2.1
WHY, LEAST_WHY = 2.5, 1.9  # a reason shrinks a little before it is cut
PAD = 1.6
NOTE_SHARE = 0.6
SIGN = 4.2
DISC, DISC_SHARE = (
    4.4,
    0.8,
)  # a seat's letter on its colour; at most this share of a row
DISC_TEXT = 2.8
TWO_LINES = 7.0  # a row from this height on has room for the reason below its points
UPPER, LOWER = 0.58, 0.4  # how such a row is shared


@dataclass(frozen=True)
class GridCell:
    text: str
    why: str = ""
    seat: str = ""  # the letter of whose column it is, where that is told


@dataclass(frozen=True)
class Row:
    label: str
    note: str = ""
    cells: tuple[GridCell, ...] = ()
    band: bool = False  # a heading across the table
    strong: bool = False
    sign: str = ""  # a pictogram before the label

    @property
    def share(self) -> float:
        return BAND if self.band else 1.0


def count_units(rows: Sequence[Row]) -> float:
    """How many rows' heights all of them take."""
    return sum(row.share for row in rows)


def label_width(width: float, columns: int) -> float:
    """Narrower where many columns need the room."""
    return max(LEAST_SHARE * width, min(LABEL_SHARE * width, width - columns * COLUMN))


def draw_grid(area: Area, rows: Sequence[Row], columns: int, *, unit: float) -> Shapes:
    """Rows below one another, with as many cells each, in one frame."""
    whole = area.top(unit * count_units(rows))
    rooms = list(row_areas(whole, rows, unit))
    return (
        *marks.join_shapes(map(row_ground, rooms, rows)),
        *marks.join_shapes(
            draw_row(room, row, columns) for room, row in zip(rooms, rows, strict=True)
        ),
        Box(*marks.corners(whole), Tone.NONE, Tone.INK, STRONG / 2, PAD / 2),
    )


def row_areas(area: Area, rows: Sequence[Row], unit: float) -> Iterator[Area]:
    for row in rows:
        yield area.top(unit * row.share)
        area = area.below(unit * row.share)


def row_ground(area: Area, row: Row) -> Shapes:
    """Below everything else, or it would cover the line of its neighbour."""
    return (Box(*marks.corners(area), Tone.RAISED),) if row.band or row.strong else ()


def draw_row(area: Area, row: Row, columns: int) -> Shapes:
    width = area.width if row.band else label_width(area.width, columns)
    shapes = (
        Line(area.x, area.bottom, area.right, area.bottom, Tone.CONTROL, HAIR),
        *draw_label(area.left(width).inset(PAD, 0), row),
    )
    if row.band:
        return shapes
    rooms = area.beside(width).columns(columns)
    blank = GridCell("")
    cells = (*row.cells, *[blank] * (columns - len(row.cells)))
    drawn = (
        draw_cell(room, cell, strong=row.strong)
        for room, cell in zip(rooms, cells, strict=False)
    )
    return (*shapes, *marks.join_shapes(drawn))


def draw_label(area: Area, row: Row) -> Shapes:
    """The row's words, its pictogram before them and its note at the end."""
    drawn: Shapes = ()
    if row.sign:
        middle = (area.x + SIGN / 2, area.middle)
        drawn, area = marks.sign(row.sign, *middle, SIGN), area.beside(SIGN + PAD)
    bold = row.strong or row.band
    wanted = text_width(row.note, NOTE) + PAD if row.note else 0.0
    said = text_width(row.label, TEXT, bold=bold)
    noted = min(wanted, max(area.width - said, area.width * (1 - NOTE_SHARE)))
    return (
        *drawn,
        *text_label(
            area.left(area.width - noted), row.label, TEXT, bold=bold, least=LEAST
        ),
        *text_label(
            area.beside(area.width - noted + PAD) if noted else area.left(0),
            row.note,
            NOTE,
            align=Align.END,
            fill=Tone.QUIET,
            least=LEAST_WHY,
        ),
    )


def draw_cell(area: Area, cell: GridCell, *, strong: bool) -> Shapes:
    """A cell's text in its middle, with the reason below where there is room for it."""
    edge = Line(area.x, area.y, area.x, area.bottom, Tone.CONTROL, HAIR)
    disc, room = draw_seat(area, cell.seat)
    inner = room.inset(PAD / 2, 0)
    if not cell.why or area.height < TWO_LINES:
        return (edge, *disc, *cell_text(inner, cell.text, strong=strong))
    upper = inner.top(area.height * UPPER)
    lower = inner.below(area.height * UPPER).top(area.height * LOWER)
    return (
        edge,
        *disc,
        *cell_text(upper, cell.text, strong=strong),
        *text_label(
            replace(lower, y=lower.y - WHY * 0.1),
            cell.why,
            WHY,
            align=Align.MIDDLE,
            fill=Tone.QUIET,
            least=LEAST_WHY,
        ),
    )


def cell_text(area: Area, text: str, *, strong: bool) -> Shapes:
    return text_label(area, text, TEXT, bold=strong, align=Align.MIDDLE, least=LEAST)


def draw_seat(area: Area, letter: str) -> tuple[Shapes, Area]:
    """A seat's letter on its colour at the left of its cell, and the room beside it."""
    if not letter:
        return (), area
    size = min(DISC, area.height * DISC_SHARE)
    x, y = area.x + PAD / 2, area.middle - size / 2
    tone = SEAT_ROLES[letter]
    inside = Area(x, y, size, size)
    shapes = (
        Box(x, y, size, size, tone, tone, THIN, size / 2),
        *text_label(
            inside, letter, DISC_TEXT, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
        ),
    )
    return shapes, area.beside(size + PAD / 2)
