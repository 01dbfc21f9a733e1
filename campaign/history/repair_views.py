"""One page that repairs what a change breaks: a decision after the other, recorded as one act."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaign.history.annals import campaign_teller
from campaign.history.repair_page import show_repair, tell_edits
from campaign.history.repairs import (
    AskedChange,
    RepairPlan,
    RepairRequest,
    plan_repair,
    read_change,
    read_request,
    record_repair,
    same_repair,
)
from campaign.models import Campaign
from companion.base.onward import redirect_onward, safe_next
from companion.base.posting import post_or_page
from companion.log.acting import request_id
from companion.log.history_pages import ask_along
from companion.log.record import MovedOn
from companion.log.undoing import Refused, try_rewrite
from companion.tables.access import TableRequest, at_table
from scoring.house import HOUSE
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken
from scoring.words import _

QUICKER = Problem(
    _(
        "Somebody just recorded something else. Your answers are kept: check and save again."
    ),
    HOUSE,
)
DONE_ALREADY = Problem(
    _("This is done already, or somebody changed it. The history shows it."), HOUSE
)
ANSWER_FIRST = Problem(_("One decision is still open."), HOUSE)


@at_table("organiser")
@require_http_methods(["GET", "HEAD", "POST"])
def repair_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Asks decision by decision; only what is sent in the end is recorded."""
    given = read_request(request.POST if request.method == "POST" else request.GET)
    change = read_change(campaign, given.signed)
    if done := earlier_request(request, campaign):
        return done
    plan = try_plan(campaign, change, given)
    if plan is None and request.method != "POST" and not given.signed:
        return redirect(history_address(campaign))
    if plan is None:
        return refuse_page(request, campaign)
    if request.method == "POST":
        return save_repair(request, campaign, plan, given)
    return answer_page(request, campaign, plan, given)


def earlier_request(request: TableRequest, campaign: Campaign) -> HttpResponse | None:
    """Pressing twice leads to the act that was recorded the first time."""
    if request.method != "POST":
        return None
    act = campaign.acts.filter(client_id=request_id(request)).first()
    return redirect("campaign-act", campaign.pk, act.number) if act else None


def try_plan(
    campaign: Campaign, change: AskedChange | None, given: RepairRequest
) -> RepairPlan | None:
    try:
        return plan_repair(campaign, change, given) if change else None
    except (Unfit, RuleBroken):
        return None


def save_repair(
    request: TableRequest, campaign: Campaign, plan: RepairPlan, given: RepairRequest
) -> HttpResponse:
    if request.POST.get("last") != str(plan.last):
        return answer_page(request, campaign, plan, given, QUICKER, status=409)
    if plan.course.question:
        return answer_page(request, campaign, plan, given, ANSWER_FIRST, status=422)
    who = {"client_id": request_id(request), "by": request.here.person}
    try:
        act = record_repair(campaign, plan, **who)
    except MovedOn:
        again = try_plan(campaign, plan.change, given)
        if again is None:
            return refuse_page(request, campaign)
        return answer_page(request, campaign, again, given, QUICKER, status=409)
    return redirect_onward(request) or redirect("campaign-act", campaign.pk, act.number)


def answer_page(
    request: TableRequest,
    campaign: Campaign,
    plan: RepairPlan,
    given: RepairRequest,
    problem: Problem | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    shown = {
        "campaign": campaign,
        **show_repair(campaign, plan, given),
        "problems": [problem] if problem else [],
        "next": safe_next(request),
    }
    return render(request, "campaign/history/repair.html", shown, status=status)


def refuse_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """What was to be changed is changed or undone already, or nobody signed it."""
    shown = {"campaign": campaign, "problems": [DONE_ALREADY], "gone": True}
    return render(request, "campaign/history/repair.html", shown, status=422)


def history_address(campaign: Campaign) -> str:
    return reverse("campaign-history", args=[campaign.pk])


@at_table("organiser")
@post_or_page(history_address)
def drop_later(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The other way: everything that no longer fits is undone too, once somebody has seen it."""
    change = read_change(campaign, request.POST.get("change", ""))
    if change is None:
        return refuse_page(request, campaign)
    done = try_rewrite(request, campaign, change.kind, change.data)
    if not isinstance(done, Refused):
        own_page = redirect("campaign-act", campaign.pk, done.number)
        return redirect_onward(request) or own_page
    if not done.fallen:
        return refuse_page(request, campaign)
    wanted = campaign.acts.filter(number__in=change.numbers).order_by("number")
    again = same_repair(campaign, read_request(request.POST), safe_next(request))
    edits = tell_edits(change, campaign_teller(campaign))
    return ask_along(request, campaign, list(wanted), done, repair=again, edits=edits)
