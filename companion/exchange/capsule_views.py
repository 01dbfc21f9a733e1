"""A campaign as one page to keep."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.files.views import as_file
from campaign.models import Campaign
from companion.exchange.capsule import write_capsule
from companion.tables.access import TableRequest, at_table

HTML = "text/html; charset=utf-8"


@at_table("player")
@require_safe
def campaign_capsule(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    name = f"{slugify(campaign.name) or 'campaign'}.html"
    return as_file(write_capsule(campaign), HTML, name)
