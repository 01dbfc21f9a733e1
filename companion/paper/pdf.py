"""Drawings on paper: one page each, upright or across, scaled down where the paper is smaller.

The operators are written out directly: a sheet has hundreds of shapes, and a canvas that is told
about each of them takes most of the time a sheet costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, singledispatch
from io import BytesIO
from math import pi, tan
from typing import Any

from django.utils.translation import get_language
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import landscape, portrait
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.paper import page
from companion.paper.letters import printable_text
from companion.paper.metadata import VERSION, describe_document
from companion.paper.paths import CIRCULAR, parse_strokes
from companion.paper.shapes import (
    ON_TINT_ROLES,
    SEAT_ROLES,
    TINT_ROLES,
    Align,
    Anchor,
    Box,
    Drawing,
    Line,
    Path,
    Picture,
    Shape,
    Text,
    Tone,
)
from companion.paper.typeface import (
    REGULAR,
    find_font,
    font_name,
    register_fonts,
    relative_width,
    split_runs,
)
from companion.tables.colours import PIECES
from companion.tables.seats import SEAT_LOOKS

MARGIN = 10 * mm
ROUNDED = CIRCULAR * tan(pi / 8)  # a quarter of a circle
MOST_PATHS = 160  # kept ready: all pictograms, and the codes of the last sheets
SOLID = "[] 0"  # a line without dashes

# The page's colours by daylight on white. In grey the strong ones stay dark and the soft ones light.
COLOURS = {
    Tone.PAPER: HexColor("#ffffff"),
    Tone.RAISED: HexColor("#f6f1e6"),
    Tone.EDGE: HexColor("#c9bea6"),
    Tone.CONTROL: HexColor("#7d7057"),
    # Letters are pure black: a printer sets them without a screen of dots.
    Tone.QUIET: HexColor("#000000"),
    Tone.INK: HexColor("#000000"),
    Tone.ACCENT: HexColor("#5b2a86"),
    Tone.ACCENT_SOFT: HexColor("#e6dcf0"),
    Tone.DIPLOMACY: HexColor("#9b2c1d"),
    Tone.DIPLOMACY_SOFT: HexColor("#fbeeea"),
    Tone.ECONOMY: HexColor("#86600a"),
    Tone.ECONOMY_SOFT: HexColor("#fbf4df"),
    Tone.SCIENCE: HexColor("#1b5a8c"),
    Tone.SCIENCE_SOFT: HexColor("#e9f1f8"),
    Tone.CARD_RED: HexColor("#c0392b"),
    Tone.CARD_GREY: HexColor("#8d9196"),
    Tone.CARD_BROWN: HexColor("#7a4a21"),
    Tone.CARD_GOLD: HexColor("#e0b01f"),
    Tone.CARD_BLUE: HexColor("#2b6fb3"),
    **{SEAT_ROLES[letter]: HexColor(one.day) for letter, one in SEAT_LOOKS.items()},
    **{TINT_ROLES[name]: HexColor(one.day) for name, one in PIECES.items()},
    **{ON_TINT_ROLES[name]: HexColor(one.letter) for name, one in PIECES.items()},
}


@dataclass(frozen=True)
class Leaf:
    """A page of a document, and the bookmarks that lead to it, each with its level."""

    drawing: Drawing
    bookmarks: tuple[tuple[str, int], ...] = ()
    aside: float = (
        0.0  # how far it stands from the fold: to the right, or down where it is turned
    )


def paint_pdf(
    drawing: Drawing, *, paper: str, title: str = "", subject: str = ""
) -> bytes:
    title = title or drawing.title
    return paint_pages([drawing], paper=paper, title=title, subject=subject)


def paint_pages(
    drawings: Sequence[Drawing], *, paper: str, title: str, subject: str = ""
) -> bytes:
    """A document with one page per drawing."""
    leaves = [Leaf(one) for one in drawings]
    return bind_leaves(leaves, paper=paper, title=title, subject=subject)


def paint_card(drawing: Drawing) -> bytes:
    """A document of one page that is exactly as large as the drawing."""
    buffer = BytesIO()
    canvas = open_canvas(buffer, drawing.title)
    size = drawing.width * mm, drawing.height * mm
    canvas.setPageSize(size)
    link_anchors(canvas, place_drawing(canvas, drawing, size, margin=0))
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def open_canvas(buffer: BytesIO, title: str, subject: str = "") -> Canvas:
    register_fonts()
    canvas = Canvas(
        buffer,
        invariant=1,
        pageCompression=1,
        pdfVersion=VERSION,
        lang=get_language(),
        initialFontName=REGULAR,  # type: ignore[arg-type]  # a name, not the number of the stubs; or every page would name one that is not embedded
    )
    describe_document(canvas, title, subject)
    return canvas


def bind_leaves(
    leaves: Sequence[Leaf], *, paper: str, title: str, subject: str = ""
) -> bytes:
    """A document of numbered pages, some of them with bookmarks."""
    buffer = BytesIO()
    canvas = open_canvas(buffer, title, subject)
    canvas.addPageLabel(0, style="ARABIC_NUMBERS", start=1)
    wanted = linked_pages(leaves)
    for number, leaf in enumerate(leaves, start=1):
        size = page_size(leaf.drawing, paper)
        canvas.setPageSize(size)
        if number in wanted:
            canvas.bookmarkPage(page_key(number))
        for words, level in leaf.bookmarks:
            key = f"page{number}-{level}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(words, key, level)
        unit = mm * page.growth(paper)
        link_anchors(
            canvas,
            place_drawing(canvas, leaf.drawing, size, unit=unit, aside=leaf.aside),
        )
        canvas.showPage()
    if any(leaf.bookmarks for leaf in leaves):
        canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def linked_pages(leaves: Iterable[Leaf]) -> set[int]:
    """The pages that others lead to."""
    return {
        shape.page
        for leaf in leaves
        for shape in leaf.drawing.shapes
        if isinstance(shape, Anchor) and shape.page
    }


def page_key(number: int) -> str:
    return f"page{number}"


def page_size(drawing: Drawing, paper: str) -> tuple[float, float]:
    turned = landscape if drawing.width > drawing.height else portrait
    width, height = turned(page.SIZES[paper])
    return float(width), float(height)


@dataclass(frozen=True)
class Placed:
    """A drawing and where on its page it is, in points."""

    drawing: Drawing
    left: float
    top: float
    scale: float

    def corners(self, one: Anchor) -> tuple[float, float, float, float]:
        right, bottom = one.x + one.width, one.y + one.height
        return (
            self.left + one.x * self.scale,
            self.top - bottom * self.scale,
            self.left + right * self.scale,
            self.top - one.y * self.scale,
        )


def place_drawing(
    canvas: Canvas,
    drawing: Drawing,
    size: tuple[float, float],
    *,
    margin: float = MARGIN,
    unit: float = mm,
    aside: float = 0.0,
) -> Placed:
    """In the middle of the page or a little aside, a millimetre of it never larger than the unit."""
    room_x, room_y = (side - 2 * margin for side in size)
    scale = min(unit, room_x / drawing.width, room_y / drawing.height)
    turned = size[0] > size[1]
    left = (size[0] - drawing.width * scale) / 2 + (0 if turned else aside * mm)
    top = (size[1] + drawing.height * scale) / 2 - (aside * mm if turned else 0)
    pen = PdfPen(canvas)
    # From here on millimetres from the top left corner, downwards.
    pen.write(scale, 0, 0, -scale, left, top, "cm")
    for shape in drawing.shapes:
        draw_shape(shape, pen)
    pen.hand_over()
    return Placed(drawing, left, top, scale)


def link_anchors(canvas: Canvas, placed: Placed) -> None:
    for one in placed.drawing.shapes:
        if isinstance(one, Anchor) and one.page:
            where = placed.corners(one)
            canvas.linkAbsolute("", page_key(one.page), where)
        elif isinstance(one, Anchor):
            canvas.linkURL(one.address, placed.corners(one))


@dataclass
class PdfPen:
    """Writes operators, and none that would only repeat what holds already."""

    canvas: Canvas
    written: list[str] = field(default_factory=list)
    holds: dict[str, Any] = field(default_factory=lambda: {"d": SOLID})

    def write(self, *values: Any) -> None:
        *numbers, operator = values
        self.written.append(f"{fp_str(*numbers)} {operator}" if numbers else operator)

    def set(self, operator: str, value: Any) -> None:
        if self.holds.get(operator) != value:
            self.holds[operator] = value
            self.written.append(f"{value} {operator}")

    def hand_over(self) -> None:
        """Puts what is written on the page."""
        self.canvas.addLiteral("\n".join(self.written))
        self.written.clear()

    def ready(
        self, fill: Tone, stroke: Tone = Tone.NONE, line: float = 0, dash: float = 0
    ) -> str:
        """Sets the colours; says how a path is then to be painted."""
        if fill != Tone.NONE:
            self.set("rg", MIXED[fill])
        if stroke != Tone.NONE:
            self.set("RG", MIXED[stroke])
            self.set("w", fp_str(line))
            self.set("d", f"[{fp_str(dash)}] 0" if dash else SOLID)
        return PAINTED[fill != Tone.NONE, stroke != Tone.NONE]


def colour_operands(colour: Color) -> str:
    return str(fp_str(*colour.rgb()))


MIXED = {role: colour_operands(colour) for role, colour in COLOURS.items()}
PAINTED = {
    (True, True): "B*",
    (True, False): "f*",
    (False, True): "S",
    (False, False): "n",
}


@singledispatch
def draw_shape(shape: Shape, pen: PdfPen) -> None:  # noqa: ARG001
    raise TypeError(f"{shape!r} is no shape")


@draw_shape.register
def draw_box(shape: Box, pen: PdfPen) -> None:
    painted = pen.ready(shape.fill, shape.stroke, shape.line)
    x, y, width, height = shape.x, shape.y, shape.width, shape.height
    if not shape.round:
        pen.write(x, y, width, height, f"re {painted}")
        return
    round_, right, bottom = shape.round, x + width, y + height
    away = round_ * (1 - ROUNDED)
    pen.write(x + round_, y, "m")
    pen.write(right - round_, y, "l")
    pen.write(right - away, y, right, y + away, right, y + round_, "c")
    pen.write(right, bottom - round_, "l")
    pen.write(right, bottom - away, right - away, bottom, right - round_, bottom, "c")
    pen.write(x + round_, bottom, "l")
    pen.write(x + away, bottom, x, bottom - away, x, bottom - round_, "c")
    pen.write(x, y + round_, "l")
    pen.write(x, y + away, x + away, y, x + round_, y, f"c h {painted}")


@draw_shape.register
def draw_anchor(_shape: Anchor, _pen: PdfPen) -> None:
    """Nothing to see; it was linked with the page."""


@draw_shape.register
def draw_line(shape: Line, pen: PdfPen) -> None:
    pen.ready(Tone.NONE, shape.stroke, shape.line, shape.dash)
    pen.write(shape.x, shape.y, "m")
    pen.write(shape.to_x, shape.to_y, "l S")


@draw_shape.register
def draw_path(shape: Path, pen: PdfPen) -> None:
    scale = shape.size / shape.square
    # The width of a line would be blown up with the path.
    painted = pen.ready(shape.fill, shape.stroke, shape.line / scale)
    pen.write("q")
    pen.write(scale, 0, 0, scale, shape.x, shape.y, "cm")
    pen.write(f"{outline_operators(shape.d)} {painted} Q")


@draw_shape.register
def draw_picture(shape: Picture, pen: PdfPen) -> None:
    """The canvas knows how to take a JPEG along; it must not stand on its head."""
    pen.hand_over()
    pen.canvas.saveState()
    pen.canvas.transform(1, 0, 0, -1, shape.x, shape.y + shape.height)
    photo = ImageReader(BytesIO(shape.jpeg))
    pen.canvas.drawImage(photo, 0, 0, shape.width, shape.height)
    pen.canvas.restoreState()


OPERATORS = {"move": "m", "line": "l", "curve": "c", "close": "h"}


@lru_cache(MOST_PATHS)
def outline_operators(d: str) -> str:
    written = []
    for stroke in parse_strokes(d):
        values = [value for point in stroke.points for value in point]
        written.append(f"{fp_str(*values)} {OPERATORS[stroke.kind]}".strip())
    return " ".join(written)


@draw_shape.register
def draw_text(shape: Text, pen: PdfPen) -> None:
    """Every letter is looked up in the part of the font that this document takes along."""
    name = font_name(bold=shape.bold, display=shape.display)
    shown = printable_text(shape.text)
    pen.ready(shape.fill)
    aside = {Align.START: 0.0, Align.MIDDLE: 0.5, Align.END: 1.0}[shape.align]
    x = shape.x - aside * shape.size * relative_width(shown, name) if aside else shape.x
    # Letters must not stand on their heads.
    pen.written.append(f"BT 1 0 0 -1 {fp_str(x, shape.y)} Tm")
    for run_name, run in split_runs(shown, name):
        write_run(run, find_font(run_name), shape.size, pen)
    pen.written.append("ET")


def write_run(run: str, font: TTFont, size: float, pen: PdfPen) -> None:
    document = pen.canvas._doc  # type: ignore[attr-defined]  # not in the stubs
    for subset, letters in font.splitString(run, document):
        inside = font.getSubsetInternalName(subset, document)
        pen.set("Tf", f"{inside} {fp_str(size)}")
        pen.written.append(f"({escapePDF(letters)}) Tj")
