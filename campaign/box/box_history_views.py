"""The history of a table's box, and undo."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.box.box_history import BOX_HISTORY
from campaign.box.keeping import find_box
from companion.base.onward import safe_next
from companion.base.posting import post_or_page
from companion.log.history_pages import ask_along, show_history
from companion.log.replay import UNDO
from companion.log.rewriting import may_undo
from companion.log.undoing import Refused, try_rewrite
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


@at_table("spectator")
@require_safe
def box_history(request: TableRequest, table: Table) -> HttpResponse:
    box = find_box(table)
    if box is None:  # nobody has written anything yet
        shown = {"table": table, "header": BOX_HISTORY.header, "room": BOX_HISTORY}
        return render(request, "log/history.html", {**shown, "log_name": table.name})
    return show_history(request, box, box.acts.order_by("-number"))


def history_address(table: Table, **_act: Any) -> str:
    return reverse("box-history", args=[table.pk])


@at_table("organiser")
@post_or_page(history_address)
def undo_in_box(request: TableRequest, table: Table, act: int) -> HttpResponse:
    """Undoes an act; asks first where later acts depend on it."""
    box = find_box(table)
    if box is None:
        raise Http404
    found = get_object_or_404(box.acts, number=act)
    if not may_undo(request.here, found):
        raise Http404
    done = try_rewrite(request, box, UNDO, {"of": [act]})
    if not isinstance(done, Refused):
        return redirect(safe_next(request) or history_address(table))
    if done.fallen:
        return ask_along(request, box, [found], done)
    acts = box.acts.order_by("-number")
    return show_history(request, box, acts, status=422, problems=done.problems)
