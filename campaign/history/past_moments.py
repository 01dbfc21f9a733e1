"""Where a campaign was when an entry no longer fits, for the reasons that are told of it."""

from __future__ import annotations

from collections.abc import Callable

from campaign.history.past_words import PastMoment
from campaign.session.log import STAGE_STEP
from campaign.session.now import STEPS
from scoring.rise_of_empire.repair_moves import step_of
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.shopping import next_buyer
from scoring.rise_of_empire.stages import Stage, session_stage
from scoring.rise_of_empire.state import CampaignState

STAGES = [str(one) for one in Stage]  # in the order of a session


def find_past_moment(
    state: CampaignState, act: PlayedAct, name: Callable[[str], str]
) -> PastMoment:
    """The state just before the entry; `name` says what an empire is called."""
    key, session = act.data.get("empire"), state.session
    empire = name(key) if isinstance(key, str) else ""
    if session is None:
        return PastMoment(empire)
    seat = session.seat(key) if isinstance(key, str) else None
    lost = bool(session.scored and seat and seat.place != 1)
    stage, own = session_stage(state), step_of(act)
    buyer = next_buyer(state) if stage == Stage.INVENTIONS else None
    number = STAGE_STEP.get(stage, 0)
    return PastMoment(
        empire,
        session.number if lost else None,
        name(buyer.empire) if buyer else "",
        STEPS[number - 1].name if number else "",
        own in STAGES and STAGES.index(own) < STAGES.index(stage),
    )
