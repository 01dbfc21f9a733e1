"""The result of a session as the table sees it when the game is over."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from companion.paper.page import PAPERS
from companion.sessions.finale import find_moment, make_finale
from companion.sessions.lineup import find_others_seats
from companion.sessions.models import GameSession
from companion.sessions.services import find_rematch, session_state
from companion.sessions.sharing_views import session_sharing
from companion.sessions.shown import people_of, result_context
from companion.sessions.unentered import find_unentered
from companion.tables.access import TableRequest, at_table


@at_table("spectator")
@require_safe
def finale(request: TableRequest, session: GameSession) -> HttpResponse:
    """What was revealed before the session is finished; then its own page shows it."""
    state = session_state(session)
    told = not state.finished and bool(state.entered)
    if not told or find_moment(session, state) is None:
        return redirect("session", session.token)
    return render_finale(request, session)


def render_finale(
    request: TableRequest, session: GameSession, **more: Any
) -> HttpResponse:
    state = session_state(session)
    others = find_others_seats(state, request.here)
    shown = result_context(session, people_of(request), others, {})
    finale = make_finale(session, shown["result"], find_moment(session, state))
    context = {
        **shown,
        **session_sharing(request, session, finale),
        "here": request.here,
        "may_share": request.here.plays and state.finished,
        "finale": finale,
        "unentered": next(iter(find_unentered(state)), None),
        "papers": PAPERS,
        "rematch": find_rematch(session),
        "link": request.build_absolute_uri(reverse("session", args=[session.token])),
        **more,
    }
    return render(request, "sessions/finale/finale.html", context)
