"""Who begins and who follows, for any game; who it is to be is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rules import Rule
from scoring.seats import LETTERS, seat_letter
from scoring.sheet import Helper
from scoring.words import _

FAIR = Rule(
    "TABLE-2",
    _("Empire Companion"),
    "",
    _("Who starts"),
    _("Everyone has the same chance. Reloading the page keeps the result."),
    _("If the rulebook names a first player, follow the rulebook."),
)


def first_player_helper(game: str) -> Helper:
    """The chooser as a helper of a game: each game has a page of its own, to find back from."""
    return Helper(f"{game}-first-player", _("First player"))


def clockwise_order(first: int, players: int) -> tuple[int, ...]:
    """The seats in turn order, from the first to the left."""
    return tuple((first + step) % players for step in range(players))


def write_order(order: Sequence[int]) -> str:
    return "".join(map(seat_letter, order))


def read_order(text: str, players: int) -> tuple[int, ...] | None:
    """The order written as letters of seats, if it is one of so many players."""
    if sorted(text) != list(LETTERS[:players]):
        return None
    return tuple(map(LETTERS.index, text))
