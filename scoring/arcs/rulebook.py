"""Arcs: the rules that decide a score, and the tables printed on the components."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.rules import Rule
from scoring.words import _

BOOK = _("Arcs")
COMPONENTS = _(
    "Taken from the published components; the rulebook's text doesn't show it."
)

AMBITIONS = Rule(
    "ARC-1",
    BOOK,
    "16–18, 21",
    _("What counts for an ambition"),
    _(
        "Resource tokens and guild cards of a suit count 1 each; weapons, leaders and lore count for none; outraged resources still count."
    ),
)
MARKERS = Rule(
    "ARC-2",
    BOOK,
    "19",
    _("Ambition markers"),
    _(
        "A marker shows the power of the first and second place; after each chapter the lowest one not yet turned is turned."
    ),
    COMPONENTS,
)
DECLARE = Rule(
    "ARC-3",
    BOOK,
    "9",
    _("Declaring an ambition"),
    _(
        "Each declaration takes the highest marker left, three at most in a chapter; several on one ambition add up."
    ),
)
COUNT = Rule(
    "ARC-4",
    BOOK,
    "18",
    _("Who can gain power"),
    _(
        "Only declared ambitions score, and nobody gains from one with nothing of its kind."
    ),
)
PLACES = Rule(
    "ARC-5",
    BOOK,
    "18",
    _("First and second place"),
    _(
        "Alone in first place you gain the higher values of the markers, alone in second place the lower ones."
    ),
)
TIES = Rule(
    "ARC-6",
    BOOK,
    "18",
    _("Ties in an ambition"),
    _(
        "All who tie for first take the second place's values and nobody else places; a tie for second gains nothing."
    ),
    _(
        "That nobody else places after a tie for first comes from the publisher's answers."
    ),
)
CITIES = Rule(
    "ARC-7",
    BOOK,
    "18",
    _("City bonus"),
    _(
        "Alone in first place you gain 2 more with one city left on your board and 5 with none, once per ambition."
    ),
    COMPONENTS,
)
OUT_OF_PLAY = Rule(
    "ARC-8",
    BOOK,
    "4, 19",
    _("Two players: tokens out of play"),
    _(
        "The six tokens of the planets out of play compete like a third player who gains nothing; its weapons are trophies."
    ),
    _("Which tokens a set-up card leaves out comes from the published components."),
)
CLEAN_UP = Rule(
    "ARC-9",
    BOOK,
    "17, 19",
    _("Clean-up"),
    _(
        "If Warlord was declared all trophies go back, if Tyrant was declared all captives; cities return to the right-most empty places."
    ),
)
END = Rule(
    "ARC-10",
    BOOK,
    "19",
    _("End of the game"),
    _(
        "The game ends after a chapter in which somebody has 27 power with four players, 30 with three, 33 with two, or after chapter 5."
    ),
)
WINNER = Rule(
    "ARC-11",
    BOOK,
    "19, 22",
    _("Winner"),
    _(
        "Most power wins; a tie goes to whoever is earlier in turn order, from the holder of the initiative clockwise, and is never shared."
    ),
)
SLOTS = Rule(
    "ARC-12",
    BOOK,
    "7, 17",
    _("Resource slots"),
    _(
        "The fewer cities are left on your board, the more slots for resources you have; from left to right a raider pays 3, 1, 1, 2, 1 and 3 keys for what lies in them."
    ),
    COMPONENTS,
)
CARDS = Rule(
    "ARC-13",
    BOOK,
    "",
    _("Cards that change scoring"),
    _(
        "Cartels add the supply of their resource to Tycoon; the Elder in Tyrant and the Warrior in Empath gain only the second values when first and nothing when second."
    ),
    COMPONENTS,
)
BOUNDS = Rule(
    "ARC-14",
    BOOK,
    "2, 3, 22",
    _("How many there are"),
    _(
        "There are 5 tokens of each resource and 5 guild cards of each suit; captives and trophies are rivals' pieces."
    ),
)
EXAMPLE = Rule(
    "ARC-15",
    BOOK,
    "18",
    _("Worked example"),
    _(
        "Tycoon worth 7 and 3: one fuel with a material card ties with two materials, so both gain 3 and no city bonus."
    ),
)
CARD_NUMBERS = Rule(
    "ARC-16",
    BOOK,
    "9",
    _("Which card declares what"),
    _(
        "The number of the lead card says which ambition it can declare: 2 Tycoon, 3 Tyrant, 4 Warlord, 5 Keeper, 6 Empath, 7 any of them, 1 none; 1 and 7 are only in a game of four."
    ),
    COMPONENTS,
)
DICE = Rule(
    "ARC-17",
    BOOK,
    "14",
    _("Battle dice"),
    _(
        "Three of six sides of a skirmish die hit; an assault die hits more, often your own ships too; a raid die has keys, hits on buildings, hits on your own ships and intercepts."
    ),
    COMPONENTS,
)
BATTLE = Rule(
    "ARC-18",
    BOOK,
    "14, 16",
    _("Battle"),
    _(
        "At most one die per attacking ship and six of a kind, raid dice only against a building in the system or a defender without any. First hits on your own ships, then one intercept with a hit per undamaged defending ship, hits on ships and then buildings, hits on buildings, and keys if a ship of yours is left. A second hit destroys a piece."
    ),
)
ODDS = Rule(
    "ARC-19",
    BOOK,
    "",
    _("How the odds are counted"),
    _(
        "Every way the dice can fall is counted, none is sampled. Hits on your own ships are spread so that as many as possible stay; yours finish damaged pieces first."
    ),
    _("The attacker decides both; this is what most people want, not a rule."),
)
CHAPTER_END = Rule(
    "ARC-20",
    BOOK,
    "8, 18, 19",
    _("End of a chapter"),
    _(
        "When nobody has action cards left, or all who have some pass in turn, score, clean up, check for the end and draw new hands; of two players, who lacks the initiative may swap the whole hand once."
    ),
)
CITY_LOST = Rule(
    "ARC-21",
    BOOK,
    "14, 16",
    _("Destroying a city"),
    _(
        "Who destroys a city, in battle or not, discards all resources and guild cards of the planet's type, then takes a court card with an agent of the defender: rivals' agents on it become trophies, not captives."
    ),
)


class Ambition(StrEnum):
    TYCOON = "tycoon"
    TYRANT = "tyrant"
    WARLORD = "warlord"
    KEEPER = "keeper"
    EMPATH = "empath"


AMBITION_NAMES: dict[str, str] = {
    Ambition.TYCOON: _("Tycoon"),
    Ambition.TYRANT: _("Tyrant"),
    Ambition.WARLORD: _("Warlord"),
    Ambition.KEEPER: _("Keeper"),
    Ambition.EMPATH: _("Empath"),
}


# ARC-16: the lead card that declares an ambition, beside the 7 that declares any.
CARD_NUMBER = {ambition: number for number, ambition in enumerate(Ambition, start=2)}


class Resource(StrEnum):
    """What planets yield; guild cards have the same types."""

    MATERIAL = "material"
    FUEL = "fuel"
    WEAPON = "weapon"
    RELIC = "relic"
    PSIONIC = "psionic"


RESOURCE_NAMES: dict[str, str] = {
    Resource.MATERIAL: _("Material"),
    Resource.FUEL: _("Fuel"),
    Resource.WEAPON: _("Weapons"),
    Resource.RELIC: _("Relic"),
    Resource.PSIONIC: _("Psionics"),
}
# ARC-1: the ambition a resource counts for; weapons count for none.
COUNTS_FOR = {
    Resource.MATERIAL: Ambition.TYCOON,
    Resource.FUEL: Ambition.TYCOON,
    Resource.RELIC: Ambition.KEEPER,
    Resource.PSIONIC: Ambition.EMPATH,
}


class Marker(NamedTuple):
    """The power an ambition marker gives to the first and to the second place."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}/{self.second}"


# ARC-2: each marker before and after it is turned, in the order in which they turn.
MARKER_SIDES = (
    (Marker(2, 0), Marker(4, 2)),
    (Marker(3, 2), Marker(6, 3)),
    (Marker(5, 3), Marker(9, 4)),
)
CITY_BONUS = (5, 2, 0, 0, 0, 0)  # ARC-7: by cities left on the player board
SLOTS_BY_CITIES = (6, 6, 6, 4, 3, 2)  # ARC-12: by cities left on the player board
RAID_COSTS = (3, 1, 1, 2, 1, 3)  # ARC-12: keys for the slots, from left to right
SHIPS, BUILDINGS = 15, 10  # ARC-14: per colour; buildings are cities and starports
DICE_OF_A_KIND = 6  # ARC-18
POWER_TO_END = {2: 33, 3: 30, 4: 27}  # ARC-10
LAST_CHAPTER = 5
HAND = 6  # ARC-20: action cards drawn for a chapter
TOKENS = GUILD_CARDS = 5  # ARC-14: of each resource, of each suit
AGENTS, PIECES = (
    10,
    35,
)  # ARC-14: per colour; pieces are cities, starports, ships and agents


class Planets(NamedTuple):
    """The tokens of the six planets out of play with two players."""

    material: int = 0
    fuel: int = 0
    weapon: int = 0
    relic: int = 0
    psionic: int = 0


# ARC-8: by the set-up card of a game for two.
SET_UPS = {
    "frontiers": Planets(material=2, fuel=2, weapon=1, psionic=1),
    "homelands": Planets(material=2, fuel=2, weapon=1, relic=1),
    "mix_up_1": Planets(weapon=2, relic=2, psionic=2),
    "mix_up_2": Planets(material=2, fuel=2, weapon=1, relic=1),
}
SET_UP_NAMES = {
    "frontiers": _("Frontiers"),
    "homelands": _("Homelands"),
    "mix_up_1": _("Mix Up 1"),
    "mix_up_2": _("Mix Up 2"),
}
ELDER, WARRIOR, FUEL_DRINKER = "elder", "warrior", "fuel_drinker"
LEADER_NAMES = {
    ELDER: _("Elder"),
    WARRIOR: _("Warrior"),
    FUEL_DRINKER: _("Fuel-Drinker"),
}
# ARC-13: the ambition in which a leader holds back.
HOLDS_BACK = {ELDER: Ambition.TYRANT, WARRIOR: Ambition.EMPATH}


def markers(chapter: int) -> tuple[Marker, ...]:
    """The markers of a chapter, highest first: the order in which declarations take them."""
    turned = (
        sides[chapter > after] for after, sides in enumerate(MARKER_SIDES, start=1)
    )
    return tuple(sorted(turned, reverse=True))


def slots(cities: int, *, holdings: bool) -> int:
    """ARC-12, and ARC-13's Ancient Holdings."""
    return SLOTS_BY_CITIES[cities] + holdings
