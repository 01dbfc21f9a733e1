"""What fells an empire whatever else it does in a session: ROE-37, and ROE-45 alone."""

from __future__ import annotations

from itertools import pairwise

from scoring.rise_of_empire.checks import open_session
from scoring.rise_of_empire.state import CampaignState, EmpireState, Fall

SOLO_GOAL = 2  # ROE-45: missions to complete alone
SCORES_OF_A_FALL = 4  # ROE-37: three falls in a row show in four scores


def reason_to_fall(campaign: CampaignState, key: str, scores: tuple[int, ...]) -> str:
    session = open_session(campaign)
    done = sum(key in one.completed for one in session.missions)
    if is_in_twilight(campaign, scores):
        return Fall.TWILIGHT
    return Fall.SOLO if session.solo and done < SOLO_GOAL else ""


def is_in_twilight(campaign: CampaignState, scores: tuple[int, ...]) -> bool:
    """ROE-37: the score fell three sessions in a row, an equal one is no fall."""
    falls = 3 if campaign.readings.twilight == "three_falls" else 2
    last = scores[-(falls + 1) :]
    return len(last) == falls + 1 and all(a > b for a, b in pairwise(last))


def falling_scores(empire: EmpireState) -> tuple[int, ...]:
    """The last scores, from where they began to fall; a new sheet keeps only three of them."""
    sheets = (*empire.past[-1:], empire.sheet)
    longest = max(sheets, key=lambda one: len(one.scores))
    scores = longest.scores[-SCORES_OF_A_FALL:]
    falls = [nth for nth in range(1, len(scores)) if scores[nth] >= scores[nth - 1]]
    return scores[falls[-1] :] if falls else scores
