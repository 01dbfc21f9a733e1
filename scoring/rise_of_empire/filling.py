"""What a table writes down once, a card, a sheet, its rule options: the same for a campaign and for the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from scoring.engines import Data
from scoring.plain import read_mapping
from scoring.records import load_record
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    CardBonus,
    CardColour,
    CardDemand,
    CardName,
    CardPoints,
    CardRow,
    CardText,
    CountsUp,
    FixedCard,
    GroupOfCard,
    InARow,
    IsExample,
    KindOfCard,
    Layout,
    NewReadings,
    NotInBox,
    Price,
    Target,
)
from scoring.rise_of_empire.cards import (
    GROUPS,
    LONGEST_COLOUR,
    LONGEST_TEXT,
    MOST_POINTS,
    MOST_PRICE,
    MOST_TARGET,
    ROW_NAMES,
    Card,
)
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rise_of_empire.founding import LONGEST_NAME
from scoring.rise_of_empire.layout import as_colour, load_layout
from scoring.rise_of_empire.readings import Readings
from scoring.rules import Problem
from scoring.words import _, make_message


@dataclass(frozen=True)
class LayoutContent:
    layout: Layout

    @classmethod
    def read(cls, data: Data) -> Self:
        """A layout has a reader of its own, which knows more than its type."""
        read_mapping(data, "", ("layout",), ("layout",))
        return cls(load_layout(data["layout"], "layout"))


@dataclass(frozen=True)
class ReadingsContent:
    readings: NewReadings

    @classmethod
    def read(cls, data: Data) -> Self:
        """Readings are entries, each with its own bounds."""
        read_mapping(data, "", ("readings",), ("readings",))
        return cls(load_record(Readings, data["readings"], "readings"))


@dataclass(frozen=True)
class CardContent:
    """What is said of a card; None stands for what isn't mentioned."""

    number: FixedCard
    name: CardName | None = None
    price: Price | None = None
    colour: CardColour | None = None
    target: Target | None = None
    progressive: CountsUp | None = None
    in_a_row: InARow | None = None
    demand: CardDemand | None = None
    bonus: CardBonus | None = None
    kind: KindOfCard | None = None
    group: GroupOfCard | None = None
    aside: NotInBox | None = None  # “we don't have it”
    example: IsExample | None = None
    text: CardText | None = None
    row: CardRow | None = None
    points: CardPoints | None = None

    def filled(self, slot: Card) -> Card:
        said = {key: value for key, value in vars(self).items() if value is not None}
        if self.colour is not None:
            said["colour"] = as_colour(self.colour)
        return replace(slot, **said)


def known_slot(catalogue: Mapping[int, Card], number: int) -> Card:
    slot = catalogue.get(number)
    refuse_if_any(
        problem_unless(
            slot is not None, _("There's no card with this number."), book.BOX
        )
    )
    assert slot is not None  # noqa: S101 - refused above
    return slot


def content_problems(card: Card) -> list[Problem | None]:
    """What no card says, whichever campaign it is used in."""
    return [
        problem_unless(
            card.group in GROUPS.get(card.kind, ()),
            _("This kind of card doesn't exist."),
            book.BOX,
        ),
        problem_unless(
            card.price is None or 0 <= card.price <= MOST_PRICE,
            _("Enter a price from 0 to 999."),
            book.BUYING,
        ),
        *length_problems(card),
        problem_unless(
            card.target is None or 0 <= card.target <= MOST_TARGET,
            _("Enter a target from 0 to 30."),
            book.BOX,
        ),
        problem_unless(
            card.points is None or 0 <= card.points <= MOST_POINTS,
            make_message(_("Enter points from 0 to %(most)s."), most=MOST_POINTS),
            book.BOX,
        ),
        problem_unless(
            card.row in ("", *ROW_NAMES), _("There's no such row."), book.BOX
        ),
    ]


def length_problems(card: Card) -> list[Problem | None]:
    texts = max(len(card.demand), len(card.bonus), len(card.text))
    return [
        problem_unless(
            len(card.name) <= LONGEST_NAME, _("This name is too long."), book.BOX
        ),
        problem_unless(
            len(card.colour) <= LONGEST_COLOUR, _("This name is too long."), book.BOX
        ),
        problem_unless(texts <= LONGEST_TEXT, _("This text is too long."), book.BOX),
    ]
