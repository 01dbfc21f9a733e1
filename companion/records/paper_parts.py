"""What the printed pages of records share: figures, lists, charts, and the page around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from companion.base.wording import signed_points
from companion.paper import frame, marks
from companion.paper.areas import Area
from companion.paper.bars import BarChart, ChartBar
from companion.paper.letters import common_size, text_label, text_width
from companion.paper.pdf import paint_pdf
from companion.paper.shapes import HAIR, THIN, Align, Box, Drawing, Line, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT, TITLE

GAP = 5.0
FIGURE = 21.0
ROW, LARGE_ROW, TALLEST = (
    8.2,
    11.0,
    13.0,
)  # of a list: how low, from when larger, how high
VALUE_GAP = 4.0  # before the number
AGAINST = " – "  # between two rivals
ListLine = tuple[str, str, str]  # who or what, more about it, the number
Figure = tuple[str, str]  # what it is, and the number
SIDE_BY_SIDE = 2  # lists in a row


@dataclass(frozen=True)
class PaperList:
    sign: str
    title: str
    lines: Sequence[ListLine]
    note: str = ""  # what the numbers are


@dataclass(frozen=True)
class PaperOf:
    """Whose page it is, and of which games where it isn't of all."""

    table: str
    paper: str
    only: str = ""


def print_page(shapes: Shapes, title: str, of: PaperOf) -> bytes:
    """One page with its head and foot."""
    room = frame.upright_room(of.paper)
    whole = (
        *frame.page_head(room, "vp", title, of.table, under=of.only),
        *shapes,
        *frame.page_foot(room, "Empire Companion"),
    )
    drawing = Drawing(*frame.drawing_size(room), whole, title)
    return paint_pdf(drawing, paper=of.paper, title=title, subject=of.table)


def draw_figures(area: Area, figures: Sequence[Figure]) -> Shapes:
    rooms = area.columns(len(figures), GAP)
    pairs = zip(rooms, figures, strict=True)
    return marks.join_shapes(draw_figure(room, *one) for room, one in pairs)


def draw_figure(area: Area, label: str, value: str) -> Shapes:
    inner = area.inset(3.0, 2.5)
    return (
        Box(*marks.corners(area), Tone.PAPER, Tone.EDGE, THIN, marks.ROUND),
        *text_label(inner.top(TEXT * 1.4), label, TEXT, fill=Tone.QUIET),
        *text_label(
            inner.below(TEXT * 1.6), value, TITLE, bold=True, display=True, least=LARGE
        ),
    )


def draw_lists(area: Area, lists: Sequence[PaperList]) -> Shapes:
    """Up to four lists in two rows no taller than they need; one with nothing to say is left out."""
    filled = [one for one in lists if one.lines]
    rows = (filled[:SIDE_BY_SIDE], filled[SIDE_BY_SIDE:])
    tallest, down, drawn = area.rows(len(rows), GAP)[0].height, 0.0, []
    for row in filter(None, rows):
        longest = max(len(one.lines) for one in row)
        high = min(tallest, marks.HEADING + 2 * GAP + longest * TALLEST)
        rooms = area.below(down).top(high).columns(len(row), GAP)
        drawn += [
            draw_list(room, one.sign, one.title, one.lines, note=one.note)
            for room, one in zip(rooms, row, strict=True)
        ]
        down += high + GAP
    return marks.join_shapes(drawn)


def draw_list(
    area: Area, sign: str, title: str, lines: Sequence[ListLine], *, note: str = ""
) -> Shapes:
    """A panel with as many lines as fit; few lines are set larger. `note` says what the numbers are."""
    shapes, room = marks.panel(area, sign, title, note)
    inner = room.below(2.5)
    if not lines:
        nothing = _("Nothing yet. It takes three games.")
        return (*shapes, *text_label(inner.top(ROW), nothing, TEXT, fill=Tone.QUIET))
    shown = lines[: int(inner.height // ROW)]
    unit = min(TALLEST, inner.height / len(shown))
    numbers = max(text_width(value, LARGE, bold=True) for *_said, value in shown)
    wide = inner.width - numbers - VALUE_GAP
    names = [name for name, _about, _value in shown]
    largest = LARGE if unit >= LARGE_ROW else TEXT
    size = common_size(names, largest, SMALL, wide, bold=True)
    abouts = [about for _name, about, _value in shown]
    noted = common_size(abouts, TEXT if size == LARGE else SMALL, SMALL, wide)
    drawn = (
        draw_line(
            Area(inner.x, inner.y + place * unit, inner.width, unit),
            line,
            (size, noted),
            wide,
        )
        for place, line in enumerate(shown)
    )
    return (*shapes, *marks.join_shapes(drawn))


def draw_line(
    area: Area, line: ListLine, sizes: tuple[float, float], wide: float
) -> Shapes:
    """Names of one size in the whole list; two that are too long together stand in two lines."""
    (name, about, value), (size, noted) = line, sizes
    words = area.left(wide)
    if not about and text_width(name, size, bold=True) > wide:
        name, dash, other = name.partition(AGAINST)
        about, noted = f"{dash.lstrip()}{other}", size
    return (
        *text_label(words.top(size * 1.3), name, size, bold=True, least=SMALL),
        *text_label(
            words.below(size * 1.3).top(noted * 1.3), about, noted, bold=not line[1]
        ),
        *text_label(area.top(size * 1.3), value, LARGE, bold=True, align=Align.END),
    )


def draw_spread(area: Area, chart: BarChart) -> Shapes:
    """How scores are spread: the same bars as on the page."""
    shapes, room = marks.panel(area, "card", _("How scores are spread"))
    across, down = room.width / chart.width, room.height / chart.height
    floor = max(bar.y + bar.height for bar in chart.bars)
    drawn = [shapes]
    for label in chart.up:
        y = room.y + label.at * down
        left, right = room.x + chart.left * across, room.x + chart.right * across
        said = Area(room.x, y - SMALL, left - room.x - 1, 2 * SMALL)
        drawn += [
            (Line(left, y, right, y, Tone.EDGE, HAIR),),
            text_label(said, str(label.text), SMALL, align=Align.END, fill=Tone.QUIET),
        ]
    for bar in chart.bars:
        x, y = room.x + bar.x * across, room.y + bar.y * down
        wide, high = bar.width * across, bar.height * down
        under = Area(x, room.y + floor * down + 0.6, wide, 1.5 * SMALL)
        drawn += [
            (Box(x, y, wide, high, Tone.ACCENT, round=0.6),) if bar.count else (),
            text_label(
                under, name_bar(bar), SMALL, align=Align.MIDDLE, fill=Tone.QUIET
            ),
        ]
    return marks.join_shapes(drawn)


def name_bar(bar: ChartBar) -> str:
    return signed_points(bar.least)
