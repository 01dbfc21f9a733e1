"""A finished session: its results, its missions, and what each empire did."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.session.past import find_past_session
from campaign.session.scores import judge_session
from companion.tables.access import TableRequest, at_table


@at_table("spectator")
@require_safe
def past_session_page(
    request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    past = find_past_session(campaign, number)
    if past is None:
        raise Http404
    shown = {
        "campaign": campaign,
        "past": past,
        "may_correct": request.here.plays,
        "verdict": judge_session(past),
        "earlier": number - 1 if number > 1 else None,
        "later": number + 1
        if campaign.sessions.filter(number=number + 1).exists()
        else None,
    }
    return render(request, "campaign/session/past.html", shown)
