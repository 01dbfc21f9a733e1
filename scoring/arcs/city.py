"""Arcs: what destroying a city costs and brings (ARC-21)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.arcs import rulebook as book
from scoring.arcs.rulebook import RESOURCE_NAMES, Ambition, Resource
from scoring.entries import count, flag, pick
from scoring.words import _


@dataclass(frozen=True)
class Outrage:
    """What the destroyer has of the planet's type."""

    planet: str = pick(_("Planet type"), book.CITY_LOST, RESOURCE_NAMES)
    tokens: int = count(
        _("My tokens of this type"), book.CITY_LOST, maximum=book.TOKENS
    )
    cards: int = count(
        _("My guild cards of this type"), book.CITY_LOST, maximum=book.GUILD_CARDS
    )
    already: bool = flag(_("I've outraged this type before"), book.CITY_LOST)


@dataclass(frozen=True)
class CourtCard:
    theirs: int = count(_("Defender's agents"), book.CITY_LOST, maximum=book.AGENTS)
    others: int = count(
        _("Other rivals' agents"), book.CITY_LOST, maximum=2 * book.AGENTS
    )
    suit: str = pick(
        _("Guild card type"),
        book.CITY_LOST,
        RESOURCE_NAMES,
    )


@dataclass(frozen=True)
class AmbitionChange:
    """By how much a count towards an ambition changes."""

    ambition: Ambition
    by: int


@dataclass(frozen=True)
class Spoils:
    """One court card that may be taken, and what it comes to with the city."""

    card: int | None  # none: no card at the court has an agent of the defender
    trophies: int  # the city and the agents
    changes: tuple[AmbitionChange, ...]


def discard_count(outrage: Outrage) -> int:
    return outrage.tokens + outrage.cards


def possible_spoils(outrage: Outrage, court: tuple[CourtCard, ...]) -> list[Spoils]:
    """ARC-21: what may be taken, most trophies first; without an agent there is only the city."""
    allowed = [
        spoils_of_card(outrage, card, number)
        for number, card in enumerate(court, start=1)
        if card.theirs
    ]
    return sorted(allowed, key=lambda one: -one.trophies) or [spoils_of_card(outrage)]


def spoils_of_card(
    outrage: Outrage, card: CourtCard | None = None, number: int | None = None
) -> Spoils:
    card = card or CourtCard()
    trophies = 1 + card.theirs + card.others
    changes = {Ambition.WARLORD: trophies}
    for resource, by in ((outrage.planet, -discard_count(outrage)), (card.suit, 1)):
        # Outrage comes first, so a card of the planet's own type taken after it stays.
        ambition = book.COUNTS_FOR.get(Resource(resource)) if resource else None
        if ambition:
            changes[ambition] = changes.get(ambition, 0) + by
    told = (AmbitionChange(ambition, changes.get(ambition, 0)) for ambition in Ambition)
    return Spoils(number, trophies, tuple(one for one in told if one.by))
