"""How a session is found: by its private link, and again by the browser that knows it."""

from __future__ import annotations

import re
from functools import cache

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from companion.base.joined_rows import Joined, JoinedRows
from companion.log.models import Log
from companion.sessions.models import GameSession, SessionCard
from companion.sessions.present_names import (
    note_former_names,
    show_present_names,
    with_former_names,
)
from companion.tables.access import Here, Role, here_at
from companion.tables.models import Table

TOKEN = re.compile(r"[\w-]{1,24}", re.ASCII)
MOST_REMEMBERED = 50  # sessions a browser finds again without a link


def find_session(
    request: HttpRequest, key: str
) -> tuple[GameSession | None, Here | None]:
    found = with_card().fetch(key) if TOKEN.fullmatch(key) else iter(())
    session, table, card, former = next(found, (None,) * 4)
    if session is None:
        return None, None
    session.table = table
    if card:
        session.card = card
    note_former_names(session, former)
    return session, here_in(request, session)


def find_session_key(
    request: HttpRequest, key: str
) -> tuple[GameSession | None, Here | None]:
    """Without what its page shows."""
    found = BY_TOKEN.fetch(key) if TOKEN.fullmatch(key) else iter(())
    session, table = next(found, (None, None))
    if session is None:
        return None, None
    session.table = table
    return session, here_in(request, session)


def here_in(request: HttpRequest, session: GameSession) -> Here | None:
    """The visitor's role at the session's table; without one whoever has the link keeps it."""
    table = session.table
    return here_at(request, table.pk, table) if table else Here(None, Role.ORGANISER)


SESSION = f"""FROM {GameSession._meta.db_table} session
JOIN {Log._meta.db_table} log ON log.id = session.log_ptr_id
LEFT JOIN {Table._meta.db_table} seated ON seated.id = session.table_id"""
CARD = f"""LEFT JOIN {SessionCard._meta.db_table} card ON card.session_id = session.log_ptr_id
LEFT JOIN {{box}} box ON box.table_id = session.table_id
LEFT JOIN {Log._meta.db_table} written ON written.id = box.log_ptr_id"""
WHICH = "WHERE session.token = %s"
PARTS = (
    Joined(
        GameSession,
        "session",
        {Log._meta.db_table: "log"},
        frozenset({"start", "state"}),
    ),
    Joined(Table, "seated"),
)
BY_TOKEN = JoinedRows(f"{SESSION} {WHICH}", *PARTS)


@cache
def with_card() -> JoinedRows:
    """A session with its card and the names people at its table used to have, by its token."""
    box = Table._meta.get_field("box").related_model
    rest = f"{SESSION} {CARD.format(box=box._meta.db_table)} {WHICH}"
    card = Joined(SessionCard, "card")
    return JoinedRows(rest, *PARTS, card, inside=["written.state.known_as"])


def session_address(session: GameSession) -> str:
    return reverse("session", args=[session.token])


def remember_session(request: HttpRequest, session: GameSession) -> None:
    """Lets this browser find the session again."""
    tokens = [
        one for one in request.session.get("sessions", ()) if one != session.token
    ]
    request.session["sessions"] = [session.token, *tokens][:MOST_REMEMBERED]


def remember_begun(request: HttpRequest, session: GameSession) -> None:
    """Notes that this browser began the session: only it may move it to a table."""
    remember_session(request, session)
    others = [one for one in request.session.get("begun", ()) if one != session.token]
    request.session["begun"] = [session.token, *others][:MOST_REMEMBERED]


def has_begun(request: HttpRequest, session: GameSession) -> bool:
    return session.token in request.session.get("begun", ())


def remembered_sessions(request: HttpRequest) -> QuerySet[GameSession]:
    """The sessions without a table that this browser began or opened, begun ones only."""
    tokens = request.session.get("sessions", ())
    return GameSession.objects.filter(
        token__in=tokens, table=None, card__begun=True, card__archived=False
    )


def find_last_players(session: GameSession) -> list[str]:
    """Who played the game before this one at its table; nobody once somebody is seated here."""
    if session.table is None or session.card.begun:
        return []
    earlier = session.table.sessions.filter(
        pk__lt=session.pk, card__begun=True, card__archived=False
    )
    named = with_former_names(earlier).prefetch_related("seats")
    last = named.order_by("-pk").first()
    show_present_names([last] if last else [])
    return [seat.name for seat in last.seats.all() if seat.name] if last else []


def select_for_list(sessions: QuerySet[GameSession]) -> QuerySet[GameSession]:
    """Loads what a list shows of sessions, and not what was entered."""
    shown = sessions.select_related("card").prefetch_related("seats")
    return with_former_names(shown).defer("start", "state")
