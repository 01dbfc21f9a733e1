"""How values are spread, as plain numbers: where each bar stands; the template writes them down as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.paper.charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Label,
    axis_numbers,
    position_between,
)

MOST_BARS = 10
GAP = 0.12  # of a bar's width, between two


@dataclass(frozen=True)
class ChartBar:
    """How many values lie from `least` to `most`."""

    least: int
    most: int
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class BarChart:
    bars: tuple[ChartBar, ...]
    up: tuple[Label, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def bar_chart(values: Mapping[int, int]) -> BarChart | None:
    """How often each value is there; nothing where all are the same."""
    if len(values) < 2:
        return None
    step = bar_step(min(values), max(values))
    first = min(values) // step * step
    starts = range(first, max(values) + 1, step)
    counts = [0] * len(starts)
    for value, often in values.items():
        counts[(value - first) // step] += often
    steps = axis_numbers(0, max(counts))
    room = (WIDTH - RIGHT - LEFT) / len(counts)
    floor = HEIGHT - BOTTOM
    bars = []
    for place, (start, count) in enumerate(zip(starts, counts, strict=True)):
        top = position_between(count, 0, steps[-1], floor, TOP)
        x = round(LEFT + place * room + room * GAP / 2, 1)
        width, height = round(room * (1 - GAP), 1), round(floor - top, 1)
        bars.append(ChartBar(start, start + step - 1, count, x, top, width, height))
    up = (Label(position_between(one, 0, steps[-1], floor, TOP), one) for one in steps)
    return BarChart(tuple(bars), tuple(up))


def bar_step(least: int, most: int) -> int:
    """A round width with which there are few enough bars."""
    wide = 1
    while (most - least) / wide >= MOST_BARS - 1:
        wide = wide * 2 if str(wide)[0] in "15" else wide * 5 // 2
    return wide
