"""A session without a table moves to one. The move is an act, and whose the session is follows from it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from companion.base.changes import LiveChange, tell_live_pages
from companion.log.models import Act
from companion.log.record import record
from companion.log.replay import REWRITING, UNDO, effective_acts
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.tables.models import Person, Table
from companion.tables.services import remember_people

MOVE = "move"


@transaction.atomic
def move_session(
    session: GameSession,
    *,
    table: Table,
    client_id: UUID | None = None,
    by: Person | None = None,
) -> None:
    """Moves a session without a table to a table, and adds its players to the people there."""
    found = GameSession.objects.select_for_update().get(pk=session.pk)
    if found.table_id is None:
        data = {"table": table.pk, "name": table.name}
        record(found, kind=MOVE, data=data, client_id=client_id or uuid4(), by=by)
        remember_people(table, session_state(found).names)


def follow_moves(*, act: Act, **_signal: Any) -> None:
    """Gives a session to the table its log says, after a move and after an undo.

    Sessions that were begun at a table, or moved before moves were acts, have no such act.
    """
    if act.log.engine != "session" or act.kind not in (MOVE, UNDO):
        return
    acts = list(act.log.acts.filter(kind__in=(MOVE, *REWRITING)).order_by("number"))
    if not any(one.kind == MOVE for one in acts):
        return
    moves = [one.data["table"] for one in effective_acts(acts) if one.kind == MOVE]
    table = Table.objects.filter(pk=moves[-1]).first() if moves else None
    GameSession.objects.filter(pk=act.log_id).update(table=table)
    if table:
        # Whoever listened as anybody may is no longer anybody.
        moved = LiveChange(table.pk, act.log_id, act.number, phones=True)
        tell_live_pages(moved)
