"""Which letter and colour a person has in a campaign: the same in its what-ifs."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.board.cards import seats_of
from campaign.models import Campaign, Empire


def campaign_letters(campaign: Campaign) -> dict[str, str]:
    """A player's letter, the same in every session whoever is there."""
    return seats_of(players_in_order(campaign))


def players_in_order(campaign: Campaign) -> list[str]:
    own = campaign.empires.values_list("player", flat=True)
    return [*real_players(campaign), *own]


def letters_of_empires(rows: Sequence[Empire]) -> dict[str, str]:
    """The same, for whoever has the rows of a campaign's empires already."""
    real = real_players(rows[0].campaign) if rows else []
    return seats_of([*real, *(one.player for one in rows)])


def real_players(campaign: Campaign) -> list[str]:
    """Who plays the campaign that a what-if came from; nobody where this is no what-if."""
    if campaign.what_if_of_id is None:
        return []
    real = Empire.objects.filter(campaign=campaign.what_if_of_id)
    return list(real.values_list("player", flat=True))
