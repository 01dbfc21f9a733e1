"""Tables on paper: rows with a label and a note, and a cell per column to fill in or filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import (
    HAIR,
    SEAT_ROLES,
    STRONG,
    Align,
    Box,
    Line,
    Shapes,
    Tone,
)
from companion.paper.sizes import LARGE, SMALL, TEXT

LABEL_SHARE, LEAST_SHARE = 0.42, 0.3  # of the width; the columns share the rest
COLUMN = 26.0  # what a column should have at least
BAND, HEAD, TALL = 0.8, 1.3, 1.35  # heights as shares of a row's
PAD = 1.6
NOTE_SHARE = 0.6
SIGN = 4.2
SEAT = 4.0  # the band with a seat's letter on its colour
TWO_LINES = 7.0  # a row from this height on has room for the reason below its points
UPPER, UPPER_OF_TALL = 0.58, 0.42  # what the points take of such a row
REASON = 2.9  # a line of a reason


@dataclass(frozen=True)
class GridCell:
    text: str
    why: str = ""
    seat: str = ""  # the letter of whose column it is, where that is told
    wins: bool = False


@dataclass(frozen=True)
class Row:
    label: str
    note: str = ""
    cells: tuple[GridCell, ...] = ()
    band: bool = False  # a heading across the table
    strong: bool = False
    large: bool = False  # its cells are what people came for
    sign: str = ""  # a pictogram before the label
    tall: bool = False  # a reason takes two lines

    @property
    def is_head(self) -> bool:
        return any(cell.seat for cell in self.cells)

    @property
    def share(self) -> float:
        if self.band:
            return BAND
        return HEAD if self.is_head else TALL if self.tall else 1.0


def count_units(rows: Sequence[Row]) -> float:
    """How many rows' heights all of them take."""
    return sum(row.share for row in rows)


def label_width(width: float, columns: int) -> float:
    """Narrower where many columns need the room."""
    return max(LEAST_SHARE * width, min(LABEL_SHARE * width, width - columns * COLUMN))


def fit_reasons(rows: Sequence[Row], width: float, columns: int) -> list[Row]:
    """The rows, higher where a reason is too long for one line of its cell."""
    room = (width - label_width(width, columns)) / columns - PAD
    return [
        replace(row, tall=any(text_width(one.why, SMALL) > room for one in row.cells))
        for row in rows
    ]


def split_rows(rows: Sequence[Row], most: float) -> list[list[Row]]:
    """The rows page by page, each at most so many units; a page begins with a heading and the names."""
    names = [row for row in rows if row.is_head]
    pages = [list[Row]()]
    for place, row in enumerate(rows):
        group = [row, *rows_below(rows[place + 1 :])] if row.band else [row]
        if len(pages[-1]) > 1 and count_units([*pages[-1], *group]) > most:
            pages.append([*names])
        pages[-1].append(row)
    return pages


def rows_below(rows: Sequence[Row]) -> Iterator[Row]:
    """What stands under a heading, up to the next one."""
    for row in rows:
        if row.band:
            return
        yield row


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
        draw_head(room, cell) if cell.seat else draw_cell(room, cell, row)
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
    wanted = text_width(row.note, SMALL) + PAD if row.note else 0.0
    said = text_width(row.label, TEXT, bold=bold)
    noted = min(wanted, max(area.width - said, area.width * (1 - NOTE_SHARE)))
    return (
        *drawn,
        *text_label(area.left(area.width - noted), row.label, TEXT, bold=bold),
        *text_label(
            area.beside(area.width - noted + PAD) if noted else area.left(0),
            row.note,
            SMALL,
            align=Align.END,
            fill=Tone.QUIET,
        ),
    )


def draw_head(area: Area, cell: GridCell) -> Shapes:
    """Whose column it is: the letter on the seat's colour, the name or room for it, and a crown."""
    tone, band = SEAT_ROLES[cell.seat], area.top(SEAT)
    name = area.below(SEAT).inset(PAD / 2, 0)
    crowned = cell.wins and bool(cell.text)
    crown = marks.sign("crown", name.x + SIGN / 2, name.middle, SIGN, Tone.ACCENT)
    words = name.beside(SIGN + PAD / 2) if crowned else name
    return (
        Line(area.x, area.y, area.x, area.bottom, Tone.CONTROL, HAIR),
        Box(*marks.corners(band), tone),
        *text_label(
            band, cell.seat, TEXT, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
        ),
        *(crown if crowned else ()),
        *draw_name(words, cell.text),
    )


def draw_name(area: Area, name: str) -> Shapes:
    """A name, in two lines where it is long."""
    if text_width(name, TEXT, bold=True) <= area.width:
        return text_label(area, name, TEXT, bold=True, align=Align.MIDDLE)
    first, *rest = break_lines(name, SMALL, area.width, bold=True)
    lines = [first, " ".join(rest)] if rest else [first]
    return marks.join_shapes(
        text_label(room, line, SMALL, bold=True, align=Align.MIDDLE)
        for room, line in zip(area.rows(len(lines)), lines, strict=True)
    )


def draw_cell(area: Area, cell: GridCell, row: Row) -> Shapes:
    """A cell's text in its middle, with the reason below where there is room for it."""
    inner = area.inset(PAD / 2, 0)
    ground = (
        (Box(*marks.corners(area.inset(HAIR)), Tone.ACCENT_SOFT),) if cell.wins else ()
    )
    shapes = (
        *ground,
        Line(area.x, area.y, area.x, area.bottom, Tone.CONTROL, HAIR),
    )
    if not cell.why or area.height < TWO_LINES:
        return (*shapes, *cell_text(inner, cell, row))
    upper = area.height * (UPPER_OF_TALL if row.tall else UPPER)
    return (
        *shapes,
        *cell_text(inner.top(upper), cell, row),
        *draw_reason(inner.below(upper), cell.why),
    )


def cell_text(area: Area, cell: GridCell, row: Row) -> Shapes:
    bold, size = row.strong or cell.wins, LARGE if row.large else TEXT
    return text_label(area, cell.text, size, bold=bold, align=Align.MIDDLE)


def draw_reason(area: Area, why: str) -> Shapes:
    """One line or two; what is longer still ends in an ellipsis."""
    first, *rest = break_lines(why, SMALL, area.width)
    lines = [first, " ".join(rest)] if rest else [first]
    return marks.join_shapes(
        text_label(room, line, SMALL, align=Align.MIDDLE, fill=Tone.QUIET)
        for room, line in zip(
            area.top(REASON * len(lines)).rows(len(lines)), lines, strict=True
        )
    )
