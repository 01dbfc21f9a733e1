"""The list of a table's sessions, and the history of one session with undo."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from companion.base.posting import post_or_page
from companion.log.history_pages import ask_along, show_history
from companion.log.replay import UNDO
from companion.log.rewriting import may_undo
from companion.log.undoing import Refused, try_rewrite
from companion.sessions.filters import SessionFilter
from companion.sessions.finding import select_for_list
from companion.sessions.models import GameSession
from companion.sessions.present_names import show_present_names
from companion.sessions.services import session_state
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.rules import RuleBroken
from scoring.sessions import check_open

ON_A_PAGE = 50


@at_table("spectator")
@require_safe
def sessions(request: TableRequest, table: Table) -> HttpResponse:
    """All sessions of a table, by game, person and date."""
    chosen = SessionFilter(request.GET, table=table)
    found = chosen.filter_sessions(table.sessions.filter(card__begun=True))
    pages = Paginator(select_for_list(found), ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    show_present_names(page.object_list)
    context = {"table": table, "here": request.here, "filter": chosen, "page": page}
    return render(request, "sessions/list.html", context)


@at_table("spectator")
@require_safe
def history(request: TableRequest, session: GameSession) -> HttpResponse:
    return show_history(request, session, session.acts.order_by("-number"))


def history_address(session: GameSession, **_act: int) -> str:
    return reverse("session-history", args=[session.token])


@at_table("player")
@post_or_page(history_address)
def undo_act(request: TableRequest, session: GameSession, act: int) -> HttpResponse:
    """Undoes an act; asks first where later acts depend on it."""
    found = get_object_or_404(session.acts, number=act)
    if not may_undo(request.here, found):
        raise Http404
    done = refuse_if_closed(session) or try_rewrite(
        request, session, UNDO, {"of": [act]}
    )
    if not isinstance(done, Refused):
        return redirect("session-history", session.token)
    if done.fallen:
        return ask_along(request, session, [found], done)
    acts = session.acts.order_by("-number")
    return show_history(request, session, acts, status=422, problems=done.problems)


def refuse_if_closed(session: GameSession) -> Refused | None:
    try:
        check_open(session_state(session))
    except RuleBroken as broken:
        return Refused(broken.problems)
    return None
