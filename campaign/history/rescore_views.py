"""Finished sessions under other rule options or on other sheets; nothing is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from campaign.board.forms import chosen_readings, options_asked, readings_form
from campaign.history.rescoring import (
    MOST_SESSIONS,
    RescoredSpan,
    read_span,
    rescore_span,
)
from campaign.history.spans import find_spans, span_at
from campaign.models import Campaign
from companion.log.acting import read_whole_number
from companion.sessions.forms import RecordForm
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, AgeLayout
from scoring.rise_of_empire.rescoring import OtherRules
from scoring.rise_of_empire.state import CampaignState
from scoring.words import _

SHEETS = {
    "": _("as they were then"),
    "now": _("as they are now"),
    "example": _("the example sheets"),
}


@dataclass(frozen=True)
class Asked:
    """Which sessions, with which sheets."""

    first: int
    last: int
    sheets: str


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def rescore_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Sent from the rule options it leads to an address that can be loaded again."""
    state = CAMPAIGN.load(campaign.state)
    present = chosen_readings(state.next_readings or state.readings)
    if request.method == "POST":
        return redirect(address_of_changes(request.POST, present, campaign))
    form = readings_form(options_asked(request.GET, present))
    asked = read_asked(request.GET, campaign, state)
    valid, tried = form.is_valid(), bool(request.GET)
    shown = {
        "campaign": campaign,
        "questions": [form[key] for key in form.asked],
        "sheets": SHEETS,
        "asked": asked,
        "played": range(1, state.played + 1),
        "found": rescore(campaign, state, form, asked) if valid and tried else None,
        "changed": changed_answers(form, present),
        "options_query": query_of_changes(request.GET, present),
        "open": not tried or not valid,
    }
    status = 200 if valid else 422
    return render(request, "campaign/history/rescore.html", shown, status=status)


def address_of_changes(typed: QueryDict, present: QueryDict, campaign: Campaign) -> str:
    """Only what isn't as it is now."""
    query = query_of_changes(typed, present, since="1")
    return f"{reverse('campaign-rescore', args=[campaign.pk])}?{query}"


def query_of_changes(typed: QueryDict, present: QueryDict, **more: str) -> str:
    changed = {
        key: str(typed[key])
        for key in present
        if key in typed and typed[key] != present[key]
    }
    return urlencode({**more, **changed})


def changed_answers(form: RecordForm, present: QueryDict) -> list[tuple[str, str]]:
    """The questions that are answered otherwise than now, each with the answer."""
    fields = [form[key] for key in form.asked]
    return [
        (str(field.label), answer_words(field))
        for field in fields
        if str(field.value()) != present.get(field.html_name)
    ]


def answer_words(field: Any) -> str:
    chosen = str(field.value())
    return str(dict(getattr(field.field, "choices", ())).get(chosen, chosen))


def read_asked(query: QueryDict, campaign: Campaign, state: CampaignState) -> Asked:
    """From a session, or the session of an act, on; as many as are answered at once."""
    since = read_whole_number(query.get("since", ""))
    after = read_whole_number(query.get("after", ""))
    if since is None and after is not None:
        span = span_at(find_spans(campaign), after)
        since = span.number if span else None
    first = since or max(state.played - MOST_SESSIONS + 1, 1)
    first = min(max(first, 1), max(state.played, 1))
    wanted = read_whole_number(query.get("until", "")) or state.played
    first, wanted = min(first, max(wanted, 1)), max(first, wanted)
    last = min(max(wanted, first), state.played, first + MOST_SESSIONS - 1)
    sheets = query.get("sheets", "")
    return Asked(first, last, sheets if sheets in SHEETS else "")


def rescore(
    campaign: Campaign, state: CampaignState, form: RecordForm, asked: Asked
) -> RescoredSpan:
    rules = OtherRules(form.record, chosen_sheets(state, asked.sheets))
    return rescore_span(read_span(campaign, asked.first, asked.last), rules)


def chosen_sheets(state: CampaignState, sheets: str) -> dict[str, AgeLayout]:
    if sheets == "now":
        return {**state.layouts, **state.next_layouts}
    return dict(DEFAULT_LAYOUTS) if sheets == "example" else {}
