"""What a reader wants to see of a campaign's history: words, a session, an empire, a kind of act, a person."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from campaign.history.spans import SessionSpan
from campaign.models import Campaign
from companion.log import act_filters
from companion.log.acting import read_whole_number
from companion.log.history import ActLine, Teller
from companion.log.models import Act
from scoring.records import READABLE_TEXT
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN

LONGEST_SEARCH = 60


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


def search_acts(
    teller: Teller, acts: QuerySet[Act], wanted: str, players: Mapping[str, str]
) -> list[Act]:
    """Those whose line has every word, as the reader's language tells it, or the player it is about."""
    words = fold_text(wanted[:LONGEST_SEARCH]).split()
    listed = list(acts)
    kinds = teller.kinds(listed)
    lines = ((act, teller.line(act, kinds=kinds)) for act in listed)
    return [act for act, line in lines if has_words(line, words, players)]


def has_words(line: ActLine, words: Sequence[str], players: Mapping[str, str]) -> bool:
    told, act = line.told, line.act
    whose = (players.get(name, "") for name in told.whom)
    said = (told.what, *told.whom, told.how, told.reason)
    parts = (*said, *whose, act.by_name, act.for_name)
    text = fold_text(f"{act.number} {' '.join(parts)}")
    return all(word in text for word in words)


def fold_text(text: str) -> str:
    """Without capitals and accents, as people type on a phone."""
    if text.isascii():  # most lines, and much quicker
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one))


def filter_choices(campaign: Campaign, spans: Sequence[SessionSpan]) -> dict[str, Any]:
    return {
        "sessions": [one.number for one in reversed(spans)],
        "empires": [(one.key, one.name) for one in campaign.empires.all()],
        **act_filters.filter_choices(CAMPAIGN, campaign),
    }
