"""Empire sheets as documents: filled ones, posters, and blanks for the pencil."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.board.empire_views import find_biography
from campaign.chronicle.facts import LEFT
from campaign.chronicle.story import left_of
from campaign.documents import empire_sheet
from campaign.documents.fate import Height, find_height
from campaign.documents.sheet_codes import code_of
from campaign.documents.views import (
    document_name,
    last_day,
    session_number,
    state_of,
)
from campaign.models import Campaign
from campaign.models.campaign import mark_what_if
from companion.base.public_address import public_address
from companion.paper.printing import print_document
from companion.paper.qr import Link
from companion.tables.access import TableRequest, at_table, open_to_all
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState


def link_of(request: HttpRequest, campaign: Campaign, key: str) -> Link:
    """Where the code on an empire's sheet leads; only the code where no phone could follow it."""
    address, code = public_address(request), code_of(campaign.pk, key)
    path = reverse("sheet-code-printed", args=[code])
    return Link(f"{address}{path}" if address else "", code)


def find_heights(campaign: Campaign, state: CampaignState) -> dict[str, Height]:
    """How empires that are gone once stood, by their keys."""
    gone = [one for one in state.empires if not one.alive]
    if not gone:
        return {}
    ends = campaign.ends.filter(session__number__lte=state.played)
    left = list(ends.values_list(*LEFT))
    heights = {one.key: find_height(one, left_of(one.key, left)) for one in gone}
    return {key: one for key, one in heights.items() if one}


def mark_sheet(sheet: SheetState) -> SheetState:
    """A sheet of a what-if says so beside its name."""
    return replace(sheet, name=mark_what_if(sheet.name))


def mark_empire(empire: EmpireState) -> EmpireState:
    past = tuple(mark_sheet(one) for one in empire.past)
    return replace(empire, sheet=mark_sheet(empire.sheet), past=past)


def mark_heights(heights: Mapping[str, Height]) -> dict[str, Height]:
    return {
        key: replace(one, sheet=mark_sheet(one.sheet)) for key, one in heights.items()
    }


@at_table("spectator")
@require_safe
def sheet_document(
    request: TableRequest, campaign: Campaign, empire: str
) -> HttpResponse:
    """An empire's sheets of every age, now or after a session, on paper or as posters."""
    state, own, height = empire_asked_for(request, campaign, empire)
    if campaign.is_what_if:
        own = mark_empire(own)
        height = mark_heights({empire: height})[empire] if height else None
    link = link_of(request, campaign, empire)
    return print_document(
        request,
        document_name(own.sheet.name, request.GET.get("session", "")),
        lambda paper: empire_sheet.draw_story(
            state, own, paper=paper, link=link, height=height
        ),
        of=last_day(campaign),
        poster="poster" in request.GET,
    )


def empire_asked_for(
    request: HttpRequest, campaign: Campaign, key: str
) -> tuple[CampaignState, EmpireState, Height | None]:
    """An empire and the campaign around it: now, when its story ended, or after a session."""
    state = state_of(request, campaign)
    if "session" not in request.GET:
        own = find_biography(campaign, state, key)
        return own.then, own.empire, find_height(own.empire, own.facts.left)
    then = state.empire(key)
    if then is None:
        raise Http404(_("This empire didn't exist at that point."))
    return state, then, find_heights(campaign, state).get(key)


@at_table("spectator")
@require_safe
def sheets_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """All empires in one document, as they stand or as a session left them, or what it changed."""
    state = state_of(request, campaign)
    changed = "changed" in request.GET
    only = changed_sheets(request, campaign, state) if changed else None
    links = {one.key: link_of(request, campaign, one.key) for one in state.empires}
    heights = find_heights(campaign, state)
    if campaign.is_what_if:
        state = replace(state, empires=tuple(map(mark_empire, state.empires)))
        heights = mark_heights(heights)
    return print_document(
        request,
        document_name(campaign.name, "sheets", request.GET.get("session", "")),
        lambda paper: empire_sheet.draw_all(
            state, paper=paper, links=links, only=only, heights=heights
        ),
        of=last_day(campaign),
        poster="poster" in request.GET,
    )


def changed_sheets(
    request: HttpRequest, campaign: Campaign, state: CampaignState
) -> set[str]:
    """The empires whose sheet isn't what the session before left."""
    number = session_number(request) or state.played
    before = campaign.ends.filter(session__number=number - 1).first()
    was = CAMPAIGN.load(before.state).empires if before else ()
    sheets = {one.key: one.sheet for one in was}
    return {one.key for one in state.empires if sheets.get(one.key) != one.sheet}


# For the pencil


@at_table("spectator")
@require_safe
def blank_sheet(request: TableRequest, campaign: Campaign, age: str) -> HttpResponse:
    """For a box that ran out of sheets: laid out as this table's are."""
    state = CAMPAIGN.load(campaign.state)
    if age not in state.layouts:
        raise Http404(_("There's no such sheet."))
    return print_blank(request, state.layouts[age], state.readings)


@open_to_all
@require_safe
def blank_sheet_of_age(request: HttpRequest, age: str) -> HttpResponse:
    """For people without a campaign here."""
    if age not in DEFAULT_LAYOUTS:
        raise Http404(_("There's no such sheet."))
    return print_blank(request, DEFAULT_LAYOUTS[age])


@open_to_all
@require_safe
def blank_sheets_page(request: HttpRequest) -> HttpResponse:
    return render(request, "campaign/documents/blank_sheets.html")


def print_blank(
    request: HttpRequest, layout: AgeLayout, readings: Readings | None = None
) -> HttpResponse:
    lean = "lean" in request.GET
    return print_document(
        request,
        document_name("blank", layout.age, "lean" if lean else ""),
        lambda paper: empire_sheet.draw_blank_sheet(
            layout, paper=paper, readings=readings, lean=lean
        ),
    )
