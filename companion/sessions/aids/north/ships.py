"""The queue of ships: in the address of its page, or kept by a session."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, QueryDict

from companion.sessions.aids.at_hand import Seating
from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.typed_moves import Move, register_typed_move
from scoring.north_ships import (
    MOST_SHIPS,
    SHIP_QUEUE,
    Fleet,
    MoveShipAhead,
    Queue,
    ReturnShip,
    Ship,
    embark_ship,
    move_ship_ahead,
    read_ships,
    remove_ship,
    write_ships,
)
from scoring.records import Unfit
from scoring.seats import find_seat

PLACES = {str(number): number for number in range(MOST_SHIPS)}


@dataclass(frozen=True)
class QueuedShip:
    """A ship in the queue; the taps are there in a session."""

    ship: Ship
    name: str
    ahead: Tap | None
    home: Tap | None


def read_fleet(players: int, data: QueryDict) -> Fleet:
    return Fleet(requested_queue(data, players))


def write_fleet(fleet: Fleet) -> dict[str, str]:
    return {"ships": write_ships(fleet.queue)} if fleet.queue else {}


def open_fleet(
    request: HttpRequest, people: Seating, play: OpenGame | None
) -> HelperDesk[Fleet]:
    read = partial(read_fleet, people.players)
    return open_desk(request, SHIP_QUEUE, play, read=read, write=write_fleet)


def queued_ships(desk: HelperDesk[Fleet], people: Seating) -> list[QueuedShip]:
    posts = desk.play is not None
    return [
        QueuedShip(
            ship,
            people.names[ship.seat] if ship.seat < people.players else "–",
            desk.tap(MoveShipAhead(ship.number)) if posts else None,
            desk.tap(ReturnShip(ship.number)) if posts else None,
        )
        for ship in desk.state.queue
    ]


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


def read_sending(data: QueryDict, play: OpenGame) -> Move:
    """Whose ship sets sail, and with what."""
    seat = find_seat(data.get("embark", ""), play.players)
    if seat is None:
        raise Unfit("embark", "is no seat")
    content: dict[str, Any] = {"seat": seat}
    return "send_ship", {**content, "fish": "fish" in data, "attack": "attack" in data}


register_typed_move(SHIP_QUEUE.page, "send_ship", read_sending)
