"""Campaigns that are renamed, archived, or deleted with a copy kept at their table."""

from __future__ import annotations

import zlib

from django.db import transaction

from campaign.board.services import delete_log
from campaign.files.importing import keep_once
from campaign.files.lines import campaign_bytes, read_campaign
from campaign.files.twins import hand_on_copies
from campaign.models import Campaign, DeletedCampaign
from companion.log.record import lock_log
from scoring.entries import LONGEST
from scoring.records import READABLE_TEXT


def rename_campaign(campaign: Campaign, name: str) -> bool:
    """Whether it has a new name; an empty one is none, nor is one that can't be stored."""
    name = name.strip()[:LONGEST]
    if not name or not READABLE_TEXT.fullmatch(name):
        return False
    Campaign.objects.filter(pk=campaign.pk).update(name=name)
    return True


def archive_campaign(campaign: Campaign, *, archived: bool) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived=archived)


@transaction.atomic
def delete_campaign(campaign: Campaign, *, by_name: str = "") -> DeletedCampaign:
    """The campaign goes and its copy stays: both, or nothing happens."""
    lock_log(campaign)
    campaign.refresh_from_db()
    copy = DeletedCampaign.objects.create(
        table=campaign.table,
        name=campaign.name,
        acts=campaign.last,
        by_name=by_name,
        content=zlib.compress(campaign_bytes(campaign), 9),
    )
    hand_on_copies(campaign)
    delete_log(campaign)
    return copy


def copy_content(copy: DeletedCampaign) -> bytes:
    """The copy as the file of its campaign."""
    return zlib.decompress(bytes(copy.content))


@transaction.atomic
def reopen_copy(copy: DeletedCampaign) -> Campaign:
    """The campaign with every act it had; the copy is no longer needed."""
    given = read_campaign(copy_content(copy))
    campaign = keep_once(given, table=copy.table, name=copy.name)
    copy.delete()
    return campaign
