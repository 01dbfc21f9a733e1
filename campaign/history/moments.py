"""The campaign as it was after any of its acts, replayed from the last session that ended before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from campaign.models import Campaign
from campaign.session.settled import ends_with_version, load_end
from companion.log.history import acts_of_kinds
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
    rewriting = acts_of_kinds(campaign, REWRITING)
    states = states_until(campaign, rewriting, number)
    last = states[-1]
    if any(act.number == number for act in rewriting):
        return Moment(states_until(campaign, rewriting, number - 1)[-1], last)
    return Moment(states[-2] if len(states) > 1 else last, last)


def find_corrected(campaign: Campaign, number: int) -> CampaignState:
    """The state after this act as it counts now, with everything that was corrected later."""
    start, since = state_after_session(campaign, number + 1)
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
    first = first_rewritten(then, rewriting, number)
    start, since = state_after_session(campaign, first)
    acts = campaign.acts.filter(number__gt=since, number__lte=number)
    own = acts.exclude(kind__in=REWRITING)
    known = sorted([*own, *then], key=lambda act: act.number)
    said = [act for act in effective_acts(known) if act.number > since]
    return replay_acts(CAMPAIGN, start, said).states


def state_after_session(campaign: Campaign, number: int) -> tuple[CampaignState, int]:
    """What the last session left that was finished before this act, and the act that finished it."""
    ends = ends_with_version(campaign).select_related("session")
    end = ends.filter(act__number__lt=number).order_by("act__number").last()
    if end is None:
        return CAMPAIGN.start(campaign.start), 0
    return load_end(end), end.act.number


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
