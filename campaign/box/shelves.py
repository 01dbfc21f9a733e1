"""The catalogue as people look through it: seven shelves, what is known of each card and where it is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from companion.base.wording import translate
from companion.log.act_form_fields import OpenField
from companion.log.act_forms import ActForm
from scoring.rise_of_empire.cards import BLOCKS, UNNUMBERED, Card, CardKind
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
from scoring.rise_of_empire.state import CampaignState
from scoring.words import _

GROUP_NAMES = {**AGE_NAMES, **CATEGORY_NAMES}
PLURALS: dict[str, str] = {
    CardKind.PROVINCE: _("Provinces"),
    CardKind.INVENTION: _("Inventions"),
    CardKind.MISSION: _("Missions"),
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


def is_known(card: Card) -> bool:
    """Whether the campaign can use it without asking: an invention needs its price and colour."""
    if card.kind == CardKind.INVENTION:
        return card.price is not None and bool(card.colour)
    return bool(card.name)


def shelf_key(kind: str, group: str) -> str:
    return f"{kind}-{group}" if group else str(kind)


def shelves_of(state: CampaignState) -> list[Shelf]:
    where = card_places(state)
    made = []
    for block in BLOCKS:
        own = tuple(
            CardPlace(card, where.get(number, ""))
            for number, card in state.catalogue.items()
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


# Filling in a card

ASKED: dict[str, tuple[str, ...]] = {
    CardKind.PROVINCE: ("name",),
    CardKind.INVENTION: ("price", "colour", "name"),
    CardKind.MISSION: (
        *("name", "demand", "target", "progressive", "in_a_row"),
        "bonus",
    ),
}
KNOWN_EITHER_WAY = ("in_a_row", "aside")


class CardForm(ActForm):
    """What a table reads off a card; everything may be left open."""

    def __init__(
        self, state: CampaignState, card: Card, data: QueryDict | None = None
    ) -> None:
        super().__init__(CAMPAIGN, "fill_card", asdict(card), state, {}, data)
        self.card = card
        asked = (*ASKED[card.kind], "aside")
        self.fields = {name: self.fields[name] for name in asked}
        for name in KNOWN_EITHER_WAY:
            field = self.fields.get(name)
            if isinstance(field, OpenField):
                field.choices = OpenField.KNOWN

    @property
    def seen(self) -> str:
        """What the page showed, so that it isn't taken for what somebody typed."""
        if self.is_bound:
            return str(self.data.get("seen", ""))
        return json.dumps({name: self.initial[name] for name in self.fields})

    @property
    def said(self) -> dict[str, Any]:
        """Only what is new: what was left open or left as it was says nothing."""
        before, seen = asdict(self.card), self.looked_at()
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value is not None and value not in (before[name], seen.get(name))
        }

    def looked_at(self) -> dict[str, Any]:
        try:
            seen = json.loads(self.data.get("seen", ""))
        except (ValueError, RecursionError):
            return {}
        return seen if isinstance(seen, dict) else {}
