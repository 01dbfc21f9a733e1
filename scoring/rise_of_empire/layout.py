"""What an empire sheet looks like: three progress tracks with their icons, and the province map.

The booklet's text lost its icons (ROE-44), so no box of the layouts below is printed fact.
They are a default to play with until a table has copied its own sheets.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.entries import known_key
from scoring.plain import Reader, Shape, Unfit, from_plain, read_sequence, read_truth
from scoring.words import _


class Age(StrEnum):
    ANCIENT = "ancient"
    MEDIEVAL = "medieval"
    INDUSTRIAL = "industrial"
    MODERN = "modern"  # ROE-36: reached, the campaign is won; it has no sheet


AGE_NAMES: dict[str, str] = {
    Age.ANCIENT: _("Ancient age"),
    Age.MEDIEVAL: _("Medieval age"),
    Age.INDUSTRIAL: _("Industrial age"),
    Age.MODERN: _("Modern age"),
}
SHEET_AGES = (Age.ANCIENT, Age.MEDIEVAL, Age.INDUSTRIAL)  # ROE-1


class Category(StrEnum):
    DIPLOMACY = "diplomacy"
    ECONOMY = "economy"
    SCIENCE = "science"


CATEGORY_NAMES: dict[str, str] = {
    Category.DIPLOMACY: _("Diplomacy and military"),
    Category.ECONOMY: _("Economy and government"),
    Category.SCIENCE: _("Science and culture"),
}


class Good(StrEnum):
    WORKER = "worker"
    WOOD = "wood"
    STONE = "stone"
    FOOD = "food"
    GOLD = "gold"
    RAZE = "raze"
    DEFENCE = "defence"


GOOD_NAMES: dict[str, str] = {
    Good.WORKER: _("Worker"),
    Good.WOOD: _("Wood"),
    Good.STONE: _("Stone"),
    Good.FOOD: _("Food"),
    Good.GOLD: _("Gold"),
    Good.RAZE: _("Raze token"),
    Good.DEFENCE: _("Defence token"),
}


class Colour(StrEnum):
    """Colours to pick from; a table may type another, so elsewhere a colour is a plain text."""

    RED = "red"
    GREY = "grey"
    BROWN = "brown"
    GOLD = "gold"
    BLUE = "blue"


COLOUR_NAMES: dict[str, str] = {
    Colour.RED: _("red"),
    Colour.GREY: _("grey"),
    Colour.BROWN: _("brown"),
    Colour.GOLD: _("gold"),
    Colour.BLUE: _("blue"),
}

# ROE-19: a card of the base game that is of three colours at once.
COLONY, COLONY_NAME = "colony", _("Trade colony")
COLONY_COLOURS = (Colour.RED, Colour.GREY, Colour.BROWN)


def as_colour(typed: str) -> str:
    """A colour as the catalogue knows it, however it was typed."""
    return known_key(typed, COLOUR_NAMES).casefold()


class Icon(StrEnum):
    """ROE-41, ROE-42 and ROE-43, in the order of the booklet."""

    FACTION_CARD = "faction_card"
    CARD_IN_HAND = "card_in_hand"
    FACTION_DEAL = "faction_deal"
    GOOD_ONE = "good_one"
    GOOD_TWO = "good_two"
    FOUNDATIONS = "foundations"
    DOVE = "dove"
    DRUDGE = "drudge"
    WALL = "wall"
    BRIBE = "bribe"
    KNOWLEDGE_FACTION = "knowledge_faction"
    KNOWLEDGE_COMMON = "knowledge_common"
    KNOWLEDGE_THIRD = "knowledge_third"
    EXTRA_TICK = "extra_tick"
    IGNORE_UPKEEP = "ignore_upkeep"
    MORE_PROVINCES = "more_provinces"


ICON_NAMES: dict[str, str] = {
    Icon.FACTION_CARD: _("Random faction card, already built"),
    Icon.CARD_IN_HAND: _("1 extra card in hand"),
    Icon.FACTION_DEAL: _("Random faction card as a deal"),
    Icon.GOOD_ONE: _("1 starting good (I)"),
    Icon.GOOD_TWO: _("1 starting good (II)"),
    Icon.FOUNDATIONS: _("Random common card as foundations"),
    Icon.DOVE: _("Dove token"),
    Icon.DRUDGE: _("Drudge token"),
    Icon.WALL: _("Wall token"),
    Icon.BRIBE: _("Bribe token"),
    Icon.KNOWLEDGE_FACTION: _("1 knowledge per faction location"),
    Icon.KNOWLEDGE_COMMON: _("1 knowledge per common location"),
    Icon.KNOWLEDGE_THIRD: _("1 knowledge per location, third icon"),
    Icon.EXTRA_TICK: _("1 extra tick for a win"),
    Icon.IGNORE_UPKEEP: _("1 box free of upkeep"),
    Icon.MORE_PROVINCES: _("1 extra province to choose from"),
}
TOKENS = frozenset({Icon.DOVE, Icon.DRUDGE, Icon.WALL, Icon.BRIBE})  # ROE-42
ENDING = frozenset(  # ROE-43
    {
        Icon.KNOWLEDGE_FACTION,
        Icon.KNOWLEDGE_COMMON,
        Icon.KNOWLEDGE_THIRD,
        Icon.EXTRA_TICK,
        Icon.IGNORE_UPKEEP,
        Icon.MORE_PROVINCES,
    }
)
STARTING = frozenset(Icon) - TOKENS - ENDING  # ROE-41

MOST_TRACK_BOXES, MOST_MAP_BOXES, MOST_GOODS = 40, 30, 6  # what a sheet has room for


@dataclass(frozen=True)
class Track:
    """A progress track: per box its icon, or nothing."""

    boxes: tuple[str, ...]

    @property
    def length(self) -> int:
        return len(self.boxes)


@dataclass(frozen=True)
class AgeLayout:
    """The printed side of an age's sheet; each box of the map lists its goods in order."""

    age: str
    diplomacy: Track
    economy: Track
    science: Track
    map: tuple[tuple[str, ...], ...]
    custom: bool = False  # copied by the table from its own sheets; False: our default

    def track(self, category: str) -> Track:
        track: Track = getattr(self, category)
        return track

    def with_track(self, category: str, track: Track) -> AgeLayout:
        changed: dict[str, Any] = {category: track}
        return replace(self, **changed)

    def length(self, category: str) -> int:
        return self.track(category).length

    def reached(self, category: str, ticks: int) -> list[str]:
        """The icons on the ticked boxes, from left to right."""
        return [icon for icon in self.track(category).boxes[:ticks] if icon]


def next_age(age: str) -> Age:
    """ROE-33; nothing follows the modern age."""
    ages = list(Age)
    return ages[ages.index(Age(age)) + 1]


# The default layout

DEFAULT_LENGTH = 16  # ROE-21: read off the one example there is
DEFAULT_PLACES = (2, 4, 6, 9, 11, 14)  # where its icons stand; the last box has none
DEFAULT_NOTE = _(
    "These bonuses are examples. Copy your own three sheets (10 minutes) to get the "
    "real ones."
)


def spread_icons(*icons: str) -> Track:
    """A track of the default length with its icons at the default places."""
    at = dict(zip(DEFAULT_PLACES, icons, strict=True))
    return Track(tuple(at.get(box, "") for box in range(1, DEFAULT_LENGTH + 1)))


def map_of_goods(*boxes: str) -> tuple[tuple[str, ...], ...]:
    """Map boxes, each written as its goods: "food wood"."""
    return tuple(tuple(sorted(box.split())) for box in boxes)


DEFAULT_LAYOUTS: dict[str, AgeLayout] = {
    Age.ANCIENT: AgeLayout(
        Age.ANCIENT,
        diplomacy=spread_icons(
            Icon.FACTION_DEAL,
            Icon.WALL,
            Icon.KNOWLEDGE_FACTION,
            Icon.DOVE,
            Icon.IGNORE_UPKEEP,
            Icon.MORE_PROVINCES,
        ),
        economy=spread_icons(
            Icon.GOOD_ONE,
            Icon.FOUNDATIONS,
            Icon.DRUDGE,
            Icon.GOOD_TWO,
            Icon.KNOWLEDGE_COMMON,
            Icon.BRIBE,
        ),
        science=spread_icons(
            Icon.CARD_IN_HAND,
            Icon.KNOWLEDGE_COMMON,
            Icon.FACTION_CARD,
            Icon.KNOWLEDGE_THIRD,
            Icon.CARD_IN_HAND,
            Icon.EXTRA_TICK,
        ),
        map=map_of_goods(
            "wood",
            "food",
            "stone",
            "wood",
            "food",
            "worker",
            "wood stone",
            "food wood",
            "stone food",
            "worker worker",
        ),
    ),
    Age.MEDIEVAL: AgeLayout(
        Age.MEDIEVAL,
        diplomacy=spread_icons(
            Icon.WALL,
            Icon.IGNORE_UPKEEP,
            Icon.FACTION_DEAL,
            Icon.MORE_PROVINCES,
            Icon.DOVE,
            Icon.KNOWLEDGE_FACTION,
        ),
        economy=spread_icons(
            Icon.GOOD_TWO,
            Icon.BRIBE,
            Icon.KNOWLEDGE_COMMON,
            Icon.GOOD_ONE,
            Icon.FOUNDATIONS,
            Icon.DRUDGE,
        ),
        science=spread_icons(
            Icon.FACTION_CARD,
            Icon.CARD_IN_HAND,
            Icon.KNOWLEDGE_THIRD,
            Icon.EXTRA_TICK,
            Icon.KNOWLEDGE_FACTION,
            Icon.CARD_IN_HAND,
        ),
        map=map_of_goods(
            "wood",
            "stone",
            "food",
            "wood food",
            "stone wood",
            "worker food",
            "stone food",
            "gold wood",
            "food stone wood",
            "worker worker gold",
        ),
    ),
    Age.INDUSTRIAL: AgeLayout(
        Age.INDUSTRIAL,
        diplomacy=spread_icons(
            Icon.IGNORE_UPKEEP,
            Icon.KNOWLEDGE_FACTION,
            Icon.DOVE,
            Icon.WALL,
            Icon.MORE_PROVINCES,
            Icon.FACTION_DEAL,
        ),
        economy=spread_icons(
            Icon.FOUNDATIONS,
            Icon.GOOD_ONE,
            Icon.BRIBE,
            Icon.KNOWLEDGE_COMMON,
            Icon.GOOD_TWO,
            Icon.DRUDGE,
        ),
        science=spread_icons(
            Icon.KNOWLEDGE_THIRD,
            Icon.FACTION_CARD,
            Icon.EXTRA_TICK,
            Icon.CARD_IN_HAND,
            Icon.IGNORE_UPKEEP,
            Icon.KNOWLEDGE_THIRD,
        ),
        map=map_of_goods(
            "wood food",
            "stone wood",
            "food stone",
            "worker wood",
            "wood stone food",
            "worker food stone",
            "gold wood stone",
            "worker gold food",
            "wood stone food gold",
            "worker worker gold gold",
        ),
    ),
}


# As plain data


def dump_layout(layout: AgeLayout) -> dict[str, Any]:
    return {
        "age": str(layout.age),
        **{one.value: list(map(str, layout.track(one).boxes)) for one in Category},
        "map": [list(map(str, goods)) for goods in layout.map],
        "custom": layout.custom,
    }


def load_layout(data: Any, where: str = "") -> AgeLayout:
    return from_plain(AgeLayout, data, where, layout_shape)


def layout_shape(_layout: type) -> Shape:
    return LAYOUT_READERS, tuple(LAYOUT_READERS)


def load_track(data: Any, where: str) -> Track:
    boxes = read_sequence(data, where, 1, MOST_TRACK_BOXES)
    return Track(several_of(boxes, ("", *Icon), where))


def load_map(data: Any, where: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        load_goods(goods, f"{where}[{index}]")
        for index, goods in enumerate(read_sequence(data, where, 1, MOST_MAP_BOXES))
    )


def load_goods(data: Any, where: str) -> tuple[str, ...]:
    goods = read_sequence(data, where, 1, MOST_GOODS)
    return tuple(sorted(several_of(goods, tuple(Good), where)))


LAYOUT_READERS: dict[str, Reader] = {
    "age": lambda value, where: one_of(value, SHEET_AGES, where),
    **dict.fromkeys(map(str, Category), load_track),
    "map": load_map,
    "custom": read_truth,
}


def several_of(
    values: Sequence[Any], known: Collection[str], where: str
) -> tuple[str, ...]:
    return tuple(
        one_of(value, known, f"{where}[{index}]") for index, value in enumerate(values)
    )


def one_of(value: Any, known: Collection[str], where: str) -> str:
    """The value itself; anything unknown is refused by its name."""
    if not isinstance(value, str) or value not in known:
        offered = ", ".join(one or "nothing" for one in known)
        raise Unfit(where, f"“{value}” is unknown here, it must be one of {offered}")
    return value


def path_under(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
