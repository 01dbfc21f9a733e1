"""A table for a TV or a laptop across the room: only the clock to press, everything readable from two metres."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.session.open_game import open_campaign_game
from companion.home.screen import table_screen
from companion.home.screen_parts import Screen
from companion.log.versions import version_of
from companion.sessions.aids.clock import ClockFace
from companion.sessions.aids.open_game import OpenGame, open_session_game
from companion.sessions.models import GameSession
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN


@at_table("spectator")
@require_safe
def screen(request: TableRequest, table: Table) -> HttpResponse:
    asked = request.GET.get("session", ""), request.GET.get("campaign", "")
    found = table_screen(table, *asked)
    play = found and find_screen_game(request, found)
    shown = {
        "table": table,
        "version": version_of(table),
        "screen": found,
        "play": play,
        "clock": ClockFace(play) if play and play.open else None,
        "onward": request.get_full_path(),
    }
    return render(request, "home/screen/screen.html", shown)


def find_screen_game(request: TableRequest, screen: Screen) -> OpenGame | None:
    """The game on the screen, as its helpers know it."""
    if isinstance(screen.log, GameSession):
        return open_session_game(screen.log, request.here)
    if screen.log:
        state = CAMPAIGN.load(screen.log.state)
        return open_campaign_game(screen.log, request.here, state)
    return None
