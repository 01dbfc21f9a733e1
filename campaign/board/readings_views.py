"""How a campaign reads the rules its booklet leaves open: seen by everybody, changed by organisers."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from campaign.board.forms import chosen_readings, readings_form
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
    changed = ",".join(differing_keys(chosen, form.record))
    address = reverse("campaign-readings", args=[campaign.pk])
    return redirect(f"{address}?{urlencode({'saved': changed})}")


def differing_keys(old: Readings, new: Readings) -> Iterator[str]:
    """The open questions that two readings answer differently."""
    before, after = dump_record(old), dump_record(new)
    return (key for key in entries_of(Readings) if before[key] != after[key])


def answers_of(readings: Readings, keys: Container[str]) -> list[tuple[str, str]]:
    """Some open questions in words, each with its answer."""
    chosen: dict[str, Any] = dump_record(readings)
    return [
        (translate(entry.label), translate(entry.choices.get(answer, answer)))
        for key, entry in entries_of(Readings).items()
        if key in keys and (answer := str(chosen[key]))
    ]


def saved_answers(request: TableRequest, state: CampaignState) -> list[tuple[str, str]]:
    """What waits for the end of the session, or what was saved just now between two."""
    if state.next_readings:
        keys = list(differing_keys(state.readings, state.next_readings))
        return answers_of(state.next_readings, keys)
    return answers_of(state.readings, request.GET.get("saved", "").split(","))


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
        "saved": saved_answers(request, state),
        "counts_from": state.played + (2 if state.session else 1),
        "in_play": state.session is not None,
        "problems": problems,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/board/readings.html", shown, status=status)
