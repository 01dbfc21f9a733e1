"""A campaign begins, stands on its board, and a demo is thrown away."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.board import services
from campaign.board.cards import board_view as board_of
from campaign.board.cards import with_own_first
from campaign.board.forms import StartForm
from campaign.board.letters import letters_of_empires
from campaign.box.keeping import box_state, news_for
from campaign.box.summary import BoxSummary, summarise_box, table_box_summary
from campaign.chronicle.drawn_parts import draw_charts
from campaign.chronicle.facts import former_empires
from campaign.chronicle.remembered import remember_last
from campaign.chronicle.sentences import Sentence
from campaign.drawn import draw_campaign_once, nobody, who_plays
from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign
from campaign.session.desk import own_empire
from campaign.session.settled import settled_version
from companion.base.posting import post_or_page
from companion.log.acting import request_id, try_act
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, RuleBroken

FORMER_SHOWN = 8  # the chronicle has them all
asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


def board_address(campaign: Campaign) -> str:
    return reverse("campaign", args=[campaign.pk])


def table_address(table: Table) -> str:
    return reverse("table", args=[table.pk])


@at_table("organiser")
@asked_or_sent
def start_campaign_page(request: TableRequest, table: Table) -> HttpResponse:
    """A new campaign, or one that goes on from paper: there the sheets are copied next."""
    posted = request.POST if request.method == "POST" else None
    people = [person.name for person in table.people.all()]
    paper = "paper" in request.GET
    box = box_state(table)
    form = StartForm(
        posted, name=first_name(table), people=people, paper=paper, box=box
    )
    problems: tuple[Problem, ...] = ()
    if posted is not None and form.is_valid():
        campaign, problems = begin_campaign(request, table, form)
        if campaign:
            return redirect("take-over" if paper else "campaign", campaign.pk)
    shown = {"form": form, "table": table, "problems": problems}
    shown["box"] = summarise_box(box)
    status = 200 if posted is None else 422
    return render(request, "campaign/board/start.html", shown, status=status)


def first_name(table: Table) -> str:
    """A campaign's name until somebody gives it a better one; never the table's own."""
    return services.free_name(table, _("Our campaign"))


def begin_campaign(
    request: TableRequest, table: Table, form: StartForm
) -> tuple[Campaign | None, tuple[Problem, ...]]:
    """The campaign, or what the rules say against it."""
    try:
        campaign = services.start_campaign(
            table=table,
            name=form.campaign.cleaned_data["name"],
            start=form.start,
            founded=form.founded,
            client_id=request_id(request),
            by=request.here.person,
        )
    except RuleBroken as broken:
        return None, broken.problems
    except Unfit:
        return None, (OUT_OF_DATE,)
    return campaign, ()


@at_table("organiser")
@post_or_page(table_address)
def start_demo(request: TableRequest, table: Table) -> HttpResponse:
    campaign = services.try_demo(
        table=table, name=_("Demo campaign"), client_id=request_id(request)
    )
    return redirect("campaign", campaign.pk)


@at_table("organiser")
@post_or_page(board_address)
def throw_away(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    if not campaign.example:
        raise Http404
    services.throw_away(campaign)
    return redirect("table", campaign.table_id)


@at_table("spectator")
@require_safe
@draw_campaign_once(who_plays)
def board_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    return show_board(request, campaign)


def show_board(
    request: TableRequest, campaign: Campaign, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    empires = read_empires(campaign)
    former = former_empires(empires, state)
    shown = {
        "campaign": campaign,
        "board": with_own_first(
            board_of(state, letters_of_empires(campaign, empires)),
            own_empire(state, request.here),
        ),
        "former": former[-FORMER_SHOWN:],
        "older": max(len(former) - FORMER_SHOWN, 0),
        "champions": [one for one in empires if one.key in state.champions],
        "previously": story_so_far(campaign, state, empires),
        "news": news_for(campaign, state),
        "box": sheets_to_copy(request, campaign, state),
        "played": state.played,
        "problems": problems,
        "kept": "kept" in request.GET and not campaign.is_what_if,
    }
    status = 422 if problems else 200
    return render(request, "campaign/board/board.html", shown, status=status)


def sheets_to_copy(
    request: TableRequest, campaign: Campaign, state: CampaignState
) -> BoxSummary | None:
    """How far the table's sheets are copied: offered to organisers until the first session."""
    begun = state.played or state.session is not None
    if begun or campaign.example or not request.here.organises:
        return None
    box = table_box_summary(campaign.table)
    return box if box.lacks_sheets else None


def story_so_far(
    campaign: Campaign, state: CampaignState, empires: list[EmpireRow]
) -> tuple[Sentence, ...]:
    """What mattered in the last session; nothing while another one is on."""
    if state.session or not state.played:
        return ()
    return remember_last(campaign, settled_version(campaign), state, empires)


@at_table("player")
@post_or_page(board_address)
def play_on(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """After a victory the table may go on."""
    problems = try_act(request, campaign, "play_on", {})
    if problems:
        return show_board(request, campaign, problems)
    return redirect("campaign", campaign.pk)


@at_table("spectator")
@require_safe
@draw_campaign_once(nobody)
def charts_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    drawn = draw_charts(campaign, newest="newest" in request.GET)
    shown = {"campaign": campaign, "drawn": drawn}
    return render(request, "campaign/board/charts.html", shown)
