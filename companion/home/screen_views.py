"""A table for a TV or a laptop across the room: nothing to press, everything readable from two metres."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.home.screen import table_screen
from companion.log.live import version_of
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


@at_table("spectator")
@require_safe
def screen(request: TableRequest, table: Table) -> HttpResponse:
    shown = {
        "table": table,
        "version": version_of(table),
        "screen": table_screen(table),
    }
    return render(request, "home/screen/screen.html", shown)
