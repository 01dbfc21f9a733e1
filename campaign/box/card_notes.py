"""A word beside a card on its shelf: what was just done with it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.box.card_forms import shelf_words
from campaign.box.shelves import Shelf, shelf_key
from companion.log.acting import read_whole_number
from companion.tables.access import TableRequest
from scoring.rise_of_empire.cards import Card

SAVED, MOVED, SAME = "saved", "moved", "same"


@dataclass(frozen=True)
class CardNote:
    number: int
    said: str


def shelf_query(card: Card, done: str = "") -> str:
    """The end of an address: a card on its shelf, and what was done with it."""
    note = f"&{done}={card.number}" if done else ""
    return f"?show={shelf_key(card.kind, card.group)}{note}#card-{card.number}"


def note_on_card(request: TableRequest, shelf: Shelf) -> CardNote | None:
    """What was just done with a card of this shelf."""
    words = {
        SAVED: gettext("Saved"),
        MOVED: gettext("Moved to %(shelf)s")
        % {"shelf": shelf_words(shelf.kind, shelf.group)},
        SAME: gettext("Nothing changed."),
    }
    for done, said in words.items():
        number = read_whole_number(request.GET.get(done, ""))
        if number is not None:
            return CardNote(number, said)
    return None
