"""Campaigns of a table that were opened twice before copies were told apart: their sessions count twice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Q

from campaign.models import Campaign
from companion.tables.models import Table


@dataclass(frozen=True)
class DoubledCampaign:
    """Two campaigns that begin with the same act; `copy` is the one that is less far."""

    original: Campaign
    copy: Campaign


def find_doubled(table: Table) -> list[DoubledCampaign]:
    """In one query, whatever else the table has."""
    real = table.campaigns.filter(what_if_after=None, copy_of=None)
    counted = real if table.demo else real.filter(example=False)
    begun = counted.filter(acts__number=1).annotate(first=F("acts__client_id"))
    same: dict[UUID, list[Campaign]] = defaultdict(list)
    for one in begun.defer("start", "state").order_by("-last", "pk"):
        same[one.first].append(one)
    return [
        DoubledCampaign(original, copy)
        for original, *copies in same.values()
        for copy in copies
    ]


def mark_copy(doubled: DoubledCampaign) -> None:
    """From now on the original alone counts, also for copies of the copy."""
    original, copy = doubled.original, doubled.copy
    original.table.campaigns.filter(Q(pk=copy.pk) | Q(copy_of=copy.pk)).update(
        copy_of=original
    )


def count_again(copy: Campaign) -> None:
    """A campaign of its own after all."""
    copy.table.campaigns.filter(pk=copy.pk).update(copy_of=None)
