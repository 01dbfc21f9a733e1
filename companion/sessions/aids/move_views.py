"""Moves in helpers: recorded in the log of the session or the campaign they were opened from."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from companion.base.onward import safe_next
from companion.base.posting import post_or_page
from companion.base.wording import translate
from companion.log.acting import read_whole_number, try_act
from companion.log.models import Log
from companion.log.replay import UNDO
from companion.log.undoing import Refused, try_rewrite
from companion.sessions.aids.desk import NOW, USE_HELPER, last_standing_act
from companion.sessions.aids.open_game import FINDERS, OpenGame
from companion.sessions.aids.typed_moves import TYPED
from companion.tables.access import TableRequest, at_table
from scoring.helper_list import HELPERS
from scoring.house import OUT_OF_DATE
from scoring.plain import typed_shape
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken

TOKENS = {"csrfmiddlewaretoken", "id"}


def session_address(session: Log, **_page: str) -> str:
    return reverse("session", args=[getattr(session, "token", "")])


def campaign_session_address(campaign: Log, **_page: str) -> str:
    return reverse("campaign-session", args=[campaign.pk])


@at_table("player")
@post_or_page(session_address)
def move_in_session(request: TableRequest, session: Log, page: str) -> HttpResponse:
    return make_move(request, session, "session", page)


@at_table("player")
@post_or_page(campaign_session_address)
def move_in_campaign(request: TableRequest, campaign: Log, page: str) -> HttpResponse:
    return make_move(request, campaign, "campaign", page)


@at_table("player")
@post_or_page(session_address)
def undo_in_session(request: TableRequest, session: Log, page: str) -> HttpResponse:
    return undo_move(request, session, "session", page)


@at_table("player")
@post_or_page(campaign_session_address)
def undo_in_campaign(request: TableRequest, campaign: Log, page: str) -> HttpResponse:
    return undo_move(request, campaign, "campaign", page)


def find_play(request: TableRequest, log: Log, name: str, page: str) -> OpenGame:
    key = getattr(log, "token", None) or str(log.pk)
    play = FINDERS[name](request, key)
    if play is None or page not in HELPERS:
        raise Http404
    return play


def make_move(request: TableRequest, log: Log, name: str, page: str) -> HttpResponse:
    """Records one move and goes back to the helper, or to the page that asked for it."""
    play = find_play(request, log, name, page)
    try:
        move, content = requested_move(request, play, page)
    except RuleBroken as broken:
        return go_back(request, play, page, broken.problems)
    except (Unfit, ValueError):
        return go_back(request, play, page, (OUT_OF_DATE,))
    if not move:  # nothing was typed anew
        return go_back(request, play, page, ())
    data = {"helper": page, "move": move, "content": content}
    problems = try_act(request, log, USE_HELPER, data, said=sent_content(request))
    return go_back(request, play, page, problems)


def sent_content(request: TableRequest) -> str:
    """What was pressed, not what chance or the clock made of it: a second press is the same."""
    post = request.POST
    return json.dumps({key: post.getlist(key) for key in sorted(post.keys() - TOKENS)})


def requested_move(
    request: TableRequest, play: OpenGame, page: str
) -> tuple[str, dict[str, Any]]:
    """The move that was tapped or typed, with the time where it carries one."""
    move = request.POST.get("move", "")
    if (page, move) in TYPED:
        return TYPED[page, move](request.POST, play)
    content = json.loads(request.POST.get("data", "{}"))
    if not isinstance(content, dict):
        raise Unfit("data", "must be an object")
    kind = HELPERS[page].kinds.get(move)
    if kind and NOW in typed_shape(kind)[0]:
        content[NOW] = int(timezone.now().timestamp())
    return move, content


def undo_move(request: TableRequest, log: Log, name: str, page: str) -> HttpResponse:
    """Undoes the latest move of a helper, if it is still the one the page showed."""
    play = find_play(request, log, name, page)
    act = last_standing_act(log, page)
    if act is None or act.number != read_whole_number(request.POST.get("of", "")):
        return go_back(request, play, page, (OUT_OF_DATE,))
    if not play.open:
        return go_back(request, play, page, (OUT_OF_DATE,))
    done = try_rewrite(request, log, UNDO, {"of": [act.number]})
    problems = done.problems or (OUT_OF_DATE,) if isinstance(done, Refused) else ()
    return go_back(request, play, page, problems)


def go_back(
    request: TableRequest, play: OpenGame, page: str, problems: tuple[Problem, ...]
) -> HttpResponse:
    for problem in problems:
        messages.warning(request, translate(problem.message))
    return redirect(safe_next(request) or helper_address(play, page))


def helper_address(play: OpenGame, page: str) -> str:
    """The page of a helper in this game; a checklist has none of its own."""
    for name in (page, f"{play.game.slug}-{page}"):
        try:
            return reverse(name) + play.search
        except NoReverseMatch:
            continue
    return play.back
