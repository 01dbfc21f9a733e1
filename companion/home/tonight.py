"""What is on at a table: its open sessions, its campaigns, and where a phone that joins goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypedDict

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from campaign.board.stakes import next_stake
from campaign.models import Campaign
from campaign.session.now import SessionView
from companion.base.wording import translate
from companion.home.screen import last_acted_at
from companion.sessions.finding import select_for_list
from companion.sessions.models import GameSession
from companion.sessions.present_names import show_present_names
from companion.tables.access import RANKS, Here
from companion.tables.models import Table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.stages import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django_stubs_ext import WithAnnotations


class Touched(TypedDict):
    """What is asked for beside a log."""

    touched: datetime


AN_EVENING = timedelta(hours=18)  # also what the host opened in the morning
SHOWN = 5  # open sessions; all of them are in the list of sessions


@dataclass(frozen=True)
class CampaignNow:
    """A campaign at a glance: which session is on or comes next, and what it is about."""

    campaign: Campaign
    session: int
    in_play: bool
    over: bool
    step: str
    stake: str

    @property
    def played(self) -> int:
        return self.session - 1


@dataclass(frozen=True)
class Tonight:
    """What a table would go on with."""

    table: Table
    sessions: list[GameSession]
    campaigns: list[CampaignNow]

    @property
    def running(self) -> list[CampaignNow]:
        return [one for one in self.campaigns if not one.over]

    @property
    def over(self) -> list[CampaignNow]:
        return [one for one in self.campaigns if one.over]


def sort_by_last_use(own: list[Here]) -> list[Here]:
    """Each table once, with the strongest role, the one somebody last did something at first."""
    ranked = sorted(own, key=lambda here: RANKS.index(here.role))
    once = {here.table.pk: here for here in ranked if here.table}
    if len(once) < 2:
        return list(once.values())
    used = last_used([here.table for here in once.values() if here.table])
    return sorted(once.values(), key=lambda here: used[here.table], reverse=True)


def last_used(tables: list[Table]) -> dict[Table | None, datetime]:
    """When something was last done at each table; a new table counts from its beginning."""
    found: dict[Table | None, datetime] = {one: one.created for one in tables}
    for kind in (GameSession, Campaign):
        logs = kind.objects.filter(table__in=tables).annotate(touched=last_acted_at())
        newest = dict(logs.order_by("touched").values_list("table", "touched"))
        for one in tables:
            found[one] = max(found[one], newest.get(one.pk, one.created))
    return found


def tonight(table: Table) -> Tonight:
    return Tonight(
        table,
        sessions=show_present_names(select_for_list(open_sessions(table))[:SHOWN]),
        campaigns=[summarise_campaign(one) for one in campaigns_lately(table)],
    )


def open_sessions(table: Table) -> QuerySet[WithAnnotations[GameSession, Touched]]:
    """Begun and not finished, the one somebody last entered something in first."""
    begun = table.sessions.filter(
        card__begun=True, card__archived=False, card__finished=False
    )
    return begun.annotate(touched=last_acted_at()).order_by("-touched", "-pk")


def past_sessions(table: Table) -> QuerySet[GameSession]:
    done = table.sessions.filter(card__finished=True, card__archived=False)
    return select_for_list(done)


def campaigns_lately(table: Table) -> QuerySet[WithAnnotations[Campaign, Touched]]:
    """What people really play first, then copies and what-ifs."""
    own = table.campaigns.filter(archived=False).defer("start")
    found = own.annotate(touched=last_acted_at())
    real_first = (F(one).asc(nulls_first=True) for one in ("what_if_after", "copy_of"))
    return found.order_by(*real_first, "-touched", "-pk")


def summarise_campaign(campaign: Campaign) -> CampaignNow:
    state = CAMPAIGN.load(campaign.state)
    view = SessionView(state)
    return CampaignNow(
        campaign,
        session=view.number,
        in_play=state.session is not None,
        over=state.over,
        step=name_step(view),
        stake=translate(next_stake(state)),
    )


def name_step(view: SessionView) -> str:
    """What the table is at; it plays until the first score is entered."""
    if view.stage == Stage.PLAY and not view.counting:
        return gettext("During the game")
    return translate(view.step.name) if view.step else ""


# Where somebody who joins goes


def landing_page(here: Here, table: Table) -> str:
    """What is played now, at the visitor's own seat or empire; else the table's page, with all that is open."""
    name = here.person.name if here.person else ""
    since = timezone.now() - AN_EVENING
    lately = campaigns_lately(table).filter(touched__gte=since)
    real = (one for one in lately if not one.is_what_if)
    campaign = next((one for one in real if one.state["session"]), None)
    session = open_sessions(table).filter(touched__gte=since).first()
    if campaign and (session is None or campaign.touched > session.touched):
        return campaign_page(campaign, name, plays=here.plays)
    if session:  # which opens at the visitor's own seat by itself
        return reverse("session", args=[session.token])
    return reverse("table", args=[table.pk])


def campaign_page(campaign: Campaign, name: str, *, plays: bool) -> str:
    """The session of a campaign; while the table counts, somebody's own count."""
    view = SessionView(CAMPAIGN.load(campaign.state))
    seat = find_position([one.player for one in view.seats], name)
    if plays and seat is not None and view.stage == Stage.PLAY and view.counting:
        return reverse("campaign-session-score", args=[campaign.pk, seat])
    return reverse("campaign-session", args=[campaign.pk])


def find_position(names: Iterable[str], name: str) -> int | None:
    """Where a name stands, however it is capitalised."""
    folded = [one.casefold() for one in names]
    return folded.index(name.casefold()) if name.casefold() in folded else None
