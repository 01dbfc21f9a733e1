"""Sharing the result of one game night: a link that shows it and nothing else, until it is deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest
from django.urls import reverse

from companion.base.public_address import public_address
from companion.sessions.finale import Finale, ToldEnding
from companion.sessions.lineup import seat_tints
from companion.sessions.models import GameSession, SharedResult
from companion.sessions.services import session_state
from companion.sessions.session_form import SessionForm, result_of

CODE = re.compile(r"[\w-]{16,32}", re.ASCII)


@dataclass(frozen=True)
class ToldResult:
    """A result as it leaves the table: no records, which would tell of other sessions."""

    finale: ToldEnding
    played_on: date | None


ResultFinder = Callable[[str], ToldResult | None]
FINDERS: list[ResultFinder] = []


def register_shared_results(finder: ResultFinder) -> None:
    """Lets links lead to results that another room keeps."""
    FINDERS.append(finder)


def find_shared_result(code: str) -> ToldResult | None:
    """The result that was shared with this code, whichever game night it is of."""
    if not CODE.fullmatch(code):
        return None
    return next((found for finder in FINDERS if (found := finder(code))), None)


def share_result(session: GameSession) -> SharedResult:
    """The link to this result; the same until sharing is stopped."""
    return SharedResult.objects.get_or_create(session=session)[0]


def stop_sharing(session: GameSession) -> None:
    """Deletes the link: nobody who has it sees the result any more."""
    SharedResult.objects.filter(session=session).delete()


def find_session_result(code: str) -> ToldResult | None:
    """The finished session that was shared with this code."""
    found = SharedResult.objects.select_related("session__card", "session__table")
    shared = found.filter(code=code).first()
    if shared is None or not session_state(shared.session).finished:
        return None
    return tell_session_result(shared.session)


def tell_session_result(session: GameSession) -> ToldResult:
    state = session_state(session)
    people = session.table.people.all() if session.table else ()
    result = result_of(state, SessionForm(state), seat_tints(state, people))
    return ToldResult(Finale(result, None), session.card.played_on)


def find_share_code(session: GameSession) -> str:
    """The code under which this result is shared; nothing where it isn't."""
    found = SharedResult.objects.filter(session=session)
    return found.values_list("code", flat=True).first() or ""


def shared_address(request: HttpRequest, session: GameSession) -> str:
    """Where a code on paper leads to; nothing where the result isn't shared or no phone could follow."""
    return address_of_code(request, find_share_code(session))


def address_of_code(request: HttpRequest, code: str) -> str:
    """The whole address of a result shared with this code, where phones can follow it."""
    address = public_address(request) if code else ""
    return f"{address}{reverse('shared-result', args=[code])}" if address else ""
