"""Who begins and who follows, for any game; who it is to be is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.helping import Around, HelperMove, KeptHelper, refuse_move
from scoring.rules import OURS, Rule
from scoring.seats import LETTERS, seat_letter
from scoring.sheet import Helper
from scoring.words import Words, _, make_message

BEFORE = " › "  # between who goes first and who follows
FAIR = Rule(
    "TABLE-2",
    OURS,
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


@dataclass(frozen=True)
class TurnOrder:
    """The order of play, and how it came about."""

    order: tuple[int, ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()  # where the highest roll decided
    known: bool = False  # people said who it is


@dataclass(frozen=True)
class DrawOrder(HelperMove[TurnOrder]):
    """What chance gave stands in the move."""

    order: tuple[int, ...]
    rolls: tuple[tuple[int, ...], ...] = ()
    known: bool = False

    def apply(self, _state: TurnOrder, around: Around) -> TurnOrder:
        whole = sorted(self.order) == list(range(len(self.order)))
        known = whole and 0 < len(self.order) <= around.most
        refuse_move(not known, _("This isn't an order of the players."), FAIR)
        return TurnOrder(self.order, self.rolls, self.known)

    @property
    def words(self) -> Words:
        text = _("Drawn: %(order)s")
        return make_message(text, order=BEFORE.join(map(seat_letter, self.order)))


def reseat_order(state: TurnOrder, moved: Mapping[int, int]) -> TurnOrder:
    """Whoever left is no longer in it."""
    stay = [moved.get(at, at) for at in state.order]
    return TurnOrder(tuple(at for at in stay if at < len(stay) - 1))


TURN_ORDER = KeptHelper(
    "first-player", TurnOrder, (DrawOrder,), lambda _around: TurnOrder(), reseat_order
)
