"""What the empires and cards of a campaign are called where its acts are told."""

from __future__ import annotations

from collections.abc import Mapping

from companion.log.act_words import Names
from scoring.rise_of_empire.state import CampaignState


def campaign_names(state: CampaignState, empires: Mapping[str, str]) -> Names:
    cards = {number: card.name for number, card in state.catalogue.items()}
    return Names(empires, cards)


def present_empires(state: CampaignState) -> dict[str, str]:
    return {one.key: one.sheet.name for one in state.empires}
