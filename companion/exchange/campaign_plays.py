"""The finished sessions of a campaign as they leave the table, from one replay of its log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from uuid import UUID, uuid5

from campaign.models import Campaign
from campaign.session.days import session_day
from companion.exchange.plays import OURS, PlayedNight
from companion.log.models import Act
from companion.log.replay import EffectiveAct, effective_acts
from companion.sessions.timing import end_of_game, measure_span
from companion.tables.models import Table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.preview import score_sheet
from scoring.rise_of_empire.session import GAME
from scoring.rise_of_empire.state import CampaignState


def plays_of_campaigns(table: Table) -> Iterator[PlayedNight]:
    """What the table really played: no demo, no what-if, and nothing twice."""
    own = table.campaigns.filter(example=False, what_if_after=None, copy_of=None)
    real = own.order_by("pk")
    for campaign in real.defer("state"):
        yield from plays_of_campaign(campaign)


def play_of_campaign(campaign: Campaign, number: int) -> PlayedNight | None:
    """One finished session by its number; None where there isn't any, or nobody really played it."""
    if campaign.is_what_if:
        return None
    found = (one for one in plays_of_campaign(campaign) if one.number == number)
    return next(found, None)


def plays_of_campaign(campaign: Campaign) -> Iterator[PlayedNight]:
    """Each session as its scores were when they were confirmed."""
    acts = list(campaign.acts.order_by("number"))
    by_number = {act.number: act for act in acts}
    state = CAMPAIGN.start(campaign.start)
    opened: EffectiveAct | None = None
    counted: datetime | None = None
    settled = state
    for act in effective_acts(acts):
        match act.kind:
            case "open_session":
                opened, counted = act, None
            case "enter_score":
                counted = counted or by_number[act.number].at
            case "settle_scores":
                settled = state
            case "finish_session" if opened:
                began = by_number[opened.number]
                yield read_campaign_session(campaign, settled, opened, began, counted)
        state, _facts = CAMPAIGN.apply(state, act.kind, act.data)


def read_campaign_session(
    campaign: Campaign,
    settled: CampaignState,
    opened: EffectiveAct,
    began: Act,
    counted: datetime | None,
) -> PlayedNight:
    seats = settled.session.seats if settled.session else ()
    empires = [one for seat in seats if (one := settled.empire(seat.empire))]
    typed = str(opened.data.get("played_on") or "")
    day = session_day(date.fromisoformat(typed) if typed else None, began.at)
    span = measure_span(began.at, counted, day.isoformat())
    return PlayedNight(
        id=campaign_session_id(began.client_id),
        game=GAME,
        sheet=score_sheet(settled),
        names=tuple(one.player for one in empires),
        played_as=tuple(one.sheet.name for one in empires),
        played_on=day,
        ended=end_of_game(began.at, counted, day),
        minutes=span.minutes,
        campaign=campaign.name,
        number=settled.played + 1,
    )


def campaign_session_id(opening: UUID) -> UUID:
    """The same wherever the campaign's file is opened: its acts keep their ids."""
    return uuid5(OURS, str(opening))
