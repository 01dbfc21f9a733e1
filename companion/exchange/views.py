"""What a table played, as files to take along."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.files.views import as_file
from campaign.models import Campaign
from companion.exchange import csv_files, json_files
from companion.exchange.added import find_imports
from companion.exchange.campaign_plays import play_of_campaign, plays_of_campaigns
from companion.exchange.plays import PlayedNight, play_of_session, plays_of_table
from companion.sessions.models import GameSession
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table

JSON, ZIP = "application/json", "application/zip"


@at_table("player")
@require_safe
def files_page(request: TableRequest, table: Table) -> HttpResponse:
    """One place for everything that leaves the table or comes to it."""
    shown = {
        "table": table,
        "campaigns": table.campaigns.filter(archived=False).defer("start", "state"),
        "imports": find_imports(table) if request.here.organises else [],
    }
    return render(request, "exchange/files.html", shown)


def all_plays(table: Table) -> Iterator[PlayedNight]:
    """Single games and campaign sessions in the order they were played, each once."""
    campaigns = sorted(plays_of_campaigns(table), key=lambda one: one.order)
    ids = {one.id for one in campaigns}
    single = (one for one in plays_of_table(table) if one.id not in ids)
    return merge(single, campaigns, key=lambda one: one.order)


def name_file(table: Table, what: str) -> str:
    return f"{slugify(table.name) or 'table'}-{what}"


@at_table("player")
@require_safe
def sessions_csv(_request: TableRequest, table: Table) -> HttpResponse:
    content = csv_files.write_zip(all_plays(table))
    return as_file(content, ZIP, name_file(table, "sessions.zip"))


@at_table("player")
@require_safe
def sessions_json(_request: TableRequest, table: Table) -> HttpResponse:
    content = json_files.write_table(table, all_plays(table))
    return as_file(content, JSON, name_file(table, "sessions.json"))


@at_table("player")
@require_safe
def session_json(_request: TableRequest, session: GameSession) -> HttpResponse:
    """While people still enter there is nothing to take along, only the page itself."""
    play = play_of_session(session)
    if play is None:
        return redirect("session", session.token)
    return as_file(json_files.write_session(play), JSON, f"{play.slug}.json")


@at_table("player")
@require_safe
def campaign_session_json(
    _request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    play = play_or_404(campaign, number)
    name = f"{slugify(campaign.name) or 'campaign'}-{number}.json"
    return as_file(json_files.write_session(play), JSON, name)


def play_or_404(campaign: Campaign, number: int) -> PlayedNight:
    play = play_of_campaign(campaign, number)
    if play is None:
        raise Http404
    return play
