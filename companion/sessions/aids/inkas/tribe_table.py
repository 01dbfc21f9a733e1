"""Everybody's tribe board, grown tap by tap."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from companion.sessions.aids.tapping import (
    LEFT_OUT,
    helper_link,
    is_partly_unread,
    seating_of,
)
from scoring.inkas import GAME
from scoring.inkas.tribes import (
    BUILDS,
    CITY_SIGN,
    VILLAGE,
    Tribes,
    grow_tribes,
    is_second_deck_in_play,
    seats_waited_for,
)
from scoring.rules import Rule

LONGEST_LOG = 20  # no tribe board takes more buildings


@dataclass(frozen=True)
class TribeSeat:
    """One player's board with the addresses of what may happen next."""

    seat: int
    name: str
    board: Tribes
    village: str
    city: str
    take_back: str

    @property
    def checklist(self) -> list[tuple[str, Rule]]:
        return self.board.checklist


class TribeTable:
    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.around = seating_of(request, GAME)
        logs = [request.GET.get(f"t{i}", "") for i in range(self.around.players)]
        self.boards = [grow_tribes(log[:LONGEST_LOG]) for log in logs]
        unread = [board.built for board in self.boards] != logs
        self.left_out = is_partly_unread(request, unread)

    @property
    def query(self) -> dict[str, str]:
        left = LEFT_OUT if self.left_out else {}
        return {**self.query_of(self.boards), **left} if self.request.GET else {}

    def query_of(self, boards: list[Tribes]) -> dict[str, str]:
        logs = {f"t{i}": one.built for i, one in enumerate(boards) if one.built}
        return {**self.around.query, **logs}

    def with_log(self, seat: int, log: str) -> str:
        boards = list(self.boards)
        boards[seat] = grow_tribes(log)
        return helper_link(self.request, self.query_of(boards))

    @property
    def seats(self) -> list[TribeSeat]:
        return [self.tribe_seat(seat, board) for seat, board in enumerate(self.boards)]

    def tribe_seat(self, seat: int, board: Tribes) -> TribeSeat:
        over = any(one.won for one in self.boards)
        may = () if over else board.may_build
        then = {
            sign: self.with_log(seat, board.built + sign) if sign in may else ""
            for sign in BUILDS
        }
        back = self.with_log(seat, board.built[:-1]) if board.built else ""
        name = self.around.names[seat]
        return TribeSeat(seat, name, board, then[VILLAGE], then[CITY_SIGN], back)

    @property
    def logs(self) -> dict[str, str]:
        return {k: v for k, v in self.query_of(self.boards).items() if k[0] == "t"}

    @property
    def afresh(self) -> str:
        return helper_link(self.request, self.around.query)

    @property
    def winner(self) -> str:
        won = [i for i, board in enumerate(self.boards) if board.won]
        return self.around.names[won[0]] if won else ""

    @property
    def second_deck(self) -> bool:
        return is_second_deck_in_play(self.boards)

    @property
    def waiting_for(self) -> list[str]:
        return [self.around.names[seat] for seat in seats_waited_for(self.boards)]
