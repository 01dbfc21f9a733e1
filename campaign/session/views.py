"""A session of a campaign: one page that shows what is on, and one address that does it."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.session.act_data import Deed, read_deed
from campaign.session.compared import compared_context
from campaign.session.forms import NoteForm
from campaign.session.log import DEEDS, IN_PLAY, RecentActs, recent_acts
from campaign.session.now import STEPS, SessionView
from campaign.session.parts import PARTS
from campaign.session.scores import judge_session, next_to_count, score_of
from campaign.session.words import act_in_words
from companion.base.posting import post_or_page
from companion.log.acting import button_id, try_act
from companion.tables.access import TableRequest, at_table
from scoring.house import OUT_OF_DATE
from scoring.rise_of_empire import GAME
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import DEFAULT_NOTE, as_colour
from scoring.rise_of_empire.preview import preview_purchase
from scoring.rise_of_empire.stages import Stage, session_stage
from scoring.rise_of_empire.state import Invention
from scoring.rise_of_empire.upkeep import unpaid_boxes
from scoring.rules import Problem

PLAY, SCORES = "playing", "scores"
TOKENS = {"csrfmiddlewaretoken", "id"}
# Where a page shows a form that came back with a mistake.
FORM_NAMES = {
    "open_session": "missions_form",
    "draw_provinces": "draw_form",
    "buy_invention": "invention_form",
    "replace_mission": "replace_form",
    "write_note": "note_form",
}


def present_state(campaign: Campaign) -> Any:
    return CAMPAIGN.load(campaign.state)


@at_table("spectator")
@require_safe
def session_page(
    request: TableRequest, campaign: Campaign, part: str = ""
) -> HttpResponse:
    """Before, during or after the game: whatever the session is at.

    A player's form of scores has an address of its own, so that it never turns into another's.
    """
    now = SessionView(present_state(campaign))
    if request.here.plays and part_of(now, part) == SCORES:
        return redirect(page_address(request, campaign, now, SCORES))
    return show_page(request, campaign, part=part)


def show_page(
    request: TableRequest,
    campaign: Campaign,
    *,
    part: str = "",
    problems: tuple[Problem, ...] = (),
    deed: Deed | None = None,
    discards: tuple[Invention, ...] = (),
) -> HttpResponse:
    state = present_state(campaign)
    now, log = SessionView(state), recent_acts(campaign, state.played)
    part = part_of(now, part)
    shown = {
        **page_frame(request, campaign, now, log),
        **part_content(request, now, log, part),
        **returned_form(request, deed),
        "part": f"campaign/session/_{part}.html",
        "on": part,
        "problems": problems,
        "discards": discards,
        "loadable": page_address(request, campaign, now, part),
    }
    mistaken = problems or discards or (deed and deed.mistaken)
    return render(
        request, "campaign/session/session.html", shown, status=422 if mistaken else 200
    )


def part_of(now: SessionView, wanted: str) -> str:
    """While a session is played one may look at the missions or count; else there is one page."""
    if now.stage != Stage.PLAY:
        return str(now.stage)
    return wanted or (SCORES if now.counting else PLAY)


def page_address(
    request: TableRequest, campaign: Campaign, now: SessionView, part: str
) -> str:
    """Where a part can be loaded, whatever was sent to show it."""
    if part == SCORES and request.here.plays:
        seat = next_to_count(now, request.here.person)
        return reverse("campaign-session-score", args=[campaign.pk, seat])
    names = {PLAY: "campaign-session-play", SCORES: "campaign-session-scores"}
    return reverse(names.get(part, "campaign-session"), args=[campaign.pk])


def page_frame(
    request: TableRequest, campaign: Campaign, now: SessionView, log: RecentActs
) -> dict[str, Any]:
    """What every page of a session carries."""
    last = log.undoable(request.here)
    step, acts = log.last_step()
    may_go_back = step and log.may_rewrite(acts, request.here)
    return {
        "campaign": campaign,
        "view": now,
        "state": now.state,
        "steps": STEPS,
        "undo": last,
        "undo_words": last and undo_words(log, last, now),
        "back": STEPS[step - 1] if may_go_back else None,
        "back_acts": acts,
        "nothing": {},
        "example_icons": has_example_icons(now),
        "note": DEFAULT_NOTE,
        "today": timezone.localdate().isoformat(),
        "note_form": NoteForm(),
        "played": GAME,
        "notes": [one.data["text"] for one in log.session if one.kind == "write_note"],
    }


def has_example_icons(now: SessionView) -> bool:
    """Whether some empire plays on a sheet nobody has copied yet."""
    ages = {one.sheet.age for one in now.state.alive}
    layouts = now.state.layouts
    return any(not layouts[age].custom for age in ages if age in layouts)


def undo_words(log: RecentActs, act: Any, now: SessionView) -> str:
    meant = log.amended(act)
    return act_in_words(now.state, meant.kind, meant.data)


def part_content(
    request: TableRequest, now: SessionView, log: RecentActs, part: str
) -> dict[str, Any]:
    if part == SCORES:
        seat = next_to_count(now, request.here.person)
        score = score_of(now.state, log, seat)
        return score.shown if score else {}
    shown = PARTS[now.stage](now)
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
    deed = read_deed(kind, request.POST, present_state(campaign))
    if deed.mistaken:
        return show_page(request, campaign, part=part_after(kind), deed=deed)
    if discards := unannounced_discards(campaign, deed):
        return show_page(request, campaign, deed=deed, discards=discards)
    problems = record_deed(request, campaign, deed)
    if problems:
        campaign.refresh_from_db(fields=("state", "last"))
        return show_page(
            request, campaign, part=part_after(kind), problems=problems, deed=deed
        )
    return redirect(next_page(request, campaign, kind))


def unannounced_discards(campaign: Campaign, deed: Deed) -> tuple[Invention, ...]:
    """What a card whose colour was only now typed would replace: nobody has seen that yet."""
    if deed.kind != "buy_invention" or deed.form is None or not deed.data:
        return ()
    empire = present_state(campaign).empire(deed.data.get("empire", ""))
    if empire is None:
        return ()
    colour = as_colour(deed.data["colour"])
    return preview_purchase(empire, deed.data["price"], colour).discards


def record_deed(
    request: TableRequest, campaign: Campaign, deed: Deed
) -> tuple[Problem, ...]:
    if deed.data is None:
        return (OUT_OF_DATE,)
    problems = try_act(
        request, campaign, deed.kind, deed.data, said=sent_content(request)
    )
    if deed.kind == "draw_provinces" and not problems:
        keep_only(request, campaign)
    return problems


def sent_content(request: TableRequest) -> str:
    """What was pressed and typed, not what chance made of it: a second press draws nothing new."""
    post = request.POST
    return json.dumps({key: post.getlist(key) for key in sorted(post.keys() - TOKENS)})


def keep_only(request: TableRequest, campaign: Campaign) -> None:
    """A single province drawn is the one that is kept: there is nothing to ask."""
    pressed = button_id(request, "draw_provinces", sent_content(request))
    drawing = campaign.acts.filter(client_id=pressed).first()
    if drawing is None or len(drawing.data["provinces"]) != 1:
        return
    kept = {"province": drawing.data["provinces"][0], "empire": drawing.data["empire"]}
    try_act(
        request, campaign, "keep_province", kept
    )  # refused: somebody has chosen already


def play_address(campaign: Campaign) -> str:
    return reverse("campaign-session-play", args=[campaign.pk])


@at_table("player")
@post_or_page(play_address)
def pay_all_upkeep(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """ROE-10: every box of one empire that still has to be paid, each with its own goods."""
    state = present_state(campaign)
    session = state.session
    seat = session.seat(request.POST.get("empire", "")) if session else None
    if seat is None or session_stage(state) != Stage.PLAY:
        return show_page(request, campaign, part=PLAY, problems=(OUT_OF_DATE,))
    goods = state.layout(state.empire(seat.empire)).map
    for box in unpaid_boxes(state, seat):
        data = {"empire": seat.empire, "box": box, "goods": list(goods[box])}
        if problems := try_act(request, campaign, "pay_upkeep", data):
            campaign.refresh_from_db(fields=("state", "last"))
            return show_page(request, campaign, part=PLAY, problems=problems)
    return redirect(f"{play_address(campaign)}#upkeep")


def part_after(kind: str) -> str:
    return PLAY if kind in IN_PLAY else ""


def next_page(request: TableRequest, campaign: Campaign, kind: str) -> str:
    if kind == "finish_session":
        return page_after_session(campaign)
    at = request.POST.get("at", "")
    address = page_of_act(campaign, kind)
    return f"{address}#{at}" if at.replace("-", "").isalnum() else address


def page_after_session(campaign: Campaign) -> str:
    """The page that closes the evening; the final one where the campaign was won."""
    campaign.refresh_from_db(fields=("state", "last"))
    state = present_state(campaign)
    if state.over:
        return reverse("campaign-final", args=[campaign.pk])
    return reverse("campaign-chapter", args=[campaign.pk, state.played])
