"""A drawing as plain shapes: millimetres from the top left corner, colours by what they mean.

What it looks like on a screen or on paper is the painters' affair (svg, pdf). A chronicle has a
hundred thousand shapes: those of most of them are tuples, which are made quickest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from companion.tables.colours import PIECES
from scoring.seats import LETTERS

SQUARE = 24  # path data is written in a square of this size, like a game's emblem
HAIR, THIN, STRONG = 0.2, 0.35, 0.7  # widths of lines
HEATS = 5  # steps of a tint that means more or fewer


class Tone(StrEnum):
    """What a colour stands for; a painter knows which colour that is."""

    _ignore_ = "letter colour step"

    NONE = "none"
    PAPER = "paper"
    RAISED = "raised"
    EDGE = "edge"
    CONTROL = "control"  # the outline of something to tick or to write into
    QUIET = "quiet"
    INK = "ink"
    ACCENT = "accent"
    ACCENT_SOFT = "accent-soft"
    DIPLOMACY = "diplomacy"
    DIPLOMACY_SOFT = "diplomacy-soft"
    ECONOMY = "economy"
    ECONOMY_SOFT = "economy-soft"
    SCIENCE = "science"
    SCIENCE_SOFT = "science-soft"
    CARD_RED = "card-red"
    CARD_GREY = "card-grey"
    CARD_BROWN = "card-brown"
    CARD_GOLD = "card-gold"
    CARD_BLUE = "card-blue"
    for step in range(1, HEATS + 1):
        vars()[f"HEAT_{step}"] = f"heat-{step}"
    for letter in LETTERS:
        vars()[f"SEAT_{letter}"] = f"seat-{letter.lower()}"
    # Of somebody who has a colour of their own, and of a letter on it: two classes on a page.
    for colour in PIECES:
        vars()[f"TINT_{colour.upper()}"] = f"tint tint-{colour}"
        vars()[f"ON_TINT_{colour.upper()}"] = f"on-tint tint-{colour}"


TINT_ROLES = {one: Tone(f"tint tint-{one}") for one in PIECES}
ON_TINT_ROLES = {one: Tone(f"on-tint tint-{one}") for one in PIECES}
HEAT_ROLES = {one: Tone(f"heat-{one}") for one in range(1, HEATS + 1)}
SEAT_ROLES = {letter: Tone(f"seat-{letter.lower()}") for letter in LETTERS}


class Align(StrEnum):
    START = "start"
    MIDDLE = "middle"
    END = "end"


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: Tone = Tone.NONE
    stroke: Tone = Tone.NONE
    line: float = THIN
    round: float = 0.0


class Path(NamedTuple):
    """Path data blown up from its square to a size; its inside is told even-odd."""

    d: str
    x: float
    y: float
    size: float
    fill: Tone = Tone.INK
    stroke: Tone = Tone.NONE
    line: float = THIN
    square: float = SQUARE


class Text(NamedTuple):
    x: float
    y: float  # of the line the letters stand on
    text: str
    size: float
    bold: bool = False
    align: Align = Align.START
    fill: Tone = Tone.INK
    display: bool = False  # in the face of titles


class Line(NamedTuple):
    x: float
    y: float
    to_x: float
    to_y: float
    stroke: Tone = Tone.EDGE
    line: float = THIN
    dash: float = 0.0  # how long a dash and the gap behind it are; 0 is a solid line


@dataclass(frozen=True)
class Anchor:
    """A part of the drawing that leads to an address or a page of the same paper when tapped."""

    x: float
    y: float
    width: float
    height: float
    address: str = ""
    page: int = 0


@dataclass(frozen=True)
class Picture:
    """A photo, a JPEG. Only papers have one: a page shows it as an image of its own."""

    x: float
    y: float
    width: float
    height: float
    jpeg: bytes


Shape: TypeAlias = Box | Path | Text | Line | Anchor | Picture
Shapes: TypeAlias = tuple[Shape, ...]


@dataclass(frozen=True)
class Accent:
    """A colour that stands for the companion's own in one drawing: its class on a page, its inks on paper."""

    name: str
    strong: str
    soft: str


@dataclass(frozen=True)
class Drawing:
    width: float
    height: float
    shapes: Shapes
    title: str
    accent: Accent | None = None
