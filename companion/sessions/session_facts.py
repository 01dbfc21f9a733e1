"""When and where a game was played, as its proof tells it."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from companion.base.dates import full_date
from companion.sessions.models import GameSession
from companion.sessions.timing import SessionTime, measure_session
from scoring.sessions import SessionState


def session_facts(session: GameSession, state: SessionState) -> list[str]:
    """What is known of the session; nothing is said of what nobody entered."""
    card, table = session.card, session.table
    return [
        *describe_time(card.played_on, measure_session(session, state)),
        table.name if table else "",
        card.place,
    ]


def describe_time(day: date | None, time: SessionTime) -> list[str]:
    """The day, and from when to when or at least how long."""
    hours = ""
    if time.began and time.ended:
        first, last = map(timezone.localtime, (time.began, time.ended))
        hours = f"{first:%H:%M}–{last:%H:%M}"
    length = f"({time.length})" if hours and time.length else time.length
    return [full_date(day) if day else "", f"{hours} {length}".strip()]
