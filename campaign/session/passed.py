"""A page whose step or session has passed: where its phone is led, and the sentence that says why."""

from __future__ import annotations

from enum import StrEnum

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from campaign.models import Campaign
from campaign.session.now import BEFORE, SessionView
from companion.tables.access import TableRequest
from scoring.house import HOUSE
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem
from scoring.words import _, make_message

OTHER_SESSION = _("This was for session %(number)s, which is over.")


class Passed(StrEnum):
    """What a page was for that is no longer on."""

    SCORE = "score"
    NUMBERS = "numbers"  # somebody had typed some
    HELP = "help"
    TIE = "tie"


def lead_on(campaign: Campaign, why: Passed) -> HttpResponse:
    """To what is on now."""
    address = reverse("campaign-session", args=[campaign.pk])
    return redirect(f"{address}?passed={why}")


def passed_words(request: TableRequest, now: SessionView) -> str:
    """Why the visitor is here and not where they were; nothing where that isn't so any more."""
    why = request.GET.get("passed")
    if why not in set(Passed) or now.stage == Stage.PLAY:
        return ""
    if now.stage == BEFORE:
        over = gettext("That session isn't open any more.")
        lost = gettext("Your numbers weren't saved.")
        return f"{over} {lost}" if why == Passed.NUMBERS else over
    if why == Passed.HELP:
        return gettext("That part is done. Here's what comes next.")
    return gettext("The scores are confirmed. Tap a name to change one.")


def other_session(request: TableRequest, state: CampaignState) -> tuple[Problem, ...]:
    """What is sent from a page of an earlier session isn't meant for this one."""
    meant = request.POST.get("session", "")
    if not meant.isascii() or not meant.isdigit() or int(meant[:9]) == state.played + 1:
        return ()
    return (Problem(make_message(OTHER_SESSION, number=int(meant[:9])), HOUSE),)
