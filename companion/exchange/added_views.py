"""What an import added, with the way back."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.exchange.added import (
    AddedGames,
    archive_added,
    read_added,
    sign_added,
)
from companion.sessions.finding import select_for_list
from companion.sessions.present_names import show_present_names
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table

SHOWN = 20  # games


def redirect_to_added(table: Table, added: AddedGames) -> HttpResponse:
    told = urlencode({"import": sign_added(added, table)})
    return redirect(f"{reverse('games-added', args=[table.pk])}?{told}")


@at_table("organiser")
@require_http_methods(["GET", "HEAD", "POST"])
def games_added(request: TableRequest, table: Table) -> HttpResponse:
    """Lists what was added; a press archives all of it, another restores it."""
    given = request.POST if request.method == "POST" else request.GET
    if "import" not in given:
        return redirect("table-files", table.pk)
    added = read_added(given["import"], table)
    if request.method == "POST":
        moved = archive_added(
            added,
            table=table,
            by=request.here.person,
            archived="restore" not in request.POST,
        )
        return redirect_to_added(table, moved)
    own = table.sessions.filter(pk__in=added.sessions[:SHOWN]).order_by("pk")
    keys = (*added.campaigns, *added.longer)
    shown = {
        "table": table,
        "added": added,
        "signed": given["import"],
        "sessions": show_present_names(select_for_list(own)),
        "more": len(added.sessions) - SHOWN,
        "campaigns": table.campaigns.filter(pk__in=keys).defer("start", "state"),
    }
    return render(request, "exchange/added.html", shown)
