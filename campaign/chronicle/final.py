"""How a campaign ended: who won, in which places, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from campaign.board.cards import fall_words
from campaign.chronicle.settled import find_settled
from campaign.models import Campaign
from campaign.session.past import PastSession, find_past_session
from campaign.session.settled import settled_version
from scoring.rise_of_empire.finishing import lifetime_ticks
from scoring.rise_of_empire.layout import AGE_NAMES, Age
from scoring.rise_of_empire.state import CampaignState, EmpireState, Status
from scoring.words import Words


@dataclass(frozen=True)
class FinalPlace:
    """An empire at the end of a campaign, and what put it there."""

    place: int
    empire: EmpireState
    seat: str
    age: str
    boxes: int
    champion: bool

    @property
    def arrived(self) -> bool:
        """Whether it reached the modern age."""
        return self.empire.status == Status.WON

    @property
    def fall(self) -> Words:
        return fall_words(self.empire)


def winning_night(campaign: Campaign) -> PastSession | None:
    """The session that ended the campaign, as people look back at it."""
    champions = campaign.state["champions"]
    if not champions:
        return None
    settled = find_settled(campaign, settled_version(campaign))
    number = settled.winning_session(champions)
    return find_past_session(campaign, number) if number else None


def final_places(
    state: CampaignState, seats: Mapping[str, str]
) -> tuple[FinalPlace, ...]:
    """ROE-36: who reached the modern age by ticked boxes, then the others by age and boxes."""
    ranked = sorted(state.empires, key=lambda one: rank_of(state, one), reverse=True)
    places = [
        FinalPlace(
            place=0,
            empire=one,
            seat=seats[one.player],
            age=AGE_NAMES[one.sheet.age],
            boxes=lifetime_ticks(state, one),
            champion=one.key in state.champions,
        )
        for one in ranked
    ]
    ranks = [rank_of(state, one) for one in ranked]
    return tuple(
        replace(one, place=ranks.index(rank) + 1)
        for one, rank in zip(places, ranks, strict=True)
    )


def rank_of(state: CampaignState, empire: EmpireState) -> tuple[bool, bool, int, int]:
    """Champions, those who stand, those who fell; within each by age and boxes."""
    ages = list(Age)
    return (
        empire.key in state.champions,
        empire.status in (Status.WON, Status.ALIVE),
        ages.index(Age(empire.sheet.age)),
        lifetime_ticks(state, empire),
    )


def compared_boxes(places: Sequence[FinalPlace]) -> str:
    """What decided between those who reached the modern age together: “81 > 72”."""
    boxes = [one.boxes for one in places if one.arrived]
    signs = ["=" if a == b else ">" for a, b in pairwise(boxes)]
    told = [str(boxes[0])] if boxes else []
    for sign, count in zip(signs, boxes[1:], strict=True):
        told += [sign, str(count)]
    return " ".join(told) if len(boxes) > 1 else ""
