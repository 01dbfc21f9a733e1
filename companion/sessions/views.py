"""A session of any game: entered cell by cell, finished, opened again, played once more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.base.posting import post_or_page
from companion.log.acting import read_whole_number, request_id, try_act
from companion.paper.metadata import date_documents
from companion.paper.page import PAPERS
from companion.paper.printing import pdf_response
from companion.sessions import score_proof
from companion.sessions import services as service
from companion.sessions.drawn_results import answer_with_result
from companion.sessions.finale import FINISH, REVEAL
from companion.sessions.finale_views import render_finale
from companion.sessions.finding import (
    find_last_players,
    has_begun,
    remember_begun,
    remember_session,
    session_address,
)
from companion.sessions.forms import as_query
from companion.sessions.lineup import (
    find_near_names,
    find_others_seats,
    find_seat,
    make_lineup,
    make_offers,
    may_enter_for,
    seats_with_phones,
)
from companion.sessions.models import GameSession
from companion.sessions.moving import move_session
from companion.sessions.session_facts import session_facts
from companion.sessions.session_form import (
    FOR,
    SessionForm,
    known_choice,
    posted_cells,
    result_of,
)
from companion.sessions.sharing import shared_address
from companion.sessions.shown import people_of, read_asked, result_context
from companion.sessions.timing import clock_times
from companion.sessions.unentered import Unentered, find_unentered
from companion.sessions.watching import watching_context
from companion.sessions.words import DescribedQuarrel, describe_quarrel
from companion.tables.access import (
    TableRequest,
    at_table,
    here_at,
    own_tables,
)
from companion.tables.models import Person, Table
from companion.tables.rate_limits import count_attempt
from scoring.acts import ActField, FieldKind, act_fields
from scoring.rules import Problem, RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.session_base import SessionPart
from scoring.sessions import entry_at
from scoring.sheet import cited_rules

# What may be done with a session beside entering, on which part of its page.
PLAYING = (SessionPart.LINE_UP, SessionPart.ENTRIES, SessionPart.RESULT)
BY_CELL = service.SET_CELL  # entries have an address of their own
NEXT_TALLY = "add_tally"


def kinds_at(*steps: SessionPart) -> dict[str, dict[str, ActField]]:
    """The acts offered there, with the fields that each needs."""
    return {
        kind: act_fields(act)
        for kind, act in SESSION_ENGINE.acts.items()
        if act.declared.step in steps and kind != BY_CELL
    }


LINE_UP = kinds_at(SessionPart.LINE_UP)
DOING = kinds_at(*PLAYING)
MANAGING = kinds_at(SessionPart.MANAGE)


@at_table("spectator")
@require_safe
@vary_on_headers("HX-Request")
def session_page(request: TableRequest, session: GameSession) -> HttpResponse:
    if request.htmx and not request.htmx.history_restore_request:
        return render_fragment(request, session, [])
    if session.table_id is None:
        remember_session(request, session)
    if service.session_state(session).finished:
        return render_finale(
            request, session, tables=tables_to_move_to(request, session)
        )
    return render_session(request, session)


def render_session(
    request: TableRequest,
    session: GameSession,
    *,
    status: int = 200,
    refused: Sequence[Problem] = (),
    **more: Any,
) -> HttpResponse:
    people = people_of(request)
    others = find_others_seats(service.session_state(session), request.here)
    shown = result_context(session, people, others, read_asked(request))
    context = {
        **shown,
        "problems": [shown["result"].place_problem(one) for one in refused],
        "here": request.here,
        "people": people,
        "link": request.build_absolute_uri(reverse("session", args=[session.token])),
        "papers": PAPERS,
        "rules": cited_rules(service.session_state(session).rules),
        "tables": tables_to_move_to(request, session),
        **lineup_context(request, session, people),
        **watching_context(request, session),
        **more,
    }
    return render(request, "sessions/session.html", context, status=status)


def lineup_context(
    request: TableRequest, session: GameSession, people: list[Person]
) -> dict[str, Any]:
    state = service.session_state(session)
    lineup = make_lineup(state, people)
    return {
        "lineup": lineup,
        "lineup_open": not lineup.named or "who" in request.GET,
        "offers": make_offers(state, request.here, people, find_last_players(session)),
        "near_names": find_near_names(state, request.here, people),
        "own_seat": find_seat(state, request.here.person),
        "phone_seats": seats_with_phones(state, request.here),
    }


def tables_to_move_to(request: HttpRequest, session: GameSession) -> list[Table]:
    """The tables a session without a table can be moved to, by whoever began it."""
    if session.table_id is not None or not has_begun(request, session):
        return []
    return [here.table for here in own_tables(request) if here.plays and here.table]


@at_table("player")
@post_or_page(session_address)
def save_cells(request: TableRequest, session: GameSession) -> HttpResponse:
    """One cell as it was typed, or the whole form where there is no script."""
    quarrels = service.set_cells(
        session,
        requested_cells(request, session),
        client_id=request_id(request),
        by=request.here.person,
        typed_for=request.POST.get("player", ""),
        may=partial(may_enter_for, service.session_state(session), request.here),
    )
    session.refresh_from_db(fields=("state", "last"))
    told = [describe_quarrel(service.session_state(session), one) for one in quarrels]
    return (
        render_fragment(request, session, told)
        if request.htmx
        else render_whole_page(request, session, told)
    )


def requested_cells(
    request: HttpRequest, session: GameSession
) -> dict[str, tuple[str, str]]:
    """The cells to write: what was typed and what the person saw before."""
    data, state = request.POST, service.session_state(session)
    if "cell" in data:
        typed = known_choice(entry_at(state, data["cell"]), data.get("typed", ""))
        return {data["cell"]: (typed, data.get("seen", ""))}
    seen = QueryDict(data.get("seen", ""))
    posted = posted_cells(state, data)
    return {
        cell: (typed, seen.get(cell, ""))
        for cell, typed in posted.items()
        if typed != seen.get(cell, "")
    }


def render_fragment(
    request: TableRequest, session: GameSession, quarrels: list[DescribedQuarrel]
) -> HttpResponse:
    """The changed result, or the refusal to show beside a cell."""
    if quarrels:
        context = {"quarrel": quarrels[0], "session": session}
        status = 409 if quarrels[0].meanwhile else 422
        return render(request, "sessions/_quarrel.html", context, status=status)
    return answer_with_result(request, session)


def render_whole_page(
    request: TableRequest, session: GameSession, quarrels: list[DescribedQuarrel]
) -> HttpResponse:
    if quarrels:
        return render_session(request, session, status=409, quarrels=quarrels)
    asked = read_asked(request)
    query = f"?{as_query(asked)}" if asked else ""
    return redirect(reverse("session", args=[session.token]) + query)


@at_table("player")
@post_or_page(session_address)
def act_as_player(request: TableRequest, session: GameSession) -> HttpResponse:
    return perform_act(request, session, DOING)


@at_table("organiser")
@post_or_page(session_address)
def act_as_organiser(request: TableRequest, session: GameSession) -> HttpResponse:
    return perform_act(request, session, MANAGING)


def perform_act(
    request: TableRequest, session: GameSession, allowed: dict[str, dict[str, ActField]]
) -> HttpResponse:
    kind = request.POST.get("kind", "")
    if kind not in allowed:
        raise Http404
    asks = kind == FINISH and "sure" not in request.POST
    if asks and (unentered := find_unentered(service.session_state(session))):
        return ask_to_finish(request, session, unentered)
    problems = try_act(request, session, kind, requested_data(request, allowed[kind]))
    session.refresh_from_db(fields=("state", "last"))
    if problems and kind in LINE_UP:
        told: dict[str, Any] = {"lineup_problems": problems, "lineup_open": True}
        return render_session(request, session, status=422, refused=problems, **told)
    if problems:
        told = {"not_finished": kind == FINISH}
        return render_session(request, session, status=422, refused=problems, **told)
    service.remember_players(session)
    return redirect(page_after(session, kind, read_asked(request).get(FOR, "")))


def ask_to_finish(
    request: TableRequest, session: GameSession, unentered: list[Unentered]
) -> HttpResponse:
    """Asks before the session is finished for everybody with fields still empty."""
    empty = sum(len(one.fields) for one in unentered)
    hidden = find_others_seats(service.session_state(session), request.here).hidden
    told: dict[str, Any] = {
        "unentered": unentered,
        "empty_fields": empty,
        # Nobody is led to a field they may not see.
        "go_back_to": next((one for one in unentered if one.seat not in hidden), None),
    }
    return render_session(request, session, **told)


def page_after(session: GameSession, kind: str, helping: str = "") -> str:
    """Where somebody goes on: the line-up stays open, a new chapter is in sight, also of whoever enters for another."""
    if kind == REVEAL:
        return reverse("finale", args=[session.token])
    here = reverse("session", args=[session.token])
    if kind in LINE_UP:
        return f"{here}?who#lineup"
    if kind != NEXT_TALLY:
        return here
    query = f"?{FOR}={helping}" if helping else ""
    return f"{here}{query}#tally-{service.session_state(session).tallies}"


def requested_data(request: HttpRequest, fields: dict[str, ActField]) -> dict[str, Any]:
    """What an act needs: a text as it is, anything else that arrived as a number."""
    posted = request.POST
    texts = {
        name: posted.get(name, "")
        for name, one in fields.items()
        if one.kind == FieldKind.TEXT
    }
    others = fields.keys() & posted.keys() - texts.keys()
    return texts | {name: read_whole_number(posted[name]) for name in others}


@at_table("player")
@post_or_page(session_address)
def rematch(request: TableRequest, session: GameSession) -> HttpResponse:
    """Leads to the rematch, which whoever asks first begins for everybody."""
    again = service.find_rematch(session)
    if again is None:
        if session.table_id is None:
            count_attempt("session", request)
        try:
            again = service.start_rematch(session, by=request.here.person)
        except RuleBroken:  # reopened meanwhile: its page says so
            return redirect("session", session.token)
        remember_begun(request, again)
    return redirect("session", again.token)


@at_table("organiser")
@post_or_page(session_address)
def move(request: TableRequest, session: GameSession) -> HttpResponse:
    """Moves the session to a table the visitor plays at."""
    key = read_whole_number(request.POST.get("table", ""))
    there = here_at(request, key) if key is not None else None
    if there is None or not there.plays or there.table is None:
        raise Http404
    if session.table_id is None and not has_begun(request, session):
        raise Http404
    move_session(
        session,
        table=there.table,
        client_id=request_id(request),
        by=there.person,
    )
    return redirect("session", session.token)


@at_table("spectator")
@require_safe
def proof(request: TableRequest, session: GameSession) -> HttpResponse:
    """The result on paper, once the table has asked for it."""
    paper = request.GET.get("paper", "a4")
    if paper not in PAPERS:
        raise Http404(_("This paper doesn't exist."))
    state = service.session_state(session)
    if state.covered:
        raise Http404(_("Scores are still hidden."))
    form = SessionForm(state)
    with date_documents(session.card.played_on):
        document = score_proof.draw_score_proof(
            form,
            result_of(state, form),
            paper=paper,
            facts=session_facts(session, state),
            link=shared_address(request, session),
            times=clock_times(session, state),
        )
    return pdf_response(document, f"{state.game}-result-{paper}.pdf")
