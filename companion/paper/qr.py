"""The way from paper to the page: a code for cameras, and a short one for fingers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import segno

from companion.paper.areas import Area
from companion.paper.letters import text_label
from companion.paper.shapes import Align, Anchor, Path, Shapes, Tone
from companion.paper.sizes import TEXT

WORDS = 3.6
QUIET_ZONE = 1.6  # paper around the code, so that a camera finds it
MOST_CODES = 64  # kept ready


@dataclass(frozen=True)
class Link:
    """Where a sheet leads to, and the code that can be typed instead; where no camera could follow, only that."""

    url: str
    code: str


def qr_shapes(area: Area, link: Link) -> Shapes:
    """As large as the area allows, with the code to type below; where there is no address only that."""
    if not link.url:
        return draw_words(area, link)
    size = min(area.width, area.height - WORDS) - QUIET_ZONE
    words = Area(area.x, area.y + size, area.width, area.height - size)
    code = Area(area.centre - size / 2, area.y, size, size)
    return (
        *code_shapes(code, link.url),
        *draw_words(words.below(words.height - WORDS), link),
    )


def draw_words(area: Area, link: Link) -> Shapes:
    return text_label(area, link.code, TEXT, bold=True, align=Align.MIDDLE)


def code_shapes(area: Area, url: str) -> Shapes:
    """The code alone, as wide as the area; a blurred photo asks for few large squares, not for spare ones."""
    d, modules = trace_code(url)
    return (
        Path(d, area.x, area.y, area.width, Tone.INK, square=modules),
        Anchor(area.x, area.y, area.width, area.width, url),
    )


@lru_cache(MOST_CODES)
def trace_code(url: str) -> tuple[str, int]:
    """The dark squares as one path, each run of a row at once, and how many fit across."""
    rows = [bytes(row) for row in segno.make(url, error="m", micro=False).matrix]
    return trace_squares(rows), len(rows)


def trace_squares(rows: Sequence[bytes]) -> str:
    return "".join(
        f"M{begin} {y}h{length}v1h-{length}z"
        for y, row in enumerate(rows)
        for begin, length in dark_runs(row)
    )


def dark_runs(row: bytes) -> list[tuple[int, int]]:
    """Where dark squares begin, and how many follow one another."""
    found: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and x and row[x - 1]:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        elif dark:
            found.append((x, 1))
    return found
