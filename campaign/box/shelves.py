"""The catalogue as people look through it: seven shelves, what is known of each card and where it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from companion.base.wording import translate
from scoring.rise_of_empire.cards import BLOCKS, UNNUMBERED, Card, CardKind
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
from scoring.rise_of_empire.state import CampaignState
from scoring.words import _

GROUP_NAMES = {**AGE_NAMES, **CATEGORY_NAMES}
PLURALS: dict[str, str] = {
    CardKind.PROVINCE: _("Provinces"),
    CardKind.INVENTION: _("Inventions"),
    CardKind.MISSION: _("Missions"),
}
FACTS = {
    "price": gettext_lazy("price"),
    "colour": gettext_lazy("colour"),
    "name": pgettext_lazy("card", "name"),
}


@dataclass(frozen=True)
class CardPlace:
    """A card on its shelf: what is known of it, and where it is now."""

    card: Card
    where: str = ""

    @property
    def complete(self) -> bool:
        return is_known(self.card)


@dataclass(frozen=True)
class Shelf:
    key: str
    kind: str
    group: str
    places: tuple[CardPlace, ...]

    @property
    def label(self) -> str:
        return translate(GROUP_NAMES.get(self.group) or PLURALS[self.kind])

    @property
    def kinds(self) -> str:
        """What stands on it, where its name doesn't say so."""
        return translate(PLURALS[self.kind]) if self.group else ""

    @property
    def known(self) -> int:
        return sum(place.complete for place in self.places)


def by_kind(found: list[Shelf]) -> list[tuple[str, list[Shelf]]]:
    return [(kind, [one for one in found if one.kind == kind]) for kind in CardKind]


def is_known(card: Card) -> bool:
    """Whether the campaign can use it without asking."""
    return not missing_facts(card)


def missing_facts(card: Card) -> list[str]:
    """What a campaign would have to ask for: an invention's price and colour, any other card's name."""
    if card.kind == CardKind.INVENTION:
        known = {"price": card.price is not None, "colour": bool(card.colour)}
    else:
        known = {"name": bool(card.name)}
    return [name for name, said in known.items() if not said]


def list_missing(card: Card) -> str:
    return ", ".join(str(FACTS[name]) for name in missing_facts(card))


def shelf_key(kind: str, group: str) -> str:
    return f"{kind}-{group}" if group else str(kind)


def shelves_of(catalogue: Mapping[int, Card], where: Mapping[int, str]) -> list[Shelf]:
    """The cards by kind and group, each with where it is if it isn't simply in the box."""
    made = []
    for block in BLOCKS:
        own = tuple(
            CardPlace(card, where.get(number, ""))
            for number, card in catalogue.items()
            if (card.kind, card.group) == (block.kind, block.group)
        )
        made.append(
            Shelf(shelf_key(block.kind, block.group), block.kind, block.group, own)
        )
    return made


def card_places(state: CampaignState) -> dict[int, str]:
    """Where cards are that aren't simply in the box."""
    found = {number: gettext("discarded") for number in state.discarded}
    found |= {
        number: gettext("not in our box")
        for number, card in state.cards.items()
        if card.aside
    }
    for mission in state.session.missions if state.session else ():
        found[mission.number] = gettext("in play")
    for empire in state.holders:
        held = [
            *empire.sheet.provinces,
            *(one.number for one in empire.sheet.inventions),
        ]
        found |= dict.fromkeys(held, empire.sheet.name)
    return found


def missions_without_number(state: CampaignState) -> list[Card]:
    """Missions the booklet shows without a number that nobody has found a number for yet."""
    taken = {card.name for card in state.catalogue.values()}
    return [card for card in UNNUMBERED if card.name not in taken]
