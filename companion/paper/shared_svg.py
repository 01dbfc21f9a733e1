"""Drawings of one page that share their shapes: whatever comes again is defined once, then pointed to.

A sheet has hundreds of boxes and signs, but only some dozens that differ; looked at they are what
svg.py paints, at a third of the length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
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
from companion.paper.short_numbers import FINE, fine_number, short_name, short_number
from companion.paper.svg import readable_text

# What most shapes have stands on the drawing and is inherited.
USUAL_SIZE = 2.5
ROUNDS = 2  # of joining neighbours: two, then four
WORTH_A_NAME = 2  # times two shapes come together
# Where a shape stands is counted in thousandths, how far the next is from it in hundredths.
FINE_IN_COARSE = 10
# The same shapes and words come on every page of an empire: what is known of them is kept.
MOST_SHAPES, MOST_WORDS = 4096, 2048


class Outline(NamedTuple):
    """The data of a path, in whatever size and colour it comes."""

    d: str


class JoinedShapes(NamedTuple):
    """Two shapes that come one after the other, the second always as far from the first."""

    first: int
    second: int
    x: int
    y: int


class PlacedShape(NamedTuple):
    """A shape, by its number among those of the page, and where it stands."""

    shape: int
    x: int
    y: int


# What may become JoinedShapes: most pairs come once, so they aren't named yet.
Pair: TypeAlias = tuple[int, int, int, int]
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
            look, painted = paint_text(one)
            found.setdefault(look, []).append(painted)
    return "".join(f"<g{look}>{''.join(words)}</g>" for look, words in found.items())


def words_look(shape: Text) -> str:
    bold = " bold" if shape.bold and not shape.display else ""
    size = (
        "" if shape.size == USUAL_SIZE else f' font-size="{short_number(shape.size)}"'
    )
    anchor = "" if shape.align == Align.START else f' text-anchor="{shape.align}"'
    return f' class="fill-{shape.fill}{bold}"{size}{anchor}'


@lru_cache(MOST_WORDS)
def paint_text(shape: Text) -> tuple[str, str]:
    """How a text looks, and the text itself."""
    place = f'x="{short_number(shape.x)}" y="{short_number(shape.y)}"'
    # Every text has a face of its own, so this one isn't inherited.
    face = ' class="display"' if shape.display else ""
    text = f"<text {place}{face}>{readable_text(shape.text)}</text>"
    return words_look(shape), text


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
        own, x, y = take_from_place(shape)
        return PlacedShape(self.number(own), x, y)

    def join_pairs(
        self, given: Sequence[Sequence[PlacedShape]]
    ) -> list[list[PlacedShape]]:
        """The same shapes, of which neighbours that come together again are one."""
        pairs = [list(map(pair_of, pairwise(placed))) for placed in given]
        times = Counter(chain.from_iterable(pairs))
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
                self.times[shape.first] += 1
                self.times[shape.second] += 1
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
                    shape.second,
                    placed.x + shape.x * FINE_IN_COARSE,
                    placed.y + shape.y * FINE_IN_COARSE,
                )
                inside = self.paint(first) + self.paint(second)
                return f"<g{own}>{inside}</g>" if own else inside

    def paint_path(self, shape: Path, placed: PlacedShape, own: str) -> str:
        scale = shape.size / shape.square
        moved = f"scale({short_number(scale, 4)})"
        if placed.x or placed.y:
            place = f"{fine_number(placed.x)} {fine_number(placed.y)}"
            moved = f"translate({place}) {moved}"
        width = "" if shape.stroke == Tone.NONE else paint_width(shape.line / scale)
        rest = f' transform="{moved}"{paint_look(shape)}{width}/>'
        outline = self.number(Outline(shape.d))
        if self.times[outline] == 1:
            return f'<path{own} d="{shape.d}"{rest}'
        name = self.names.get(outline) or self.define(outline)
        return f'<use{own} href="#{name}"{rest}'


@lru_cache(MOST_SHAPES)
def take_from_place(shape: Box | Path | Line) -> tuple[Known, int, int]:
    """The shape as if it stood in the corner, and where it stands."""
    match shape:
        case Line():
            x, y = round(shape.to_x - shape.x, 2), round(shape.to_y - shape.y, 2)
            own: Known = Line(0, 0, x, y, shape.stroke, shape.line, shape.dash)
        case Box():
            wide, high = round(shape.width, 2), round(shape.height, 2)
            own = Box(0, 0, wide, high, *shape[4:])
        case Path():
            own = Path(shape.d, 0, 0, round(shape.size, 3), *shape[4:])
    return own, round(shape.x * FINE), round(shape.y * FINE)


def pair_of(neighbours: tuple[PlacedShape, PlacedShape]) -> Pair:
    (shape, x, y), (other, other_x, other_y) = neighbours
    half = FINE_IN_COARSE // 2
    return (
        shape,
        other,
        (other_x - x + half) // FINE_IN_COARSE,
        (other_y - y + half) // FINE_IN_COARSE,
    )


def paint_place(placed: PlacedShape) -> str:
    """Where a shape stands that begins in the corner."""
    x = f' x="{fine_number(placed.x)}"' if placed.x else ""
    return f'{x} y="{fine_number(placed.y)}"' if placed.y else x


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
    x, y = placed.x / FINE, placed.y / FINE
    ends = {"x1": x, "y1": y, "x2": x + shape.to_x, "y2": y + shape.to_y}
    written = "".join(
        f' {key}="{short_number(one)}"' for key, one in ends.items() if one
    )
    dash = f' stroke-dasharray="{short_number(shape.dash)}"' if shape.dash else ""
    look = f' class="stroke-{shape.stroke}"{paint_width(shape.line)}'
    return f"<line{own}{written}{look}{dash}/>"
