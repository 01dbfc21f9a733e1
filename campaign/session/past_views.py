"""A finished session: its results, its missions, and what each empire did."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from campaign.board.letters import name_empires
from campaign.models import Campaign
from campaign.session.past import PastSession, find_past_session
from campaign.session.scores import judge_session
from companion.base.kept_parts import keep_part
from companion.tables.access import TableRequest, at_table


@at_table("spectator")
@require_safe
def past_session_page(
    request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    past = find_past_session(campaign, number)
    if past is None:
        raise Http404
    followed = campaign.sessions.filter(number=number + 1).exists()
    shown = {
        "campaign": campaign,
        "session": past.end.session,
        "number": number,
        "told": tell_past_session(past),
        "may_correct": request.here.plays,
        "earlier": number - 1 if number > 1 else None,
        "later": number + 1 if followed else None,
    }
    return render(request, "campaign/session/past.html", shown)


def tell_past_session(past: PastSession) -> SafeString:
    """Drawn once for all who read the same language, until a finished session or a name changes."""
    campaign = past.campaign

    def gather() -> dict[str, Any]:
        return {"campaign": campaign, "past": past, "verdict": judge_session(past)}

    named = name_empires(campaign, past.empires)
    shows = (past.version, past.end.session.number, named)
    return keep_part("campaign/session/_past_told.html", shows, gather)
