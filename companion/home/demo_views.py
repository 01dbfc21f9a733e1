"""The demo in one tap: to look at, and to play with others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from companion.home.demos import shared_demo
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.models import Table


@open_to_all
@require_POST
def open_demo(_request: HttpRequest) -> HttpResponse:
    return redirect("campaign", shared_demo().pk)


@at_table("organiser")
@require_POST
def copy_demo(_request: TableRequest, table: Table) -> HttpResponse:
    """For whoever wants to play the demo with others: `at_table` has made their copy."""
    return redirect("invite", table.pk)
