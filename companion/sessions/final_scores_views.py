"""Final scores only, on one page: names, totals, and who won where totals don't tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.base.posting import post_or_page
from companion.base.wording import player_names
from companion.log.acting import try_act
from companion.sessions.final_scores import (
    check_seen,
    final_rows,
    posted_rows,
    refill_rows,
    scored_rows,
    seen_scores,
)
from companion.sessions.finale import FINISH
from companion.sessions.models import GameSession
from companion.sessions.placed_problems import PlacedProblem
from companion.sessions.services import remember_players, session_state
from companion.sessions.shown import people_of
from companion.tables.access import TableRequest, at_table
from scoring.final_scores import ALONE_KEY, LOST, WON, WON_TIE
from scoring.rules import Problem
from scoring.session_finals import find_open_question
from scoring.sessions import SessionState

NOBODY = "nobody"  # the tie stays one


@at_table("player")
@require_http_methods(["GET", "HEAD", "POST"])
def final_scores(request: TableRequest, session: GameSession) -> HttpResponse:
    state = session_state(session)
    if state.finished or state.archived or state.covered:
        return redirect("session", session.token)
    if request.method != "POST":
        return render_final_scores(request, session)
    return save_final_scores(request, session, state)


def save_final_scores(
    request: TableRequest, session: GameSession, state: SessionState
) -> HttpResponse:
    posted, seen = posted_rows(request.POST), request.POST.get("seen", "")
    played = scored_rows(posted)
    data = {
        "names": [row.name for row in played],
        "scores": [row.score for row in played],
    }
    problems = try_act(
        request,
        session,
        "enter_final_scores",
        data,
        given=lambda now: check_seen(now, seen),
    )
    if problems:
        rows = refill_rows(final_rows(state, people_of(request)), posted, problems)
        told = [name_problem(one, data["names"]) for one in problems]
        return render_final_scores(request, session, rows=rows, problems=told)
    return finish_unless_open(request, session)


def name_problem(problem: Problem, names: Sequence[str]) -> PlacedProblem:
    """The problem with whose score it is."""
    where = player_names(list(names))[problem.seat] if problem.seat is not None else ""
    return PlacedProblem(**vars(problem), where=where)


def render_final_scores(
    request: TableRequest, session: GameSession, **more: Any
) -> HttpResponse:
    session.refresh_from_db(fields=("state", "last"))
    state, people = session_state(session), people_of(request)
    context = {
        "session": session,
        "state": state,
        "game": state.rules,
        "here": request.here,
        "rows": final_rows(state, people),
        "seen": seen_scores(state),
        "asked": asked_people(state),
        **more,
    }
    status = 422 if more.get("problems") else 200
    return render(request, "sessions/finale/final_scores.html", context, status=status)


def asked_people(state: SessionState) -> list[tuple[int, str]]:
    """Who may have won, each with their seat; nobody where the totals tell."""
    names = player_names(list(state.names))
    return [(seat, names[seat]) for seat in find_open_question(state)]


def finish_unless_open(request: TableRequest, session: GameSession) -> HttpResponse:
    """Finishes the session, unless only the table knows who won."""
    session.refresh_from_db(fields=("state", "last"))
    if find_open_question(session_state(session)):
        return redirect("final-scores", session.token)
    return finish_session(request, session)


def finish_session(request: TableRequest, session: GameSession) -> HttpResponse:
    problems = try_act(request, session, FINISH, {})
    if problems:
        return render_final_scores(request, session, problems=problems)
    session.refresh_from_db(fields=("state", "last"))
    remember_players(session)
    return redirect("session", session.token)


def final_scores_address(session: GameSession) -> str:
    return reverse("final-scores", args=[session.token])


@at_table("player")
@post_or_page(final_scores_address)
def answer_open_question(request: TableRequest, session: GameSession) -> HttpResponse:
    """Notes who won a tie, or whether a game alone was won, and finishes."""
    answer = request.POST.get("answer", "")
    problems = note_answer(request, session, answer)
    if problems:
        return render_final_scores(request, session, problems=problems)
    return finish_session(request, session)


def note_answer(
    request: TableRequest, session: GameSession, answer: str
) -> tuple[Problem, ...]:
    asked = find_open_question(session_state(session))
    if not asked or answer == NOBODY:  # answered by somebody else, or left a tie
        return ()
    if answer in (WON, LOST) and asked == (0,):
        cell, typed = f"1s0-{ALONE_KEY}", answer
    elif answer in map(str, asked):
        cell, typed = f"1s{answer}-{WON_TIE}", "on"
    else:
        raise Http404
    return try_act(request, session, "set_cell", {"cell": cell, "typed": typed})
