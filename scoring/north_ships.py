"""Empires of the North: the queue of ships (EON-9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from scoring.seats import LETTERS, seat_letter
from scoring.words import _

MOST_SHIPS = 20  # that a page keeps; the board itself sets no limit
WRITTEN = re.compile(rf"([{LETTERS}])(f?)(a?)", re.ASCII)


@dataclass(frozen=True)
class Ship:
    seat: int
    fish: bool = False
    attack: bool = False

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
    found = (WRITTEN.fullmatch(part) for part in text[: 4 * MOST_SHIPS].split(","))
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
