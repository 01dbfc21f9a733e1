"""What the next session would make of an empire with a certain score and certain missions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rise_of_empire.ending import add_knowledge, turn_age
from scoring.rise_of_empire.falling import is_in_twilight
from scoring.rise_of_empire.layout import Age, Category, next_age
from scoring.rise_of_empire.missions import tick_boxes
from scoring.rise_of_empire.outlook import empire_forecast
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    Fall,
    is_track_full,
)


@dataclass(frozen=True)
class Supposed:
    """An empire after such a session, before it buys: end bonuses and the winner's tick left out."""

    knowledge: int
    age: str
    new_age: bool
    fall: str  # why it would collapse
    doubtful: bool  # whether it can afford an invention nobody knows yet
    cheapest: int | None  # known price of the cheapest invention left
    icons: tuple[str, ...]  # reached with the new ticks, for the session after

    @property
    def wins(self) -> bool:
        return self.age == Age.MODERN


def suppose_session(
    campaign: CampaignState, empire: EmpireState, score: int, boxes: Mapping[str, int]
) -> Supposed:
    """The steps of the end in their order, with so many boxes ticked for missions per track."""
    after = campaign
    for category in Category:
        after, _ticked = tick_boxes(after, empire.key, category, boxes.get(category, 0))
    ticked = empire_of(after, empire)
    icons = icons_between(campaign, empire, ticked)
    scores = (*empire.sheet.scores, score)
    grows = is_track_full(after, ticked)
    if grows:
        after = after.put(turn_age(ticked, next_age(Age(ticked.sheet.age))))
    grown = empire_of(after, empire)
    if not grown.alive:  # ROE-36: who has won buys nothing and can't fall
        return Supposed(
            grown.sheet.knowledge, grown.sheet.age, grows, "", False, None, ()
        )
    after = add_knowledge(after, empire.key, max(0, score))  # ROE-26
    return supposed_end(after, empire_of(after, empire), grows, scores, icons)


def supposed_end(
    campaign: CampaignState,
    empire: EmpireState,
    grows: bool,
    scores: tuple[int, ...],
    icons: tuple[str, ...],
) -> Supposed:
    """ROE-29 and 37: whether it can buy, and whether its scores fell too often."""
    ahead = empire_forecast(campaign, empire)
    short = ahead.cheapest is None or ahead.cheapest > empire.sheet.knowledge
    fall = str(Fall.DARK_AGE) if short and ahead.certain else ""
    if is_in_twilight(campaign, scores):
        fall = str(Fall.TWILIGHT)
    return Supposed(
        empire.sheet.knowledge,
        empire.sheet.age,
        grows,
        fall,
        doubtful=short and not ahead.certain,
        cheapest=ahead.cheapest,
        icons=() if grows else icons,  # ROE-34: a new age wipes them
    )


def empire_of(campaign: CampaignState, empire: EmpireState) -> EmpireState:
    return campaign.empire(empire.key) or empire


def icons_between(
    campaign: CampaignState, before: EmpireState, after: EmpireState
) -> tuple[str, ...]:
    """ROE-40: the icons on the boxes ticked meanwhile."""
    layout = campaign.layout(before)
    found: list[str] = []
    for category in Category:
        old, new = before.sheet.ticks.of(category), after.sheet.ticks.of(category)
        found += [icon for icon in layout.track(category).boxes[old:new] if icon]
    return tuple(found)
