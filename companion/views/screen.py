"""A table for a TV or a laptop across the room: nothing to press, everything readable from two metres."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.screen import on_screen
from companion.access import TableRequest, at_table
from companion.live import version_of
from companion.models import Table


@at_table("spectator")
@require_safe
def screen(request: TableRequest, table: Table) -> HttpResponse:
    shown = {"table": table, "version": version_of(table), "screen": on_screen(table)}
    return render(request, "screen/screen.html", shown)
