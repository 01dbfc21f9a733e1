"""A campaign that is at the table twice counts once: marked as a copy, and the way back."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from companion.base.posting import post_or_page
from companion.log.acting import read_whole_number
from companion.records.doubles import count_again, find_doubled, mark_copy
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table

MARKED = "copied"  # in the address: the campaign that was just marked


def hall_address(table: Table) -> str:
    return reverse("hall-of-fame", args=[table.pk])


@at_table("organiser")
@post_or_page(hall_address)
def count_once(request: TableRequest, table: Table) -> HttpResponse:
    """Nothing happens where the pair is gone by now."""
    asked = read_whole_number(request.POST.get("copy", ""))
    for one in find_doubled(table):
        if one.copy.pk == asked:
            mark_copy(one)
            return redirect(f"{hall_address(table)}?{MARKED}={asked}")
    return redirect(hall_address(table))


@at_table("organiser")
@post_or_page(hall_address)
def count_twice(request: TableRequest, table: Table) -> HttpResponse:
    """Undoes the mark."""
    asked = read_whole_number(request.POST.get("copy", ""))
    if marked := table.campaigns.filter(pk=asked or 0).first():
        count_again(marked)
    return redirect(hall_address(table))
