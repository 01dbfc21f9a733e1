"""Undoing what was done in the session at hand, with what would fall with it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaign.models import Campaign
from campaign.session.desk import view_session
from campaign.session.frame import page_frame
from campaign.session.log import RecentActs, recent_acts
from campaign.session.now import SessionView
from campaign.session.words import act_in_words
from companion.base.posting import post_or_page
from companion.log.acting import NOT_YOURS
from companion.log.replay import UNDO
from companion.log.undoing import Refused, refusal_of, sent_numbers, try_rewrite
from companion.tables.access import TableRequest, at_table


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
    now = view_session(campaign, request.here)
    log = recent_acts(campaign, now.state.played)
    numbers = sent_numbers(request, "of")
    refused: Refused | None = Refused((NOT_YOURS,))
    if numbers and log.may_rewrite(numbers, request.here):
        done = try_rewrite(request, log.campaign, UNDO, {"of": numbers})
        refused = refusal_of(done)
    if refused is None:
        return redirect("campaign-session", campaign.pk)
    words = [
        act_in_words(now.state, one.kind, one.data)
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
