"""Files in and out: the cards, the sheets' layouts, and whole campaigns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid5

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.box import card_files as cards
from campaign.box import layout_files as layouts
from campaign.files.importing import catch_up, keep_once
from campaign.files.kinds import CAMPAIGN as CAMPAIGN_PAGE
from campaign.files.kinds import explain_refusal
from campaign.files.lines import campaign_bytes
from campaign.files.opening import OpenedFile, open_given_file
from campaign.files.tables import SHOWN, NoFile, pack_file, unpack_file
from campaign.models import Campaign
from companion.base.uploads import LARGEST_FILE, takes_files
from companion.log.acting import request_id, try_act
from companion.log.record import record
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import dump_layout
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, RuleBroken

KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
post_or_get = require_http_methods(["GET", "HEAD", "POST"])


def as_file(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


def file_name(campaign: Campaign, what: str) -> str:
    return f"{slugify(campaign.name) or 'campaign'}-{what}"


def present_state(campaign: Campaign) -> CampaignState:
    return CAMPAIGN.load(campaign.state)


# The whole campaign


@at_table("player")
@require_safe
def download_campaign(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    """As `manage.py export` writes it."""
    content = campaign_bytes(campaign)
    return as_file(content, "application/jsonl", file_name(campaign, "campaign.jsonl"))


@at_table("organiser")
@takes_files
@post_or_get
def open_file(request: TableRequest, table: Table) -> HttpResponse:
    """Shows what a file holds; kept, it is a campaign of its own, whatever else is here."""
    page, raw = "campaign/files/open.html", b""
    shown: dict[str, Any] = {"table": table}
    if request.method == "POST":
        try:
            raw = given_file(request)
            found = open_given_file(raw, table)
        except NoFile as error:
            shown |= explain_refusal(error, raw, CAMPAIGN_PAGE)
            return render(request, page, shown, status=422)
        if saved := save_given(request, table, found):
            return redirect("campaign-history", saved.pk)
        shown |= {"found": found, "carried": pack_file(raw)}
    return render(request, page, shown)


def save_given(
    request: TableRequest, table: Table, found: OpenedFile
) -> Campaign | None:
    """A campaign of its own, or the newer entries for the one that is here; None before a press."""
    if not found.given:
        return None
    if "catch-up" in request.POST:
        return catch_up(found.given, table=table)
    if "keep" not in request.POST:
        return None
    name = request.POST.get("name", "").strip() or found.name
    return keep_once(found.given, table=table, name=name[: OpenedFile.LONGEST_NAME])


def given_file(request: TableRequest) -> bytes:
    """The file that was chosen, or the one the page before has shown."""
    if file := request.FILES.get("file"):
        if (file.size or 0) > LARGEST_FILE:
            raise NoFile(_("This file is too big."))
        return bytes(file.read())
    if "carried" in request.POST:
        return unpack_file(request.POST["carried"])
    raise NoFile(_("Choose a file first."))


def save_as_file(
    campaign: Campaign,
    what: str,
    form: str,
    forms: Mapping[str, Callable[[CampaignState], bytes]],
) -> HttpResponse:
    if form not in forms:
        raise Http404
    content = forms[form](present_state(campaign))
    return as_file(content, KINDS[form], file_name(campaign, f"{what}.{form}"))


# Cards


@at_table("spectator")
@require_safe
def export_cards(_request: TableRequest, campaign: Campaign, form: str) -> HttpResponse:
    return save_as_file(
        campaign, "cards", form, {"json": cards.as_json, "csv": cards.as_csv}
    )


@at_table("organiser")
@takes_files
@post_or_get
def import_cards(request: TableRequest, campaign: Campaign) -> HttpResponse:
    shown = {"campaign": campaign, "what": "cards"}
    return take_file(
        request, shown, campaign, cards.read_cards, take_cards, "catalogue"
    )


def take_cards(
    request: TableRequest, campaign: Campaign, found: cards.CardsImport
) -> tuple[Problem, ...]:
    return try_act(request, campaign, "fill_cards", {"cards": list(found.fills)})


# Layouts


@at_table("spectator")
@require_safe
def export_layouts(
    _request: TableRequest, campaign: Campaign, form: str
) -> HttpResponse:
    forms = {"json": layouts.as_json, "csv": layouts.as_csv}
    return save_as_file(campaign, "sheets", form, forms)


@at_table("organiser")
@takes_files
@post_or_get
def import_layouts(request: TableRequest, campaign: Campaign) -> HttpResponse:
    shown = {"campaign": campaign, "what": "sheets"}
    return take_file(
        request, shown, campaign, layouts.read_layouts, take_layouts, "layouts"
    )


def take_layouts(
    request: TableRequest, campaign: Campaign, found: layouts.LayoutsImport
) -> tuple[Problem, ...]:
    """An act per sheet, all of them or none."""
    own = request_id(request)
    try:
        with transaction.atomic():
            for layout in found.layouts:
                record(
                    campaign,
                    kind="change_layout",
                    data={"layout": dump_layout(layout)},
                    client_id=uuid5(own, layout.age),
                    by=request.here.person,
                )
    except RuleBroken as broken:
        return broken.problems
    except Unfit:
        return (OUT_OF_DATE,)
    return ()


def take_file(
    request: TableRequest,
    shown: dict[str, Any],
    campaign: Campaign,
    read: Callable[[bytes, CampaignState], Any],
    take: Callable[[TableRequest, Campaign, Any], tuple[Problem, ...]],
    after: str,
) -> HttpResponse:
    """Chosen, shown, taken: each step knows the file, and nothing is kept in between."""
    page, status = "campaign/files/take.html", 200
    if request.method == "POST":
        try:
            raw = given_file(request)
            found = read(raw, present_state(campaign))
        except NoFile as error:
            return render(request, page, {**shown, "refused": error}, status=422)
        if "take" in request.POST:
            problems = take(request, campaign, found) if found.changes else ()
            if not problems:
                return redirect(after, campaign.pk)
            shown, status = {**shown, "problems": problems}, 422
        shown = {
            **shown,
            "found": found,
            "bad": found.bad[:SHOWN],
            "more": len(found.bad) - SHOWN,
            "carried": pack_file(raw),
            "rules": rules_behind(shown, found),
        }
    return render(request, page, shown, status=status)


def rules_behind(shown: dict[str, Any], found: Any) -> Any:
    """The rules behind every refusal on the page."""
    said = [
        *shown.get("problems", ()),
        *(one for bad in found.bad[:SHOWN] for one in bad.problems),
    ]
    return {one.rule.id: one.rule for one in said}.values()
