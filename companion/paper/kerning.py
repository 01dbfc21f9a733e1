"""How much nearer two letters stand than their widths say; ReportLab doesn't read it from a font.

The tables beside the fonts are written by tools/make_fonts.py. Digits have none, so that figures
stand under one another, and neither have spaces, so that a line is as wide as its words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

EM = 1000  # a gap is told in thousandths of the size
# Neither wider nor narrower by more: who copies a text from the paper would get a space in it.
MOST = 70


class Gap(NamedTuple):
    """Before which letter of a text, and how much wider the gap is; below 0 it is narrower."""

    place: int
    wider: int


@dataclass(frozen=True)
class Kerning:
    """A row of gaps per first letter, and which of them holds for the second one."""

    rows: dict[str, tuple[int, ...]]
    columns: dict[str, int]

    def gaps(self, text: str) -> tuple[Gap, ...]:
        found = []
        for place, (one, other) in enumerate(pairwise(text), start=1):
            row = self.rows.get(one)
            column = self.columns.get(other) if row else None
            if row and column is not None and row[column]:
                found.append(Gap(place, row[column]))
        return tuple(found)


@cache
def read_kerning(path: Path) -> Kerning:
    """The table of a font; one that has no table is not kerned."""
    if not path.is_file():
        return Kerning({}, {})
    table = json.loads(path.read_text(encoding="utf-8"))
    rows: dict[str, tuple[int, ...]] = {}
    for letters, values in zip(table["first"], table["values"], strict=True):
        gaps = tuple(
            max(-MOST, min(MOST, round(value * EM / table["em"]))) for value in values
        )
        rows |= dict.fromkeys(letters, gaps)
    columns = {
        letter: place
        for place, letters in enumerate(table["second"])
        for letter in letters
    }
    return Kerning(rows, columns)
