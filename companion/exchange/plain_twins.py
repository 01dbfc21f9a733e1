"""Sessions of a campaign that came as single games before the campaign did: they count once.

BG Stats knows no campaigns, so its files hold their sessions as games. Once the campaign is here
its own sessions count, and the single games go to the archive.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q

from campaign.files.lines import GivenCampaign
from campaign.models import Campaign
from companion.exchange.added import IMPORT
from companion.exchange.campaign_plays import campaign_session_id
from companion.exchange.matching import former_names
from companion.exchange.recognising import campaign_signatures, single_signatures
from companion.log.record import NewAct, append_all
from companion.tables.models import Table
from scoring.rise_of_empire.session import GAME

OPEN = "open_session"


def count_plain_twins(campaigns: Iterable[GivenCampaign], table: Table) -> int:
    """How many single games of a table are sessions of campaigns that a file brings."""
    ids = [
        campaign_session_id(act.client_id)
        for one in campaigns
        if not (one.example or one.what_if)
        for act in one.acts
        if act.kind == OPEN
    ]
    return len(find_by_id(table, ids))


def find_by_id(table: Table, ids: Iterable[UUID]) -> set[int]:
    """Which single games in sight came under these ids."""
    wanted = list(ids)
    brought = Q(acts__kind=IMPORT, acts__client_id__in=wanted)
    own = table.sessions.filter(card__archived=False, card__finished=True)
    found = own.filter(brought | Q(file_id__in=wanted))
    return set(found.values_list("pk", flat=True))


def archive_plain_twins(*, campaign: Campaign, **_sent: Any) -> None:
    """A campaign came: what it tells is archived where it is here as single games."""
    if campaign.example or campaign.is_what_if or campaign.copy_of_id:
        return
    table, former = campaign.table, former_names(campaign.table)
    opened = campaign.acts.filter(kind=OPEN).values_list("client_id", flat=True)
    twins = find_by_id(table, map(campaign_session_id, opened))
    told = set(campaign_signatures(table.campaigns.filter(pk=campaign.pk), former))
    single = table.sessions.filter(
        card__game=GAME.slug, card__archived=False, card__finished=True
    )
    here = single_signatures(single, former)
    twins |= {key for key, one in here.items() if one in told}
    for session in table.sessions.filter(pk__in=twins).order_by("pk"):
        append_all(session, [NewAct("archive", {})])
