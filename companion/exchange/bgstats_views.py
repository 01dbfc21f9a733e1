"""BG Stats: a link that opens the app, the short one behind a code, and files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.files.views import as_file
from campaign.models import Campaign
from companion.exchange.bgstats import PlayerIds, push_address
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.plays import PlayedNight, play_of_session
from companion.exchange.short_links import find_play
from companion.exchange.views import JSON, all_plays, name_file, play_or_404
from companion.sessions.models import GameSession
from companion.sessions.sharing_views import NOT_FOR_SEARCH
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.models import Table

PLAIN = "plain"  # asks for a file without score sheets


@open_to_all
@require_safe
@never_cache
def follow_code(_request: HttpRequest, code: str) -> HttpResponse:
    """For whoever has the code of a result: it leads to BG Stats with one finished game."""
    found = find_play(code)
    if found is None:
        raise Http404
    play, table = found
    address = push_address(play, PlayerIds(table))
    return HttpResponseRedirect(address, headers=NOT_FOR_SEARCH)


@at_table("player")
@require_safe
def session_file(request: TableRequest, session: GameSession) -> HttpResponse:
    play = play_of_session(session)
    if play is None:
        return redirect("session", session.token)
    return play_file(request, play, session.table, play.slug)


@at_table("player")
@require_safe
def campaign_session_file(
    request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    name = f"{slugify(campaign.name) or 'campaign'}-{number}"
    return play_file(request, play_or_404(campaign, number), campaign.table, name)


def play_file(
    request: HttpRequest, play: PlayedNight, table: Table | None, name: str
) -> HttpResponse:
    rows = PLAIN not in request.GET
    content = write_bgstats([play], PlayerIds(table), rows=rows)
    return as_file(content, JSON, f"{name}.bgsplay")


@at_table("player")
@require_safe
def table_file(request: TableRequest, table: Table) -> HttpResponse:
    rows = PLAIN not in request.GET
    content = write_bgstats(all_plays(table), PlayerIds(table), rows=rows)
    return as_file(content, JSON, name_file(table, "BGStatsExport.json"))
