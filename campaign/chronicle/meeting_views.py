"""The page before the next session, and the answers of those who come."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.board.letters import campaign_letters
from campaign.chronicle.ahead import next_stakes
from campaign.chronicle.meeting import KIND, given_answers, open_decisions
from campaign.models import Campaign
from campaign.session.desk import own_empire
from campaign.session.log import recent_acts
from campaign.session.now import SessionView
from campaign.session.parts import ready_empires
from companion.base.posting import post_or_page
from companion.log.acting import try_act
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rules import Problem


def meeting_address(campaign: Campaign) -> str:
    return reverse("before-we-meet", args=[campaign.pk])


@at_table("spectator")
@require_safe
def meeting_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    return show_meeting(request, campaign)


def show_meeting(
    request: TableRequest, campaign: Campaign, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    seats = campaign_letters(campaign)
    view = SessionView(state, seats, own_empire(state, request.here))
    answers = given_answers(recent_acts(campaign, state.played), state, seats)
    shown = {
        "campaign": campaign,
        "state": state,
        "number": view.number,
        "answers": sorted(answers, key=lambda one: one.empire.key != view.own),
        "decisions": list(open_decisions(campaign, state)),
        "ready": ready_empires(view),
        "stakes": next_stakes(state),
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "campaign/chronicle/meeting.html", shown, status=status)


@at_table("player")
@post_or_page(meeting_address)
def answer_invitation(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Somebody comes, or doesn't."""
    data = {
        "empire": request.POST.get("empire", ""),
        "coming": request.POST.get("coming") == "yes",
    }
    if problems := try_act(request, campaign, KIND, data):
        return show_meeting(request, campaign, problems)
    return redirect(meeting_address(campaign))
