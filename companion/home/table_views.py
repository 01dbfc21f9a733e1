"""The page of a table: what is on tonight, and where a phone that joins goes."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.box.summary import table_box_summary
from companion.home.tonight import landing_page, past_sessions, tonight
from companion.log.versions import version_of
from companion.sessions.present_names import show_present_names
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from companion.tables.services import sort_by_name
from scoring.games import GAMES

LAST = 5  # finished sessions on the table's page


@at_table("spectator")
@require_safe
def table(request: TableRequest, table: Table) -> HttpResponse:
    past = show_present_names(past_sessions(table)[:LAST])
    today = timezone.localdate()
    shown = {
        "table": table,
        "version": version_of(table),
        "tonight": tonight(table),
        "may_start": request.here.plays,
        "games": GAMES.values(),
        "people": sort_by_name(table.people.all()),
        "box": table_box_summary(table),
        "ended": [one for one in past if one.card.played_on == today],
        "past": [one for one in past if one.card.played_on != today],
    }
    return render(request, "home/table.html", shown)


@at_table("spectator")
@require_safe
def open_now(request: TableRequest, table: Table) -> HttpResponse:
    """What is open, at the visitor's own seat."""
    return redirect(landing_page(request.here, table))
