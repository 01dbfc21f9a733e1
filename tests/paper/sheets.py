"""Empire sheets to be drawn, from an empty one to one that holds too much, and what a drawing holds."""

from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, LETTER, landscape

from campaign.documents.missions import MissionCounter
from campaign.documents.sheet import draw_sheet
from companion.paper.letters import text_width
from companion.paper.paths import parse_strokes
from companion.paper.pictograms import pictogram
from companion.paper.shapes import Align, Anchor, Box, Line, Path, Text, Tone
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import (
    DEFAULT_LAYOUTS,
    SHEET_AGES,
    Age,
    AgeLayout,
    Category,
    Colour,
    Good,
    Icon,
    Track,
)
from scoring.rise_of_empire.simulation import example_start, simulate
from scoring.rise_of_empire.state import Invention, SheetState, Ticks

ANCIENT = DEFAULT_LAYOUTS[Age.ANCIENT]
LONG = "Nekonečné impérium tisíce šťastných řek a žluťoučkých koníků"
WIDE = "W" * 60
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
both_papers = pytest.mark.parametrize(
    ("paper", "size"), [("a4", landscape(A4)), ("letter", landscape(LETTER))]
)
every_age = pytest.mark.parametrize("age", SHEET_AGES)

SHEET = SheetState(
    name="Nový Řím",
    faction="romans",
    ticks=Ticks(7, 0, 16),
    boxes=(0, 6),
    provinces=(38, 11),
    inventions=(Invention(61, Age.ANCIENT, Colour.GREY, 45, "Stavitelství"),),
    knowledge=16,
    scores=(43, 38, 41),
)
NAMES = {11: "Křemenolom", 38: "Zlatý sad"}

# As much as a table may write, and more than a layout should hold.
CROWDED = AgeLayout(
    Age.MEDIEVAL,
    diplomacy=Track(tuple(("", *Icon)[box % 17] for box in range(40))),
    economy=Track(("dove", "", "?") * 8),
    science=Track(("mystery",) * 3),
    map=tuple(tuple([*Good, *Good][box % 7 :][: 1 + box % 6]) for box in range(30)),
    custom=True,
)
FULL = SheetState(
    name=LONG,
    faction=WIDE,
    age=Age.MEDIEVAL,
    ticks=Ticks(13, 24, 1),
    boxes=tuple(range(0, 30, 2)),
    provinces=tuple(range(1, 21)),
    inventions=tuple(
        Invention(56 + number, Age.ANCIENT, colour, 999, (LONG, WIDE)[number % 2])
        for number, colour in enumerate((*Colour, *"abcdef", "W" * 20))
    ),
    knowledge=99_999,
    scores=(9_999, 9_998, -12, 40) * 5,
    carried=3,
    corrected=("age", "boxes", "diplomacy", "faction", "knowledge", "name", "scores"),
)
SOLO = (
    MissionCounter(Category.DIPLOMACY, f"126 {LONG}", 4, 4, completed=True),
    MissionCounter(Category.DIPLOMACY, f"130 {WIDE}", 99, 30),
    MissionCounter(Category.ECONOMY, "144", 0, 3),
    MissionCounter(Category.SCIENCE),
)
EMPTY = AgeLayout(Age.ANCIENT, Track(()), Track(("",)), Track(("?",)), map=())
ODD = replace(ANCIENT, age="golden", map=((), ("amber", "wood"), ("wood",) * 12))


def crowded(layout=CROWDED):
    names = {number: (LONG, WIDE)[number % 2] for number in FULL.provinces}
    return draw_sheet(
        layout,
        FULL,
        player=WIDE,
        fate=LONG,
        when=LONG,
        provinces=names,
        missions=SOLO,
    )


DRAWINGS = {
    "blank": lambda: draw_sheet(ANCIENT),
    "filled": lambda: draw_sheet(ANCIENT, SHEET, player="Bára", provinces=NAMES),
    "crowded": crowded,
    "crowded blank": lambda: draw_sheet(CROWDED),
    "empty": lambda: draw_sheet(EMPTY),
    "empty but filled": lambda: crowded(EMPTY),
    "odd": lambda: draw_sheet(ODD, SHEET),
}


@cache
def drawn(name, language="en"):
    with override(language):
        return DRAWINGS[name]()


every_drawing = pytest.mark.parametrize("name", DRAWINGS)


def texts(drawing):
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def signs(drawing, name):
    return [
        shape
        for shape in drawing.shapes
        if isinstance(shape, Path) and shape.d == pictogram(name)
    ]


def bounds(shape):
    """Left, top, right and bottom, outline included."""
    line = 0 if getattr(shape, "stroke", Tone.NONE) == Tone.NONE else shape.line / 2
    if isinstance(shape, Text):
        wide = text_width(shape.text, shape.size, bold=shape.bold)
        share = {Align.START: 0, Align.MIDDLE: 0.5, Align.END: 1}[shape.align]
        x, up, down = shape.x - wide * share, 0.76 * shape.size, 0.24 * shape.size
        return x, shape.y - up, x + wide, shape.y + down
    if isinstance(shape, Box | Anchor):
        corners = [(0, 0), (shape.width, shape.height)]
    elif isinstance(shape, Line):
        corners = [(0, 0), (shape.to_x - shape.x, shape.to_y - shape.y)]
    else:
        scale = shape.size / shape.square
        corners = [
            (x * scale, y * scale)
            for one in parse_strokes(shape.d)
            for x, y in one.points
        ]
    across, down = zip(*corners, strict=True)
    return (
        shape.x + min(across) - line,
        shape.y + min(down) - line,
        shape.x + max(across) + line,
        shape.y + max(down) + line,
    )


def outside(drawing, slack=0.01):
    limits = (0, 0, drawing.width, drawing.height)
    return [
        shape
        for shape in drawing.shapes
        for left, top, right, bottom in [bounds(shape)]
        if left < limits[0] - slack
        or top < limits[1] - slack
        or right > limits[2] + slack
        or bottom > limits[3] + slack
    ]


@cache
def played(seed):
    """The campaign after each session, and once in the middle of one."""
    state, moments = ENGINE.start(example_start()), []
    for kind, data in simulate(sessions=12, players=3, seed=seed):
        state, _facts = ENGINE.apply(state, kind, data)
        if kind in ("finish_session", "settle_scores"):
            moments.append(state)
    return moments


def read(document):
    return PdfReader(BytesIO(document))
