"""The page of a table: what is going on there."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.chronicle.facts import campaigns_of
from companion.sessions.finding import select_for_list
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from companion.tables.services import sort_by_name
from scoring.games import GAMES

LAST = 5  # sessions on the table's page


@at_table("spectator")
@require_safe
def table(request: TableRequest, table: Table) -> HttpResponse:
    sessions = table.sessions.filter(card__begun=True, card__archived=False)
    shown = {
        "table": table,
        "games": GAMES.values(),
        "people": sort_by_name(table.people.all()),
        "sessions": select_for_list(sessions)[:LAST],
        "campaigns": campaigns_of(table),
    }
    return render(request, "tables/table.html", shown)
