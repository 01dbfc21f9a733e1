"""Empires of the North: the queue of ships (EON-9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.helping import Around, HelperMove, KeptHelper, check_seat, refuse_move
from scoring.seats import LETTERS, seat_letter
from scoring.words import Words, _, make_message

MOST_SHIPS = 20  # that a page keeps; the board itself sets no limit
WRITTEN = re.compile(rf"([{LETTERS}])(f?)(a?)", re.ASCII)


@dataclass(frozen=True)
class Ship:
    seat: int
    fish: bool = False
    attack: bool = False
    number: int = 0  # in the order of sending, where a log keeps the queue

    def __str__(self) -> str:
        return seat_letter(self.seat) + "f" * self.fish + "a" * self.attack

    @property
    def where(self) -> str:
        """EON-9: how far it sails."""
        return _("near or far island") if self.fish else _("near island")

    @property
    def what(self) -> str:
        """EON-9: what it does there."""
        return _("plunder or conquer") if self.attack else _("plunder")


Queue: TypeAlias = tuple[Ship, ...]


def read_ships(text: str, players: int) -> Queue:
    """The queue as an address holds it; what is no ship of these players is left out."""
    found = (WRITTEN.fullmatch(part) for part in text.split(","))
    ships = [
        Ship(LETTERS.index(one[1]), bool(one[2]), bool(one[3])) for one in found if one
    ]
    return tuple(ship for ship in ships if ship.seat < players)[:MOST_SHIPS]


def write_ships(queue: Iterable[Ship]) -> str:
    return ",".join(map(str, queue))


def embark_ship(queue: Queue, ship: Ship) -> Queue:
    """One more, at the end."""
    return queue if len(queue) == MOST_SHIPS else (*queue, ship)


def move_ship_ahead(queue: Queue, position: int) -> Queue:
    """A ship overtakes the one before it, as some cards allow."""
    if not 0 < position < len(queue):
        return queue
    before, ship = queue[position - 1 : position + 1]
    return (*queue[: position - 1], ship, before, *queue[position + 1 :])


def remove_ship(queue: Queue, position: int) -> Queue:
    """A ship has chosen its island, or leaves the queue otherwise."""
    return tuple(ship for number, ship in enumerate(queue) if number != position)


@dataclass(frozen=True)
class Fleet:
    """The queue of a session, and how many ships were ever sent."""

    queue: Queue = ()
    sent: int = 0

    def find_position(self, number: int) -> int:
        """Where a ship is; refused once it has returned."""
        numbers = [ship.number for ship in self.queue]
        refuse_move(number not in numbers, _("This ship has already returned."))
        return numbers.index(number)


@dataclass(frozen=True)
class SendShip(HelperMove[Fleet]):
    seat: int
    fish: bool = False
    attack: bool = False

    def apply(self, state: Fleet, around: Around) -> Fleet:
        check_seat(self.seat, around)
        refuse_move(len(state.queue) == MOST_SHIPS, _("The queue is full."))
        ship = Ship(self.seat, self.fish, self.attack, state.sent + 1)
        return Fleet(embark_ship(state.queue, ship), state.sent + 1)

    @property
    def words(self) -> Words:
        return make_message(_("%(seat)s: ship sent"), seat=seat_letter(self.seat))


@dataclass(frozen=True)
class MoveShipAhead(HelperMove[Fleet]):
    number: int

    def apply(self, state: Fleet, _around: Around) -> Fleet:
        at = state.find_position(self.number)
        refuse_move(not at, _("This ship is already first."))
        return replace(state, queue=move_ship_ahead(state.queue, at))

    @property
    def words(self) -> Words:
        return make_message(_("Ship %(number)s moved ahead"), number=self.number)


@dataclass(frozen=True)
class ReturnShip(HelperMove[Fleet]):
    number: int

    def apply(self, state: Fleet, _around: Around) -> Fleet:
        at = state.find_position(self.number)
        return replace(state, queue=remove_ship(state.queue, at))

    @property
    def words(self) -> Words:
        return make_message(_("Ship %(number)s returned"), number=self.number)


def reseat_ships(state: Fleet, moved: Mapping[int, int]) -> Fleet:
    queue = (replace(one, seat=moved.get(one.seat, one.seat)) for one in state.queue)
    return replace(state, queue=tuple(queue))


SHIP_QUEUE = KeptHelper(
    "north-ships",
    Fleet,
    (SendShip, MoveShipAhead, ReturnShip),
    lambda _around: Fleet(),
    reseat_ships,
)
