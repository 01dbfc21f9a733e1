"""Two people with one card: what somebody else wrote meanwhile is asked about, never lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from campaign.box.keeping import is_played_for_real
from campaign.box.shelves import Shelf
from campaign.models import Campaign
from companion.base.wording import translate
from companion.log.act_words import Names, show_beside_label
from companion.tables.models import Table
from scoring.acts import act_fields
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.tables.acts import FillBoxCard
from scoring.tables.comparing import Offer, compare_boxes, is_said
from scoring.tables.state import TableState


class Overtaken(Exception):
    """Raised with the card as it is now, where somebody changed it after a page was made."""

    def __init__(self, card: Card, names: tuple[str, ...]) -> None:
        super().__init__(card.number)
        self.card, self.names = card, names


def check_not_overtaken(
    said: Mapping[str, Any], seen: Mapping[str, Any]
) -> Callable[[TableState], None]:
    """What nobody has seen is never overwritten; a field that was empty may be filled."""

    def check(box: TableState) -> None:
        card = box.catalogue.get(said["number"])
        names = [name for name in said if name != "number" and card is not None]
        others = tuple(
            name
            for name in names
            if (now := getattr(card, name)) not in (said[name], seen.get(name))
            and is_said(name, now)
        )
        if card is not None and others:
            raise Overtaken(card, others)

    return check


@dataclass(frozen=True)
class CardQuarrel:
    """A field with what stands there now and what was typed."""

    label: str
    now: str
    typed: str


def describe_overtaken(
    overtaken: Overtaken, said: Mapping[str, Any]
) -> list[CardQuarrel]:
    declared, names = act_fields(FillBoxCard), Names()
    return [
        CardQuarrel(
            translate(declared[name].label),
            show_beside_label(declared[name], getattr(overtaken.card, name), names),
            show_beside_label(declared[name], said[name], names),
        )
        for name in overtaken.names
    ]


def next_open_number(shelf: Shelf, after: int | None) -> int | None:
    """The next card of a shelf that isn't filled in; from the top again after the last."""
    left = [one.card.number for one in shelf.places if not one.complete]
    later = (number for number in left if after is not None and number > after)
    return next(later, left[0] if left else None)


def find_offers(table: Table, box: TableState) -> list[tuple[Campaign, Offer]]:
    """What the campaigns of a table know that its box doesn't."""
    own = table.campaigns.defer("start")
    found = ((one, offer_of(one, box)) for one in own)
    return [(campaign, offer) for campaign, offer in found if offer.adds]


def offer_of(campaign: Campaign, box: TableState) -> Offer:
    if not is_played_for_real(campaign):
        return Offer()
    state = CAMPAIGN.load(campaign.state)
    sheets = {**state.layouts, **state.next_layouts}
    real = (card for card in state.cards.values() if not card.example)
    return compare_boxes(box, real, sheets.values())
