"""Which letter and colour a person has in a campaign: the same in its what-ifs, also once one is kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain, cycle

from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign, Empire
from scoring.rise_of_empire.state import CampaignState
from scoring.seats import LETTERS


def campaign_letters(campaign: Campaign, *others: str) -> dict[str, str]:
    """A player's letter, the same in every session whoever is there; `others` come after all of them."""
    return assign_letters(
        campaign, campaign.empires.values_list("key", "player"), others
    )


def letters_of_empires(campaign: Campaign, rows: Iterable[EmpireRow]) -> dict[str, str]:
    """The same, for whoever has the rows of a campaign's empires already."""
    return assign_letters(campaign, [(one.key, one.player) for one in rows])


def letters_of_state(campaign: Campaign, state: CampaignState) -> dict[str, str]:
    """The same, for whoever has the campaign's present state already."""
    founded = sorted(state.empires, key=lambda one: one.founded)
    return assign_letters(campaign, [(one.key, one.player) for one in founded])


def assign_letters(
    campaign: Campaign, owners: Iterable[tuple[str, str]], others: Iterable[str] = ()
) -> dict[str, str]:
    """`owners` are the empires' keys with their players, in the order they were founded."""
    owners, kept = list(owners), campaign.letters
    own = {player: kept[key] for key, player in owners if key in kept}
    left = [one for one in LETTERS if one not in own.values()]
    free = cycle(chain(left, own.values()))
    players = [*real_players(campaign), *(player for _key, player in owners), *others]
    return {one: own.get(one) or next(free) for one in dict.fromkeys(players)}


def real_players(campaign: Campaign) -> list[str]:
    """Who plays the campaign that a what-if came from; nobody where this is no what-if."""
    if campaign.what_if_of_id is None:
        return []
    real = Empire.objects.filter(campaign=campaign.what_if_of_id)
    return list(real.values_list("player", flat=True))


def name_empires(campaign: Campaign, empires: Iterable[EmpireRow]) -> Hashable:
    """What empires and their players are called, and all that their letters follow from."""
    kept = tuple(sorted(campaign.letters.items()))
    return tuple(empires), tuple(real_players(campaign)), kept


def letters_to_keep(campaign: Campaign) -> dict[str, str]:
    """The letter of every empire, for the day when the campaign it came from no longer tells it."""
    letters = campaign_letters(campaign)
    return {one.key: letters[one.player] for one in read_empires(campaign)}
