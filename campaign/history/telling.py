"""What the empires and cards of a campaign are called where its acts are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from campaign.models import Campaign
from companion.log.act_words import Names
from scoring.rise_of_empire.state import CampaignState


class NamedEmpire(NamedTuple):
    """An empire and what tells it from another one of the same name."""

    key: str
    name: str
    player: str
    founded: int

    @property
    def with_player(self) -> str:
        return f"{self.name} ({self.player})"


def campaign_names(state: CampaignState, empires: Mapping[str, str]) -> Names:
    cards = {number: card.name for number, card in state.catalogue.items()}
    return Names(empires, cards)


def tell_apart(empires: Iterable[NamedEmpire]) -> dict[str, str]:
    """By their names; those that share one with the player, and if need be since when."""
    listed = list(empires)
    names = Counter(one.name for one in listed)
    both = Counter(one.with_player for one in listed if names[one.name] > 1)
    since = gettext("%(name)s (%(player)s, from session %(founded)s)")
    return {
        one.key: one.name
        if names[one.name] == 1
        else one.with_player
        if both[one.with_player] == 1
        else since % one._asdict()
        for one in listed
    }


def all_empires(campaign: Campaign) -> list[NamedEmpire]:
    """Everybody who ever had an empire in it, as they are called now."""
    rows = campaign.empires.values_list(*NamedEmpire._fields)
    return [NamedEmpire(*row) for row in rows]


def present_empires(state: CampaignState) -> dict[str, str]:
    return tell_apart(
        NamedEmpire(one.key, one.sheet.name, one.player, one.founded)
        for one in state.empires
    )
