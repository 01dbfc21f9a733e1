"""A campaign or a whole table as one page to keep."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.files.views import as_file
from campaign.models import Campaign
from companion.exchange.capsule import write_capsule
from companion.exchange.table_capsule import write_table_capsule
from companion.exchange.views import name_file
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table

HTML = "text/html; charset=utf-8"


@at_table("player")
@require_safe
def campaign_capsule(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    name = f"{slugify(campaign.name) or 'campaign'}.html"
    return as_file(write_capsule(campaign), HTML, name)


@at_table("player")
@require_safe
def table_capsule(_request: TableRequest, table: Table) -> HttpResponse:
    return as_file(write_table_capsule(table), HTML, name_file(table, "table.html"))
