"""Everybody in a session under the name they have now; what was written stays in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import F, QuerySet

from companion.sessions.models import GameSession
from companion.tables.services import former_names
from scoring.sessions import rename_seats

ASKED = "former_names"


def with_former_names(sessions: QuerySet[GameSession]) -> QuerySet[GameSession]:
    """Loads with sessions which names at their tables are somebody's former ones."""
    return sessions.annotate(**{ASKED: F("table__box__state__known_as")})


def note_former_names(session: GameSession, known: Mapping[str, str] | None) -> None:
    """Keeps with a session what was loaded with it."""
    setattr(session, ASKED, known)


def former_names_in(session: GameSession) -> Mapping[str, str]:
    """Present names by former ones in lower case, as they were loaded with the session or are now."""
    if hasattr(session, ASKED):
        return getattr(session, ASKED) or {}
    return former_names(session.table) if session.table else {}


def show_present_names(sessions: Iterable[GameSession]) -> list[GameSession]:
    """Everybody in a list under the name they have now."""
    listed = list(sessions)
    for session in listed:
        known = former_names_in(session)
        seats = list(session.seats.all()) if known else []
        named = rename_seats([seat.name for seat in seats], known)
        for seat, name in zip(seats, named, strict=True):
            seat.name = name
    return listed
