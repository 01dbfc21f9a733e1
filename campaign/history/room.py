"""What the history of a campaign shows beside its acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from campaign.history.annals import campaign_teller
from campaign.history.consequences import find_consequences
from campaign.history.repairs import repair_address
from campaign.models import Campaign
from companion.log.history import ActLine
from companion.log.history_pages import HistoryRoom
from companion.log.models import Act
from scoring.words import _


def campaign_frame(campaign: Campaign) -> dict[str, Any]:
    return {"campaign": campaign, "log_name": campaign.name}


def campaign_lines(campaign: Campaign, acts: Sequence[Act]) -> list[ActLine]:
    return campaign_teller(campaign).lines(acts)


CAMPAIGN_HISTORY = HistoryRoom(
    header="campaign/board/_header.html",
    empty=_("Nothing has happened yet. Found an empire and start a session."),
    frame=campaign_frame,
    lines=campaign_lines,
    home=lambda campaign: reverse("campaign-history", args=[campaign.pk]),
    open=lambda campaign, number: reverse("campaign-act", args=[campaign.pk, number]),
    consequences=find_consequences,
    repair=lambda campaign, act: repair_address(campaign, act.kind, act.data),
    undo=lambda campaign, number: reverse("campaign-undo", args=[campaign.pk, number]),
)
