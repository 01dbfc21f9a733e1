"""Corrections: what an organiser sets by hand on an empire's sheet, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.history.telling import campaign_names, present_empires
from campaign.models import Campaign
from companion.base.onward import redirect_onward
from companion.base.posting import post_or_page
from companion.log.act_forms import ActForm, typed_fields
from companion.log.act_words import show_beside_label
from companion.log.acting import try_act
from companion.tables.access import TableRequest, at_table
from scoring.acts import ActField, act_fields
from scoring.plain import to_plain
from scoring.rise_of_empire.corrections import Correction, present_values
from scoring.rise_of_empire.engine import ACTS
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.state import CampaignState, EmpireState
from scoring.rules import Problem

# What stands on a sheet is declared by the act that copies a whole one from paper.
SHEET_FIELDS = act_fields(TakeOverEmpire)
# One track or one score is corrected; all of them are shown.
SHOWN_INSTEAD = {"correct_score": ["scores"], "correct_ticks": ["ticks"]}
CORRECTIONS = {kind: act for kind, act in ACTS.items() if issubclass(act, Correction)}


@at_table("organiser")
@require_safe
def corrections_page(
    request: TableRequest, campaign: Campaign, empire: str
) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    return show_corrections(request, campaign, state, find_living_empire(state, empire))


def corrections_address(campaign: Campaign, empire: str, **_kind: str) -> str:
    return reverse("corrections", args=[campaign.pk, empire])


@at_table("organiser")
@post_or_page(corrections_address)
def correct_sheet(
    request: TableRequest, campaign: Campaign, empire: str, kind: str
) -> HttpResponse:
    if kind not in CORRECTIONS:
        raise Http404
    state = CAMPAIGN.load(campaign.state)
    found = find_living_empire(state, empire)
    empires = present_empires(state)
    form = ActForm(CAMPAIGN, kind, {"empire": empire}, state, empires, request.POST)
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
        "name": present_empires(state)[empire.key],
        "corrections": [
            correction_card(state, empire, kind, tried) for kind in CORRECTIONS
        ],
        "problems": problems,
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
    names = campaign_names(state, {})
    present = present_fields(empire, kind)
    initial = {"empire": empire.key, **before}
    return {
        "kind": kind,
        "label": present[0][0].label,
        "now": [
            show_beside_label(declared, value, names) for declared, value in present
        ],
        "form": form or ActForm(CAMPAIGN, kind, initial, state, {}),
        "open": form is not None,
    }


def present_fields(empire: EmpireState, kind: str) -> list[tuple[ActField, Any]]:
    """The present value, for whoever compares the screen with the paper."""
    sheet = to_plain(empire.sheet)
    names = SHOWN_INSTEAD.get(kind) or [
        name for name in typed_fields(CAMPAIGN, kind) if name in sheet
    ]
    return [(SHEET_FIELDS[name], sheet[name]) for name in names]
