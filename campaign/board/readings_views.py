"""How a campaign reads the rules its booklet leaves open: seen by everybody, changed by organisers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaign.board.forms import readings_form
from campaign.models import Campaign
from companion.base.wording import translate
from companion.log.acting import try_act
from companion.sessions.forms import RecordForm
from companion.tables.access import TableRequest, at_table
from scoring.entries import entries_of
from scoring.records import dump_record
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def readings_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Every open question with its page and its answers; what is chosen holds from the next session."""
    state = CAMPAIGN.load(campaign.state)
    chosen = state.next_readings or state.readings
    if request.method != "POST":
        return show_readings(
            request, campaign, state, readings_form(chosen_readings(chosen))
        )
    if not request.here.organises:
        raise Http404
    form = readings_form(request.POST)
    if not form.is_valid():
        return show_readings(request, campaign, state, form)
    data = {"readings": dump_record(form.record)}
    problems: tuple[Problem, ...] = ()
    if form.record != chosen:
        problems = try_act(request, campaign, "change_readings", data)
    if problems:
        return show_readings(request, campaign, state, form, problems)
    return redirect("campaign-readings", campaign.pk)


def chosen_readings(readings: Readings) -> QueryDict:
    """Readings as they would be chosen in the form."""
    data = QueryDict(mutable=True)
    chosen: dict[str, Any] = dump_record(readings)
    data.update({f"reading-{key}": str(value) for key, value in chosen.items()})
    return data


def changed_readings(state: CampaignState) -> Iterator[tuple[str, str]]:
    """What will be another way from the next session on: the question and its new answer."""
    if state.next_readings is None:
        return
    now, then = dump_record(state.readings), dump_record(state.next_readings)
    for key, entry in entries_of(Readings).items():
        if now[key] != then[key]:
            answer = str(then[key])
            yield translate(entry.label), translate(entry.choices.get(answer, answer))


def show_readings(
    request: TableRequest,
    campaign: Campaign,
    state: CampaignState,
    form: RecordForm,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    shown = {
        "campaign": campaign,
        "form": form,
        "questions": [(form[key], entry) for key, entry in form.asked.items()],
        "waiting": list(changed_readings(state)),
        "in_play": state.session is not None,
        "problems": problems,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/board/readings.html", shown, status=status)
