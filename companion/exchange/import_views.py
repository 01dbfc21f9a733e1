"""A file of game nights: chosen, shown, kept. Nothing is stored in between."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaign.files.capsule_log import is_page
from campaign.files.kinds import GAMES, explain_refusal
from campaign.files.tables import NoFile, pack_file
from campaign.files.views import given_file
from companion.base.uploads import takes_files
from companion.exchange.added_views import redirect_to_added
from companion.exchange.importing import (
    ImportPlan,
    find_clash,
    keep_plays,
    plan_import,
)
from companion.exchange.table_capsule import keep_capsule, plan_capsule
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table

PAGE = "exchange/open.html"
SHOWN = 50  # problems a page names
SHOWN_NEW = 20  # games


@at_table("organiser")
@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
def open_sessions(request: TableRequest, table: Table) -> HttpResponse:
    """Shows what a file would add; the second press adds it."""
    if request.method != "POST":
        return render(request, PAGE, {"table": table})
    raw = b""
    try:
        raw = given_file(request)
        if is_page(raw):
            return open_capsule(request, table, raw)
        plan = plan_import(raw, table)
    except NoFile as refused:
        shown = {"table": table, **explain_refusal(refused, raw, GAMES)}
        return render(request, PAGE, shown, status=422)
    shown = {"table": table, "carried": pack_file(raw), **describe_plan(plan)}
    if "take" in request.POST:
        return take_plays(request, table, plan, shown)
    return render(request, PAGE, {**shown, "archive": has_archive(table)})


def has_archive(table: Table) -> bool:
    """Whether a game that is here already may be out of sight."""
    return table.sessions.filter(card__archived=True).exists()


def open_capsule(request: TableRequest, table: Table, raw: bytes) -> HttpResponse:
    """A page with whole logs: nobody is asked who is who, because nothing in a log changes."""
    if "take" in request.POST:
        return redirect_to_added(table, keep_capsule(raw, table=table))
    whole = plan_capsule(raw, table)
    shown = {"table": table, "whole": whole, "carried": pack_file(raw)}
    return render(request, PAGE, {**shown, "archive": has_archive(table)})


def take_plays(
    request: TableRequest, table: Table, plan: ImportPlan, shown: dict[str, Any]
) -> HttpResponse:
    answers = {key: str(value) for key, value in request.POST.items()}
    names = plan.answers(answers)
    clash = find_clash(plan, names)
    if clash:
        shown = {**shown, "clash": clash, "answers": answers}
        return render(request, PAGE, shown, status=422)
    added = keep_plays(plan, names, table=table, by=request.here.person)
    return redirect_to_added(table, added)


def describe_plan(plan: ImportPlan) -> dict[str, Any]:
    return {
        "plan": plan,
        "file": plan.file,
        "new": plan.new[:SHOWN_NEW],
        "more_new": len(plan.new) - SHOWN_NEW,
        "unread": plan.file.unread[:SHOWN],
        "more_unread": len(plan.file.unread) - SHOWN,
        "remarks": plan.remarks[:SHOWN],
        "other_games": sorted(plan.file.other_games.items())[:SHOWN],
        "asked": [one for one in plan.questions if one.alike],
        "unasked": [one for one in plan.questions if not one.alike],
    }
