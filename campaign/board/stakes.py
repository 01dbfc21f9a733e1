"""What the next session of a campaign is about, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from scoring.rise_of_empire.dangers import empire_hopes
from scoring.rise_of_empire.outlook import Forecast, empire_forecast
from scoring.rise_of_empire.rulebook import VICTORY
from scoring.rise_of_empire.state import CampaignState, EmpireState
from scoring.words import Message, _, make_message

SOON = 2  # sessions until a new age that are worth a sentence


def next_stake(state: CampaignState) -> Message | str:
    """A victory comes first, then a fall, then the nearest new age; nothing where none is near."""
    ahead = [(empire, empire_forecast(state, empire)) for empire in state.alive]
    if state.over:
        return ""
    return next(chain(victories(state), falls(ahead), new_ages(ahead)), "")


def victories(state: CampaignState) -> Iterator[Message]:
    """ROE-36: who needs one more box to win the campaign."""
    for empire in state.alive:
        if any(one.rule == VICTORY for one in empire_hopes(state, empire)):
            yield make_message(
                _("%(empire)s is one box from winning the campaign."),
                empire=empire.sheet.name,
            )


def falls(ahead: list[tuple[EmpireState, Forecast]]) -> Iterator[Message]:
    for empire, known in ahead:
        if known.twilight_below is not None:
            yield make_message(
                _("%(empire)s collapses if it scores below %(score)s."),
                empire=empire.sheet.name,
                score=known.twilight_below,
            )


def new_ages(ahead: list[tuple[EmpireState, Forecast]]) -> Iterator[Message]:
    waits = [(known.sessions_to_age, empire) for empire, known in ahead]
    near = [(wait, one) for wait, one in waits if wait is not None and wait <= SOON]
    for _wait, empire in sorted(near, key=lambda pair: pair[0]):
        yield make_message(
            _("%(empire)s is close to a new age."), empire=empire.sheet.name
        )
