"""The result beside the entries, as every phone of a session fetches it after an act: drawn once.

Phones that see the same get the same drawing. Whatever it depends on stands in its key; tokens
and ids are holes in it, filled in for each phone.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import blake2b
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from companion.base.holes import Piece, drawing_for_all, split_at_holes
from companion.base.kept import KeptOnce
from companion.paper.page import PAPERS
from companion.sessions.finding import session_address
from companion.sessions.lineup import (
    NearName,
    OthersSeats,
    find_near_names,
    find_others_seats,
    seat_tints,
)
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.shown import people_of, read_asked, result_context
from companion.sessions.watching import Watching, watching_context
from companion.tables.access import TableRequest
from companion.tables.drawn_once import RequestOfAll, SeenBy, fill_for
from companion.tables.models import Person

MOST_BYTES = 8 * 2**20
Pieces = tuple[Piece, ...]
DRAWN_RESULTS: KeptOnce[Pieces] = KeptOnce(
    MOST_BYTES, lambda pieces: sum(len(one) for one in pieces if isinstance(one, bytes))
)


class ResultSeen(NamedTuple):
    """What of a session, its people and a visitor the result beside the entries tells apart."""

    session: int
    version: int
    entered: (
        str  # a digest: in a copy that was put back the same number names other entries
    )
    names: tuple[str, ...]
    tints: tuple[str, ...]
    others: OthersSeats
    watching: Watching | None
    asked: tuple[tuple[str, str], ...]  # in the page's address
    near: tuple[
        tuple[int, str, str], ...
    ]  # seats, with the names that are nearly theirs


class ResultRequest(RequestOfAll):
    htmx: Any = True  # what is drawn takes the place of parts of an open page


def answer_with_result(request: TableRequest, session: GameSession) -> HttpResponse:
    """The result as it is now, for a page that is open."""
    people = people_of(request)
    near = find_near_names(session_state(session), request.here, people)
    seen, watched = see_result(request, session, people, near)
    key = describe_key(request, session, seen)
    drawn: list[Pieces] = []

    def draw() -> Pieces | None:
        everybody = ResultRequest(key, replace(request.here, person=None, phone=None))
        with drawing_for_all() as is_lasting:
            shown = result_context(session, people, seen.others, dict(seen.asked))
            told = {"here": everybody.here, "near_names": near, "papers": PAPERS}
            context = {**shown, **watched, "watching": seen.watching, **told}
            text = render_to_string("sessions/_saved.html", context, everybody)
        drawn.append(split_at_holes(text.encode()))
        return drawn[0] if is_lasting() else None

    pieces = DRAWN_RESULTS.get_or_make(key, draw) or drawn[0]
    return HttpResponse(fill_for(request, pieces))


def see_result(
    request: TableRequest,
    session: GameSession,
    people: list[Person],
    near: list[NearName],
) -> tuple[ResultSeen, dict[str, Any]]:
    """What this visitor is shown of it, and what the page knows of whoever watches."""
    state, watched = session_state(session), watching_context(request, session)
    watching: Watching | None = watched["watching"]
    seen = ResultSeen(
        session=session.pk,
        version=session.last,
        entered=blake2b(json.dumps(session.state).encode()).hexdigest(),
        names=state.names,
        tints=seat_tints(state, people),
        others=watched.get("others") or find_others_seats(state, request.here),
        # The page offers a seat to whoever watches, by name; the result doesn't.
        watching=replace(watching, own_name="") if watching else None,
        asked=tuple(sorted(read_asked(request).items())),
        near=tuple((one.seat, one.typed, one.person.name) for one in near),
    )
    return seen, watched


def describe_key(
    request: TableRequest, session: GameSession, seen: ResultSeen
) -> SeenBy:
    return SeenBy(
        path=session_address(session),
        query="",
        language=get_language() or settings.LANGUAGE_CODE,
        day=timezone.localdate().isoformat(),
        role=request.here.role.value,
        person=None,
        cookies=(),
        version=seen,
    )
