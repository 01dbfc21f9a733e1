"""Charts as plain numbers: where each point lies; the template only writes them down as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from math import ceil, floor, log10

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from companion.tables.seats import SEAT_LOOKS
from scoring.words import _

WIDTH, HEIGHT = 640, 340
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 24, 44  # room for the numbers around
SPARK_WIDTH, SPARK_HEIGHT, SPARK_SCORES = 96, 32, 12
# As templates/campaign/board/_mark.html draws a single one.
MARK = '<path class="mark-shape" transform="translate({} {}) scale(.6) translate(-12 -12)" d="{}" />'
FEW_LINES, MOST_LABELS, MOST_POINTS, MOST_NAMES = 5, 10, 25, 3


@dataclass(frozen=True)
class Spark:
    """A handful of scores as one line, and where its last one lies."""

    points: str
    x: float
    y: float


@dataclass(frozen=True)
class Series:
    """The values of one empire by session; where it didn't play there is none."""

    player: str
    name: str
    seat: str
    values: Mapping[int, int]
    nth: int = 0  # which of its player's empires it is; later ones are dashed
    tint: str = ""  # the colour its player chose

    @property
    def look(self) -> str:
        """The class of its colour: the one its player chose, or else the seat's."""
        return f"tint-{self.tint}" if self.tint else f"seat-{self.seat}"


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    session: int
    value: int


@dataclass(frozen=True)
class Curve:
    series: Series
    mark: str
    points: tuple[Point, ...]
    path: str
    marked: bool = True  # a mark at every point; long curves have it at their end only

    @property
    def marks(self) -> SafeString:
        """Its marks as SVG; written here, as a template would take its time for so many."""
        shown = self.points if self.marked else self.points[-1:]
        return format_html_join("", MARK, ((one.x, one.y, self.mark) for one in shown))


@dataclass(frozen=True)
class PlayerColumn:
    """A player in the table of numbers: one empire after the other, never two at once."""

    player: str
    seat: str
    mark: str
    names: tuple[str, ...]
    values: Mapping[int, int]
    tint: str = ""
    look: str = ""

    @property
    def last_names(self) -> str:
        shown = self.names[-MOST_NAMES:]
        return ("… " if len(shown) < len(self.names) else "") + ", ".join(shown)


@dataclass(frozen=True)
class Label:
    at: float
    text: int


@dataclass(frozen=True)
class Chart:
    key: str
    title: str
    curves: tuple[Curve, ...]
    across: tuple[Label, ...]  # sessions
    up: tuple[Label, ...]  # values
    sessions: tuple[int, ...]
    days: Mapping[int, date | None] = field(default_factory=dict)
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM

    @property
    def rows(self) -> list[tuple[int, list[int | None]]]:
        """The numbers underneath, newest session first."""
        return [
            (number, [column.values.get(number) for column in self.columns])
            for number in reversed(self.sessions)
        ]

    @property
    def dated_rows(self) -> list[tuple[int, date | None, list[int | None]]]:
        """The same, each with its day where that is known."""
        return [(number, self.days.get(number), own) for number, own in self.rows]

    @cached_property
    def columns(self) -> tuple[PlayerColumn, ...]:
        players = dict.fromkeys(curve.series.player for curve in self.curves)
        return tuple(number_column(player, self.curves) for player in players)


TITLES: dict[str, str] = {
    "scores": _("Final scores"),
    "knowledge": _("Knowledge saved"),
    "ticks": _("Boxes ticked in all ages"),
    "rating": _("Rating after each game"),
}


def spark_line(scores: Sequence[int]) -> Spark | None:
    """Nothing where there is no line to draw."""
    last = scores[-SPARK_SCORES:]
    if len(last) < 2:
        return None
    low, high = min(last), max(last)
    xs = [
        position_between(place, 0, len(last) - 1, 3, SPARK_WIDTH - 4)
        for place in range(len(last))
    ]
    ys = [position_between(score, low, high, SPARK_HEIGHT - 4, 4) for score in last]
    return Spark(path_data(zip(xs, ys, strict=True)), xs[-1], ys[-1])


def position_between(
    value: float, low: float, high: float, start: float, end: float
) -> float:
    """Where a value lies between two ends; all equal ones lie in the middle."""
    share = (value - low) / (high - low) if high != low else 0.5
    return round(start + share * (end - start), 1)


def path_data(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def chart(
    key: str,
    series: Sequence[Series],
    *,
    from_zero: bool = True,
    days: Mapping[int, date | None] | None = None,
) -> Chart | None:
    """Nothing before the first session."""
    sessions = sorted({number for one in series for number in one.values})
    if not sessions:
        return None
    values = [value for one in series for value in one.values.values()]
    low = min(0, *values) if from_zero else min(values)
    steps = axis_numbers(low, max(values))
    ends = (steps[0], steps[-1])
    return Chart(
        key,
        TITLES[key],
        tuple(curve(one, sessions, ends) for one in series if one.values),
        across=session_labels(sessions),
        up=tuple(Label(height_of(step, ends), step) for step in steps),
        sessions=tuple(sessions),
        days=days or {},
    )


def number_column(player: str, curves: Iterable[Curve]) -> PlayerColumn:
    own = [curve for curve in curves if curve.series.player == player]
    return PlayerColumn(
        player,
        own[0].series.seat,
        own[0].mark,
        tuple(curve.series.name for curve in own),
        {at: value for curve in own for at, value in curve.series.values.items()},
        own[0].series.tint,
        own[0].series.look,
    )


def axis_numbers(low: int, high: int) -> list[int]:
    """Round numbers that hold everything: 0, 20, 40 …"""
    wide = max(1, high - low) / FEW_LINES
    power = 10 ** floor(log10(wide)) if wide >= 1 else 1
    step = int(next(one * power for one in (1, 2, 5, 10) if one * power >= wide))
    return list(
        range(floor(low / step) * step, ceil(max(high, 1) / step) * step + 1, step)
    )


def height_of(value: float, ends: tuple[int, int]) -> float:
    return position_between(value, *ends, HEIGHT - BOTTOM, TOP)


def place_across(session: int, sessions: Sequence[int]) -> float:
    return position_between(
        session, sessions[0], sessions[-1], LEFT + 8, WIDTH - RIGHT - 8
    )


def session_labels(sessions: Sequence[int]) -> tuple[Label, ...]:
    every = ceil(len(sessions) / MOST_LABELS)
    return tuple(Label(place_across(one, sessions), one) for one in sessions[::every])


def curve(one: Series, sessions: Sequence[int], ends: tuple[int, int]) -> Curve:
    points = tuple(
        Point(place_across(number, sessions), height_of(value, ends), number, value)
        for number, value in sorted(one.values.items())
    )
    return Curve(
        one,
        SEAT_LOOKS[one.seat].mark,
        points,
        path_data((point.x, point.y) for point in points),
        marked=len(sessions) <= MOST_POINTS,
    )
