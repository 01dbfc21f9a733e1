"""What every page of a session shows: its state, its form and its result, as the visitor may see them."""

from __future__ import annotations

from typing import Any

from companion.sessions.lineup import find_others_seats, seat_tints
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.session_form import SessionForm, result_of
from companion.tables.access import Here, TableRequest
from companion.tables.models import Person


def people_of(request: TableRequest) -> list[Person]:
    return list(request.here.table.people.all()) if request.here.table else []


def result_context(
    session: GameSession, people: list[Person], here: Here
) -> dict[str, Any]:
    state = session_state(session)
    others = find_others_seats(state, here)
    form = SessionForm(state, others.hidden)
    return {
        "session": session,
        "state": state,
        "game": state.rules,
        "form": form,
        "others": others,
        "result": result_of(state, form, seat_tints(state, people)),
    }
