"""Taking back what was done in the session at hand, with what would fall with it."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaign.models import Campaign
from campaign.session.desk import view_session
from campaign.session.views import show_page
from companion.base.posting import post_or_page
from companion.log.acting import NOT_YOURS
from companion.log.history_pages import ask_along
from companion.log.replay import UNDO
from companion.log.undoing import Refused, may_undo_all, sent_numbers, try_rewrite
from companion.tables.access import TableRequest, at_table


def session_address(campaign: Campaign) -> str:
    return reverse("campaign-session", args=[campaign.pk])


@at_table("player")
@post_or_page(session_address)
def take_back(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Undoes one's last act, or the acts of a step."""
    now, numbers = view_session(campaign, request.here), sent_numbers(request, "of")
    if not numbers or not may_undo_all(request.here, campaign, numbers):
        return show_page(request, campaign, now, problems=(NOT_YOURS,))
    done = try_rewrite(request, campaign, UNDO, {"of": numbers})
    if not isinstance(done, Refused):
        return redirect("campaign-session", campaign.pk)
    if done.fallen:
        return ask_what_falls(request, campaign, numbers, done)
    return show_page(request, campaign, now, problems=done.problems)


def ask_what_falls(
    request: TableRequest, campaign: Campaign, numbers: Iterable[int], refused: Refused
) -> HttpResponse:
    return ask_along(
        request,
        campaign,
        list(campaign.acts.filter(number__in=numbers).order_by("number")),
        refused,
        section="session",
        back=session_address(campaign),
    )
