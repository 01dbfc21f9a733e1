"""Between two sessions: how the last one ended, and the page that tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from campaign.models import Campaign
from campaign.session.log import RecentActs
from campaign.session.now import BEFORE, SessionView
from scoring.rise_of_empire.state import CampaignState


@dataclass(frozen=True)
class EndedSession:
    """The session that was finished last; alone nobody wins it."""

    number: int
    winners: tuple[str, ...]
    address: str


def closing_address(campaign: Campaign, state: CampaignState) -> str:
    """The page that closes the evening; the final one where the campaign was won."""
    if state.over:
        return reverse("campaign-final", args=[campaign.pk])
    return reverse("campaign-chapter", args=[campaign.pk, state.played])


def ended_context(now: SessionView, log: RecentActs) -> dict[str, Any]:
    """Only before the next session, and not where the last one was played on paper."""
    if now.stage != BEFORE or log.end is None:
        return {}
    results = log.campaign.results.filter(session=log.end.session_id)
    rows = list(results.order_by("place", "pk").values_list("place", "empire__player"))
    winners = tuple(player for place, player in rows if place == 1 and len(rows) > 1)
    address = closing_address(log.campaign, now.state)
    return {"ended": EndedSession(now.state.played, winners, address)}
