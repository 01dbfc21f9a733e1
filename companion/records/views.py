"""The pages of what a table remembers: people, games, the hall of fame."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.base.kept_parts import keep_part
from companion.log.acting import read_whole_number
from companion.records.book import open_book
from companion.records.double_views import MARKED
from companion.records.doubles import find_doubled
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
    shown: dict[str, Any] = {"table": table, "filter": asked}
    book = asked.narrow()
    numbers = shown["numbers"] = book.table()
    if numbers.plays:
        shown["told"] = keep_part(
            "records/_hall_told.html",
            (book.version, table.pk, asked.undated),
            lambda: {**shown, "page": show_hall(book)},
        )
    told = tell_doubled(request, table) if request.here.organises else {}
    return render(request, "records/hall.html", {**shown, **told})


def tell_doubled(request: TableRequest, table: Table) -> dict[str, Any]:
    """What an organiser is asked, and what they just answered."""
    marked = read_whole_number(request.GET.get(MARKED, ""))
    told: dict[str, Any] = {"doubled": find_doubled(table)}
    if marked is None:
        return told
    copies = table.campaigns.filter(pk=marked, copy_of__isnull=False)
    return told | {"marked": copies.first()}


@at_table("spectator")
@require_safe
def person_record(request: TableRequest, table: Table, person: int) -> HttpResponse:
    """What one person has played, and how."""
    book = open_book(table)
    found = book.players.by_key.get(str(person))
    if found is None:
        raise Http404
    asked = RecordFilter(request.GET, book=book)
    shown: dict[str, Any] = {"table": table, "filter": asked, "person": found}
    narrowed = asked.narrow()
    page = show_person(narrowed, table, found, narrowed=asked.narrows)
    shown |= {"page": page, "numbers": page.numbers}
    if page.numbers.plays:
        shown["told"] = keep_part(
            "records/_person_told.html",
            (narrowed.version, table.pk, found.pk),
            lambda: shown,
        )
    return render(request, "records/person.html", shown)


@at_table("spectator")
@require_safe
def game_record(request: TableRequest, table: Table, slug: str) -> HttpResponse:
    """What a table has seen of one game."""
    if slug not in GAMES:
        raise Http404
    asked = RecordFilter(request.GET, book=open_book(table), game=slug)
    shown: dict[str, Any] = {"table": table, "filter": asked, "game": GAMES[slug]}
    book = asked.narrow()
    numbers = shown["numbers"] = book.game(slug)
    if numbers.plays:
        shown["told"] = keep_part(
            "records/_game_told.html",
            (book.version, table.pk, slug),
            lambda: {**shown, "page": show_game(book, slug)},
        )
    return render(request, "records/game.html", shown)
