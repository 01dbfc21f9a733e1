"""What one more of something is worth, read off the game's own lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.entries import Kind, entries_of
from scoring.sheet import Adjustment, Game, Tally

MOST_PIECES = 3  # a point may take several pieces


@dataclass(frozen=True)
class Worth:
    """So many points for so many pieces."""

    points: int
    pieces: int = 1


def entry_worths(game: Game[Any, Any], board: Any, players: int) -> dict[str, Worth]:
    """The worth of every count that always scores the same, by the table's readings."""
    found = {
        key: find_worth(game, board, players, key)
        for key, entry in entries_of(game.seat).items()
        if entry.kind is Kind.COUNT and not (entry.are_points or entry.default)
    }
    return {key: worth for key, worth in found.items() if worth}


def find_worth(
    game: Game[Any, Any], board: Any, players: int, key: str
) -> Worth | None:
    """Counts 1, 2, 3 and twice as many: only what grows evenly has a worth."""
    points = [
        count_points(game, board, players, key, pieces)
        for pieces in range(2 * MOST_PIECES + 1)
    ]
    for pieces in range(1, MOST_PIECES + 1):
        gained = points[pieces] - points[0]
        if gained:
            even = points[2 * pieces] - points[0] == 2 * gained
            return Worth(gained, pieces) if even else None
    return None


def count_points(
    game: Game[Any, Any], board: Any, players: int, key: str, pieces: int
) -> int:
    seat = replace(game.seat(), **{key: pieces})
    tally = Tally(1, board, (seat, *(game.seat() for _other in range(players - 1))))
    return sum(
        line.worth(tally, (0,) * players)[0].value
        for line in game.lines
        if not isinstance(line, Adjustment)
        and (line.players is None or players in line.players)
    )
