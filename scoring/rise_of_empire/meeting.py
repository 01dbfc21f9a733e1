"""Acts between two evenings that change nothing the rules look at: who comes next time."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.acts import Declaration
from scoring.rise_of_empire.act_fields import EmpireKey, IsComing, Step
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import living_empire
from scoring.rise_of_empire.state import CampaignState
from scoring.words import _


@dataclass(frozen=True)
class AnswerInvitation(CampaignAct):
    """A player says whether they come to the next session; the last answer counts."""

    declared = Declaration(_("Coming next time"), step=Step.BOARD, quiet=True)

    empire: EmpireKey
    coming: IsComing

    def apply(self, campaign: CampaignState) -> Outcome:
        living_empire(campaign, self.empire)
        return campaign, ()
