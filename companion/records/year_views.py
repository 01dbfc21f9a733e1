"""A year of a table: its page, and one printed page of it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.paper.printing import print_document
from companion.records.book import open_book
from companion.records.paper_parts import PaperOf
from companion.records.year_page import show_year
from companion.records.year_paper import draw_year
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


@at_table("spectator")
@require_safe
def year_in_review(request: TableRequest, table: Table, year: int) -> HttpResponse:
    page = show_year(open_book(table), year)
    return render(request, "records/year.html", {"table": table, "page": page})


@at_table("spectator")
@require_safe
def year_paper(request: TableRequest, table: Table, year: int) -> HttpResponse:
    book = open_book(table)
    days = [play.day for play in show_year(book, year).numbers.recent if play.day]
    return print_document(
        request,
        f"{year}",
        # Inside, because months have other names in another language.
        lambda paper: draw_year(show_year(book, year), PaperOf(table.name, paper)),
        of=max(days, default=None),
    )
