"""What every page of a session shows: its state, its form and its result, as the visitor may see them."""

from __future__ import annotations

from typing import Any

from companion.base.joined_rows import Joined, JoinedRows
from companion.sessions.lineup import OthersSeats, seat_tints
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.session_form import SessionForm, result_of
from companion.tables.access import TableRequest
from companion.tables.models import Person


def people_of(request: TableRequest) -> list[Person]:
    """Everybody the table lists, by name."""
    table = request.here.table
    return [one for (one,) in PEOPLE.fetch(table.pk)] if table else []


PEOPLE = JoinedRows(
    f"FROM {Person._meta.db_table} person"
    " WHERE person.table_id = %s AND person.merged_into_id IS NULL ORDER BY person.name",
    Joined(Person, "person"),
)


def result_context(
    session: GameSession, people: list[Person], others: OthersSeats
) -> dict[str, Any]:
    state = session_state(session)
    form = SessionForm(state, others.hidden)
    return {
        "session": session,
        "state": state,
        "game": state.rules,
        "form": form,
        "others": others,
        "result": result_of(state, form, seat_tints(state, people)),
    }
