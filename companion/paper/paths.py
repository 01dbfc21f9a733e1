"""Path data as absolute strokes: what a page understands by itself and a PDF must be told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}
CIRCULAR = 4 / 3  # a curve's handles follow a circle at this share of tan(angle / 4)


@dataclass(frozen=True)
class Stroke:
    """From where the pen is: moved (1 point), a line (1), a curve (3), or back to the start (0)."""

    kind: str
    points: tuple[Point, ...] = ()


@dataclass(frozen=True)
class PathPen:
    at: Point = (0.0, 0.0)
    start: Point = (0.0, 0.0)
    handle: Point | None = None  # of the curve before, which S goes on from


def parse_strokes(d: str) -> tuple[Stroke, ...]:
    pen, drawn = PathPen(), []
    for command, numbers in parse_commands(d):
        pen, more = draw_command(pen, command, numbers)
        drawn += more
    return tuple(drawn)


def parse_commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; a command that is left out is the one before."""
    command, numbers = "", []
    for token in TOKEN.findall(d):
        if not token.isalpha():
            numbers.append(float(token))
        elif numbers or token.upper() not in TAKES:
            raise ValueError(f"“{command}” doesn't go on with “{token}”")
        else:
            command = token
        if len(numbers) == TAKES[command.upper()]:
            yield command, numbers
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)


def draw_command(
    pen: PathPen, command: str, numbers: list[float]
) -> tuple[PathPen, list[Stroke]]:
    kind = command.upper()
    if kind == "Z":
        return PathPen(pen.start, pen.start), [Stroke("close")]
    from_x, from_y = pen.at if command.islower() else (0.0, 0.0)
    if kind in "HV":
        end = straight_end(pen, kind, numbers[0], from_x, from_y)
        return replace(pen, at=end, handle=None), [Stroke("line", (end,))]
    if kind == "A":
        end = (numbers[5] + from_x, numbers[6] + from_y)
        return replace(pen, at=end, handle=None), list(
            arc_strokes(pen.at, numbers, end)
        )
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return draw_curve(pen, kind, tuple((x + from_x, y + from_y) for x, y in pairs))


def straight_end(
    pen: PathPen, kind: str, to: float, from_x: float, from_y: float
) -> Point:
    return (to + from_x, pen.at[1]) if kind == "H" else (pen.at[0], to + from_y)


def draw_curve(
    pen: PathPen, kind: str, points: tuple[Point, ...]
) -> tuple[PathPen, list[Stroke]]:
    end = points[-1]
    if kind == "M":
        return PathPen(end, end), [Stroke("move", points)]
    if kind == "L":
        return replace(pen, at=end, handle=None), [Stroke("line", points)]
    if kind == "S":
        points = (mirror_control(pen), *points)
    return replace(pen, at=end, handle=points[1]), [Stroke("curve", points)]


def mirror_control(pen: PathPen) -> Point:
    x, y = pen.handle or pen.at
    return 2 * pen.at[0] - x, 2 * pen.at[1] - y


def arc_strokes(start: Point, numbers: list[float], end: Point) -> Iterator[Stroke]:
    """A part of an upright ellipse, as curves of at most a quarter each."""
    across, down, turned, large, clockwise = numbers[:5]
    if turned:
        raise ValueError("a turned ellipse isn't drawn here")
    # On the unit circle the way is the same, only the measures differ.
    first, last = ((x / across, y / down) for x, y in (start, end))
    centre, angle, sweep = circle_through(
        first, last, large=bool(large), on=bool(clockwise)
    )
    parts = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    angles = [angle + sweep * part / parts for part in range(parts + 1)]
    for one, other in pairwise(angles):
        points = quarter_curve(centre, one, other)
        yield Stroke("curve", tuple((x * across, y * down) for x, y in points))


def circle_through(
    first: Point, last: Point, *, large: bool, on: bool
) -> tuple[Point, float, float]:
    """The centre of a circle of radius 1 through two points, where it begins and how far it goes."""
    half_x, half_y = (last[0] - first[0]) / 2, (last[1] - first[1]) / 2
    half = sqrt(half_x**2 + half_y**2)
    away = sqrt(max(0.0, 1 - half**2)) * (1 if large == on else -1)
    centre = (
        first[0] + half_x + away * half_y / half,
        first[1] + half_y - away * half_x / half,
    )
    begin, end = (atan2(y - centre[1], x - centre[0]) for x, y in (first, last))
    sweep = (end - begin) % radians(360)
    return centre, begin, sweep if on else sweep - radians(360)


def quarter_curve(
    centre: Point, one: float, other: float
) -> tuple[Point, Point, Point]:
    (x, y), handle = centre, CIRCULAR * tan((other - one) / 4)
    return (
        (x + cos(one) - handle * sin(one), y + sin(one) + handle * cos(one)),
        (x + cos(other) + handle * sin(other), y + sin(other) - handle * cos(other)),
        (x + cos(other), y + sin(other)),
    )
