"""What decided a game: the category that made the largest difference between first and second."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules import Rule
from scoring.sheet import ScoreRow, ScoreSheet


@dataclass(frozen=True)
class Decider:
    """A category over all tallies, with what the first and the second got in it."""

    label: str
    rule: Rule
    first: int  # seats
    second: int
    points: tuple[int, int]

    @property
    def difference(self) -> int:
        return self.points[0] - self.points[1]


def find_decider(sheet: ScoreSheet) -> Decider | None:
    """None where nobody is ahead in points, or where one category is all there is."""
    if len(sheet.winners) != 1 or 2 not in sheet.places:
        return None
    first, second = sheet.winners[0], sheet.places.index(2)
    if sheet.totals[first] == sheet.totals[second]:
        return None  # a tie-break decided
    found = [
        compare_rows(rows, first, second) for rows in rows_by_label(sheet.rows).values()
    ]
    return max(found, key=lambda one: one.difference) if len(found) > 1 else None


def rows_by_label(rows: tuple[ScoreRow, ...]) -> dict[str, list[ScoreRow]]:
    """The rows of all tallies, those of the same category together."""
    found: dict[str, list[ScoreRow]] = {}
    for row in rows:
        found.setdefault(row.label, []).append(row)
    return found


def compare_rows(rows: list[ScoreRow], first: int, second: int) -> Decider:
    points = [sum(row.points[seat] for row in rows) for seat in (first, second)]
    return Decider(rows[0].label, rows[0].rule, first, second, (points[0], points[1]))
