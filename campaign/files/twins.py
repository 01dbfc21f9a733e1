"""A campaign of a file that is at the table already: and how far both are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from django.db import transaction

from campaign.files.lines import GivenCampaign
from campaign.models import Campaign
from companion.tables.models import Table


@dataclass(frozen=True)
class TwinCampaign:
    """A campaign here that began with the same acts as a file."""

    campaign: Campaign
    shared: int  # acts both begin with
    only_here: int
    only_in_file: int

    @property
    def has_all(self) -> bool:
        return not self.only_in_file

    @property
    def is_behind(self) -> bool:
        """The file goes on where this one stopped."""
        return bool(self.only_in_file) and not self.only_here

    @property
    def original(self) -> Campaign:
        return self.campaign.copy_of or self.campaign


def find_twin(given: GivenCampaign, table: Table) -> TwinCampaign | None:
    """The campaign that shares most with a file, rather the original than a copy of it."""
    if given.what_if is not None or not given.acts:
        return None
    begun = table.campaigns.filter(
        what_if_after=None, acts__number=1, acts__client_id=given.acts[0].client_id
    )
    found = [compare_logs(one, given) for one in begun.select_related("copy_of")]
    return max((one for one in found if one.shared), key=rank_twin, default=None)


def rank_twin(twin: TwinCampaign) -> tuple[int, bool, int]:
    return twin.shared, twin.campaign.copy_of_id is None, -twin.campaign.pk


def compare_logs(campaign: Campaign, given: GivenCampaign) -> TwinCampaign:
    acts = campaign.acts.order_by("number").values_list("client_id", "kind", "data")
    theirs = ((one.client_id, one.kind, one.data) for one in given.acts)
    same = campaign.start == given.start
    pairs = zip(acts, theirs, strict=False) if same else ()
    shared = sum(1 for _both in takewhile(lambda both: both[0] == both[1], pairs))
    return TwinCampaign(campaign, shared, len(acts) - shared, len(given.acts) - shared)


def find_copied(given: GivenCampaign, table: Table) -> Campaign | None:
    """What a file would be a second copy of."""
    twin = find_twin(given, table)
    return twin.original if twin else None


@transaction.atomic
def hand_on_copies(campaign: Campaign) -> None:
    """Where an original goes, the oldest of its copies takes its place for the others."""
    first = campaign.copies.order_by("pk").first()
    if first:
        campaign.copies.exclude(pk=first.pk).update(copy_of=first)
