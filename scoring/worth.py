"""What one more of something is worth, read off the game's own lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from scoring.entries import Kind, entries_of
from scoring.points import ScoreLine
from scoring.sheet import Game, Tally

MOST_PIECES = 3  # a point may take several pieces


@dataclass(frozen=True)
class Worth:
    """So many points for so many pieces."""

    points: int
    pieces: int = 1


@lru_cache(maxsize=256)
def entry_worths(game: Game[Any, Any], board: Any, players: int) -> Mapping[str, Worth]:
    """The worth of every count that always scores the same, by the table's readings.

    Remembered: every page of a session asks, and the board seldom differs.
    """
    lines = adding_lines(game, players)
    found = {
        key: find_worth(game, lines, board, players, key) for key in counted_keys(game)
    }
    return MappingProxyType({key: worth for key, worth in found.items() if worth})


def line_worths(game: Game[Any, Any], board: Any, players: int) -> dict[str, Worth]:
    """The worth of one more piece in a line, by the line's words; of those with one kind of piece."""
    found = {}
    for line in adding_lines(game, players):
        worths = {
            find_worth(game, [line], board, players, key) for key in counted_keys(game)
        } - {None}
        if len(worths) == 1:
            found[str(line.label)] = worths.pop()
    return {words: worth for words, worth in found.items() if worth}


def counted_keys(game: Game[Any, Any]) -> list[str]:
    return [
        key
        for key, entry in entries_of(game.seat).items()
        if entry.kind is Kind.COUNT and not (entry.are_points or entry.default)
    ]


def adding_lines(game: Game[Any, Any], players: int) -> list[ScoreLine[Any, Any]]:
    return [
        line
        for line in game.lines
        if isinstance(line, ScoreLine)
        and (line.players is None or players in line.players)
    ]


def find_worth(
    game: Game[Any, Any],
    lines: Sequence[ScoreLine[Any, Any]],
    board: Any,
    players: int,
    key: str,
) -> Worth | None:
    """Counts 1, 2, 3 and twice as many: only what grows evenly has a worth."""

    def points_of(pieces: int) -> int:
        return count_points(game, lines, board, players, **{key: pieces})

    for pieces in range(1, MOST_PIECES + 1):
        if gained := points_of(pieces):
            even = points_of(2 * pieces) == 2 * gained
            return Worth(gained, pieces) if even else None
    return None


def count_points(
    game: Game[Any, Any],
    lines: Sequence[ScoreLine[Any, Any]],
    board: Any,
    players: int,
    **held: int,
) -> int:
    seat = replace(game.seat(), **held)
    tally = Tally(1, board, (seat, *(game.seat() for _other in range(players - 1))))
    return sum(line.points(tally)[0].value for line in lines)
