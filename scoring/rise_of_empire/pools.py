"""Where the cards are: with an empire, discarded, or free to be drawn and bought."""

from __future__ import annotations

from dataclasses import replace

from scoring.remembering import remember_in_record
from scoring.rise_of_empire.cards import Card, CardKind, sort_numbers
from scoring.rise_of_empire.state import CampaignState, EmpireState, Invention


def numbers_of(campaign: CampaignState, kind: str, group: str = "") -> tuple[int, ...]:
    """The cards of a kind that this table has; without a group, of all its groups."""
    return numbers_in_box(campaign).get((kind, group), ())


@remember_in_record
def numbers_in_box(campaign: CampaignState) -> dict[tuple[str, str], tuple[int, ...]]:
    return sort_numbers(campaign.cards)


def held_provinces(campaign: CampaignState) -> set[int]:
    return {number for one in campaign.holders for number in one.sheet.provinces}


def held_inventions(campaign: CampaignState) -> set[int]:
    return {card.number for one in campaign.holders for card in one.sheet.inventions}


def cards_in_hand(campaign: CampaignState) -> set[int]:
    """Provinces drawn in step 6 and not yet chosen from."""
    seats = campaign.session.seats if campaign.session else ()
    return {number for seat in seats if seat.kept is None for number in seat.drawn}


def province_deck(campaign: CampaignState) -> tuple[int, ...]:
    """What can be drawn before the discarded ones come in again."""
    gone = held_provinces(campaign) | cards_in_hand(campaign) | set(campaign.discarded)
    numbers = numbers_of(campaign, CardKind.PROVINCE)
    return tuple(number for number in numbers if number not in gone)


def can_be_drawn(campaign: CampaignState, wanted: int) -> tuple[int, ...]:
    """ROE-31: the deck, and where it doesn't suffice what was discarded, if the table says so."""
    deck = province_deck(campaign)
    if len(deck) >= wanted or campaign.readings.empty_deck == "none":
        return deck
    usable = set(numbers_of(campaign, CardKind.PROVINCE))
    again = tuple(number for number in campaign.discarded if number in usable)
    return (*deck, *again)


def provinces_drawn_first(campaign: CampaignState, wanted: int) -> tuple[int, ...]:
    """What is left of a deck that doesn't suffice: it goes before the discarded ones."""
    deck = province_deck(campaign)
    return deck if len(deck) < wanted else ()


def inventions_left(campaign: CampaignState, age: str) -> tuple[int, ...]:
    """ROE-27: the inventions of an age that nobody holds."""
    gone = inventions_gone(campaign)
    numbers = numbers_of(campaign, CardKind.INVENTION, age)
    return tuple(number for number in numbers if number not in gone)


@remember_in_record
def inventions_gone(campaign: CampaignState) -> set[int]:
    return held_inventions(campaign) | inventions_not_back(campaign)


def inventions_not_back(campaign: CampaignState) -> set[int]:
    """ROE-28, by the table's reading: what was discarded in this step waits for the next."""
    if campaign.readings.discard_available == "yes" or not campaign.session:
        return set()
    return {number for seat in campaign.session.seats for number in seat.returned}


def mission_numbers(campaign: CampaignState, category: str = "") -> tuple[int, ...]:
    """ROE-6: the missions of a category, or all of them."""
    return numbers_of(campaign, CardKind.MISSION, category)


def remember_card(campaign: CampaignState, card: Card) -> CampaignState:
    """What a table found out about a card, kept for the next time."""
    if campaign.catalogue.get(card.number) == card:
        return campaign
    return replace(campaign, cards={**campaign.cards, card.number: card})


def inventions_without_colour(
    empire: EmpireState, colour: str
) -> tuple[Invention, ...]:
    return tuple(card for card in empire.sheet.inventions if card.colour != colour)
