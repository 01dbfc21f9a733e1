"""What a reader wants to see of a campaign's history: words, a session, an empire, a kind of act, a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from campaign.history.spans import SessionSpan
from campaign.history.telling import NamedEmpire
from campaign.models import Campaign
from companion.log import act_filters
from companion.log.act_words import Names
from companion.log.acting import read_whole_number
from companion.log.models import Act
from scoring.records import READABLE_TEXT
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN


@dataclass(frozen=True)
class Wanted:
    q: str = ""
    session: str = ""
    empire: str = ""
    kind: str = ""
    person: str = ""

    @property
    def query(self) -> str:
        return urlencode({key: value for key, value in vars(self).items() if value})

    @property
    def narrows(self) -> bool:
        """Whether it asks for more than a session, whose acts are then all shown."""
        return bool(replace(self, session="").query)

    @property
    def everywhere(self) -> bool:
        """Whether it asks for words alone."""
        return self == Wanted(q=self.q)

    def span(self, spans: Sequence[SessionSpan]) -> SessionSpan | None:
        """The session asked for, or the newest."""
        number = read_whole_number(self.session)
        if not self.session:
            return spans[-1] if spans else None
        return next((one for one in spans if one.number == number), None)


def filter_acts(
    campaign: Campaign, wanted: Wanted, spans: Sequence[SessionSpan]
) -> QuerySet[Act]:
    """The newest first."""
    acts: QuerySet[Act] = campaign.acts.order_by("-number")
    # PostgreSQL can't even compare a NUL.
    if not READABLE_TEXT.fullmatch("".join(vars(wanted).values())):
        return acts.none()
    acts = act_filters.filter_by_kind(acts, CAMPAIGN, wanted.kind)
    acts = act_filters.filter_by_person(acts, wanted.person)
    if wanted.session or not wanted.narrows:
        acts = acts.filter(of_span(wanted.span(spans)))
    if wanted.empire:
        acts = acts.filter(
            act_filters.acts_of_empire(CAMPAIGN, campaign, wanted.empire)
        )
    return acts


def of_span(span: SessionSpan | None) -> Q:
    if span is None:
        return Q(pk__in=())
    return Q(number__gte=span.first, number__lte=span.last)


def filter_choices(
    campaign: Campaign,
    spans: Sequence[SessionSpan],
    empires: Iterable[NamedEmpire],
    names: Names,
) -> dict[str, Any]:
    return {
        "sessions": [
            (one.number, one.number or gettext("before the first"))
            for one in reversed(spans)
        ],
        "empires": [(one.key, names.empire(one.key)) for one in empires],
        **act_filters.filter_choices(CAMPAIGN, campaign),
    }
