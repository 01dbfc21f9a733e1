"""The pen that draws shapes on a page of a PDF.

The operators are written out directly: a sheet has hundreds of shapes, and a canvas that is told
about each of them takes most of the time a sheet costs. What a book draws again and again (its words,
rounded corners, pictograms) is put into operators once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache, singledispatch
from io import BytesIO
from math import pi, tan
from typing import Any

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from companion.paper.kerning import Gap
from companion.paper.letters import printable_text
from companion.paper.paths import CIRCULAR, parse_strokes
from companion.paper.shapes import (
    HEAT_ROLES,
    ON_TINT_ROLES,
    SEAT_ROLES,
    TINT_ROLES,
    Accent,
    Align,
    Anchor,
    Box,
    Line,
    Path,
    Picture,
    Shape,
    Shapes,
    Text,
    Tone,
)
from companion.paper.typeface import (
    Run,
    find_font,
    font_name,
    kerned_gaps,
    relative_width,
    split_runs,
)
from companion.tables.colours import PIECES
from companion.tables.seats import SEAT_LOOKS

ROUNDED = CIRCULAR * tan(pi / 8)  # a quarter of a circle
MOST_PATHS = 160  # kept ready: all pictograms, and the codes of the last sheets
MOST_BOXES = 512
MOST_SIZES = 512
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
    HEAT_ROLES[1]: HexColor("#efe9f3"),
    HEAT_ROLES[2]: HexColor("#dfd4e7"),
    HEAT_ROLES[3]: HexColor("#cfbfdb"),
    HEAT_ROLES[4]: HexColor("#beaacf"),
    HEAT_ROLES[5]: HexColor("#ae94c3"),
    **{SEAT_ROLES[letter]: HexColor(one.day) for letter, one in SEAT_LOOKS.items()},
    **{TINT_ROLES[name]: HexColor(one.day) for name, one in PIECES.items()},
    **{ON_TINT_ROLES[name]: HexColor(one.letter) for name, one in PIECES.items()},
}


@dataclass
class PdfPen:
    """Writes operators, and none that would only repeat what holds already."""

    canvas: Canvas
    written: list[str] = field(default_factory=list)
    holds: dict[str, Any] = field(default_factory=dict)
    # How words are shown in this document: in which part of their font, and by which letters.
    runs: dict[Run, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    inks: dict[Tone, str] = field(default_factory=lambda: MIXED)

    def begin_page(self, accent: Accent | None = None) -> None:
        self.holds, self.inks = {"d": SOLID}, mix_inks(accent)

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
            self.set("rg", self.inks[fill])
        if stroke != Tone.NONE:
            self.set("RG", self.inks[stroke])
            self.set("w", written_size(line))
            self.set("d", f"[{written_size(dash)}] 0" if dash else SOLID)
        return PAINTED[fill != Tone.NONE, stroke != Tone.NONE]

    def write_run(self, run: Run, size: str) -> None:
        shown = self.runs.get(run)
        if shown is None:
            shown = self.runs[run] = tuple(show_run(run, self.canvas))
        for inside, letters in shown:
            self.set("Tf", f"{inside} {size}")
            self.written.append(letters)


def colour_operands(colour: Color) -> str:
    return str(fp_str(*colour.rgb()))


MIXED: dict[Tone, str] = {
    role: colour_operands(colour) for role, colour in COLOURS.items()
}


def mix_inks(accent: Accent | None) -> dict[Tone, str]:
    if accent is None:
        return MIXED
    own = {Tone.ACCENT: accent.strong, Tone.ACCENT_SOFT: accent.soft}
    return MIXED | {role: colour_operands(HexColor(ink)) for role, ink in own.items()}


PAINTED = {
    (True, True): "B*",
    (True, False): "f*",
    (False, True): "S",
    (False, False): "n",
}


def draw_shapes(shapes: Shapes, pen: PdfPen) -> None:
    """All of them; which painter draws a kind is looked up once."""
    painters = {kind: draw_shape.dispatch(kind) for kind in set(map(type, shapes))}
    for shape in shapes:
        painters[type(shape)](shape, pen)


@singledispatch
def draw_shape(shape: Shape, pen: PdfPen) -> None:  # noqa: ARG001
    raise TypeError(f"{shape!r} is no shape")


@draw_shape.register
def draw_box(shape: Box, pen: PdfPen) -> None:
    painted = pen.ready(shape.fill, shape.stroke, shape.line)
    if not shape.round:
        pen.write(shape.x, shape.y, shape.width, shape.height, f"re {painted}")
        return
    outline = rounded_outline(shape.width, shape.height, shape.round)
    pen.written.append(
        f"q 1 0 0 1 {shape.x:.2f} {shape.y:.2f} cm {outline} {painted} Q"
    )


@lru_cache(MOST_BOXES)
def rounded_outline(width: float, height: float, round_: float) -> str:
    """A box with rounded corners at the page's corner."""
    away = round_ * (1 - ROUNDED)
    right, bottom = width - round_, height - round_
    far, low = width - away, height - away
    corners = (
        ((right, 0), (far, 0, width, away, width, round_)),
        ((width, bottom), (width, low, far, height, right, height)),
        ((round_, height), (away, height, 0, low, 0, bottom)),
        ((0, round_), (0, away, away, 0, round_, 0)),
    )
    around = " ".join(
        f"{short_numbers(*line)} l {short_numbers(*curve)} c" for line, curve in corners
    )
    return f"{short_numbers(round_, 0)} m {around} h"


def short_numbers(*values: float) -> str:
    """Two digits suffice: a hundredth of a millimetre is less than a printer's dot."""
    return str(fp_str(*(round(value, 2) for value in values)))


@draw_shape.register
def draw_anchor(_shape: Anchor, _pen: PdfPen) -> None:
    """Nothing to see; it was linked with the page."""


@draw_shape.register
def draw_line(shape: Line, pen: PdfPen) -> None:
    pen.ready(Tone.NONE, shape.stroke, shape.line, shape.dash)
    pen.written.append(
        f"{shape.x:.2f} {shape.y:.2f} m {shape.to_x:.2f} {shape.to_y:.2f} l S"
    )


@draw_shape.register
def draw_path(shape: Path, pen: PdfPen) -> None:
    scale = shape.size / shape.square
    # The width of a line would be blown up with the path.
    painted = pen.ready(shape.fill, shape.stroke, shape.line / scale)
    pen.written.append(
        f"q {scale:.5f} 0 0 {scale:.5f} {shape.x:.2f} {shape.y:.2f} cm "
        f"{outline_operators(shape.d)} {painted} Q"
    )


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
        written.append(f"{short_numbers(*values)} {OPERATORS[stroke.kind]}".strip())
    return " ".join(written)


@draw_shape.register
def draw_text(shape: Text, pen: PdfPen) -> None:
    name = font_name(bold=shape.bold, display=shape.display)
    shown = printable_text(shape.text)
    pen.ready(shape.fill)
    x = shape.x
    if shape.align is not Align.START:
        width = shape.size * relative_width(shown, name)
        x -= width / 2 if shape.align is Align.MIDDLE else width
    # Letters must not stand on their heads.
    pen.written.append(f"BT 1 0 0 -1 {x:.2f} {shape.y:.2f} Tm")
    size = written_size(shape.size)
    for run in split_runs(shown, name):
        pen.write_run(run, size)
    pen.written.append("ET")


@lru_cache(MOST_SIZES)
def written_size(size: float) -> str:
    return str(fp_str(size))


def show_run(run: Run, canvas: Canvas) -> Iterator[tuple[str, str]]:
    """The letters as they are called in the part of the font that this document takes along."""
    document = canvas._doc  # type: ignore[attr-defined]  # not in the stubs
    name, text = run
    font, gaps, begin = find_font(name), kerned_gaps(text, name), 0
    for subset, codes in font.splitString(text, document):
        end = begin + len(codes)
        within = [
            Gap(place - begin, wider) for place, wider in gaps if begin <= place < end
        ]
        yield font.getSubsetInternalName(subset, document), show_codes(codes, within)
        begin = end


def show_codes(codes: bytes, gaps: list[Gap]) -> str:
    """The operator for one part; where letters move, by how much they move back."""
    if not gaps:
        return f"({escapePDF(codes)}) Tj"
    begin, pieces = 0, []
    for place, wider in gaps:
        pieces += [f"({escapePDF(codes[begin:place])})" if place else "", str(-wider)]
        begin = place
    return f"[{''.join(pieces)}({escapePDF(codes[begin:])})] TJ"
