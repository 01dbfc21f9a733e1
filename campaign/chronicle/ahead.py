"""What lies ahead of a campaign: what is at stake in the next session, and what is still to decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rise_of_empire.dangers import empire_dangers
from scoring.rise_of_empire.layout import Age, next_age
from scoring.rise_of_empire.state import CampaignState, EmpireState, free_boxes
from scoring.words import Words, _, make_message

NEAR = 3  # boxes to a new age that are worth a sentence


@dataclass(frozen=True)
class Stake:
    sign: str
    empire: str
    words: Words
    grave: bool = False  # an empire may fall


def next_stakes(state: CampaignState) -> list[Stake]:
    """Of the next session: who may fall, then who is near a new age or the victory."""
    if state.over:
        return []
    falls = [one for empire in state.alive for one in threats_to(state, empire)]
    rises = [one for empire in state.alive for one in hopes_of(state, empire)]
    return [*falls, *rises]


def threats_to(state: CampaignState, empire: EmpireState) -> Iterator[Stake]:
    for danger in empire_dangers(state, empire):
        yield Stake("fall", empire.sheet.name, danger.message, grave=True)


def hopes_of(state: CampaignState, empire: EmpireState) -> Iterator[Stake]:
    """ROE-33 and 36: how many boxes the fullest track still has."""
    missing = min(free_boxes(state, empire).values())
    if not 0 < missing <= NEAR:
        return
    age = next_age(empire.sheet.age)
    yield Stake(age, empire.sheet.name, boxes_missing(age, missing))


def boxes_missing(age: str, missing: int) -> Words:
    if age == Age.MODERN:
        one = _("One more box wins the campaign.")
        more = _("Boxes left to win the campaign: %(count)s.")
    else:
        one = _("One more box brings a new age.")
        more = _("Boxes left to a new age: %(count)s.")
    return one if missing == 1 else make_message(more, count=missing)
