"""What was done in a session of a campaign, in words short enough for a button."""

from __future__ import annotations

from campaign.history.telling import campaign_names
from campaign.models.pictures import card_words
from companion.base.wording import translate
from companion.log.act_words import Names, describe_act
from scoring.engines import Data
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES, next_age
from scoring.rise_of_empire.state import CampaignState


def card_name(state: CampaignState, number: int) -> str:
    """A card by its number, and its name where the table knows it."""
    card = state.catalogue.get(number)
    return card_words(number, card.name if card else "")


def player_of_empire(state: CampaignState, key: str) -> str:
    empire = state.empire(key)
    return empire.player if empire else key


def names_at_table(state: CampaignState) -> Names:
    """At the table an empire is called by its player."""
    return campaign_names(state, {one.key: one.player for one in state.empires})


def act_in_words(
    names: Names, kind: str, data: Data, *, whose: bool = True, details: bool = True
) -> str:
    # A card's number brings its name along.
    said_once = {key: data[key] for key in data if key != "name"}
    told = describe_act(CAMPAIGN, kind, said_once, names)
    how = told.how if details else ""
    said = " · ".join(part for part in (told.what, how) if part)
    return f"{', '.join(told.whom)}: {said}" if whose and told.whom else said


def age_after(age: str) -> str:
    return translate(AGE_NAMES[next_age(age)])
