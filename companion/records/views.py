"""The pages of what a table remembers: people, games, the hall of fame."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.records.book import open_book
from companion.records.filters import RecordFilter
from companion.records.game_page import show_game
from companion.records.hall_page import show_hall
from companion.records.person_page import show_person
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.games import GAMES


@at_table("spectator")
@require_safe
def hall_of_fame(request: TableRequest, table: Table) -> HttpResponse:
    """The best of all games of a table."""
    asked = RecordFilter(request.GET, book=open_book(table))
    shown = {"table": table, "filter": asked, "page": show_hall(asked.narrow())}
    return render(request, "records/hall.html", shown)


@at_table("spectator")
@require_safe
def person_record(request: TableRequest, table: Table, person: int) -> HttpResponse:
    """What one person has played, and how."""
    book = open_book(table)
    found = book.players.by_key.get(str(person))
    if found is None:
        raise Http404
    asked = RecordFilter(request.GET, book=book)
    shown = {"table": table, "filter": asked, "person": found}
    page = show_person(asked.narrow(), table, found, narrowed=asked.narrows)
    return render(request, "records/person.html", {**shown, "page": page})


@at_table("spectator")
@require_safe
def game_record(request: TableRequest, table: Table, slug: str) -> HttpResponse:
    """What a table has seen of one game."""
    if slug not in GAMES:
        raise Http404
    asked = RecordFilter(request.GET, book=open_book(table), game=slug)
    shown = {"table": table, "filter": asked, "game": GAMES[slug]}
    page = show_game(asked.narrow(), slug)
    return render(request, "records/game.html", {**shown, "page": page})
