"""The campaign as it was after any of its acts, replayed from the last session that ended before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from campaign.models import Campaign, SessionEnd
from companion.log.models import Act
from companion.log.replay import (
    REWRITING,
    EffectiveAct,
    effective_acts,
    replay_acts,
    standing_amendments,
    standing_repairs,
    undone_numbers,
)
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState


@dataclass(frozen=True)
class Moment:
    """The states before and after an act, as people saw them then."""

    before: CampaignState
    after: CampaignState


def find_moment(campaign: Campaign, number: int) -> Moment:
    """What counted then: what was undone or edited later still stands as it was."""
    rewriting = list(campaign.acts.filter(kind__in=REWRITING).order_by("number"))
    states = states_until(campaign, rewriting, number)
    last = states[-1]
    if any(act.number == number for act in rewriting):
        return Moment(states_until(campaign, rewriting, number - 1)[-1], last)
    return Moment(states[-2] if len(states) > 1 else last, last)


def find_corrected(campaign: Campaign, number: int) -> CampaignState:
    """The state after this act as it counts now, with everything that was corrected later."""
    base = last_end_before(campaign, number + 1)
    start = CAMPAIGN.load(base.state) if base else CAMPAIGN.start(campaign.start)
    since = base.act.number if base else 0
    said = [one for one in counted_acts(campaign, number) if one.number > since]
    return replay_acts(CAMPAIGN, start, said).state


def counted_acts(campaign: Campaign, number: int) -> list[EffectiveAct]:
    """The acts up to this one as they count now."""
    known = campaign.acts.filter(Q(number__lte=number) | Q(kind__in=REWRITING))
    said = effective_acts(list(known.order_by("number")))
    return [one for one in said if one.number <= number]


def states_until(
    campaign: Campaign, rewriting: Sequence[Act], number: int
) -> list[CampaignState]:
    """The states from the last kept one on; the last is the one after this act."""
    then = [act for act in rewriting if act.number <= number]
    base = last_end_before(campaign, first_rewritten(then, rewriting, number))
    start = CAMPAIGN.load(base.state) if base else CAMPAIGN.start(campaign.start)
    since = base.act.number if base else 0
    acts = campaign.acts.filter(number__gt=since, number__lte=number)
    own = acts.exclude(kind__in=REWRITING)
    known = sorted([*own, *then], key=lambda act: act.number)
    said = [act for act in effective_acts(known) if act.number > since]
    return replay_acts(CAMPAIGN, start, said).states


def last_end_before(campaign: Campaign, number: int) -> SessionEnd | None:
    """The state kept by the last session that was finished before this act."""
    ends = campaign.ends.filter(act__number__lt=number).select_related("act")
    return ends.order_by("act__number").last()


def first_rewritten(then: Sequence[Act], now: Sequence[Act], number: int) -> int:
    """The first act that stands otherwise now than it did then; no state kept after it is as it was."""
    gone, instead = undone_numbers(then), standing_amendments(then)
    gone_now, instead_now = undone_numbers(now), standing_amendments(now)
    edited = {
        one
        for one in {*instead, *instead_now}
        if instead.get(one) != instead_now.get(one)
    }
    places, places_now = standing_repairs(then), standing_repairs(now)
    repaired = {
        one for one in {*places, *places_now} if places.get(one) != places_now.get(one)
    }
    return min([*(gone ^ gone_now), *edited, *repaired, number])
