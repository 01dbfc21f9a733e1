"""Acts taken back, put back and amended; what would fall with them is repaired, or falls once somebody agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from campaign.history import annals
from campaign.history.repair_page import tell_edits
from campaign.history.repairs import AskedChange, repair_address
from campaign.history.views import (
    act_form,
    find_act,
    show_act,
    taken_out_by,
)
from campaign.models import Campaign
from companion.base.onward import redirect_onward, safe_next
from companion.base.posting import post_or_page
from companion.log.act_forms import ActForm, typed_fields
from companion.log.acting import request_id
from companion.log.history import ActLine, act_standing
from companion.log.history_pages import ask_along
from companion.log.models import Act
from companion.log.replay import AMEND, UNDO
from companion.log.rewriting import may_undo
from companion.log.undoing import Refused, try_rewrite
from companion.tables.access import TableRequest, at_table
from scoring.house import OUT_OF_DATE
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN


def act_address(campaign: Campaign, number: int) -> str:
    return reverse("campaign-act", args=[campaign.pk, number])


@at_table("player")
@post_or_page(act_address)
def take_back(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    act = find_act(campaign, number)
    refuse_others(request, [act])
    if number in act_standing(campaign).by and not was_sent_before(request, campaign):
        note = gettext("This is already undone.")
        return show_act(request, campaign, act, note=note)
    return rewrite_and_answer(request, campaign, act, UNDO, {"of": [number]})


@at_table("player")
@post_or_page(act_address)
def put_back(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    """Takes back what took the act out."""
    act = find_act(campaign, number)
    takers = taken_out_by(campaign, act, act_standing(campaign))
    refuse_others(request, takers or [act])
    if not takers:
        return show_act(request, campaign, act, problems=(OUT_OF_DATE,))
    numbers = [taker.number for taker in takers]
    return rewrite_and_answer(request, campaign, act, UNDO, {"of": numbers})


@at_table("player")
@post_or_page(act_address)
def amend_act(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    act = find_act(campaign, number)
    refuse_others(request, [act])
    if not typed_fields(CAMPAIGN, act.kind):
        raise Http404
    teller = annals.campaign_teller(campaign)
    if act.number in teller.standing.repaired:
        return show_act(request, campaign, act, problems=(OUT_OF_DATE,))
    before = teller.standing.said(act)
    moment = annals.replay_moment(campaign, act, teller.standing)
    form = act_form(teller, act, moment, request.POST)
    if not form.is_valid():
        return show_act(request, campaign, act, form=form)
    if was_amended_meanwhile(request, campaign, teller.line(act)):
        return show_act(request, campaign, act, form=form, problems=(OUT_OF_DATE,))
    if form.content == before:
        return redirect_onward(request) or redirect("campaign-act", campaign.pk, number)
    data = {"of": number, "by": form.content}
    return rewrite_and_answer(request, campaign, act, AMEND, data, form)


def was_amended_meanwhile(
    request: TableRequest, campaign: Campaign, line: ActLine
) -> bool:
    """Whether somebody else amended it after the page was made; pressing twice isn't that."""
    same = request.POST.get("amended", "") == str(line.amended_by or "")
    return not same and not was_sent_before(request, campaign)


def was_sent_before(request: TableRequest, campaign: Campaign) -> bool:
    """Whether this press was recorded already."""
    return campaign.acts.filter(client_id=request_id(request)).exists()


def refuse_others(request: TableRequest, acts: Sequence[Act]) -> None:
    if not all(may_undo(request.here, act) for act in acts):
        raise Http404


def rewrite_and_answer(
    request: TableRequest,
    campaign: Campaign,
    act: Act,
    kind: str,
    data: dict[str, Any],
    form: ActForm | None = None,
) -> HttpResponse:
    """Done, or the page again with what stands against it, or the repair of what would fall."""
    done = try_rewrite(request, campaign, kind, data)
    if not isinstance(done, Refused):
        own_page = redirect("campaign-act", campaign.pk, done.number)
        return redirect_onward(request) or own_page
    if done.fallen and request.here.organises and "fall" not in request.POST:
        return redirect(repair_address(campaign, kind, data, next=safe_next(request)))
    if done.fallen:
        edits = tell_edits(AskedChange(kind, data), annals.campaign_teller(campaign))
        return ask_along(request, campaign, [act], done, edits=edits)
    return show_act(request, campaign, act, form=form, problems=done.problems)
