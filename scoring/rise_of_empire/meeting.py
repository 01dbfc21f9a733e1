"""Acts around the evenings that change nothing the rules look at: who comes, and a photo."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.acts import Declaration
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    Digest,
    EmpireKey,
    IsComing,
    SessionNumber,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import (
    living_empire,
    problem_unless,
    refuse_if_any,
)
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem
from scoring.words import _

SHA256 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class AnswerInvitation(CampaignAct):
    """A player says whether they come to the next session; the last answer counts."""

    declared = Declaration(_("Coming next time"), step=Step.BOARD, quiet=True)

    empire: EmpireKey
    coming: IsComing

    def apply(self, campaign: CampaignState) -> Outcome:
        living_empire(campaign, self.empire)
        return campaign, ()


def session_problem(campaign: CampaignState, session: int) -> Problem | None:
    finished = 1 <= session <= campaign.played
    return problem_unless(finished, _("This session hasn't been finished."), book.START)


@dataclass(frozen=True)
class PutPhoto(CampaignAct):
    """The photo of a finished session, by its digest; the last one that was put is shown."""

    declared = Declaration(_("Photo added"), step=Step.BOARD, quiet=True)

    session: SessionNumber
    digest: Digest

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            session_problem(campaign, self.session),
            problem_unless(
                bool(SHA256.fullmatch(self.digest)),
                _("This isn't a photo."),
                book.START,
            ),
        )
        return campaign, ()


@dataclass(frozen=True)
class RemovePhoto(CampaignAct):
    """A finished session has no photo any more."""

    declared = Declaration(_("Photo removed"), step=Step.BOARD, quiet=True)

    session: SessionNumber

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(session_problem(campaign, self.session))
        return campaign, ()
