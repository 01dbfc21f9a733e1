"""Drawings of one page that share their shapes: whatever comes again is defined once, then pointed to.

A sheet has hundreds of boxes and signs, but only some dozens that differ; looked at they are what
svg.py paints, at a third of the length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from django.utils.safestring import SafeString, mark_safe

from companion.paper.shapes import (
    THIN,
    Align,
    Box,
    Drawing,
    Line,
    Path,
    Text,
    Tone,
)
from companion.paper.svg import readable_text

# What most shapes have stands on the drawing and is inherited.
USUAL_SIZE = 2.5
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
ROUNDS = 3  # of joining neighbours: two, then four, then eight
WORTH_A_NAME = 2  # times two shapes come together


class Outline(NamedTuple):
    """The data of a path, in whatever size and colour it comes."""

    d: str


class JoinedShapes(NamedTuple):
    """Two shapes that come one after the other, the second always as far from the first."""

    first: int
    second: int
    x: float
    y: float


class PlacedShape(NamedTuple):
    """A shape, by its number among those of the page, and where it stands."""

    shape: int
    x: float
    y: float


# What may become JoinedShapes: most pairs come once, so they aren't named yet.
Pair: TypeAlias = tuple[int, int, float, float]
Known: TypeAlias = Box | Path | Line | Outline | JoinedShapes


def paint_together(drawings: Sequence[Drawing], prefix: str = "") -> list[SafeString]:
    """Each drawing as one element of a page; the first of them defines what they share."""
    store = SharedShapes(prefix)
    given = [list(map(store.place, drawn_shapes(drawing))) for drawing in drawings]
    for _round in range(ROUNDS):
        given = store.join_pairs(given)
    store.count_times(given)
    painted = ["".join(map(store.paint, placed)) for placed in given]
    painted[0] = f"<defs>{''.join(store.defined)}</defs>{painted[0]}"
    return [frame_drawing(*one) for one in zip(drawings, painted, strict=True)]


def drawn_shapes(drawing: Drawing) -> Iterator[Box | Path | Line]:
    """All but words, which lie on top, and anchors: a page is already where a code leads."""
    return (one for one in drawing.shapes if isinstance(one, Box | Path | Line))


def frame_drawing(drawing: Drawing, inside: str) -> SafeString:
    kind = f"drawing {drawing.accent.name}" if drawing.accent else "drawing"
    size = f"{short_number(drawing.width)} {short_number(drawing.height)}"
    return mark_safe(  # noqa: S308 - every text is escaped
        f'<svg class="{kind}" viewBox="0 0 {size}" role="img"'
        f' stroke-width="{short_number(THIN)}" fill-rule="evenodd"'
        f' font-size="{short_number(USUAL_SIZE)}">'
        f"<title>{readable_text(drawing.title)}</title>{inside}{paint_words(drawing)}</svg>"
    )


def paint_words(drawing: Drawing) -> str:
    """The words of a drawing, by how they look."""
    found: dict[str, list[str]] = {}
    for one in drawing.shapes:
        if isinstance(one, Text):
            found.setdefault(words_look(one), []).append(paint_text(one))
    return "".join(f"<g{look}>{''.join(words)}</g>" for look, words in found.items())


def words_look(shape: Text) -> str:
    bold = " bold" if shape.bold and not shape.display else ""
    size = (
        "" if shape.size == USUAL_SIZE else f' font-size="{short_number(shape.size)}"'
    )
    anchor = "" if shape.align == Align.START else f' text-anchor="{shape.align}"'
    return f' class="fill-{shape.fill}{bold}"{size}{anchor}'


def paint_text(shape: Text) -> str:
    place = f'x="{short_number(shape.x)}" y="{short_number(shape.y)}"'
    # Every text has a face of its own, so this one isn't inherited.
    face = ' class="display"' if shape.display else ""
    return f"<text {place}{face}>{readable_text(shape.text)}</text>"


class SharedShapes:
    """The shapes of one page, and under which name each is pointed to."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.numbers: dict[Known, int] = {}
        self.shapes: list[Known] = []
        self.times: Counter[int] = Counter()
        self.names: dict[int, str] = {}
        self.defined: list[str] = []

    def number(self, shape: Known) -> int:
        found = self.numbers.get(shape)
        if found is None:
            found = self.numbers[shape] = len(self.shapes)
            self.shapes.append(shape)
        return found

    def place(self, shape: Box | Path | Line) -> PlacedShape:
        match shape:
            case Line():
                x, y = round(shape.to_x - shape.x, 2), round(shape.to_y - shape.y, 2)
                own: Known = Line(0, 0, x, y, shape.stroke, shape.line, shape.dash)
            case Box():
                wide, high = round(shape.width, 2), round(shape.height, 2)
                own = Box(0, 0, wide, high, *shape[4:])
            case Path():
                own = Path(shape.d, 0, 0, round(shape.size, 3), *shape[4:])
        return PlacedShape(self.number(own), shape.x, shape.y)

    def join_pairs(
        self, given: Sequence[Sequence[PlacedShape]]
    ) -> list[list[PlacedShape]]:
        """The same shapes, of which neighbours that come together again are one."""
        pairs = [list(map(pair_of, placed, placed[1:])) for placed in given]
        times = Counter(pair for row in pairs for pair in row)
        return [
            list(self.join_row(*row, times)) for row in zip(given, pairs, strict=True)
        ]

    def join_row(
        self,
        placed: Sequence[PlacedShape],
        pairs: Sequence[Pair],
        times: Counter[Pair],
    ) -> Iterator[PlacedShape]:
        joined = False
        for one, pair in zip_longest(placed, pairs):
            if joined:
                joined = False
            elif pair and times[pair] >= WORTH_A_NAME:
                joined = True
                yield PlacedShape(self.number(JoinedShapes(*pair)), one.x, one.y)
            else:
                yield one

    def count_times(self, given: Iterable[Iterable[PlacedShape]]) -> None:
        """How often each is written, also within those that stand for several."""
        self.times.update(one.shape for row in given for one in row)
        # A pair is made of shapes that were known before it.
        for number in range(len(self.shapes) - 1, -1, -1):
            shape = self.shapes[number]
            if self.times[number] and isinstance(shape, JoinedShapes):
                self.times.update((shape.first, shape.second))
        for number, shape in enumerate(tuple(self.shapes)):
            if self.times[number] and isinstance(shape, Path):
                self.times[self.number(Outline(shape.d))] += 1

    def paint(self, placed: PlacedShape) -> str:
        if self.times[placed.shape] == 1:
            return self.paint_whole(placed)
        name = self.names.get(placed.shape) or self.define(placed.shape)
        return f'<use href="#{name}"{paint_place(placed)}/>'

    def define(self, number: int) -> str:
        name = self.names[number] = f"{self.prefix}{short_name(len(self.names))}"
        self.defined.append(
            self.paint_whole(PlacedShape(number, 0, 0), f' id="{name}"')
        )
        return name

    def paint_whole(self, placed: PlacedShape, own: str = "") -> str:
        shape = self.shapes[placed.shape]
        match shape:
            case Box():
                return paint_box(shape, placed, own)
            case Line():
                return paint_line(shape, placed, own)
            case Path():
                return self.paint_path(shape, placed, own)
            case Outline():
                return f'<path{own} d="{shape.d}"/>'
            case JoinedShapes():
                first = PlacedShape(shape.first, placed.x, placed.y)
                second = PlacedShape(
                    shape.second, placed.x + shape.x, placed.y + shape.y
                )
                inside = self.paint(first) + self.paint(second)
                return f"<g{own}>{inside}</g>" if own else inside

    def paint_path(self, shape: Path, placed: PlacedShape, own: str) -> str:
        scale = shape.size / shape.square
        moved = f"scale({short_number(scale, 4)})"
        if placed.x or placed.y:
            place = f"{short_number(placed.x)} {short_number(placed.y)}"
            moved = f"translate({place}) {moved}"
        width = "" if shape.stroke == Tone.NONE else paint_width(shape.line / scale)
        rest = f' transform="{moved}"{paint_look(shape)}{width}/>'
        outline = self.number(Outline(shape.d))
        if self.times[outline] == 1:
            return f'<path{own} d="{shape.d}"{rest}'
        name = self.names.get(outline) or self.define(outline)
        return f'<use{own} href="#{name}"{rest}'


def pair_of(one: PlacedShape, other: PlacedShape) -> Pair:
    shape, x, y = one
    next_shape, next_x, next_y = other
    return shape, next_shape, round(next_x - x, 2), round(next_y - y, 2)


def paint_place(placed: PlacedShape) -> str:
    """Where a shape stands that begins in the corner."""
    x = f' x="{short_number(placed.x)}"' if placed.x else ""
    return f'{x} y="{short_number(placed.y)}"' if placed.y else x


def paint_look(shape: Box | Path) -> str:
    outline = "" if shape.stroke == Tone.NONE else f" stroke-{shape.stroke}"
    return f' class="fill-{shape.fill}{outline}"'


def paint_width(line: float) -> str:
    return "" if line == THIN else f' stroke-width="{short_number(line)}"'


def paint_box(shape: Box, placed: PlacedShape, own: str) -> str:
    rounded = f' rx="{short_number(shape.round)}"' if shape.round else ""
    width = "" if shape.stroke == Tone.NONE else paint_width(shape.line)
    return (
        f'<rect{own}{paint_place(placed)} width="{short_number(shape.width)}"'
        f' height="{short_number(shape.height)}"{rounded}{paint_look(shape)}{width}/>'
    )


def paint_line(shape: Line, placed: PlacedShape, own: str) -> str:
    ends = {
        "x1": placed.x,
        "y1": placed.y,
        "x2": placed.x + shape.to_x,
        "y2": placed.y + shape.to_y,
    }
    written = "".join(
        f' {key}="{short_number(one)}"' for key, one in ends.items() if one
    )
    dash = f' stroke-dasharray="{short_number(shape.dash)}"' if shape.dash else ""
    look = f' class="stroke-{shape.stroke}"{paint_width(shape.line)}'
    return f"<line{own}{written}{look}{dash}/>"


@lru_cache(maxsize=4096)
def short_number(value: float, digits: int = 2) -> str:
    """Two digits suffice on a screen; a zero before the point says nothing."""
    written = f"{round(value, digits) + 0:.6g}"
    sign = "-" * written.startswith("-")
    body = written.removeprefix("-")
    return sign + (body.removeprefix("0") if body.startswith("0.") else body)


def short_name(number: int) -> str:
    """0, 1 … 9, a … z, 10, 11 …"""
    first, last = divmod(number, len(DIGITS))
    return (short_name(first) if first else "") + DIGITS[last]
