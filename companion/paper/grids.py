"""Tables on paper: a row of heads, rows with a label, and cells to fill in or filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import HAIR, THIN, Align, Box, Line, Shapes, Tone

LABEL_SHARE = 0.4
TEXT, NOTE, LEAST = 3.0, 2.1, 2.0
PAD = 1.4
NOTE_SHARE = 0.5


@dataclass(frozen=True)
class Row:
    label: str
    note: str = ""
    cells: tuple[str, ...] = ()
    band: bool = False  # a heading across the table
    strong: bool = False


def draw_grid(
    area: Area,
    rows: Sequence[Row],
    columns: int,
    *,
    unit: float,
    share: float = LABEL_SHARE,
) -> Shapes:
    """Rows of one height, with as many cells each."""
    whole = area.top(unit * len(rows))
    rooms = whole.rows(max(1, len(rows)))
    return (
        *marks.join_shapes(map(row_ground, rooms, rows)),
        *marks.join_shapes(
            row_lines(room, row, columns, share)
            for room, row in zip(rooms, rows, strict=False)
        ),
        Box(*marks.corners(whole), Tone.NONE, Tone.CONTROL, THIN, PAD / 2),
    )


def row_ground(area: Area, row: Row) -> Shapes:
    """Below everything else, or it would cover the line of its neighbour."""
    return (Box(*marks.corners(area), Tone.RAISED),) if row.band or row.strong else ()


def row_lines(area: Area, row: Row, columns: int, share: float) -> Shapes:
    named = area.left(area.width if row.band else area.width * share)
    shapes = (
        Line(area.x, area.bottom, area.right, area.bottom, Tone.EDGE, HAIR),
        *row_label(named.inset(PAD, 0), row),
    )
    if row.band:
        return shapes
    texts = (*row.cells, *[""] * columns)
    rooms = area.beside(named.width).columns(columns)
    return (
        *shapes,
        *marks.join_shapes(map(cell_text, rooms, texts, repeat(row.strong))),
    )


def cell_text(area: Area, text: str, strong: bool) -> Shapes:
    return (
        Line(area.x, area.y, area.x, area.bottom, Tone.EDGE, HAIR),
        *text_label(
            area.inset(PAD / 2, 0),
            text,
            TEXT,
            bold=strong,
            align=Align.MIDDLE,
            least=LEAST,
        ),
    )


def row_label(area: Area, row: Row) -> Shapes:
    said = (
        min(text_width(row.note, NOTE) + PAD, area.width * NOTE_SHARE)
        if row.note
        else 0
    )
    return (
        *text_label(
            area.left(area.width - said), row.label, TEXT, bold=row.strong or row.band
        ),
        *text_label(
            area.beside(area.width - said + PAD) if said else area.left(0),
            row.note,
            NOTE,
            align=Align.END,
            fill=Tone.QUIET,
        ),
    )
