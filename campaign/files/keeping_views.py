"""A campaign's own page: its name, the archive, and the way out with a copy kept."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.files import copies
from campaign.files.views import as_file
from campaign.models import Campaign, DeletedCampaign
from companion.base.posting import post_or_page
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


def keeping_address(campaign: Campaign) -> str:
    return reverse("keep-campaign", args=[campaign.pk])


@at_table("organiser")
@require_safe
def keeping_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    return show_keeping(request, campaign)


def show_keeping(
    request: TableRequest, campaign: Campaign, mistake: str = ""
) -> HttpResponse:
    shown = {"campaign": campaign, "mistake": mistake}
    status = 422 if mistake else 200
    return render(request, "campaign/files/keeping.html", shown, status=status)


@at_table("organiser")
@post_or_page(keeping_address)
def rename_campaign(request: TableRequest, campaign: Campaign) -> HttpResponse:
    if not copies.rename_campaign(campaign, request.POST.get("name", "")):
        return show_keeping(request, campaign, _("Enter a name for the campaign."))
    return redirect("campaign", campaign.pk)


@at_table("organiser")
@post_or_page(keeping_address)
def archive_campaign(request: TableRequest, campaign: Campaign) -> HttpResponse:
    archived = "restore" not in request.POST
    copies.archive_campaign(campaign, archived=archived)
    if archived:
        return redirect("archived-campaigns", campaign.table_id)
    return redirect("campaign", campaign.pk)


@at_table("organiser")
@post_or_page(keeping_address)
def delete_campaign(request: TableRequest, campaign: Campaign) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        text = _("Tick the box to delete this campaign.")
        return show_keeping(request, campaign, text)
    table, person = campaign.table_id, request.here.person
    copies.delete_campaign(campaign, by_name=person.name if person else "")
    return redirect("archived-campaigns", table)


# What a table keeps


def archive_address(table: Table) -> str:
    return reverse("archived-campaigns", args=[table.pk])


def copy_address(table: Table, **_given: int) -> str:
    return archive_address(table)


@at_table("organiser")
@require_safe
def archive_page(request: TableRequest, table: Table) -> HttpResponse:
    """The campaigns that are archived, and the copies of those that were deleted."""
    shown = {
        "table": table,
        "archived": table.campaigns.filter(archived=True).defer("start", "state"),
        "deleted": table.deleted_campaigns.defer("content"),
    }
    return render(request, "campaign/files/archive.html", shown)


def find_copy(table: Table, copy: int) -> DeletedCampaign:
    return get_object_or_404(table.deleted_campaigns, pk=copy)


@at_table("organiser")
@require_safe
def download_copy(_request: TableRequest, table: Table, copy: int) -> HttpResponse:
    kept = find_copy(table, copy)
    name = f"{slugify(kept.name) or 'campaign'}-campaign.jsonl"
    return as_file(copies.copy_content(kept), "application/jsonl", name)


@at_table("organiser")
@post_or_page(copy_address)
def reopen_copy(_request: TableRequest, table: Table, copy: int) -> HttpResponse:
    """Pressed twice, the second press finds no copy any more."""
    try:
        kept = find_copy(table, copy)
    except Http404:
        return redirect(archive_address(table))
    return redirect("campaign", copies.reopen_copy(kept).pk)
