"""What a reader wants to see of a campaign's history: a session, an empire, a kind of act, a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from campaign.models import Campaign
from companion.log import act_filters
from companion.log.models import Act
from scoring.records import READABLE_TEXT
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState


@dataclass(frozen=True)
class Wanted:
    session: str = ""
    empire: str = ""
    kind: str = ""
    person: str = ""

    @property
    def query(self) -> str:
        return urlencode({key: value for key, value in vars(self).items() if value})


def filter_acts(campaign: Campaign, wanted: Wanted) -> QuerySet[Act]:
    """The newest first."""
    acts: QuerySet[Act] = campaign.acts.order_by("-number")
    # PostgreSQL can't even compare a NUL.
    if not READABLE_TEXT.fullmatch("".join(vars(wanted).values())):
        return acts.none()
    acts = act_filters.filter_by_kind(acts, CAMPAIGN, wanted.kind)
    acts = act_filters.filter_by_person(acts, wanted.person)
    if wanted.session:
        acts = acts.filter(of_session(campaign, wanted.session))
    if wanted.empire:
        acts = acts.filter(
            act_filters.acts_of_empire(CAMPAIGN, campaign, wanted.empire)
        )
    return acts


def of_session(campaign: Campaign, number: str) -> Q:
    """From the act that opened it to the one that finished it, as far as there is one."""
    known = number.isascii() and number.isdigit() and len(number) < 7
    sessions = campaign.sessions.select_related("act", "end__act")
    session = sessions.filter(number=number).first() if known else None
    if session is None:
        return Q(pk__in=())
    opened = Q(number__gte=session.act.number)
    end = getattr(session, "end", None)
    return opened & Q(number__lte=end.act.number) if end else opened


def filter_choices(campaign: Campaign, state: CampaignState) -> dict[str, Any]:
    last = state.session.number if state.session else state.played
    return {
        "sessions": range(last, 0, -1),
        "empires": [(one.key, one.name) for one in campaign.empires.all()],
        **act_filters.filter_choices(CAMPAIGN, campaign),
    }
