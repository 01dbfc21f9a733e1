"""The campaign's charts on paper: the same points as on the page, as shapes."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.charts import Chart, Curve, PlayerColumn
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import (
    HAIR,
    SEAT_ROLES,
    TINT_ROLES,
    Align,
    Line,
    Path,
    Shapes,
    Tone,
)
from companion.paper.sizes import SMALL

LEGEND, GAP = 5.0, 2.0
IN_A_ROW = 3  # people, where all of them don't fit side by side
CURVE, DASH = 0.55, 1.2
MARK = 2.4
WHITE = "white"
SIGNS = {"scores": "vp", "knowledge": "knowledge", "ticks": "tick", "rating": "vp"}


def draw_chart(area: Area, drawn: Chart, note: str = "") -> Shapes:
    """`note` says what is counted along the foot."""
    title = translate(drawn.title)
    frame, inner = marks.panel(area, SIGNS[drawn.key], title, note)
    plot = inner.top(inner.height - LEGEND * count_legend_rows(inner.width, drawn))
    return (
        *frame,
        *draw_axes(plot, drawn),
        *marks.join_shapes(draw_curve(plot, drawn, one) for one in drawn.curves),
        *draw_legend(inner.below(plot.height), drawn),
    )


def point_at(plot: Area, drawn: Chart, x: float, y: float) -> tuple[float, float]:
    return (
        plot.x + plot.width * x / drawn.width,
        plot.y + plot.height * y / drawn.height,
    )


def draw_axes(plot: Area, drawn: Chart) -> Shapes:
    shapes: Shapes = ()
    for step in drawn.up:
        x, y = point_at(plot, drawn, drawn.left, step.at)
        right, _y = point_at(plot, drawn, drawn.right, step.at)
        room = Area(plot.x, y - SMALL, x - plot.x - 1, 2 * SMALL)
        shapes += (
            Line(x, y, right, y, Tone.EDGE, HAIR),
            *text_label(room, str(step.text), SMALL, align=Align.END, fill=Tone.QUIET),
        )
    for step in drawn.across:
        x, y = point_at(plot, drawn, step.at, drawn.bottom)
        room = Area(x - 4, y + 0.6, 8, 1.5 * SMALL)
        text = str(step.text)
        shapes += text_label(room, text, SMALL, align=Align.MIDDLE, fill=Tone.QUIET)
    return shapes


def draw_curve(plot: Area, drawn: Chart, one: Curve) -> Shapes:
    """A line in its player's colour; the second empire's is dashed, and marks tell players apart."""
    role = line_role(one.series.seat, one.series.tint)
    points = [point_at(plot, drawn, point.x, point.y) for point in one.points]
    dash = DASH if one.series.nth % 2 else 0.0
    marked = points if one.marked else points[-1:]
    return (
        *(Line(*a, *b, role, CURVE, dash) for a, b in pairwise(points)),
        *marks.join_shapes(draw_mark(one.mark, x, y, role) for x, y in marked),
    )


def line_role(seat: str, tint: str) -> Tone:
    """Their own colour, or else their seat's; white would be lost on paper."""
    if tint == WHITE:
        return Tone.QUIET
    return TINT_ROLES.get(tint, SEAT_ROLES[seat])


def draw_mark(shape: str, x: float, y: float, role: Tone) -> Shapes:
    return (Path(shape, x - MARK / 2, y - MARK / 2, MARK, role),)


def draw_legend(area: Area, drawn: Chart) -> Shapes:
    """Whose lines these are: side by side where they fit, else in rows below each other."""
    people, count = drawn.columns, count_legend_rows(area.width, drawn)
    if count == 1:
        rooms = area.share_width([legend_width(one) for one in people], GAP)
    else:
        lines = area.rows(count)
        rooms = tuple(room for row in lines for room in row.columns(IN_A_ROW, GAP))
    return marks.join_shapes(map(draw_legend_entry, rooms, people))


def count_legend_rows(width: float, drawn: Chart) -> int:
    needed = sum(legend_width(one) + GAP for one in drawn.columns) - GAP
    return 1 if needed <= width else ceil(len(drawn.columns) / IN_A_ROW)


def draw_legend_entry(area: Area, one: PlayerColumn) -> Shapes:
    return (
        *draw_mark(
            one.mark, area.x + MARK / 2, area.middle, line_role(one.seat, one.tint)
        ),
        *text_label(area.beside(MARK + 1), legend_text(one), SMALL),
    )


def legend_text(one: PlayerColumn) -> str:
    """A player with their empires, where the chart is of empires."""
    if not one.last_names:
        return one.player
    return f"{one.seat} · {one.player}: {one.last_names}"


def legend_width(one: PlayerColumn) -> float:
    return MARK + 1 + text_width(legend_text(one), SMALL)
