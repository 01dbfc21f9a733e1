"""Steps nobody was asked about: they are told in one line instead of vanishing."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.session.log import STAGE_STEP, STEP_OF, RecentActs
from campaign.session.now import STEPS, SessionStep, SessionView
from scoring.rise_of_empire.ending import knowledge_gains
from scoring.rise_of_empire.stages import Stage, seats_still_in
from scoring.words import _

KNOWLEDGE = STAGE_STEP[Stage.KNOWLEDGE]
NOBODY = {
    STAGE_STEP[Stage.WINNER]: _("none this time"),
    STAGE_STEP[Stage.AGES]: _("nobody this time"),
    KNOWLEDGE: _("nobody gains any"),
    STAGE_STEP[Stage.INVENTIONS]: _("nobody buys"),
    STAGE_STEP[Stage.PROVINCES]: _("nobody draws"),
}
ADDED = _("added to the sheets")
TOLD_IN = (Stage.AGES, Stage.INVENTIONS, Stage.FINISH)


def skipped_steps(now: SessionView, log: RecentActs) -> list[tuple[SessionStep, str]]:
    """The steps before this one that went by without a question, and what came of each."""
    if now.stage not in TOLD_IN:
        return []
    acted = {STEP_OF[one.kind] for one in log.session if one.kind in STEP_OF}
    reached = STAGE_STEP.get(now.stage, len(STEPS) + 1)
    return list(words_of_steps(now, acted - {KNOWLEDGE}, reached))


def words_of_steps(
    now: SessionView, acted: set[int], reached: int
) -> Iterator[tuple[SessionStep, str]]:
    gained = any(knowledge_gains(now.state, one) for one in seats_still_in(now.state))
    for step in STEPS[: reached - 1]:
        if step.number in NOBODY and step.number not in acted:
            added = step.number == KNOWLEDGE and gained
            yield step, ADDED if added else NOBODY[step.number]
