"""Acts on the upkeep of a session: goods put beside map boxes, and boxes an icon covers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.act_fields import EmpireKey, Goods, MapBox, Step
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import (
    living_empire,
    problem_unless,
    refuse_if_any,
    seat_and_empire,
    session_in_play,
)
from scoring.rise_of_empire.layout import Good, Icon
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    SeatState,
    reached_icons,
)
from scoring.rules import Problem
from scoring.words import _

REPLACED_BY_GOLD = (Good.WOOD, Good.STONE, Good.FOOD)  # ROE-10


@dataclass(frozen=True)
class PayUpkeep(CampaignAct):
    """ROE-10: any number of goods, put beside a ticked map box that asks for them."""

    declared = Declaration(_("Upkeep paid"), step=Step.PLAY)

    empire: EmpireKey
    box: MapBox
    goods: Goods

    def apply(self, campaign: CampaignState) -> Outcome:
        session_in_play(campaign)
        seat, empire = seat_and_empire(campaign, self.empire)
        refuse_if_any(
            ticked_problem(empire, self.box),
            problem_unless(
                not is_box_paid(campaign, seat, self.box),
                _("This box is already paid."),
                book.PAYING,
            ),
        )
        there = (*seat.paid.get(self.box, ()), *self.goods)
        refuse_if_any(
            problem_unless(
                belongs_beside(campaign, empire, self.box, there)
                and bool(self.goods or not campaign.layout(empire).map[self.box]),
                _("These goods don't pay for this box."),
                book.PAYING,
            )
        )
        paid = {**seat.paid, self.box: there}
        return campaign.put_seat(replace(seat, paid=paid)), ()


def ticked_problem(empire: EmpireState, box: int) -> Problem | None:
    ticked = box in empire.sheet.boxes
    return problem_unless(ticked, _("This map box isn't ticked."), book.PAYING)


def belongs_beside(
    campaign: CampaignState, empire: EmpireState, box: int, goods: tuple[str, ...]
) -> bool:
    """Whether a box asks for these goods, gold standing for raw materials where it may."""
    wanted = Counter(campaign.layout(empire).map[box])
    spare = Counter(goods) - wanted
    if not spare:
        return True
    missing = wanted - Counter(goods)
    replaced = sum(missing[good] for good in REPLACED_BY_GOLD)
    gold = campaign.readings.gold_upkeep == "yes" and set(spare) == {Good.GOLD}
    return gold and spare[Good.GOLD] <= replaced


def is_box_paid(campaign: CampaignState, seat: SeatState, box: int) -> bool:
    """Whether as many goods lie beside a box as it asks for; only fitting ones get there."""
    empire = living_empire(campaign, seat.empire)
    beside = seat.paid.get(box)
    return beside is not None and len(beside) >= len(campaign.layout(empire).map[box])


def goods_still_due(
    campaign: CampaignState, seat: SeatState, box: int
) -> tuple[str, ...]:
    """What is missing beside a box; gold that lies there stands for the first that it may."""
    empire = living_empire(campaign, seat.empire)
    due = list(campaign.layout(empire).map[box])
    for good in seat.paid.get(box, ()):
        due.remove(good if good in due else next(filter(is_replaceable, due)))
    return tuple(due)


def is_replaceable(good: str) -> bool:
    return good in REPLACED_BY_GOLD


def ignored_boxes(campaign: CampaignState, seat: SeatState) -> int:
    """ROE-43: how many boxes icons let go unpaid."""
    empire = living_empire(campaign, seat.empire)
    return reached_icons(campaign, empire, seat.ticks).get(Icon.IGNORE_UPKEEP, 0)


def boxes_with_dues(campaign: CampaignState, seat: SeatState) -> list[int]:
    """Ticked boxes that aren't fully paid, whether an icon covers them or not."""
    empire = living_empire(campaign, seat.empire)
    boxes = empire.sheet.boxes
    return [box for box in boxes if not is_box_paid(campaign, seat, box)]


def covered_boxes(campaign: CampaignState, seat: SeatState) -> list[int]:
    """ROE-11: the boxes the player chose to leave unpaid, then the last ones as far as icons go."""
    due, icons = boxes_with_dues(campaign, seat), ignored_boxes(campaign, seat)
    chosen = [box for box in due if box in seat.covered][:icons]
    others = [box for box in due if box not in chosen]
    by_itself = others[len(others) - min(len(others), icons - len(chosen)) :]
    return [box for box in due if box in chosen or box in by_itself]


def unpaid_boxes(campaign: CampaignState, seat: SeatState) -> list[int]:
    """ROE-11: ticked boxes neither paid nor covered."""
    covered = covered_boxes(campaign, seat)
    return [box for box in boxes_with_dues(campaign, seat) if box not in covered]


@dataclass(frozen=True)
class IgnoreUpkeep(CampaignAct):
    """ROE-11 and 43: which box an icon covers; with no icon free, the one chosen first is let go."""

    declared = Declaration(_("Upkeep ignored"), step=Step.PLAY)

    empire: EmpireKey
    box: MapBox

    def apply(self, campaign: CampaignState) -> Outcome:
        session_in_play(campaign)
        seat, empire = seat_and_empire(campaign, self.empire)
        icons = ignored_boxes(campaign, seat)
        refuse_if_any(
            ticked_problem(empire, self.box),
            problem_unless(
                icons > 0, _("No icon lets a box go unpaid."), counting.UPKEEP
            ),
            problem_unless(
                self.box not in seat.covered,
                _("This box can already stay unpaid."),
                counting.UPKEEP,
            ),
        )
        covered = (*seat.covered, self.box)[-icons:]
        return campaign.put_seat(replace(seat, covered=covered)), ()
