"""What lies ahead of an empire: its next set-up, and how near its fall and its next age are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil

from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.layout import ENDING, STARTING, TOKENS, Category
from scoring.rise_of_empire.pools import inventions_left
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    MissionState,
    free_boxes,
    reached_icons,
)
from scoring.rules import Remark
from scoring.words import _


@dataclass(frozen=True)
class SetUp:
    """ROE-4: what an empire lays out, takes and owes in its next session."""

    empire: str
    provinces: tuple[int, ...]
    inventions: tuple[int, ...]
    bonuses: dict[str, int]
    tokens: dict[str, int]
    end_bonuses: dict[str, int]
    upkeep: tuple[tuple[int, tuple[str, ...]], ...]  # each ticked box with its goods

    @property
    def goods(self) -> dict[str, int]:
        """The whole upkeep, good by good."""
        return dict(Counter(good for _box, goods in self.upkeep for good in goods))


def set_up(campaign: CampaignState, empire: EmpireState) -> SetUp:
    reached = reached_icons(campaign, empire, empire.sheet.ticks)
    upkeep = campaign.layout(empire).map
    return SetUp(
        empire=empire.key,
        provinces=empire.sheet.provinces,
        inventions=tuple(card.number for card in empire.sheet.inventions),
        bonuses=icons_among(reached, STARTING),
        tokens=icons_among(reached, TOKENS),
        end_bonuses=icons_among(reached, ENDING),
        upkeep=tuple((box, upkeep[box]) for box in empire.sheet.boxes),
    )


def icons_among(reached: dict[str, int], wanted: frozenset[str]) -> dict[str, int]:
    return {icon: count for icon, count in reached.items() if icon in wanted}


@dataclass(frozen=True)
class Forecast:
    """How an empire stands: what it needs to survive, and when it changes age."""

    empire: str
    twilight_below: (
        int | None
    )  # it falls with a score under this; None: not in this session
    cheapest: int | None  # price of the cheapest invention left that is filled in
    dark_age_below: int | None  # knowledge it must gain, at most, to buy that one
    prices_known: int
    prices_all: int
    sessions_to_age: int | None  # at the present pace; None: no pace yet

    @property
    def certain(self) -> bool:
        """Whether every price is filled in, so that the dark age is known exactly."""
        return self.prices_known == self.prices_all


def empire_forecast(campaign: CampaignState, empire: EmpireState) -> Forecast:
    left = inventions_left(campaign, empire.sheet.age)
    prices = [campaign.catalogue[number].price for number in left]
    known = [price for price in prices if price is not None]
    cheapest = min(known, default=None)
    missing = None if cheapest is None else max(0, cheapest - empire.sheet.knowledge)
    return Forecast(
        empire=empire.key,
        twilight_below=twilight_threshold(campaign, empire),
        cheapest=cheapest,
        dark_age_below=missing,
        prices_known=len(known),
        prices_all=len(left),
        sessions_to_age=sessions_to_age(campaign, empire),
    )


def twilight_threshold(campaign: CampaignState, empire: EmpireState) -> int | None:
    """ROE-37: the last score, where one more fall would be the last."""
    falls = 3 if campaign.readings.twilight == "three_falls" else 2
    last = empire.sheet.scores[-falls:]
    falling = all(last[i] > last[i + 1] for i in range(len(last) - 1))
    if len(last) < falls or not falling:
        return None
    # Where no score is ever below 0, a score of 0 can't be undercut.
    undercut = last[-1] > 0 or campaign.readings.below_zero != "floor"
    return last[-1] if undercut else None


def sessions_to_age(campaign: CampaignState, empire: EmpireState) -> int | None:
    """How long the fullest track takes at the ticks it had per session on this sheet."""
    played = len(empire.sheet.scores) - empire.sheet.carried
    free = free_boxes(campaign, empire)
    waits = [
        ceil(free[category] * played / empire.sheet.ticks.of(category))
        for category in Category
        if played and empire.sheet.ticks.of(category)
    ]
    return min(waits, default=None)


def deck_remark(campaign: CampaignState) -> Remark | None:
    """ROE-3: the same deck rule for everyone is recommended, not required."""
    if len({one.deck for one in campaign.alive}) > 1:
        return Remark(_("The players' decks follow different rules."), book.DECKS)
    return None


def boxes_to_go(
    campaign: CampaignState, mission: MissionState, empire: str
) -> int | None:
    """ROE-17 and 18: what is still missing; None where the card's target isn't filled in.

    A progressive mission counts up to its target; a possession mission wants that much less
    of what it names for each step of the marker.
    """
    target = campaign.catalogue[mission.number].target
    if target is None:
        return None
    return max(0, target - mission.markers.get(empire, 0))


def pays_new_pair(locations: int, markers: int) -> bool:
    """ROE-20: whether a card that rewards a new pair pays, with so many markers on it already."""
    return locations // 2 > markers
