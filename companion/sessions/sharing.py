"""Sharing the result of one session: a link that shows it and nothing else, until it is deleted."""

from __future__ import annotations

import re

from companion.sessions.models import GameSession, SharedResult
from companion.sessions.services import session_state

CODE = re.compile(r"[\w-]{16,32}", re.ASCII)


def share_result(session: GameSession) -> SharedResult:
    """The link to this result; the same until sharing is stopped."""
    return SharedResult.objects.get_or_create(session=session)[0]


def stop_sharing(session: GameSession) -> None:
    """Deletes the link: nobody who has it sees the result any more."""
    SharedResult.objects.filter(session=session).delete()


def find_shared_session(code: str) -> GameSession | None:
    """The finished session that was shared with this code."""
    if not CODE.fullmatch(code):
        return None
    found = SharedResult.objects.select_related("session__card", "session__table")
    shared = found.filter(code=code).first()
    if shared is None or not session_state(shared.session).finished:
        return None
    return shared.session


def find_share_code(session: GameSession) -> str | None:
    found = SharedResult.objects.filter(session=session)
    return found.values_list("code", flat=True).first()
