"""A campaign begun on paper goes on here: one sheet after the other is copied."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaign.board.empire_views import try_founding
from campaign.board.forms import SheetForm
from campaign.board.services import key_of
from campaign.models import Campaign
from companion.log.acting import request_id
from companion.tables.access import TableRequest, at_table
from scoring.engines import Data
from scoring.plain import from_plain
from scoring.rise_of_empire.doubts import take_over_doubts
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES, DEFAULT_NOTE, SHEET_AGES
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, Remark


@at_table("player")
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Says what is impossible; what is only unusual is pointed out once and then accepted."""
    state = CAMPAIGN.load(campaign.state)
    form = sheet_form(request, state)
    problems: tuple[Problem, ...] = ()
    unusual: tuple[Remark, ...] = ()
    if form.is_bound and "to_age" not in request.POST and form.is_valid():
        key = key_of(form.cleaned_data["player"], request_id(request))
        data = {"empire": key, **form.data_of_act}
        unusual = () if "sure" in request.POST else sheet_remarks(state, data)
        problems = (
            () if unusual else try_founding(request, campaign, "take_over_empire", data)
        )
        if not unusual and not problems:
            another = "another" in request.POST
            return redirect("take-over" if another else "campaign", campaign.pk)
    shown: dict[str, object] = {"problems": problems, "unusual": unusual}
    return show_take_over(request, campaign, state, form, shown)


def sheet_form(request: TableRequest, state: CampaignState) -> SheetForm:
    """The sheet of the age that was asked for, with what was typed so far."""
    asked = request.POST.get("to_age") or request.POST.get("age", "")
    age = asked if asked in SHEET_AGES else SHEET_AGES[0]
    people = [one.player for one in state.alive]
    posted = request.POST if request.method == "POST" else None
    return SheetForm(posted, state=state, age=str(age), people=people)


def sheet_remarks(state: CampaignState, data: Data) -> tuple[Remark, ...]:
    return take_over_doubts(state, from_plain(TakeOverEmpire, dict(data)))


def show_take_over(
    request: TableRequest,
    campaign: Campaign,
    state: CampaignState,
    form: SheetForm,
    said: dict[str, object],
) -> HttpResponse:
    playing = {one.player for one in state.alive}
    people = [one.name for one in campaign.table.people.all()]
    shown = {
        **said,
        "campaign": campaign,
        "form": form,
        "ages": [(str(age), AGE_NAMES[age]) for age in SHEET_AGES],
        "people": [name for name in people if name not in playing],
        "taken_over": state.alive,
        "note": "" if form.layout.custom else DEFAULT_NOTE,
    }
    refused = form.is_bound and "to_age" not in request.POST
    return render(
        request, "campaign/board/paper.html", shown, status=422 if refused else 200
    )
