"""How a campaign reads the rules its booklet leaves open: seen by everybody, changed by organisers."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaign.board.forms import chosen_readings, options_asked, readings_form
from campaign.board.open_questions import (
    answer_in_words,
    answers_of,
    ask_questions,
    differing_keys,
    merge_answers,
    questions_by_topic,
    sessions_since,
    write_seen,
)
from campaign.box.keeping import find_box
from campaign.models import Campaign
from companion.log.acting import try_act
from companion.sessions.forms import RecordForm
from companion.tables.access import TableRequest, at_table
from scoring.entries import entries_of
from scoring.records import dump_record
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem
from scoring.tables.engine import ENGINE as TABLE


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def readings_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Every open question with its page and its answers; what is chosen holds from the next session."""
    state = CAMPAIGN.load(campaign.state)
    chosen = state.next_readings or state.readings
    if request.method != "POST":
        tried = options_asked(request.GET, chosen_readings(chosen))
        return show_readings(request, campaign, state, readings_form(tried))
    if not request.here.organises:
        raise Http404
    form = readings_form(request.POST)
    if not form.is_valid():
        form.focus_mistake()
        return show_readings(request, campaign, state, form)
    wanted = merge_answers(chosen, form.record, request.POST.get("seen", ""))
    problems: tuple[Problem, ...] = ()
    if wanted != chosen:
        data = {"readings": dump_record(wanted)}
        problems = try_act(request, campaign, "change_readings", data)
    if problems:
        return show_readings(request, campaign, state, form, problems)
    changed = ",".join(differing_keys(chosen, wanted))
    address = reverse("campaign-readings", args=[campaign.pk])
    return redirect(f"{address}?{urlencode({'saved': changed})}")


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
    likes = table_likes(campaign, state)
    questions = ask_questions(form, say_since(campaign), likes)
    shown = {
        "campaign": campaign,
        "form": form,
        "questions": questions,
        "topics": questions_by_topic(questions),
        "seen": request.POST.get("seen")
        or write_seen(state.next_readings or state.readings),
        "saved": saved_answers(request, state),
        "counts_from": state.played + (2 if state.session else 1),
        "in_play": state.session is not None,
        "played": state.played,
        "problems": problems,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/board/readings.html", shown, status=status)


def say_since(campaign: Campaign) -> dict[str, str]:
    said = sessions_since(campaign)
    start = gettext("since the start")
    return {
        key: gettext("since session %(number)s") % {"number": said[key]}
        if said.get(key, 1) > 1
        else start
        for key in entries_of(Readings)
    }


def table_likes(campaign: Campaign, state: CampaignState) -> dict[str, str]:
    """What the table prefers where this campaign plays otherwise; nothing before it has said so."""
    box = find_box(campaign.table)
    if box is None or campaign.example:
        return {}
    preferred = TABLE.load(box.state).readings
    keys = differing_keys(state.next_readings or state.readings, preferred)
    return {key: answer_in_words(preferred, key) for key in keys}
