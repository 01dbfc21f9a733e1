"""The hall of fame, a game and a person as one printed page each, of the games the page was filtered by."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from companion.paper.printing import print_document
from companion.records.book import RecordBook, open_book
from companion.records.filters import RecordFilter
from companion.records.game_page import show_game
from companion.records.hall_page import show_hall
from companion.records.paper_parts import PaperOf
from companion.records.person_page import show_person
from companion.records.record_papers import draw_game, draw_hall, draw_person
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.games import GAMES


def newest_day(book: RecordBook) -> date | None:
    """Of which day the paper is: the same games print the same bytes."""
    return max((play.day for play in book.table().recent if play.day), default=None)


def paper_of(
    request: TableRequest, table: Table, book: RecordBook, paper: str, game: str = ""
) -> PaperOf:
    """Read again for each paper: its language may be another than the page's."""
    asked = RecordFilter(request.GET, book=book, game=game)
    return PaperOf(table.name, paper, asked.in_words)


@at_table("spectator")
@require_safe
def hall_paper(request: TableRequest, table: Table) -> HttpResponse:
    whole = open_book(table)
    book = RecordFilter(request.GET, book=whole).narrow()
    return print_document(
        request,
        "hall-of-fame",
        lambda paper: draw_hall(
            show_hall(book), paper_of(request, table, whole, paper)
        ),
        of=newest_day(book),
    )


@at_table("spectator")
@require_safe
def game_paper(request: TableRequest, table: Table, slug: str) -> HttpResponse:
    if slug not in GAMES:
        raise Http404
    whole = open_book(table)
    book = RecordFilter(request.GET, book=whole, game=slug).narrow()
    return print_document(
        request,
        slug,
        lambda paper: draw_game(
            show_game(book, slug), slug, paper_of(request, table, whole, paper, slug)
        ),
        of=newest_day(book),
    )


@at_table("spectator")
@require_safe
def person_paper(request: TableRequest, table: Table, person: int) -> HttpResponse:
    whole = open_book(table)
    found = whole.players.by_key.get(str(person))
    if found is None:
        raise Http404
    asked = RecordFilter(request.GET, book=whole)
    book = asked.narrow()
    page = show_person(book, table, found, narrowed=asked.narrows)
    return print_document(
        request,
        slugify(found.name) or "person",
        lambda paper: draw_person(
            page, found.name, paper_of(request, table, whole, paper)
        ),
        of=newest_day(book),
    )
