"""Helpers whose state grows tap by tap: every tap is a link to the next state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from companion.sessions.aids.at_hand import (
    Seating,
    open_session,
    read_seating,
    render_helper,
    visible_state,
)
from companion.sessions.finding import TOKEN
from companion.sessions.forms import as_query
from companion.tables.access import HtmxRequest
from scoring.sheet import Game

LEFT_OUT = {"left": "out"}


def read_number(data: QueryDict, key: str, allowed: range, default: int) -> int:
    known = {str(one): one for one in allowed}
    return known.get(data.get(key, ""), default)


def helper_link(request: HttpRequest, query: Mapping[str, str]) -> str:
    """The address of the same helper in another state; the session stays the way back."""
    token = request.GET.get("session", "")
    kept = {"session": token} if TOKEN.fullmatch(token) else {}
    return f"{request.path}?{as_query({**kept, **query})}"


def is_partly_unread(request: HttpRequest, unread: object) -> bool:
    """Whether part of the address couldn't be read, now or before it was replaced."""
    return bool(unread) or LEFT_OUT.items() <= request.GET.dict().items()


def render_tapping_helper(
    request: HtmxRequest, game: Game[Any, Any], page: str, **more: Any
) -> HttpResponse:
    """The page of a helper, with a link back to the session somebody came from."""
    return render_helper(
        request, game, page, session=open_session(request, game), **more
    )


def seating_of(request: HttpRequest, game: Game[Any, Any]) -> Seating:
    """Who sits at the table: named in the address, or else in the session."""
    return read_seating(request.GET, game, visible_state(open_session(request, game)))
