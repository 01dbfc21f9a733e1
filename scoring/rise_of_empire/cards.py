"""The catalogue: 163 numbered slots, filled in where the booklet shows a card.

That kinds, ages and categories come in equal blocks of numbers is inferred from the cards seen, not
printed: a table may move a card to another block. Names are the Czech ones, as printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.entries import LONGEST
from scoring.plain import (
    UNSAID,
    Reader,
    Shape,
    Unfit,
    from_plain,
    optional_reader,
    read_short_text,
    read_truth,
    read_whole_number,
)
from scoring.records import whole_number
from scoring.rise_of_empire.layout import SHEET_AGES, Age, Category, one_of, path_under
from scoring.words import _


class CardKind(StrEnum):
    PROVINCE = "province"
    INVENTION = "invention"
    MISSION = "mission"


KIND_NAMES: dict[str, str] = {
    CardKind.PROVINCE: _("Province"),
    CardKind.INVENTION: _("Invention"),
    CardKind.MISSION: _("Mission"),
}
ROW_NAMES: dict[str, str] = {
    "production": _("Production"),
    "feature": _("Features"),
    "action": _("Actions"),
}
# What a card may belong to within its kind; provinces have neither age nor category.
GROUPS: dict[str, tuple[str, ...]] = {
    CardKind.PROVINCE: ("",),
    CardKind.INVENTION: SHEET_AGES,
    CardKind.MISSION: tuple(Category),
}


@dataclass(frozen=True)
class Card:
    """What a table knows of a card; None and "" stand for what it doesn't know."""

    number: int
    kind: str
    group: str  # an age for inventions, a category for missions
    name: str = ""
    price: int | None = None
    colour: str = ""
    target: int | None = None  # of a mission
    progressive: bool | None = None
    in_a_row: bool = False  # ROE-19
    aside: bool = False  # the table doesn't have it
    example: bool = False  # made up for a simulation
    text: str = ""
    # Of a mission: what has to be done or had, and what the first to complete it gets.
    demand: str = field(default="", metadata=UNSAID)
    bonus: str = field(default="", metadata=UNSAID)
    row: str = field(default="", metadata=UNSAID)  # where it lies in an empire
    points: int | None = field(default=None, metadata=UNSAID)  # printed on it


class NumberBlock(NamedTuple):
    numbers: range
    kind: CardKind
    group: str


# ROE-1 for the sizes; that they follow one another like this is the inference.
BLOCKS = (
    NumberBlock(range(1, 56), CardKind.PROVINCE, ""),
    NumberBlock(range(56, 78), CardKind.INVENTION, Age.ANCIENT),
    NumberBlock(range(78, 100), CardKind.INVENTION, Age.MEDIEVAL),
    NumberBlock(range(100, 122), CardKind.INVENTION, Age.INDUSTRIAL),
    NumberBlock(range(122, 136), CardKind.MISSION, Category.DIPLOMACY),
    NumberBlock(range(136, 150), CardKind.MISSION, Category.ECONOMY),
    NumberBlock(range(150, 164), CardKind.MISSION, Category.SCIENCE),
)
NUMBERS = range(BLOCKS[0].numbers.start, BLOCKS[-1].numbers.stop)

BY_NUMBER = {number: block for block in BLOCKS for number in block.numbers}


def expected_kind(number: int) -> tuple[str, str]:
    """The kind and group of the block a number lies in."""
    block = BY_NUMBER[number]
    return block.kind, block.group


def empty_slot(number: int, name: str = "", **known: Any) -> Card:
    return Card(number, *expected_kind(number), name, **known)


RAZE_ONE_OF_THREE = _("Draw 3 common cards, raze one for free, discard the rest.")
# The cards the booklet shows, and no more of each than it shows.
SEEN = (
    empty_slot(
        11,
        "Křemenolom",
        text=_("Produces 1 good per pair of grey locations, at most 3."),
    ),
    empty_slot(
        12,
        "Skrblíkova vilka",
        text=_("Produces 1 good per grey location, at most 3."),
    ),
    empty_slot(38, "Zlatý sad", text=_("Action: pay 3 of a good, gain 2 of another.")),
    empty_slot(
        56,
        "Lukostřelba",
        price=30,
        text=_(
            "Gain a good whenever you gain foundations. Same colour as Hrnčířství, "
            "which one we don't know."
        ),
    ),
    empty_slot(
        61,
        "Stavitelství",
        price=45,
        text=_(
            "Keep up to 3 of one good. Building bonus 2. Not the colour of Hrnčířství."
        ),
    ),
    empty_slot(
        66,
        "Hrnčířství",
        price=60,
        text=_(
            "Pay a certain good for an action location and draw a common card. Same "
            "colour as Lukostřelba, which one we don't know."
        ),
    ),
    empty_slot(
        70,
        "Jezdectví",
        price=70,
        text=_(
            "Razing an opponent's location lets you use one of your action locations again."
        ),
    ),
    empty_slot(
        101,
        "Směna",
        price=55,
        text=_("Deals for two certain goods move a mission marker by 1."),
    ),
    empty_slot(
        110,
        "Parní stroj",
        text=_("Each new pair of gold locations gives 2 goods."),
    ),
    empty_slot(
        126,
        "Obezřetný jako Caesar",
        target=4,
        progressive=True,
        demand=_("Raze 4 grey cards or locations."),
        bonus=RAZE_ONE_OF_THREE,
    ),
    empty_slot(
        130,
        "Nezlomná jako paní Trieu",
        target=3,
        progressive=False,
        demand=_("Have 3 deals of one kind."),
        bonus=RAZE_ONE_OF_THREE,
    ),
    empty_slot(
        161,
        "Zahleděný jako Galileo",
        target=10,
        progressive=False,
        demand=_("Have 10 brown, red or grey locations."),
        bonus=_("Draw 3 faction cards, keep one and return the others."),
    ),
)
SLOTS: dict[int, Card] = {
    **{number: empty_slot(number) for number in NUMBERS},
    **{card.number: card for card in SEEN},
}
# Missions whose number and category aren't printed: offered as names for an empty slot.
UNNUMBERED = (
    Card(
        0,
        CardKind.MISSION,
        "",
        "Lstivá jako Kleopatra",
        target=5,
        progressive=False,
        demand=_("Have 5 of one raw material in your supply."),
    ),
    Card(
        0,
        CardKind.MISSION,
        "",
        "Všestranný jako Avicenna",
        target=3,
        progressive=True,
        in_a_row=True,
        demand=_("Build 3 locations of one colour in a row."),
    ),
    Card(
        0,
        CardKind.MISSION,
        "",
        "Sjednotitel jako Karel Veliký",
        target=3,
        progressive=True,
        in_a_row=True,
        demand=_("Raze 3 cards or locations of one colour in a row."),
    ),
)


def number_label(number: int) -> str:
    """A card's number as people say it, without the letters printed before it."""
    return f"{number:03}"


def block_numbers(kind: str, group: str = "") -> tuple[int, ...]:
    """The numbers of a kind by block; without a group, of all its groups."""
    return catalogue_numbers(SLOTS, kind, group)


def catalogue_numbers(
    cards: Mapping[int, Card], kind: str, group: str = ""
) -> tuple[int, ...]:
    """The numbers of a kind by what a table filled in, without the cards it doesn't have."""
    return sort_numbers(cards).get((kind, group), ())


def sort_numbers(cards: Mapping[int, Card]) -> dict[tuple[str, str], tuple[int, ...]]:
    """By kind and group, and by kind alone."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, card in sorted({**SLOTS, **cards}.items()):
        if not card.aside:
            for group in {"", card.group}:
                found.setdefault((card.kind, group), []).append(number)
    return {key: tuple(numbers) for key, numbers in found.items()}


# As plain data

MOST_PRICE, MOST_TARGET, MOST_POINTS = 999, 30, 99
LONGEST_COLOUR, LONGEST_TEXT = 20, 200


def dump_card(card: Card) -> dict[str, Any]:
    return {
        key: str(value) if isinstance(value, StrEnum) else value
        for key, value in asdict(card).items()
    }


def load_card(data: Any, where: str = "") -> Card:
    """A card from data; what is missing isn't known."""
    card = from_plain(Card, data, where, card_shape)
    one_of(card.group, GROUPS[card.kind], path_under(where, "group"))
    return card


def card_shape(_card: type) -> Shape:
    return CARD_READERS, ("number", "kind", "group")


def number_reader(fewest: int, most: int) -> Reader:
    def read(value: Any, where: str) -> int:
        number = read_whole_number(whole_number(value), where)
        if not fewest <= number <= most:
            raise Unfit(where, f"must be from {fewest} to {most}, not {number}")
        return number

    return read


def words_reader(longest: int) -> Reader:
    return lambda value, where: read_short_text(value, where, longest)


CARD_READERS: dict[str, Reader] = {
    "number": number_reader(NUMBERS[0], NUMBERS[-1]),
    "kind": lambda value, where: one_of(value, tuple(CardKind), where),
    "group": words_reader(LONGEST),
    "name": words_reader(LONGEST),
    "price": optional_reader(number_reader(0, MOST_PRICE)),
    "colour": words_reader(LONGEST_COLOUR),
    "target": optional_reader(number_reader(0, MOST_TARGET)),
    "progressive": optional_reader(read_truth),
    "in_a_row": read_truth,
    "aside": read_truth,
    "example": read_truth,
    "text": words_reader(LONGEST_TEXT),
    "demand": words_reader(LONGEST_TEXT),
    "bonus": words_reader(LONGEST_TEXT),
    "row": lambda value, where: one_of(value, ("", *ROW_NAMES), where),
    "points": optional_reader(number_reader(0, MOST_POINTS)),
}
