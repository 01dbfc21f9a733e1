"""Helpers whose state grows tap by tap: every tap is a link to the next state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from companion.sessions.aids.at_hand import (
    Around,
    answer,
    around,
    open_session,
    uncovered,
)
from companion.sessions.finding import TOKEN
from companion.sessions.forms import as_query
from companion.tables.access import HtmxRequest
from scoring.sheet import Game

LEFT_OUT = {"left": "out"}


def number(data: QueryDict, key: str, allowed: range, default: int) -> int:
    known = {str(one): one for one in allowed}
    return known.get(data.get(key, ""), default)


def link(request: HttpRequest, query: Mapping[str, str]) -> str:
    """The address of the same helper in another state; the session stays the way back."""
    token = request.GET.get("session", "")
    kept = {"session": token} if TOKEN.fullmatch(token) else {}
    return f"{request.path}?{as_query({**kept, **query})}"


def left_out(request: HttpRequest, unread: object) -> bool:
    """Whether part of an address said nothing; the address that replaces it still tells."""
    return bool(unread) or LEFT_OUT.items() <= request.GET.dict().items()


def shown(
    request: HtmxRequest, game: Game[Any, Any], page: str, **more: Any
) -> HttpResponse:
    """The page of a helper, its way back the session somebody came from."""
    return answer(request, game, page, session=open_session(request, game), **more)


def people(request: HttpRequest, game: Game[Any, Any]) -> Around:
    """Who sits at the table: named in the address, or else in the session."""
    return around(request.GET, game, uncovered(open_session(request, game)))
