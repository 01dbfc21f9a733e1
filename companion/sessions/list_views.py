"""The list of a table's sessions, and the history of one session with undo."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.log.acting import NOT_YOURS, read_whole_number, request_id
from companion.log.models import Act
from companion.log.replay import UNDO, WouldFall
from companion.log.rewriting import may_undo, rewrite_as_agreed
from companion.sessions.filters import SessionFilter
from companion.sessions.finding import select_for_list
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.words import describe_acts
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.sessions import check_open

ON_A_PAGE = 50


@at_table("spectator")
@require_safe
def sessions(request: TableRequest, table: Table) -> HttpResponse:
    """All sessions of a table, by game, person and date."""
    chosen = SessionFilter(request.GET, table=table)
    found = chosen.filter_sessions(table.sessions.filter(card__begun=True))
    pages = Paginator(select_for_list(found), ON_A_PAGE)
    context = {
        "table": table,
        "here": request.here,
        "filter": chosen,
        "page": pages.get_page(request.GET.get("page")),
    }
    return render(request, "sessions/list.html", context)


@at_table("spectator")
@require_safe
def history(request: TableRequest, session: GameSession) -> HttpResponse:
    return render_history(request, session)


def render_history(
    request: TableRequest, session: GameSession, *, status: int = 200, **more: object
) -> HttpResponse:
    state = session_state(session)
    acts = list(session.acts.order_by("number"))
    context = {
        "session": session,
        "game": state.rules,
        "closed": state.finished or state.archived,
        "here": request.here,
        "acts": [
            (one, may_undo(request.here, one.act))
            for one in describe_acts(SESSION_ENGINE.start(session.start), acts)
        ],
        **more,
    }
    return render(request, "sessions/history.html", context, status=status)


def agreed_act_numbers(request: TableRequest, session: GameSession) -> set[int]:
    """The later acts to undo too, as ticked; raises RuleBroken for others' acts."""
    numbers = {read_whole_number(one) or 0 for one in request.POST.getlist("along")}
    if not all(may_undo(request.here, one) for one in acts_of(session, numbers)):
        raise RuleBroken(NOT_YOURS)
    return numbers


def acts_of(session: GameSession, numbers: Collection[int]) -> Iterable[Act]:
    return session.acts.filter(number__in=numbers)


@at_table("player")
@require_POST
def undo_act(request: TableRequest, session: GameSession, act: int) -> HttpResponse:
    """Undoes an act; asks first where later acts depend on it."""
    found = get_object_or_404(session.acts, number=act)
    if not may_undo(request.here, found):
        raise Http404
    try:
        check_open(session_state(session))
        rewrite_as_agreed(
            session,
            kind=UNDO,
            data={"of": [act]},
            agreed=agreed_act_numbers(request, session),
            client_id=request_id(request),
            by=request.here.person,
        )
    except WouldFall as would:
        return render_history(
            request, session, status=409, act=found, fallen=set(would.numbers)
        )
    except RuleBroken as broken:
        return render_history(request, session, status=422, problems=broken.problems)
    except Unfit:
        return render_history(request, session, status=422, problems=(OUT_OF_DATE,))
    return redirect("session-history", session.token)
