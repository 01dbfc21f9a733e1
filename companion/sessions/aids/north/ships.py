"""The queue of ships in the address of its page."""

from __future__ import annotations

from django.http import QueryDict

from scoring.north_ships import (
    MOST_SHIPS,
    Queue,
    Ship,
    embark_ship,
    move_ship_ahead,
    read_ships,
    remove_ship,
)
from scoring.seats import find_seat

PLACES = {str(number): number for number in range(MOST_SHIPS)}


def requested_queue(data: QueryDict, players: int) -> Queue:
    """The queue after what a button asked for."""
    queue = read_ships(data.get("ships", ""), players)
    seat = find_seat(data.get("embark", ""), players)
    if seat is not None:
        return embark_ship(queue, Ship(seat, "fish" in data, "attack" in data))
    if (place := data.get("ahead", "")) in PLACES:
        return move_ship_ahead(queue, PLACES[place])
    if (place := data.get("home", "")) in PLACES:
        return remove_ship(queue, PLACES[place])
    return queue
