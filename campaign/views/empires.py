"""One empire: its sheet, its story, its paper; and empires that come and go."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from campaign import chronicle
from campaign.board import offered, stand
from campaign.campaign_forms import EmpireForm
from campaign.chronicle import Biography
from campaign.drawing import pdf
from campaign.drawing.empire import draw_blank, draw_empire, present
from campaign.drawing.shapes import Drawing
from campaign.drawing.svg import paint
from campaign.engines import ENGINES
from campaign.models import Campaign
from campaign.printing.page import PAPERS
from campaign.services.campaigns import key_of
from campaign.views.acting import act, request_id
from campaign.views.games import as_pdf
from companion.access import at_table
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rise_of_empire.state import Campaign as State
from scoring.rise_of_empire.state import Empire as Standing
from scoring.rise_of_empire.state import EmpireSheet
from scoring.rules import Problem


def life(campaign: Campaign, state: State, key: str) -> Biography:
    found = chronicle.biography(campaign, state, key)
    if found is None:
        raise Http404
    return found


@at_table("spectator")
@require_safe
def empire(request: HttpRequest, campaign: Campaign, empire: str) -> HttpResponse:
    return show(request, campaign, empire)


def show(
    request: HttpRequest,
    campaign: Campaign,
    key: str,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    state = ENGINES["campaign"].load(campaign.state)
    own = life(campaign, state, key)
    shown = {
        "campaign": campaign,
        "stand": stand(state, own.empire, own.seat),
        "picture": paint(draw_empire(own.then, own.empire)),
        "past": past_sheets(state, own.empire),
        "story": chronicle.story(state, own.facts),
        "from_paper": own.facts.brought is not None,
        "papers": PAPERS,
        "may": offered(state),
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "campaigns/empire.html", shown, status=status)


def past(state: State, empire: Standing) -> list[EmpireSheet]:
    """The sheets of earlier ages, the latest first."""
    now = present(state, empire)
    return [one for one in reversed(empire.past) if one is not now]


def past_sheets(state: State, empire: Standing) -> list[tuple[str, str]]:
    return [
        (AGE_NAMES[one.age], paint(draw_empire(state, empire, one)))
        for one in past(state, empire)
    ]


@at_table("spectator")
@require_safe
def sheet(request: HttpRequest, campaign: Campaign, empire: str) -> HttpResponse:
    """The sheet of every age it has lived through, or a blank of its present one."""
    paper = request.GET.get("paper", "a4")
    if paper not in PAPERS:
        raise Http404(_("There is no such paper."))
    state = ENGINES["campaign"].load(campaign.state)
    own = life(campaign, state, empire)
    drawn = blank(state, own) if "blank" in request.GET else filled(state, own)
    name = own.empire.sheet.name
    document = pdf.paint_all(drawn, paper=paper, title=name)
    return as_pdf(document, f"{slugify(name) or 'sheet'}-{paper}.pdf")


def blank(state: State, own: Biography) -> list[Drawing]:
    layout = state.layouts[present(state, own.empire).age]
    return [draw_blank(layout, state.readings)]


def filled(state: State, own: Biography) -> list[Drawing]:
    """The present sheet, then those of earlier ages."""
    sheets = (None, *past(state, own.empire))
    return [draw_empire(own.then, own.empire, one) for one in sheets]


@at_table("player")
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """A new empire: somebody joins, or starts again after a collapse."""
    state = ENGINES["campaign"].load(campaign.state)
    posted = request.POST if request.method == "POST" else None
    form = EmpireForm(posted, initial=first_guess(request, state))
    problems: tuple[Problem, ...] = ()
    if posted is not None and form.is_valid():
        key = key_of(form.cleaned_data["player"], request_id(request))
        data = {"empire": key, **form.data_of_act}
        problems = act(request, campaign, "found_empire", data)
        if not problems:
            return redirect("campaign", campaign.pk)
    shown = {**who_may(request, state), "form": form, "problems": problems}
    status = 200 if posted is None else 422
    return render(
        request, "campaigns/found.html", {"campaign": campaign, **shown}, status=status
    )


def first_guess(request: HttpRequest, state: State) -> dict[str, Any]:
    """The player the board asked for, and the deck the others play with."""
    deck = state.alive[0].deck if state.alive else ""
    return {"player": request.GET.get("player", ""), "deck": deck}


def who_may(request: HttpRequest, state: State) -> dict[str, Any]:
    """People of the table without an empire that stands, and whose empires have fallen."""
    playing = {one.player for one in state.alive}
    people = [one.name for one in request.here.table.people.all()]
    fallen = [one for one in state.empires if not one.alive]
    return {"people": [one for one in people if one not in playing], "fallen": fallen}


@at_table("player")
@require_POST
def rename(request: HttpRequest, campaign: Campaign, empire: str) -> HttpResponse:
    data = {"empire": empire, "name": request.POST.get("name", "")}
    problems = act(request, campaign, "rename_empire", data)
    if problems:
        return show(request, campaign, empire, problems)
    return redirect("empire", campaign.pk, empire)


@at_table("organiser")
@require_POST
def retire(request: HttpRequest, campaign: Campaign, empire: str) -> HttpResponse:
    problems = act(request, campaign, "retire_empire", {"empire": empire})
    if problems:
        return show(request, campaign, empire, problems)
    return redirect("empire", campaign.pk, empire)
