"""The sheets: a table copies its printed ones once, box by box, on a picture of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaign.box.layout_drafts import drafted_sheet, keep_draft
from campaign.box.layout_editing import (
    edit_layout,
    merge_sheets,
    read_draft,
    write_draft,
)
from campaign.box.layout_files import coming_layouts
from campaign.documents.sheet import draw_sheet
from campaign.goods import bonus_goods
from campaign.models import Campaign
from companion.log.acting import try_act
from companion.paper.shared_svg import paint_together
from companion.tables.access import TableRequest, at_table
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.knowing import missing_goods
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    DEFAULT_NOTE,
    ENDING,
    STARTING,
    TOKENS,
    AgeLayout,
    Category,
    Good,
    Icon,
    dump_layout,
)
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem
from scoring.tables.state import MAP


@at_table("spectator")
@require_safe
def layouts_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    layouts = tuple(coming_layouts(state).values())
    pictures = sheet_pictures(state.readings, *layouts)
    found = [
        {
            "layout": one,
            "name": AGE_NAMES[one.age],
            "picture": picture,
            "waits": one.age in state.next_layouts,
            "unsaved": drafted_sheet(request, campaign, one) != one,
        }
        for one, picture in zip(layouts, pictures, strict=True)
    ]
    shown = {"campaign": campaign, "sheets": found, "note": DEFAULT_NOTE}
    return render(request, "campaign/box/layouts.html", shown)


def sheet_pictures(readings: Readings, *layouts: AgeLayout) -> list[SafeString]:
    """The sheets of one page."""
    goods = bonus_goods(readings)
    return paint_together([draw_sheet(one, goods=goods) for one in layouts])


@at_table("organiser")
@require_http_methods(["GET", "HEAD", "POST"])
def layout_page(request: TableRequest, campaign: Campaign, age: str) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    if age not in state.layouts:
        raise Http404
    now = coming_layouts(state)[age]
    kept = drafted_sheet(request, campaign, now)
    if request.method != "POST":
        return show_layout(request, campaign, state, kept)
    try:
        seen = read_draft(request.POST.get("layout", ""), age)
    except Unfit:
        return show_layout(request, campaign, state, kept, (OUT_OF_DATE,))
    if "save" in request.POST:
        return save_layout(request, campaign, state, seen)
    drawn = merge_sheets(kept, seen, draw_on(request, seen))
    drawn = now if "discard" in request.POST else drawn
    keep_draft(request, campaign, now, drawn)
    return show_layout(request, campaign, state, drawn)


def save_layout(
    request: TableRequest, campaign: Campaign, state: CampaignState, layout: AgeLayout
) -> HttpResponse:
    problems = missing_goods(layout) or try_act(
        request, campaign, "change_layout", {"layout": dump_layout(layout)}
    )
    if problems:
        return show_layout(request, campaign, state, layout, problems)
    keep_draft(request, campaign, layout, layout)
    page = reverse("layouts", args=[campaign.pk])
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


def show_layout(
    request: TableRequest,
    campaign: Campaign,
    state: CampaignState,
    layout: AgeLayout,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    shown = {
        **editor_parts(request, state.readings, layout, problems),
        "campaign": campaign,
        "state": state,
        "action": reverse("layout", args=[campaign.pk, layout.age]),
        "open_session": state.session is not None,
        "unsaved": layout != coming_layouts(state)[layout.age],
    }
    return answer_editor(request, "campaign/box/layout.html", shown)


def answer_editor(
    request: TableRequest, page: str, shown: dict[str, Any]
) -> HttpResponse:
    if request.htmx:  # which swaps in only what went well
        return render(request, "campaign/box/_editor.html", shown)
    status = 422 if shown["problems"] else 200
    return render(request, page, shown, status=status)


def editor_parts(
    request: TableRequest,
    readings: Readings,
    layout: AgeLayout,
    problems: tuple[Problem, ...],
) -> dict[str, Any]:
    """What the editor of a sheet shows, whoever the sheet belongs to."""
    return {
        "layout": layout,
        "name": AGE_NAMES[layout.age],
        "tracks": [
            (one.value, CATEGORY_NAMES[one], layout.track(one).boxes)
            for one in Category
        ],
        "map": MAP,
        "remembered": write_draft(layout),
        "picture": sheet_pictures(readings, layout)[0],
        "palette": list(icon_palette()),
        "goods": list(Good),
        "icon": request.POST.get("icon", Icon.WALL),
        "good": request.POST.get("good", Good.WOOD),
        "problems": problems,
    }


def draw_on(request: TableRequest, layout: AgeLayout) -> AgeLayout:
    """The sheet after what was pressed; several presses, where taps were quick."""
    brush = {key: request.POST.get(key, "") for key in ("icon", "good")}
    for press in request.POST.getlist("do"):
        layout = edit_layout(layout, press, **brush)
    return layout


def icon_palette() -> Iterator[tuple[str, list[Any]]]:
    """The icons by what they are: at the start, as tokens, at the end."""
    for name, icons in (("start", STARTING), ("tokens", TOKENS), ("end", ENDING)):
        yield name, [one for one in Icon if one in icons]
