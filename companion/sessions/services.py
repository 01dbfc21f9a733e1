"""Sessions of any game: begun and written into, all of it through the log."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from companion.log.history import find_undone
from companion.log.models import Act
from companion.log.record import begin_log, record
from companion.sessions.models import GameSession, new_token
from companion.sessions.present_names import former_names_in
from companion.tables.models import Person, Table
from companion.tables.services import person_acted_for, remember_people
from scoring.games import GAMES
from scoring.house import HOUSE, NOT_FOR_OTHERS, OUT_OF_DATE
from scoring.records import Unfit
from scoring.rematches import check_rematch
from scoring.rules import Problem, RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.sessions import (
    Meanwhile,
    SessionState,
    call_by_present_names,
    check_write,
    player_of,
)
from scoring.words import _

ENGINE, SET_CELL = "session", "set_cell"
SEAT_MOVED = _("Seats have changed. Check whose number this is, then enter it again.")
CARRIED_ON = ("place",)  # beside the names: what holds for the next game too


def start_session(
    *,
    game: str,
    table: Table | None = None,
    players: int | None = None,
    tallies: int = 1,
    cells: Mapping[str, str] | None = None,
    totals_only: bool = False,
    client_id: UUID | None = None,
) -> GameSession:
    """A session that was begun today; a repeated request gets the first one.

    Raises Unfit or RuleBroken for cells that can't be.
    """
    token = token_for(client_id, game) if client_id else new_token()
    if earlier := GameSession.objects.filter(token=token).first():
        return earlier
    today = timezone.localdate().isoformat()
    start = {
        "game": game,
        "players": players or usual_player_count(game),
        "tallies": tallies,
        "cells": {"played_on": today, **(cells or {})},
        **({"totals_only": True} if totals_only else {}),
    }
    new = GameSession(engine=ENGINE, table=table, token=token)
    try:
        return begin_log(new, start=start)
    except IntegrityError:  # the same request, a moment ago
        return GameSession.objects.get(token=token)


def token_for(client_id: UUID, game: str) -> str:
    """A token that is the same for the same request, and that nobody can guess."""
    digest = salted_hmac("session", f"{client_id} {game}").digest()
    return urlsafe_b64encode(digest[:12]).decode()


def usual_player_count(game: str) -> int:
    """Two, or however few can play it: who joins the line-up adds a seat."""
    return max(2, GAMES[game].players[0])


LOADED = "loaded_state"  # on a session, what it was loaded from and what came out


def session_state(session: GameSession) -> SessionState:
    """The state of a session, everybody in it under the name they have now."""
    written, names = session.state, former_names_in(session)
    loaded, called, kept = vars(session).get(LOADED, (None, None, None))
    # A page asks for it at every corner; an act leaves another one.
    if kept is None or loaded is not written or called != names:
        kept = call_by_present_names(SESSION_ENGINE.load(written), names)
        vars(session)[LOADED] = (written, names, kept)
    known: SessionState = kept
    return known


@dataclass(frozen=True)
class Quarrel:
    """A cell that wasn't written, with what was typed and the problem."""

    cell: str
    typed: str
    problem: Problem
    seen: str = ""
    present: str | None = None  # what somebody else put there meanwhile
    change: Act | None = None  # and with which act


def set_cells(
    session: GameSession,
    cells: Mapping[str, tuple[str, str]],
    *,
    client_id: UUID,
    by: Person | None = None,
    may: Callable[[str], bool] = lambda _player: True,
    typed_for: str = "",
) -> list[Quarrel]:
    """Writes each cell (typed, seen) that can be written; returns a Quarrel for each other."""
    quarrels, state = [], session_state(session)
    for cell, (typed, seen) in cells.items():
        player = player_of(state, cell)
        try:
            if player and not may(player):
                raise RuleBroken(NOT_FOR_OTHERS)
            check_seat(player, typed_for)
            set_cell(
                session,
                cell=cell,
                typed=typed,
                seen=seen,
                # A page that is gone back to sends its id again, with another value.
                client_id=uuid5(client_id, f"{cell}={typed}"),
                by=by,
                for_person=person_acted_for(session.table, player, by),
            )
        except (RuleBroken, Unfit) as broken:
            quarrels.append(make_quarrel(session, cell, typed, seen, broken))
    return quarrels


def check_seat(player: str, typed_for: str) -> None:
    """Refuses what was typed for somebody whose seat is another's by now."""
    if player and typed_for and player.casefold() != typed_for.casefold():
        raise RuleBroken(Problem(SEAT_MOVED, HOUSE))


def set_cell(
    session: GameSession,
    *,
    cell: str,
    typed: str,
    seen: str,
    client_id: UUID,
    by: Person | None = None,
    for_person: Person | None = None,
) -> Act:
    """Writes one cell, unless it holds something else than the person saw (Meanwhile)."""
    known = former_names_in(session)

    def check(written: SessionState) -> None:
        state = call_by_present_names(written, known)
        check_write(state, cell, seen=seen, typed=typed)

    return record(
        session,
        kind=SET_CELL,
        data={"cell": cell, "typed": typed},
        client_id=client_id,
        by=by,
        for_person=for_person,
        given=check,
    )


def make_quarrel(
    session: GameSession, cell: str, typed: str, seen: str, broken: RuleBroken | Unfit
) -> Quarrel:
    if isinstance(broken, Meanwhile):
        change = last_change(session, cell)
        return Quarrel(cell, typed, broken.problems[0], seen, broken.present, change)
    problem = broken.problems[0] if isinstance(broken, RuleBroken) else OUT_OF_DATE
    return Quarrel(cell, typed, problem, seen)


def last_change(session: GameSession, cell: str) -> Act | None:
    """The act that wrote what a cell holds, to tell whoever wants to write over it."""
    gone = find_undone(session)
    changes = session.acts.filter(kind=SET_CELL, data__cell=cell).order_by("-number")
    return next((act for act in changes.iterator(50) if act.number not in gone), None)


def find_rematch(session: GameSession) -> GameSession | None:
    """The rematch that was begun from this session and still goes on."""
    number = session_state(session).rematches
    if not number:
        return None
    token = token_for(rematch_id(session, number), session.card.game)
    going_on = {"card__finished": False, "card__archived": False}
    same = GameSession.objects.filter(token=token, table=session.table_id)
    return same.filter(**going_on).first()


def rematch_id(session: GameSession, number: int) -> UUID:
    """The same for everybody who asks for this rematch."""
    return uuid5(UUID(int=session.pk), f"rematch {number}")


@transaction.atomic
def start_rematch(session: GameSession, by: Person | None = None) -> GameSession:
    """The same game for the same people in the same place, today; begun once for all phones."""
    before = session_state(session)
    check_rematch(before)
    kept = {f"name{seat}": name for seat, name in enumerate(before.names) if name}
    kept |= {key: before.cells[key] for key in CARRIED_ON if key in before.cells}
    number = before.rematches + 1
    own = rematch_id(session, number)
    again = start_session(
        game=before.game,
        table=session.table,
        players=before.players,
        cells=kept,
        totals_only=before.totals_only,
        client_id=own,
    )
    # It tells every phone that still shows the result.
    record(session, kind="play_again", data={"number": number}, client_id=own, by=by)
    return again


def remember_players(session: GameSession) -> None:
    """Adds the players of a finished session to the people of its table."""
    state = session_state(session)
    if session.table and state.finished:
        remember_people(session.table, state.names)
