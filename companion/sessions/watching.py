"""Somebody at the table who isn't in the game: they watch, and enter for a player once they chose one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.base.wording import player_names
from companion.log.acting import read_whole_number
from companion.sessions.finding import has_begun
from companion.sessions.lineup import (
    find_others_seats,
    find_seat,
    is_full,
    may_enter_for,
)
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.session_form import FOR
from companion.tables.access import Here, TableRequest
from scoring.sessions import SessionState


@dataclass(frozen=True)
class Watching:
    """What somebody without a seat may do beside looking."""

    players: tuple[str, ...]
    seats: tuple[int, ...]  # those they may enter for
    helping: int | None  # the one they chose
    own_name: str  # under which they may still take a seat

    @property
    def helped(self) -> str:
        return "" if self.helping is None else self.players[self.helping]

    @property
    def only_looks(self) -> bool:
        return self.helping is None

    @property
    def all_but_last(self) -> str:
        return ", ".join(self.players[:-1])


def find_watching(request: TableRequest, session: GameSession) -> Watching | None:
    """How the visitor watches; None for whoever plays, organises or began the session."""
    state, here = session_state(session), request.here
    if here.table is None or here.organises or has_begun(request, session):
        return None
    if not is_settled(state) or (
        here.plays and find_seat(state, here.person) is not None
    ):
        return None
    seats = find_open_seats(state, here) if here.plays else ()
    seat = read_whole_number(request.GET.get(FOR, ""))
    may_sit = here.plays and not is_full(state)
    return Watching(
        players=tuple(player_names(list(state.names))),
        seats=seats,
        helping=seat if seat in seats else None,
        own_name=here.person.name if may_sit and here.person else "",
    )


def is_settled(state: SessionState) -> bool:
    """Whether it's clear who plays: somebody sits there by name, and nobody is being seated just now."""
    return any(state.names) and (is_full(state) or bool(state.entered))


def find_open_seats(state: SessionState, here: Here) -> tuple[int, ...]:
    """The seats the visitor may enter for; one without a name is everybody's."""
    return tuple(
        seat
        for seat, name in enumerate(state.names)
        if not name or may_enter_for(state, here, name)
    )


def watching_context(request: TableRequest, session: GameSession) -> dict[str, Any]:
    """What the pages know of somebody who watches; only the chosen seat is open to them."""
    watching = find_watching(request, session)
    if watching is None or watching.helping is None:
        return {"watching": watching}
    state = session_state(session)
    others = sorted(set(range(state.players)) - {watching.helping})
    found = find_others_seats(state, request.here)
    return {
        "watching": watching,
        "own_seat": watching.helping,
        "phone_seats": others,
        "others": replace(found, locked=found.locked | frozenset(others)),
    }
