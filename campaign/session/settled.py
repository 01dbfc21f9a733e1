"""Finished sessions, named by what alone can change them, and their states, loaded once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import QuerySet, Subquery

from campaign.models import Campaign, SessionEnd
from companion.base.kept import KeptOnce
from companion.log.models import Act
from companion.log.replay import REWRITING
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState

Version: TypeAlias = tuple[int, UUID | None]
END = "end"  # the moment a session was finished
SETTLING = ("finish_session", *REWRITING)
MOST_BYTES, ABOUT_A_STATE = 6_000_000, 150_000
STATES: KeptOnce[CampaignState] = KeptOnce(MOST_BYTES, lambda _state: ABOUT_A_STATE)


def settling_acts(campaign: Campaign) -> QuerySet[Act]:
    """Only another finish, an undo, an edit or a repair changes a finished session.

    So the last act of these kinds names them all: also after another process wrote, and in a copy
    that was put back.
    """
    return campaign.acts.filter(kind__in=SETTLING).order_by("-number")


def settled_version(campaign: Campaign) -> Version:
    """Another one whenever a finished session came, went or changed."""
    acts = settling_acts(campaign).values_list("client_id", flat=True)
    return campaign.pk, acts.first()


def ends_with_version(campaign: Campaign) -> QuerySet[SessionEnd, Any]:
    """Ends of sessions, each with the version; with their long states only if none is kept yet."""
    last = settling_acts(campaign).values("client_id")[:1]
    ends = campaign.ends.annotate(settled=Subquery(last)).select_related("act")
    known = STATES.has_any(lambda moment: moment[0][0] == campaign.pk)  # type: ignore[index]
    return ends.defer("state") if known else ends


def version_read_with(end: SessionEnd) -> Version:
    settled: UUID | None = end.settled  # type: ignore[attr-defined]
    return end.campaign_id, settled


def load_end(end: SessionEnd) -> CampaignState:
    """What a session left."""
    moment = (version_read_with(end), end.session.number, END)
    return keep_state(moment, lambda: CAMPAIGN.load(end.state))


def keep_state(moment: Hashable, load: Callable[[], CampaignState]) -> CampaignState:
    """A state of a finished session; the version in `moment` was read before it is loaded."""
    return STATES.get_or_make(moment, load) or load()
