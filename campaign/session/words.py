"""What was done in a session of a campaign, in words short enough for a button."""

from __future__ import annotations

from campaign.history.telling import Names, tell
from campaign.models.pictures import numbered
from companion.base.wording import translated
from scoring.engines import Data
from scoring.rise_of_empire.layout import AGE_NAMES, following
from scoring.rise_of_empire.state import Campaign


def card_name(state: Campaign, number: int) -> str:
    """A card by its number, and its name where the table knows it."""
    card = state.catalogue.get(number)
    return numbered(number, card.name if card else "")


def player(state: Campaign, key: str) -> str:
    """At the table an empire is called by its player."""
    empire = state.empire(key)
    return empire.player if empire else key


def in_words(state: Campaign, kind: str, data: Data, *, whose: bool = True) -> str:
    names = Names(
        {one.key: one.player for one in state.empires},
        state.catalogue,
    )
    # A card's number brings its name along.
    said_once = {key: data[key] for key in data if key != "name"}
    told = tell(kind, said_once, names)
    said = " · ".join(part for part in (told.what, told.how) if part)
    return f"{', '.join(told.whom)}: {said}" if whose and told.whom else said


def age_after(age: str) -> str:
    return translated(AGE_NAMES[following(age)])
