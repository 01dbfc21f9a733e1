"""A year of a table: its page, and one printed page of it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from companion.paper.printing import print_document
from companion.records.book import open_book
from companion.records.paper_parts import PaperOf
from companion.records.year_page import YearPage, show_year
from companion.records.year_paper import draw_year
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


def show_year_or_404(table: Table, year: int) -> YearPage:
    """A year nobody can have played in has no page, unless a game says so."""
    page = show_year(open_book(table), year)
    sensible = 0 < year <= timezone.localdate().year + 1
    if not sensible and not page.numbers.plays:
        raise Http404
    return page


@at_table("spectator")
@require_safe
def year_in_review(request: TableRequest, table: Table, year: int) -> HttpResponse:
    page = show_year_or_404(table, year)
    return render(request, "records/year.html", {"table": table, "page": page})


@at_table("spectator")
@require_safe
def year_paper(request: TableRequest, table: Table, year: int) -> HttpResponse:
    book = open_book(table)
    page = show_year_or_404(table, year)
    days = [play.day for play in page.numbers.recent if play.day]
    return print_document(
        request,
        f"{year}",
        # Inside, because months have other names in another language.
        lambda paper: draw_year(show_year(book, year), PaperOf(table.name, paper)),
        of=max(days, default=None),
    )
