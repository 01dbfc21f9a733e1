"""Helpers during a session of a campaign: the same as in any session, kept in the campaign's log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.helper_acts import USING_A_HELPER, HelperAct
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rise_of_empire.rulebook import VICTORY
from scoring.rise_of_empire.session import GAME
from scoring.rise_of_empire.state import CampaignState, EmpireState, SeatState
from scoring.rise_of_empire.upkeep import goods_still_due, unpaid_boxes
from scoring.words import _

GoodsOfBox: TypeAlias = tuple[str, ...]


def seated_empires(campaign: CampaignState) -> list[EmpireState]:
    """Who plays the session at hand, or could play the next."""
    if campaign.session is None:
        return list(campaign.alive)
    keys = [seat.empire for seat in campaign.session.seats]
    return [one for key in keys if (one := campaign.empire(key))]


def goods_due(campaign: CampaignState, empire: EmpireState) -> tuple[GoodsOfBox, ...]:
    """ROE-10 and 11: what each box of an empire's map still asks for, paid and covered ones left out.

    An empire whose story is over owes nothing any more.
    """
    if not empire.alive:
        return ()
    session = campaign.session
    seats = {seat.empire: seat for seat in session.seats} if session else {}
    seat = seats.get(empire.key, SeatState(empire.key, empire.sheet.ticks))
    boxes = unpaid_boxes(campaign, seat)
    due = (goods_still_due(campaign, seat, box) for box in boxes)
    return tuple(goods for goods in due if goods)


@dataclass(frozen=True)
class UseCampaignHelper(HelperAct, CampaignAct):
    """A tap in the rounds, the counters, the turn clock and their like."""

    declared = USING_A_HELPER

    def apply(self, campaign: CampaignState) -> Outcome:
        over = campaign.over and campaign.session is None
        refuse_if_any(problem_unless(not over, _("The campaign is over."), VICTORY))
        players = len(seated_empires(campaign))
        helpers = self.move_helper(GAME, campaign.helpers, players)
        return replace(campaign, helpers=helpers), ()
