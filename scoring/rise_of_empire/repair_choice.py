"""The legal choice somebody answered a repair with."""

from __future__ import annotations

from scoring.rise_of_empire.repair_answers import CARDS, CHOICE
from scoring.rise_of_empire.repair_options import RepairOption, holds, repair_options
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.stages import session_stage
from scoring.rise_of_empire.state import CampaignState


def find_choice(
    state: CampaignState, act: PlayedAct, answer: str
) -> tuple[RepairOption | None, PlayedAct | None]:
    """The choice that was meant, as an act; none where it isn't offered at this moment."""
    key, _mark, typed = answer.removeprefix(CHOICE).partition(CARDS)
    found = [one for one in repair_options(state, act) if one.key == key]
    if not found or not answer.startswith(CHOICE):
        return None, None
    numbers = [int(one) for one in typed.split(",") if one.isascii() and one.isdigit()]
    data = found[0].with_cards(numbers)
    if not holds(state, found[0].kind, data):
        return found[0], None
    return found[0], PlayedAct(act.number, found[0].kind, data)


def stage_of(state: CampaignState) -> str:
    return session_stage(state) if state.session else ""
