"""Starting a session of any game, alone or at a table, and seating the people of the table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from companion.base.posting import post_or_page
from companion.log.acting import request_id, try_act
from companion.sessions import services as service
from companion.sessions.finding import has_begun, remember_begun, session_address
from companion.sessions.forms import ScoringForm
from companion.sessions.game_views import find_game_or_404
from companion.sessions.models import GameSession
from companion.sessions.session_form import cells_of_form
from companion.sessions.twins import find_twin, starter_name
from companion.sessions.views import page_after, render_session
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.models import Table
from companion.tables.rate_limits import count_attempt
from companion.tables.services import remember_people
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.seats import LETTERS

SEATING = "take_seat"


@open_to_all
@post_or_page(lambda: reverse("home"))
def start(request: HttpRequest) -> HttpResponse:
    count_attempt("session", request)
    return begin_session(request, None)


def table_address(table: Table) -> str:
    return reverse("table", args=[table.pk])


@at_table("player")
@post_or_page(table_address)
def start_at_table(request: TableRequest, table: Table) -> HttpResponse:
    """Starts a game; asks first where the table has just started the same one."""
    sure = "another" in request.POST or "query" in request.POST
    twin = None if sure else find_requested_twin(request, table)
    if twin and not twin.card.begun and has_begun(request, twin):
        return redirect("session", twin.token)  # one's own, left while still empty
    return ask_about_twin(request, twin) if twin else begin_session(request, table)


def find_requested_twin(request: TableRequest, table: Table) -> GameSession | None:
    game = find_game_or_404(request.POST.get("game", "")).slug
    return find_twin(table, game, but=service.token_for(request_id(request), game))


def ask_about_twin(request: TableRequest, twin: GameSession) -> HttpResponse:
    here = request.here
    shown = {"twin": twin, "starter": starter_name(twin), "here": here}
    return render(request, "sessions/twin.html", {**shown, "table": here.table})


def begin_session(request: HttpRequest, table: Table | None) -> HttpResponse:
    """Starts a session, empty or with what was already entered on the scoring page."""
    game = find_game_or_404(request.POST.get("game", ""))
    counted = request.POST.get("query")
    form = ScoringForm(game, QueryDict(counted))
    try:
        session = service.start_session(
            game=game.slug,
            table=table,
            client_id=request_id(request),
            **(start_values(form) if counted else {}),
        )
    except (RuleBroken, Unfit):  # the page names it beside its cell
        return redirect(f"{reverse('scoring', args=[game.slug])}?{form.query}")
    remember_begun(request, session)
    return redirect("session", session.token)


def start_values(form: ScoringForm) -> dict[str, Any]:
    cells = cells_of_form(form)
    return {"players": form.players, "tallies": len(form.tallies), "cells": cells}


@at_table("player")
@post_or_page(session_address)
def add_player(request: TableRequest, session: GameSession) -> HttpResponse:
    """Whoever sits here under a name that is nearly another's is somebody new at the table."""
    name = request.POST.get("name", "")
    if session.table and name in service.session_state(session).names:
        remember_people(session.table, [name])
    return redirect("session", session.token)


@at_table("player")
@post_or_page(session_address)
def seat_people(request: TableRequest, session: GameSession) -> HttpResponse:
    """Seats everybody of one offer, as a tap on each of their names would."""
    for name in request.POST.getlist("name")[: len(LETTERS)]:
        problems = try_act(request, session, SEATING, {"name": name})
        session.refresh_from_db(fields=("state", "last"))
        if problems:
            told: dict[str, Any] = {"lineup_problems": problems, "lineup_open": True}
            return render_session(request, session, status=422, **told)
    return redirect(page_after(session, SEATING))
