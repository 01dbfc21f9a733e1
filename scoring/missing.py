"""What people still have to enter before a game has a result."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from scoring.entries import Group, Kind, entries_of
from scoring.sheet import Game, ScoreSheet, Tally, score_game

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


def tied_seats(
    game: Game[Any, Any], tallies: Sequence[Tally[Any, Any]]
) -> tuple[int, ...]:
    """Who shares the first place unless the entries for a tie decide."""
    last = tallies[-1]
    keys = tie_keys(game, last)
    if len(last.seats) < 2 or not keys:
        return ()
    blank = {key: entries_of(game.seat)[key].default for key in keys}
    seats = tuple(replace(seat, **blank) for seat in last.seats)
    sheet = score_game(game, [*tallies[:-1], replace(last, seats=seats)])
    first = tuple(seat for seat, place in enumerate(sheet.places) if place == 1)
    return first if len(first) > 1 else ()


def asked_for_tie(
    game: Game[Any, Any],
    tallies: Sequence[Tally[Any, Any]],
    sheet: ScoreSheet,
    given: Given,
) -> tuple[int, ...]:
    """Whose entries for a tie matter now: all counts are in, the game is over, they are level."""
    if not sheet.ending.over or missing_counts(game, tallies[-1], given):
        return ()
    return tied_seats(game, tallies)


def is_decided(
    game: Game[Any, Any],
    tallies: Sequence[Tally[Any, Any]],
    sheet: ScoreSheet,
    given: Given,
) -> bool:
    """Whether nothing that is still to be entered can change who has won."""
    if sheet.ending.sure:
        return True
    if is_nothing_asked(game, tallies[-1]):
        return False
    if not sheet.ending.over or missing_counts(game, tallies[-1], given):
        return False
    tied = tied_seats(game, tallies)
    keys = tie_keys(game, tallies[-1])
    return all(is_tie_key_given(game, key, tied, given) for key in keys)


def is_tie_key_given(
    game: Game[Any, Any], key: str, tied: Collection[int], given: Given
) -> bool:
    """Whether all who are tied entered this; a box is ticked for one of them."""
    found = [(seat, key) in given for seat in tied]
    one_ticks = entries_of(game.seat)[key].kind is Kind.FLAG
    return not found or (any(found) if one_ticks else all(found))
