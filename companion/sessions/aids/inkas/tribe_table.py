"""Everybody's tribe board, grown tap by tap."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, QueryDict

from companion.sessions.aids.at_hand import read_seating
from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.tapping import LEFT_OUT, is_partly_unread
from scoring.helping import around_game
from scoring.inkas import GAME
from scoring.inkas.tribes import (
    CITY_SIGN,
    TRIBES,
    VILLAGE,
    BuildPiece,
    TribeLogs,
    Tribes,
    grow_tribes,
    is_second_deck_in_play,
    seats_waited_for,
)
from scoring.rules import Rule

LONGEST_LOG = 20  # no tribe board takes more buildings


@dataclass(frozen=True)
class TribeSeat:
    """One player's board with what may happen next."""

    seat: int
    name: str
    board: Tribes
    village: Tap | None
    city: Tap | None
    take_back: Tap | None

    @property
    def checklist(self) -> list[tuple[str, Rule]]:
        return self.board.checklist


class TribeTable:
    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        self.request = request
        self.around = read_seating(request.GET, GAME, play)
        self.desk: HelperDesk[TribeLogs] = open_desk(
            request,
            TRIBES,
            play,
            read=self.read_logs,
            write=self.write_logs,
            around=around_game(GAME, self.around.players),
        )
        self.boards = self.desk.state.boards(self.around.players)
        logs = [request.GET.get(f"t{i}", "") for i in range(self.around.players)]
        unread = [board.built for board in self.boards] != logs
        self.left_out = not play and is_partly_unread(request, unread)

    def read_logs(self, data: QueryDict) -> TribeLogs:
        logs = {i: data.get(f"t{i}", "") for i in range(self.around.players)}
        grown = {i: grow_tribes(log[:LONGEST_LOG]).built for i, log in logs.items()}
        return TribeLogs({i: log for i, log in grown.items() if log})

    def write_logs(self, state: TribeLogs) -> dict[str, str]:
        logs = {f"t{i}": log for i, log in sorted(state.built.items()) if log}
        return {**self.around.query, **logs}

    @property
    def query(self) -> dict[str, str]:
        left = LEFT_OUT if self.left_out else {}
        return {**self.desk.query, **left} if self.request.GET else {}

    @property
    def seats(self) -> list[TribeSeat]:
        return [self.tribe_seat(seat, board) for seat, board in enumerate(self.boards)]

    def tribe_seat(self, seat: int, board: Tribes) -> TribeSeat:
        nth = len(board.built) + 1
        village, city = (
            self.desk.tap(BuildPiece(seat, sign, nth)) for sign in (VILLAGE, CITY_SIGN)
        )
        shorter = {**self.desk.state.built, seat: board.built[:-1]}
        back = self.desk.jump(TribeLogs(shorter)) if board.built else None
        return TribeSeat(seat, self.around.names[seat], board, village, city, back)

    @property
    def logs(self) -> dict[str, str]:
        return {k: v for k, v in self.desk.query.items() if k[0] == "t"}

    @property
    def afresh(self) -> Tap | None:
        return self.desk.jump(TribeLogs())

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
