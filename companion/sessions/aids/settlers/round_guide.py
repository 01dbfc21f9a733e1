"""The round guide's moment, read from an address and written into one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, QueryDict

from companion.sessions.aids.tapping import helper_link, read_number, seating_of
from scoring.imperial_settlers.rounds import (
    CAMPAIGN_ROUNDS,
    LOOKOUT_NAMES,
    PHASE_NAMES,
    ROUNDS,
    USUAL,
    Moment,
    to_do,
)
from scoring.sheet import Game


def read_moment(data: QueryDict, players: int) -> Moment:
    rounds = read_number(data, "rounds", range(CAMPAIGN_ROUNDS, ROUNDS + 1), ROUNDS)
    read = Moment(
        players=players,
        first=read_number(data, "first", range(players), 0),
        rounds=rounds,
        round=read_number(data, "round", range(1, rounds + 1), 1),
        lookout=next(
            (one for one in LOOKOUT_NAMES if one == data.get("lookout")), USUAL
        ),
        peaceful=bool(data.get("peaceful")),
    )
    phase = data.get("phase", "")
    return replace(read, phase=phase) if phase in read.phases else read


class RoundGuide:
    def __init__(self, request: HttpRequest, game: Game[Any, Any]) -> None:
        self.request = request
        self.around = seating_of(request, game)
        self.names = self.around.names
        self.now = read_moment(request.GET, self.around.players)

    @property
    def query(self) -> dict[str, str]:
        return self.query_of(self.now) if self.request.GET else {}

    def query_of(self, when: Moment) -> dict[str, str]:
        usual = Moment()
        keys = ("first", "rounds", "round", "phase", "lookout", "peaceful")
        told = {
            key: "on" if value is True else str(value)
            for key in keys
            if (value := getattr(when, key)) != getattr(usual, key)
        }
        return {**self.around.query, **told}

    def at(self, when: Moment | None) -> str:
        return helper_link(self.request, self.query_of(when)) if when else ""

    @property
    def onward(self) -> str:
        return self.at(self.now.next)

    @property
    def backward(self) -> str:
        return self.at(self.now.before)

    @property
    def afresh(self) -> str:
        return self.at(replace(self.now, round=1, phase="lookout"))

    @property
    def next_name(self) -> str:
        return PHASE_NAMES[self.now.next.phase] if self.now.next else ""

    @property
    def phases(self) -> list[tuple[str, str, bool]]:
        """Each phase of this round with its address, and whether it is on."""
        return [
            (
                PHASE_NAMES[one],
                self.at(replace(self.now, phase=one)),
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
