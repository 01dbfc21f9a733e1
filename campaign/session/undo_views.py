"""Taking back and changing what was done in the session at hand, with what would fall with it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaign.models import Campaign
from campaign.session.log import RecentActs, recent_acts
from campaign.session.now import STEPS, SessionView
from campaign.session.scores import SeatScore, score_of
from campaign.session.views import page_frame, present_state
from campaign.session.words import act_in_words
from companion.base.posting import post_or_page
from companion.log.acting import NOT_YOURS, try_act
from companion.log.replay import AMEND, UNDO
from companion.log.undoing import Refused, refusal_of, sent_numbers, try_rewrite
from companion.tables.access import TableRequest, at_table
from scoring.house import HOUSE
from scoring.rules import Problem
from scoring.words import _

FOR_ANOTHER = Problem(
    _("These numbers were typed for another player. Check the name, then save."), HOUSE
)
PLAY, SETTLE = "play", "settle"  # where a form of scores leads besides saving


def falling_context(
    log: RecentActs, now: SessionView, refused: Refused
) -> dict[str, Any]:
    """What would fall, each act in words."""
    said = {one.number: one.data for one in log.said}
    return {
        "problems": refused.problems,
        "falling": [
            (one, act_in_words(now.state, one.kind, said.get(one.number, {})))
            for one in refused.fallen
        ],
        "may_take_along": refused.may_take_along,
    }


def session_address(campaign: Campaign) -> str:
    return reverse("campaign-session", args=[campaign.pk])


@at_table("player")
@post_or_page(session_address)
def take_back(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Undoes one's last act, or the acts of a step."""
    state = present_state(campaign)
    log, now = recent_acts(campaign, state.played), SessionView(state)
    numbers = sent_numbers(request, "of")
    refused: Refused | None = Refused((NOT_YOURS,))
    if numbers and log.may_rewrite(numbers, request.here):
        done = try_rewrite(request, log.campaign, UNDO, {"of": numbers})
        refused = refusal_of(done)
    if refused is None:
        return redirect("campaign-session", campaign.pk)
    words = [
        act_in_words(state, one.kind, one.data)
        for one in log.said
        if one.number in numbers
    ]
    shown = {
        **page_frame(request, campaign, now, log),
        **falling_context(log, now, refused),
        "of": numbers,
        "words": words,
    }
    return render(request, "campaign/session/take_back.html", shown, status=422)


@at_table("player")
@require_http_methods(["GET", "HEAD", "POST"])
def score_seat(
    request: TableRequest, campaign: Campaign, seat: int, *, changing: bool = False
) -> HttpResponse:
    """Counts one seat's score, or changes it in its place when the scores are settled."""
    state = present_state(campaign)
    log = recent_acts(campaign, state.played)
    typed = {"POST": request.POST, "GET": request.GET or None}.get(request.method or "")
    counted = score_of(state, log, seat, typed)
    if counted is None:
        raise Http404
    if request.method == "POST":
        return save_score(request, log, counted)
    if request.htmx:
        shown = {**counted.shown, "campaign": campaign}
        return render(request, "campaign/session/_counted.html", shown)
    if counted.settled and not changing:
        return redirect("campaign-session", campaign.pk)
    return score_page(request, log, counted, None)


def save_score(
    request: TableRequest, log: RecentActs, counted: SeatScore
) -> HttpResponse:
    """Saves what is typed before anything else; what is saved already isn't saved again."""
    then = request.POST.get("then", "")
    refused = None
    if request.POST.get("empire", counted.seat.key) != counted.seat.key:
        return score_page(request, log, counted, Refused((FOR_ANOTHER,)))
    if counted.changed or then not in (PLAY, SETTLE):
        if not counted.form.may_be_saved():
            return score_page(request, log, counted, None)
        refused = put_score(request, log, counted)
    if refused is None and then == SETTLE and not counted.settled:
        problems = try_act(request, log.campaign, "settle_scores", {})
        refused = Refused(problems) if problems else None
    if refused:
        return score_page(request, log, counted, refused)
    if then == PLAY:
        at = reverse("campaign-session-play", args=[log.campaign.pk])
        return redirect(f"{at}#upkeep")
    return redirect("campaign-session", log.campaign.pk)


def put_score(
    request: TableRequest, log: RecentActs, counted: SeatScore
) -> Refused | None:
    data = {"empire": counted.seat.key, "entries": counted.form.entries}
    if not counted.settled:
        problems = try_act(request, log.campaign, "enter_score", data)
        return Refused(problems) if problems else None
    counted_by = log.number_of("enter_score", counted.seat.key)
    if counted_by is None or not log.may_rewrite([counted_by], request.here):
        return Refused((NOT_YOURS,))
    amendment = {"of": counted_by, "by": data}
    return refusal_of(try_rewrite(request, log.campaign, AMEND, amendment))


def score_page(
    request: TableRequest, log: RecentActs, counted: SeatScore, refused: Refused | None
) -> HttpResponse:
    now = SessionView(present_state(log.campaign))
    shown = {
        **page_frame(request, log.campaign, now, log),
        **counted.shown,
        **(falling_context(log, now, refused) if refused else {}),
        "part": "campaign/session/_scores.html",
        "on": "scores",
        "step": STEPS[0],
        "unsaved": request.method == "POST",
    }
    wrong = request.method == "POST"
    return render(
        request, "campaign/session/session.html", shown, status=422 if wrong else 200
    )
