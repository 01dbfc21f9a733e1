"""What every part of a sheet is made of: signs, medallions, ticks, lines to write on, headings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.pictograms import pictogram
from companion.paper.shapes import (
    HAIR,
    STRONG,
    THIN,
    Align,
    Anchor,
    Box,
    Line,
    Path,
    Shapes,
    Tone,
)
from companion.paper.sizes import SMALL, TEXT

ROUND = 1.6  # corners of panels
PAD = 2.6  # inside panels
WORD_GAP = 1.4  # between a sign or a caption and what follows
HEADING, HEADING_SIGN = 6.6, 4.2
NOTE_SHARE = 0.5  # of a heading's width at least
SIGN_SHARE = 0.7  # of a medallion
TICK_SHARE = 0.74  # of a ticked box


def join_shapes(parts: Iterable[Shapes]) -> Shapes:
    return tuple(chain.from_iterable(parts))


def sign(name: str, x: float, y: float, size: float, fill: Tone = Tone.INK) -> Shapes:
    """A pictogram by its centre."""
    return (Path(pictogram(name), x - size / 2, y - size / 2, size, fill),)


def medallion(
    name: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: Tone = Tone.PAPER,
    stroke: Tone = Tone.CONTROL,
    ink: Tone = Tone.INK,
    line: float = THIN,
) -> Shapes:
    """A pictogram in a disc."""
    corner = (x - size / 2, y - size / 2)
    disc = Box(*corner, size, size, fill, stroke, line, size / 2)
    return (disc, *sign(name, x, y, size * SIGN_SHARE, ink))


def checkbox(x: float, y: float, size: float, role: Tone, *, ticked: bool) -> Shapes:
    """A small square by its centre, to be ticked with a pen or ticked already."""
    corner = (x - size / 2, y - size / 2)
    if not ticked:
        return (Box(*corner, size, size, Tone.PAPER, Tone.CONTROL, THIN, size / 6),)
    square = Box(*corner, size, size, role, role, THIN, size / 6)
    return (square, *sign("tick", x, y, size * TICK_SHARE, Tone.PAPER))


def writing_line(area: Area, stroke: Tone = Tone.EDGE) -> Shapes:
    """A line to write on, at the foot of its area."""
    return (Line(area.x, area.bottom, area.right, area.bottom, stroke, HAIR),)


def panel(area: Area, name: str, title: str, note: str = "") -> tuple[Shapes, Area]:
    """A framed part of the sheet with its heading; also the room left in it."""
    frame = Box(*corners(area), Tone.PAPER, Tone.EDGE, THIN, ROUND)
    inner = area.inset(PAD, 0)
    head = inner.top(HEADING)
    words = head.beside(HEADING_SIGN + WORD_GAP)
    titled = text_width(title, TEXT, bold=True) + WORD_GAP
    noted = max(words.width * NOTE_SHARE, words.width - titled) if note else 0.0
    shapes = (
        frame,
        *sign(name, head.x + HEADING_SIGN / 2, head.middle, HEADING_SIGN, Tone.ACCENT),
        *text_label(words.left(words.width - noted), title, TEXT, bold=True),
        *text_label(
            words.beside(words.width - noted),
            note,
            SMALL,
            align=Align.END,
            fill=Tone.QUIET,
        ),
        Line(head.x, head.bottom, head.right, head.bottom, Tone.ACCENT, STRONG / 2),
    )
    return shapes, inner.below(HEADING)


def page_link(area: Area, page: int) -> Shapes:
    """Leads from the area to another page of the same paper."""
    return (Anchor(*corners(area), page=page),)


def corners(area: Area) -> tuple[float, float, float, float]:
    return area.x, area.y, area.width, area.height
