"""A session of a campaign: one page that shows what is on, and one address that does it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.drawn import asks_for_phones, draw_campaign_once, who_acts
from campaign.models import Campaign
from campaign.session.act_data import Deed, read_deed
from campaign.session.compared import compared_context
from campaign.session.desk import view_session
from campaign.session.doing import (
    pay_all_boxes,
    present_state,
    record_deed,
    unannounced_discards,
)
from campaign.session.ended import closing_address, ended_context
from campaign.session.frame import page_frame
from campaign.session.log import DEEDS, IN_PLAY, RecentActs, recent_acts
from campaign.session.now import BEFORE, SessionView
from campaign.session.parts import PARTS, waiting_part, with_first
from campaign.session.passed import Passed, lead_on, other_session, passed_words
from campaign.session.scores import judge_session, next_to_count, scores_overview
from campaign.session.skipped import skipped_steps
from companion.base.posting import post_or_page
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.missions import completion_doubts
from scoring.rise_of_empire.preview import ties_to_break
from scoring.rise_of_empire.rulebook import COMPLETING
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import CampaignState, Invention
from scoring.rules import Problem

PLAY, SCORES, OVERVIEW, WAITING = "playing", "scores", "overview", "waiting"
# Where a page shows a form that came back with a mistake.
FORM_NAMES = {
    "open_session": "missions_form",
    "draw_provinces": "draw_form",
    "buy_invention": "invention_form",
    "replace_mission": "replace_form",
    "write_note": "note_form",
}


@at_table("spectator")
@require_safe
@draw_campaign_once(who_acts, alone=asks_for_phones)
def session_page(
    request: TableRequest, campaign: Campaign, part: str = ""
) -> HttpResponse:
    """Before, during or after the game: whatever the visitor has to do in the session.

    A player's form of scores has an address of its own, so that it never turns into another's.
    """
    now = view_session(campaign, request.here)
    seat = next_to_count(now) if part_of(now, part) == SCORES else None
    if request.here.plays and seat:
        return redirect("campaign-session-score", campaign.pk, seat.number)
    return show_page(request, campaign, now, part=part)


@at_table("player")
@require_safe
def help_empire(request: TableRequest, campaign: Campaign, seat: int) -> HttpResponse:
    """The session as another player would see it: somebody does it for them."""
    now = view_session(campaign, request.here)
    if now.stage == BEFORE:
        return lead_on(campaign, Passed.HELP)
    helped = next((one for one in now.seats if one.number == seat), None)
    if helped is None or not request.here.owns(helped.player):
        raise Http404
    now = view_session(campaign, request.here, now.state, helping=helped.key)
    if now.stage != Stage.PLAY and now.asked is None:
        return lead_on(campaign, Passed.HELP)
    return show_page(request, campaign, now, part=PLAY)


def show_page(
    request: TableRequest,
    campaign: Campaign,
    now: SessionView,
    *,
    part: str = "",
    problems: tuple[Problem, ...] = (),
    deed: Deed | None = None,
    doubts: tuple[Problem, ...] = (),
    discards: tuple[Invention, ...] = (),
) -> HttpResponse:
    log = recent_acts(campaign, now.state.played)
    part = part_of(now, part)
    template = OVERVIEW if part == SCORES else part
    shown = {
        **page_frame(request, campaign, now, log),
        **part_content(now, log, part),
        **ended_context(now, log),
        "skipped": skipped_steps(now, log),
        **returned_form(request, deed),
        "part": f"campaign/session/_{template}.html",
        "on": str(now.stage) if part == WAITING else part,
        "problems": problems or doubts,
        "may_be_sure": doubts and all(one.rule != COMPLETING for one in doubts),
        "discards": discards,
        "passed": passed_words(request, now),
        "loadable": page_address(campaign, now, part),
    }
    mistaken = problems or doubts or discards or (deed and deed.mistaken)
    return render(
        request, "campaign/session/session.html", shown, status=422 if mistaken else 200
    )


def part_of(now: SessionView, wanted: str) -> str:
    """While a session is played one may look at the missions or count; else there is one page."""
    if now.stage == Stage.PLAY:
        return wanted or (SCORES if now.counting else PLAY)
    return WAITING if is_waiting(now) else now.part


def is_waiting(now: SessionView) -> bool:
    """Whether only others have something to do, each on their own phone."""
    return bool(now.pending) and now.asked is None


def page_address(campaign: Campaign, now: SessionView, part: str) -> str:
    """Where a part can be loaded, whatever was sent to show it."""
    if now.helping and (seat := now.seat(now.helping)):
        return reverse("campaign-session-help", args=[campaign.pk, seat.number])
    names = {PLAY: "campaign-session-play", SCORES: "campaign-session-scores"}
    return reverse(names.get(part, "campaign-session"), args=[campaign.pk])


def part_content(now: SessionView, log: RecentActs, part: str) -> dict[str, Any]:
    if part == SCORES:
        return scores_overview(now)
    shown = waiting_part(now) if part == WAITING else PARTS[now.part](now)
    if "missions" in shown:
        done = [one.data for one in log.session if one.kind == "complete_mission"]
        shown = {**shown, "missions": with_first(now, shown["missions"], done)}
    if now.stage in (Stage.WINNER, Stage.FINISH):
        shown = {**shown, "verdict": judge_session(log)}
    return {**shown, **compared_context(now, log)} if now.may_finish else shown


def returned_form(request: TableRequest, deed: Deed | None) -> dict[str, Any]:
    """What somebody typed, where it wasn't taken."""
    if deed is None:
        return {}
    form: forms.Form | None = deed.form
    name = FORM_NAMES.get(deed.kind)
    return {
        "typed": request.POST,
        "deed": deed,
        **({name: form} if name and form else {}),
    }


def page_of_act(campaign: Campaign, kind: str) -> str:
    name = "campaign-session-play" if kind in IN_PLAY else "campaign-session"
    return reverse(name, args=[campaign.pk])


@at_table("player")
@post_or_page(page_of_act)
def do_act(request: TableRequest, campaign: Campaign, kind: str) -> HttpResponse:
    """One act of the session at hand."""
    if kind not in DEEDS:
        raise Http404
    state = present_state(campaign)
    if kind == "settle_scores" and ties_to_break(state):
        return redirect("campaign-session-tie", campaign.pk)
    deed = read_deed(kind, request.POST, state)
    if kind != "finish_session" and (stale := other_session(request, state)):
        return refuse_deed(request, campaign, deed, problems=stale)
    if deed.mistaken:
        return refuse_deed(request, campaign, deed)
    if discards := unannounced_discards(campaign, deed):
        return refuse_deed(request, campaign, deed, discards=discards)
    if doubts := deed_doubts(request, state, deed):
        return refuse_deed(request, campaign, deed, doubts=doubts)
    if problems := record_deed(request, campaign, deed):
        campaign.refresh_from_db(fields=("state", "last"))
        return refuse_deed(request, campaign, deed, problems=problems)
    return redirect(next_page(request, campaign, kind))


def refuse_deed(
    request: TableRequest, campaign: Campaign, deed: Deed, **why: Any
) -> HttpResponse:
    helping = helped_empire(request, campaign)
    now = view_session(campaign, request.here, helping=helping)
    part = PLAY if deed.kind in IN_PLAY else ""
    return show_page(request, campaign, now, part=part, deed=deed, **why)


def deed_doubts(
    request: TableRequest, state: CampaignState, deed: Deed
) -> tuple[Problem, ...]:
    """What is asked about before it is done."""
    if deed.kind != "complete_mission" or not deed.data:
        return ()
    return completion_doubts(state, deed.data, sure="sure" in request.POST)


def helped_empire(request: TableRequest, campaign: Campaign) -> str:
    """Whom somebody does this for, as the page said."""
    state, number = present_state(campaign), request.POST.get("help", "")
    seats = state.session.seats if state.session else ()
    keys = {str(place): seat.empire for place, seat in enumerate(seats)}
    return keys.get(number, "")


def play_address(campaign: Campaign) -> str:
    return reverse("campaign-session-play", args=[campaign.pk])


@at_table("player")
@post_or_page(play_address)
def pay_all_upkeep(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """ROE-10: what still lies nowhere, beside every box of one empire that no icon covers."""
    stale = other_session(request, present_state(campaign))
    if problems := stale or pay_all_boxes(request, campaign):
        campaign.refresh_from_db(fields=("state", "last"))
        return refuse_deed(request, campaign, Deed("pay_upkeep", {}), problems=problems)
    return redirect(next_page(request, campaign, "pay_upkeep", "upkeep"))


def next_page(
    request: TableRequest, campaign: Campaign, kind: str, at: str = ""
) -> str:
    if kind == "finish_session":
        return page_after_session(campaign)
    at = at or request.POST.get("at", "")
    address, number = page_of_act(campaign, kind), request.POST.get("help", "")
    if helped_empire(request, campaign):
        address = reverse("campaign-session-help", args=[campaign.pk, number])
    return f"{address}#{at}" if at.replace("-", "").isalnum() else address


def page_after_session(campaign: Campaign) -> str:
    """The page that closes the evening; the final one where the campaign was won."""
    campaign.refresh_from_db(fields=("state", "last"))
    return closing_address(campaign, present_state(campaign))
