"""What a reader wants to see of a campaign's history: a session, an empire, a kind of act, a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from campaign.history.telling import Names
from campaign.history.words import CORRECTION, KINDS
from campaign.models import Campaign
from companion.log.models import Act
from companion.log.replay import REWRITING
from scoring.rise_of_empire.state import CampaignState

NOBODY = "-"  # acts whose doer gave no name
TOGETHER = ("open_session", "complete_mission", "settle_tie")  # acts of several empires
GROUPS: dict[str, tuple[str, ...]] = {
    "corrections": tuple(kind for kind in KINDS if kind.startswith(CORRECTION)),
    "rewriting": tuple(REWRITING),
}


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
    acts = campaign.acts.order_by("-number")
    if wanted.kind:
        acts = acts.filter(kind__in=GROUPS.get(wanted.kind, (wanted.kind,)))
    if wanted.person:
        acts = acts.filter(by_name="" if wanted.person == NOBODY else wanted.person)
    if wanted.session:
        acts = acts.filter(of_session(campaign, wanted.session))
    if wanted.empire:
        acts = acts.filter(of_empire(campaign, wanted.empire))
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


def of_empire(campaign: Campaign, key: str) -> Q:
    """What was done by or for an empire; acts of several name them in a list."""
    shared = campaign.acts.filter(kind__in=TOGETHER).values_list("number", "data")
    numbers = [
        number
        for number, data in shared
        if key in (data.get("empires") or data.get("order") or ())
    ]
    return Q(data__empire=key) | Q(number__in=numbers)


def filter_choices(
    campaign: Campaign, state: CampaignState, names: Names
) -> dict[str, Any]:
    """What there is to choose from; kinds and people only if they are there."""
    done = set(campaign.acts.order_by().values_list("kind", "by_name").distinct())
    kinds = {kind for kind, _name in done}
    last = state.session.number if state.session else state.played
    return {
        "sessions": range(last, 0, -1),
        "empires": names.empires.items(),
        "kinds": [(kind, label) for kind, label in KINDS.items() if kind in kinds],
        "people": [
            (name or NOBODY, name) for name in sorted({name for _k, name in done})
        ],
    }
