"""Acts taken back, put back and amended, with whatever falls with them once somebody agreed to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaign.history import annals
from campaign.history.views import (
    act_form,
    find_act,
    show_act,
    taken_out_by,
)
from campaign.models import Campaign
from companion.base.onward import redirect_onward, safe_next
from companion.log.act_forms import ActForm, typed_fields
from companion.log.acting import request_id
from companion.log.history import ActLine, act_standing
from companion.log.models import Act
from companion.log.replay import AMEND, UNDO, FallenAct, WouldFall
from companion.log.rewriting import may_undo, rewrite_as_agreed
from companion.tables.access import TableRequest, at_table
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rules import RuleBroken


@at_table("player")
@require_POST
def take_back(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    act = find_act(campaign, number)
    refuse_others(request, [act])
    return rewrite_and_answer(request, campaign, act, UNDO, {"of": [number]})


@at_table("player")
@require_POST
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
@require_POST
def amend_act(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    act = find_act(campaign, number)
    refuse_others(request, [act])
    if not typed_fields(CAMPAIGN, act.kind):
        raise Http404
    teller = annals.campaign_teller(campaign)
    before = teller.standing.said(act)
    form = act_form(teller, act, request.POST)
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
    return not same and not campaign.acts.filter(client_id=request_id(request)).exists()


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
    """Done, or the page again with what stands against it, or the question what may fall along."""
    try:
        done = rewrite_as_agreed(
            campaign,
            kind=kind,
            data=data,
            agreed=agreed_numbers(request, campaign),
            client_id=request_id(request),
            by=request.here.person,
        )
    except WouldFall as refusal:
        return ask_along(request, campaign, act, refusal.fallen)
    except RuleBroken as broken:
        problems = broken.problems or (OUT_OF_DATE,)
        return show_act(request, campaign, act, form=form, problems=problems)
    except Unfit:
        return show_act(request, campaign, act, form=form, problems=(OUT_OF_DATE,))
    return redirect_onward(request) or redirect(
        "campaign-act", campaign.pk, done.number
    )


def agreed_numbers(request: TableRequest, campaign: Campaign) -> set[int]:
    """The acts somebody has read would fall; whose fall isn't theirs to decide is left out."""
    given = request.POST.getlist("fall")
    numbers = [
        one for one in given if one.isascii() and one.isdigit() and len(one) < 10
    ]
    acts = campaign.acts.filter(number__in=numbers) if numbers else ()
    return {act.number for act in acts if may_undo(request.here, act)}


def ask_along(
    request: TableRequest, campaign: Campaign, act: Act, fallen: Sequence[FallenAct]
) -> HttpResponse:
    teller = annals.campaign_teller(campaign)
    why = {one.number: one.problems for one in fallen}
    acts = list(campaign.acts.filter(number__in=why).order_by("number"))
    said = [problem for problems in why.values() for problem in problems]
    shown = {
        "campaign": campaign,
        "line": teller.line(act),
        "fallen": [(line, why[line.act.number]) for line in teller.lines(acts)],
        "may": all(may_undo(request.here, one) for one in acts),
        "rules": {one.rule.id: one.rule for one in said}.values(),
        "typed": typed_values(request),
        "next": safe_next(request),
    }
    return render(request, "campaign/history/along.html", shown, status=422)


def typed_values(request: TableRequest) -> list[tuple[str, str]]:
    """What was typed, for the form that asks once more."""
    own = ("csrfmiddlewaretoken", "id", "fall")
    lists = [(name, values) for name, values in request.POST.lists() if name not in own]
    return [(name, value) for name, values in lists for value in values]
