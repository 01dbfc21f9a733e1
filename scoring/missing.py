"""What people still have to enter before a game has a result."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scoring.entries import Group, Kind, entries_of
from scoring.points import Points
from scoring.sheet import Game, ScoreLine, ScoreSheet, Tally

Given: TypeAlias = Collection[tuple[int, str]]  # seat and entry of the last tally


def needed_keys(game: Game[Any, Any], tally: Tally[Any, Any]) -> list[str]:
    """The counts every seat enters in this tally."""
    wanted = game.needed(tally)
    asked = {
        key: entry
        for key, entry in entries_of(game.seat).items()
        if entry.kind is Kind.COUNT and entry.is_asked(len(tally.seats), tally.number)
    }
    if wanted is None:
        return [key for key, entry in asked.items() if entry.group is Group.MAIN]
    return [key for key in asked if key in wanted]


def is_nothing_asked(game: Game[Any, Any], tally: Tally[Any, Any]) -> bool:
    """Whether the board has to be entered before anybody counts."""
    wanted = game.needed(tally)
    return wanted is not None and not wanted


def tie_keys(game: Game[Any, Any], tally: Tally[Any, Any]) -> list[str]:
    """The counts that are asked for in a tie."""
    return [
        key
        for key, entry in entries_of(game.seat).items()
        if entry.group is Group.TIE and entry.is_asked(len(tally.seats), tally.number)
    ]


def missing_counts(
    game: Game[Any, Any], tally: Tally[Any, Any], given: Given
) -> list[tuple[int, str]]:
    # What has a default of its own holds until somebody changes it.
    own = entries_of(game.seat)
    keys = [key for key in needed_keys(game, tally) if not own[key].default]
    return [
        (seat, key)
        for seat in range(len(tally.seats))
        for key in keys
        if (seat, key) not in given
    ]


@dataclass(frozen=True)
class TieQuestion:
    """What is asked to break a tie: of whom, and which counts."""

    seats: tuple[int, ...] = ()
    keys: tuple[str, ...] = ()


NO_QUESTION = TieQuestion()


def ask_for_tie(
    game: Game[Any, Any],
    tallies: Sequence[Tally[Any, Any]],
    sheet: ScoreSheet,
    given: Given,
) -> TieQuestion:
    """What breaks a tie for the first place, one tie-break after the other, only of those still level.

    Nothing is asked before the game is over and all counts are in.
    """
    last = tallies[-1]
    if not sheet.ending.over or missing_counts(game, last, given):
        return NO_QUESTION
    level = [i for i, total in enumerate(sheet.totals) if total == max(sheet.totals)]
    for line, row in zip(game.tie_breaks, sheet.ties, strict=True):
        if len(level) < 2:
            break
        keys = line_keys(game, line, last)
        if any(is_key_open(game, key, level, given) for key in keys):
            return TieQuestion(tuple(level), keys)
        most = max(row.points[seat] for seat in level)
        level = [seat for seat in level if row.points[seat] == most]
    return NO_QUESTION


def is_key_open(
    game: Game[Any, Any], key: str, level: Collection[int], given: Given
) -> bool:
    """Whether somebody still has to enter this; a box is ticked by one of them."""
    found = [(seat, key) in given for seat in level]
    one_ticks = entries_of(game.seat)[key].kind is Kind.FLAG
    return not (any(found) if one_ticks else all(found))


def line_keys(
    game: Game[Any, Any], line: ScoreLine[Any, Any], tally: Tally[Any, Any]
) -> tuple[str, ...]:
    """The counts for a tie that this line looks at, by the table's readings."""

    def points_with(**entered: int) -> Sequence[Points]:
        seat = game.seat(**entered)
        return line.points(replace(tally, seats=(seat,) * len(tally.seats)))

    return tuple(
        key for key in tie_keys(game, tally) if points_with(**{key: 1}) != points_with()
    )


def is_decided(
    game: Game[Any, Any],
    tallies: Sequence[Tally[Any, Any]],
    sheet: ScoreSheet,
    given: Given,
) -> bool:
    """Whether nothing that is still to be entered can change who has won."""
    if sheet.ending.sure:
        return True
    if is_nothing_asked(game, tallies[-1]) or sheet.ending.asks:
        return False
    if not sheet.ending.over or missing_counts(game, tallies[-1], given):
        return False
    return ask_for_tie(game, tallies, sheet, given) == NO_QUESTION
