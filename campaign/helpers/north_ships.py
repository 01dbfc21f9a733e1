"""The queue of ships in the address of its page."""

from __future__ import annotations

from django.http import QueryDict

from scoring.north_ships import MOST_SHIPS, Queue, Ship, ahead, embarked, home, read
from scoring.turn_order import SEATS

PLACES = {str(number): number for number in range(MOST_SHIPS)}


def asked_queue(data: QueryDict, players: int) -> Queue:
    """The queue after what a button asked for."""
    queue = read(data.get("ships", ""), players)
    seat = data.get("embark", "")
    if len(seat) == 1 and seat in SEATS[:players]:
        ship = Ship(SEATS.index(seat), "fish" in data, "attack" in data)
        return embarked(queue, ship)
    if (place := data.get("ahead", "")) in PLACES:
        return ahead(queue, PLACES[place])
    if (place := data.get("home", "")) in PLACES:
        return home(queue, PLACES[place])
    return queue
