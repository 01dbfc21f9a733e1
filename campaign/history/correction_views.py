"""Corrections: what an organiser sets by hand on an empire's sheet, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaign.history.forms import ActForm, typed_fields
from campaign.history.telling import Names, show_value
from campaign.history.words import FIELDS
from campaign.models import Campaign
from companion.base.onward import redirect_onward
from companion.log.acting import try_act
from companion.tables.access import TableRequest, at_table
from scoring.plain import to_plain
from scoring.rise_of_empire.corrections import Correction, present_values
from scoring.rise_of_empire.engine import ACTS
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState, EmpireState
from scoring.rules import Problem

CORRECTIONS = {kind: act for kind, act in ACTS.items() if issubclass(act, Correction)}


@at_table("organiser")
@require_safe
def corrections_page(
    request: TableRequest, campaign: Campaign, empire: str
) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    return show_corrections(request, campaign, state, find_living_empire(state, empire))


@at_table("organiser")
@require_POST
def correct_sheet(
    request: TableRequest, campaign: Campaign, empire: str, kind: str
) -> HttpResponse:
    if kind not in CORRECTIONS:
        raise Http404
    state = CAMPAIGN.load(campaign.state)
    found = find_living_empire(state, empire)
    form = ActForm(kind, {"empire": empire}, state, request.POST)
    if not form.is_valid():
        return show_corrections(request, campaign, state, found, form)
    if problems := try_act(request, campaign, kind, form.content):
        return show_corrections(request, campaign, state, found, form, problems)
    return redirect_onward(request) or redirect("corrections", campaign.pk, empire)


def find_living_empire(state: CampaignState, key: str) -> EmpireState:
    empire = state.empire(key)
    if empire is None or not empire.alive:
        raise Http404
    return empire


def show_corrections(
    request: TableRequest,
    campaign: Campaign,
    state: CampaignState,
    empire: EmpireState,
    tried: ActForm | None = None,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    shown_on_page = {
        "campaign": campaign,
        "empire": empire,
        "corrections": [
            correction_card(state, empire, kind, tried) for kind in CORRECTIONS
        ],
        "problems": problems,
        "rules": {one.rule.id: one.rule for one in problems}.values(),
    }
    status = 422 if tried else 200
    return render(
        request, "campaign/history/corrections.html", shown_on_page, status=status
    )


def correction_card(
    state: CampaignState, empire: EmpireState, kind: str, tried: ActForm | None
) -> dict[str, Any]:
    """What is on the sheet now, and the form to set it."""
    before = to_plain(present_values(empire.sheet, CORRECTIONS[kind]))
    form = tried if tried and tried.kind == kind else None
    names = Names({}, state.catalogue)
    return {
        "kind": kind,
        "label": FIELDS[present_fields(empire, kind)[0][0]],
        "now": [
            show_value(kind, name, value, names) or "–"
            for name, value in present_fields(empire, kind)
        ],
        "form": form or ActForm(kind, {"empire": empire.key, **before}, state),
        "open": form is not None,
    }


def present_fields(empire: EmpireState, kind: str) -> list[tuple[str, Any]]:
    """The present value, for whoever compares the screen with the paper."""
    sheet = to_plain(empire.sheet)
    wanted = {"correct_score": ["scores"], "correct_ticks": ["ticks"]}
    names = wanted.get(kind) or [name for name in typed_fields(kind) if name in sheet]
    return [(name, sheet[name]) for name in names]
