"""One empire: its sheet, its story, its paper; and empires that come and go."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from campaign.board.cards import empire_stand, offered_kinds
from campaign.board.forms import EmpireForm
from campaign.board.services import key_of
from campaign.board.what_if import what_if_form
from campaign.chronicle import facts as chronicle
from campaign.chronicle.facts import Biography, StoryPart
from campaign.documents.empire import paint_empire
from campaign.documents.empire_sheet import earlier_sheets
from campaign.documents.fate import Height, find_height
from campaign.drawn import draw_campaign_once, nobody
from campaign.models import Campaign
from companion.base.posting import post_or_page
from companion.log.acting import request_id, try_act
from companion.tables.access import TableRequest, at_table
from companion.tables.services import remember_people
from scoring.engines import Data
from scoring.records import READABLE_TEXT
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rise_of_empire.state import CampaignState, EmpireState
from scoring.rules import Problem


def find_biography(
    campaign: Campaign,
    state: CampaignState,
    key: str,
    part: StoryPart | None = None,
) -> Biography:
    found = chronicle.write_biography(campaign, state, key, part)
    if found is None:
        raise Http404
    return found


@at_table("spectator")
@require_safe
@draw_campaign_once(nobody)
def empire_page(request: TableRequest, campaign: Campaign, empire: str) -> HttpResponse:
    return show_empire(request, campaign, empire)


def show_empire(
    request: TableRequest,
    campaign: Campaign,
    key: str,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    if not READABLE_TEXT.fullmatch(key):  # PostgreSQL refuses to look for it
        raise Http404
    state = CAMPAIGN.load(campaign.state)
    page = chronicle.page_of_story(campaign, key, request.GET.get("page"))
    sessions = list(page)
    part = StoryPart(sessions[-1], sessions[0]) if sessions else None
    own = find_biography(campaign, state, key, part)
    height = find_height(own.empire, own.facts.left)
    may = offered_kinds(state)
    shown = {
        "campaign": campaign,
        "page": page,
        "stand": empire_stand(state, own.empire, own.seat),
        "pictures": paint_empire(own.then, own.empire, height=height),
        "past": past_sheets(state, own.empire, height, request.GET.get("age", "")),
        "story": chronicle.empire_story(state, own.facts, sessions),
        "from_paper": own.facts.brought is not None,
        "may": may,
        "founds": "found_empire" in may and request.here.plays,
        "what_if": what_if_form(state, own.empire, request.GET),
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "campaign/board/empire.html", shown, status=status)


def past_sheets(
    state: CampaignState, empire: EmpireState, height: Height | None, opened: str
) -> list[tuple[str, str, tuple[SafeString, ...]]]:
    """Per age its key, its name, and the sheet as on paper and for a phone where it was opened."""
    return [
        (
            one.age,
            AGE_NAMES[one.age],
            paint_empire(state, empire, one, prefix="p") if one.age == opened else (),
        )
        for one in earlier_sheets(state, empire, height)
    ]


@at_table("player")
@require_http_methods(["GET", "HEAD", "POST"])
def found_empire(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """A new empire: somebody joins, or starts again after a collapse."""
    state = CAMPAIGN.load(campaign.state)
    posted = request.POST if request.method == "POST" else None
    form = EmpireForm(posted, initial=first_guess(request, state))
    problems: tuple[Problem, ...] = ()
    valid = posted is not None and form.is_valid()
    rivals = same_faction(state, form) if valid and "sure" not in request.POST else []
    if valid and not rivals:
        key = key_of(form.cleaned_data["player"], request_id(request))
        data = {"empire": key, **form.data_of_act}
        problems = try_founding(request, campaign, "found_empire", data)
        if not problems:
            return redirect("campaign", campaign.pk)
    shown = {
        **founding_choices(campaign, state),
        "form": form,
        "problems": problems,
        "rivals": rivals,
    }
    status = 200 if posted is None else 422
    return render(
        request,
        "campaign/board/found.html",
        {"campaign": campaign, **shown},
        status=status,
    )


def try_founding(
    request: TableRequest, campaign: Campaign, kind: str, data: Data
) -> tuple[Problem, ...]:
    """Founds or copies an empire; its player is one of the table's people from then on."""
    problems = try_act(request, campaign, kind, data)
    if not problems:
        remember_people(campaign.table, [data["player"]])
    return problems


def same_faction(state: CampaignState, form: EmpireForm) -> list[EmpireState]:
    """ROE-1: others' living empires that couldn't play in the same session as the new one."""
    faction, player = form.cleaned_data["faction"], form.cleaned_data["player"]
    others = [one for one in state.alive if one.player != player]
    return [one for one in others if one.sheet.faction == faction]


def first_guess(request: TableRequest, state: CampaignState) -> dict[str, Any]:
    """The player the board asked for or the visitor, and the deck the others play with."""
    deck = state.alive[0].deck if state.alive else ""
    return {
        "player": request.GET.get("player") or own_name(request, state),
        "deck": deck,
    }


def own_name(request: TableRequest, state: CampaignState) -> str:
    """The visitor's name, unless they have an empire already."""
    name = request.here.person.name if request.here.person else ""
    return "" if any(one.player == name for one in state.alive) else name


def founding_choices(campaign: Campaign, state: CampaignState) -> dict[str, Any]:
    """People of the table without an empire that stands, and whose empires have fallen."""
    playing = {one.player for one in state.alive}
    people = [one.name for one in campaign.table.people.all()]
    fallen = [one for one in state.empires if not one.alive]
    return {"people": [one for one in people if one not in playing], "fallen": fallen}


def empire_address(campaign: Campaign, empire: str) -> str:
    return reverse("empire", args=[campaign.pk, empire])


@at_table("player")
@post_or_page(empire_address)
def rename_empire(
    request: TableRequest, campaign: Campaign, empire: str
) -> HttpResponse:
    data = {"empire": empire, "name": request.POST.get("name", "")}
    problems = try_act(request, campaign, "rename_empire", data)
    if problems:
        return show_empire(request, campaign, empire, problems)
    return redirect("empire", campaign.pk, empire)


@at_table("organiser")
@post_or_page(empire_address)
def retire_empire(
    request: TableRequest, campaign: Campaign, empire: str
) -> HttpResponse:
    problems = try_act(request, campaign, "retire_empire", {"empire": empire})
    if problems:
        return show_empire(request, campaign, empire, problems)
    return redirect("empire", campaign.pk, empire)
