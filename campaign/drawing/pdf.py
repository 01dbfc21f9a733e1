"""Drawings on paper: one page each, across, scaled down where the paper is smaller."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from io import BytesIO

from django.utils.translation import get_language
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from campaign.drawing.paths import strokes
from campaign.drawing.shapes import (
    SQUARE,
    Align,
    Box,
    Drawing,
    Line,
    Path,
    Role,
    Shape,
    Text,
)
from campaign.printing import page

MARGIN = 10 * mm

# The page's colours by daylight on white. In grey the strong ones stay dark and the soft ones light.
COLOURS = {
    Role.PAPER: HexColor("#ffffff"),
    Role.RAISED: HexColor("#f6f1e6"),
    Role.EDGE: HexColor("#c9bea6"),
    Role.CONTROL: HexColor("#7d7057"),
    Role.QUIET: HexColor("#564b3c"),
    Role.INK: HexColor("#1f1812"),
    Role.ACCENT: HexColor("#5b2a86"),
    Role.ACCENT_SOFT: HexColor("#e6dcf0"),
    Role.DIPLOMACY: HexColor("#9b2c1d"),
    Role.DIPLOMACY_SOFT: HexColor("#fbeeea"),
    Role.ECONOMY: HexColor("#86600a"),
    Role.ECONOMY_SOFT: HexColor("#fbf4df"),
    Role.SCIENCE: HexColor("#1b5a8c"),
    Role.SCIENCE_SOFT: HexColor("#e9f1f8"),
    Role.CARD_RED: HexColor("#c0392b"),
    Role.CARD_GREY: HexColor("#8d9196"),
    Role.CARD_BROWN: HexColor("#7a4a21"),
    Role.CARD_GOLD: HexColor("#e0b01f"),
    Role.CARD_BLUE: HexColor("#2b6fb3"),
}


def paint(drawing: Drawing, *, paper: str, title: str = "") -> bytes:
    return paint_all([drawing], paper=paper, title=title or drawing.title)


def paint_all(drawings: Sequence[Drawing], *, paper: str, title: str) -> bytes:
    """A document with one page per drawing."""
    page.register_fonts()
    size = landscape(page.SIZES[paper])
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=size, invariant=1, lang=get_language())
    canvas.setTitle(title)
    canvas.setCreator("Empire Companion")
    for drawing in drawings:
        put(canvas, drawing, size)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def put(canvas: Canvas, drawing: Drawing, size: tuple[float, float]) -> None:
    """The drawing in the middle of the page, never larger than it is."""
    room_x, room_y = (side - 2 * MARGIN for side in size)
    scale = min(mm, room_x / drawing.width, room_y / drawing.height)
    left = (size[0] - drawing.width * scale) / 2
    top = (size[1] + drawing.height * scale) / 2
    # From here on millimetres from the top left corner, downwards.
    canvas.transform(scale, 0, 0, -scale, left, top)
    for shape in drawing.shapes:
        draw(shape, canvas)


def ready(canvas: Canvas, shape: Box | Path | Line, fill: Role) -> dict[str, int]:
    """Sets the colours; says which of filling and drawing the outline there is to do."""
    if fill != Role.NONE:
        canvas.setFillColor(COLOURS[fill])
    if shape.stroke != Role.NONE:
        canvas.setStrokeColor(COLOURS[shape.stroke])
        canvas.setLineWidth(shape.line)
    return {"fill": int(fill != Role.NONE), "stroke": int(shape.stroke != Role.NONE)}


@singledispatch
def draw(shape: Shape, canvas: Canvas) -> None:  # noqa: ARG001
    raise TypeError(f"{shape!r} is no shape")


@draw.register
def box(shape: Box, canvas: Canvas) -> None:
    how = ready(canvas, shape, shape.fill)
    corner = (shape.x, shape.y, shape.width, shape.height)
    if shape.round:
        canvas.roundRect(*corner, shape.round, **how)
    else:
        canvas.rect(*corner, **how)


@draw.register
def line(shape: Line, canvas: Canvas) -> None:
    ready(canvas, shape, Role.NONE)
    canvas.line(shape.x, shape.y, shape.to_x, shape.to_y)


@draw.register
def path(shape: Path, canvas: Canvas) -> None:
    how = ready(canvas, shape, shape.fill)
    canvas.drawPath(outlined(canvas, shape), fillMode=FILL_EVEN_ODD, **how)


def outlined(canvas: Canvas, shape: Path) -> PDFPathObject:
    made, scale = canvas.beginPath(), shape.size / SQUARE
    make = {
        "move": made.moveTo,
        "line": made.lineTo,
        "curve": made.curveTo,
        "close": made.close,
    }
    for stroke in strokes(shape.d):
        points = ((shape.x + x * scale, shape.y + y * scale) for x, y in stroke.points)
        make[stroke.kind](*(value for point in points for value in point))
    return made


@draw.register
def text(shape: Text, canvas: Canvas) -> None:
    canvas.saveState()
    canvas.setFillColor(COLOURS[shape.fill])
    canvas.setFont(page.BOLD if shape.bold else page.REGULAR, shape.size)
    # Letters must not stand on their heads.
    canvas.translate(shape.x, shape.y)
    canvas.scale(1, -1)
    write = {
        Align.START: canvas.drawString,
        Align.MIDDLE: canvas.drawCentredString,
        Align.END: canvas.drawRightString,
    }
    write[shape.align](0, 0, shape.text)
    canvas.restoreState()
