"""The seats around a table: a letter each, in the order people sit."""

from __future__ import annotations

LETTERS = "ABCDEF"  # one more is one more seat; companion/seats.py says how it looks


def seat_letter(seat: int) -> str:
    return LETTERS[seat]


def find_seat(letter: str, players: int) -> int | None:
    """The seat with this letter, if there is one among so many players."""
    own = tuple(LETTERS[:players])
    return own.index(letter) if letter in own else None
