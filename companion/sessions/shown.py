"""What every page of a session shows: its state, its form and its result, as the visitor may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.base.joined_rows import Joined, JoinedRows
from companion.log.acting import read_whole_number
from companion.sessions.finding import session_address
from companion.sessions.forms import SPARE
from companion.sessions.lineup import OthersSeats, seat_tints
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.session_form import FOR, TALLY, SessionForm, result_of
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


def read_asked(request: TableRequest) -> dict[str, str]:
    """What the address of a session's page says: which tally is shown, for whom somebody enters, and whether everything."""
    numbers = {
        key: read_whole_number(request.GET.get(key, "")) for key in (FOR, TALLY, SPARE)
    }
    return {key: str(one) for key, one in numbers.items() if one is not None}


def result_context(
    session: GameSession,
    people: list[Person],
    others: OthersSeats,
    asked: Mapping[str, str],
) -> dict[str, Any]:
    state = session_state(session)
    form = SessionForm(state, others.hidden, asked, session_address(session))
    return {
        "session": session,
        "state": state,
        "game": state.rules,
        "form": form,
        "others": others,
        "result": result_of(state, form, seat_tints(state, people)),
    }
