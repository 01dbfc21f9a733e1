"""The demo in one tap: to look at, and to play with others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from companion.base.posting import post_or_page
from companion.home.demos import shared_demo
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.models import Table


def home_address() -> str:
    return reverse("home")


def table_address(table: Table) -> str:
    return reverse("table", args=[table.pk])


@open_to_all
@post_or_page(home_address)
def open_demo(_request: HttpRequest) -> HttpResponse:
    return redirect("campaign", shared_demo().pk)


@at_table("organiser")
@post_or_page(table_address)
def copy_demo(_request: TableRequest, table: Table) -> HttpResponse:
    """For whoever wants to play the demo with others: `at_table` has made their copy."""
    return redirect("invite", table.pk)
