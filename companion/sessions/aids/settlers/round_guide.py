"""The round guide: which phase is on, and the taps that lead to the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, QueryDict

from companion.sessions.aids.at_hand import read_seating
from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.tapping import read_number
from companion.sessions.aids.typed_moves import Move, register_typed_move
from scoring.helping import around_game
from scoring.imperial_settlers.round_marker import (
    ROUND_GUIDE,
    GoToPhase,
    RoundMarker,
)
from scoring.imperial_settlers.rounds import (
    CAMPAIGN_ROUNDS,
    LOOKOUT_NAMES,
    PHASE_NAMES,
    ROUNDS,
    USUAL,
    SettlersMoment,
    to_do,
)
from scoring.sheet import Game

LENGTHS = range(CAMPAIGN_ROUNDS, ROUNDS + 1)


def read_marker(data: QueryDict, players: int) -> RoundMarker:
    """How far an address says the game is; what can't be is taken as the beginning."""
    rounds = read_number(data, "rounds", LENGTHS, ROUNDS)
    marker = RoundMarker(
        first=read_number(data, "first", range(players), 0),
        rounds=rounds,
        round=read_number(data, "round", range(1, rounds + 1), 1),
        lookout=next(
            (one for one in LOOKOUT_NAMES if one == data.get("lookout")), USUAL
        ),
        peaceful=bool(data.get("peaceful")),
    )
    phase = data.get("phase", "")
    known = phase in marker.moment(players).phases
    return replace(marker, phase=phase) if known else marker


class RoundGuide:
    def __init__(
        self, request: HttpRequest, game: Game[Any, Any], play: OpenGame | None
    ) -> None:
        self.request = request
        self.around = read_seating(request.GET, game, play)
        self.names = self.around.names
        players = self.around.players
        self.desk: HelperDesk[RoundMarker] = open_desk(
            request,
            ROUND_GUIDE,
            play,
            read=lambda data: read_marker(data, players),
            write=self.write_marker,
            around=around_game(game, players),
        )
        self.now = self.desk.state.moment(players)

    def write_marker(self, marker: RoundMarker) -> dict[str, str]:
        usual = RoundMarker()
        keys = ("first", "rounds", "round", "phase", "lookout", "peaceful")
        told = {
            key: "on" if value is True else str(value)
            for key in keys
            if (value := getattr(marker, key)) != getattr(usual, key)
        }
        return {**self.around.query, **told}

    @property
    def query(self) -> dict[str, str]:
        return self.desk.query if self.request.GET else {}

    def go_to(self, when: SettlersMoment | None) -> Tap | None:
        if when is None:
            return None
        return self.desk.tap(GoToPhase(when.round, when.phase))

    @property
    def onward(self) -> Tap | None:
        return self.go_to(self.now.next)

    @property
    def backward(self) -> Tap | None:
        return self.go_to(self.now.before)

    @property
    def afresh(self) -> Tap | None:
        return self.desk.jump(replace(self.desk.state, round=1, phase="lookout"))

    @property
    def next_name(self) -> str:
        return PHASE_NAMES[self.now.next.phase] if self.now.next else ""

    @property
    def phases(self) -> list[tuple[str, Tap | None, bool]]:
        """Each phase of this round with its tap, and whether it is on."""
        return [
            (
                PHASE_NAMES[one],
                self.go_to(replace(self.now, phase=one)),
                one == self.now.phase,
            )
            for one in self.now.phases
        ]

    @property
    def lookouts(self) -> list[tuple[str, str, bool]]:
        """IS-22, 33, 34: each kind of lookout, and whether it is the table's."""
        return [
            (key, name, key == self.now.lookout) for key, name in LOOKOUT_NAMES.items()
        ]

    @property
    def rounds(self) -> list[tuple[int, Tap | None]]:
        """Each round with the tap that begins it."""
        marker = self.desk.state
        numbers = range(1, marker.rounds + 1)
        return [(one, self.desk.tap(GoToPhase(one, "lookout"))) for one in numbers]

    @property
    def phase(self) -> str:
        return PHASE_NAMES[self.now.phase]

    @property
    def first(self) -> tuple[int, str]:
        return self.now.first_now, self.names[self.now.first_now]

    @property
    def seats(self) -> list[tuple[int, str]]:
        return list(enumerate(self.names))

    @property
    def to_do(self) -> list[tuple[object, list[tuple[int, str]]]]:
        return [
            (one, [(seat, self.names[seat]) for seat in one.order])
            for one in to_do(self.now)
        ]


def read_course(data: QueryDict, play: OpenGame) -> Move:
    """Who began and how many rounds there are, as the form says."""
    marker = ROUND_GUIDE.read_state(play.kept, play.around)
    first = read_number(data, "first", range(play.players), marker.first)
    rounds = read_number(data, "rounds", LENGTHS, marker.rounds)
    lookout = data.get("lookout", marker.lookout)
    content = {"first": first, "rounds": rounds, "lookout": lookout}
    return "set_course", {**content, "peaceful": "peaceful" in data}


register_typed_move(ROUND_GUIDE.page, "set_course", read_course)
