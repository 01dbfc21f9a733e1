"""Arcs: the rules that decide a score, and the tables printed on the components."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.rules import Rule
from scoring.words import _

BOOK = _("Arcs")
COMPONENTS = _("From the published components. The rulebook's text doesn't show it.")

AMBITIONS = Rule(
    "ARC-1",
    BOOK,
    "16–18, 21",
    _("What counts for an ambition"),
    _(
        "Resource tokens and guild cards of a suit count 1 each, outraged ones too. "
        "Weapons, leaders and lore count for nothing."
    ),
)
MARKERS = Rule(
    "ARC-2",
    BOOK,
    "19",
    _("Ambition markers"),
    _(
        "A marker shows the power for first and second place. After each chapter, "
        "turn the lowest unturned marker."
    ),
    COMPONENTS,
)
DECLARE = Rule(
    "ARC-3",
    BOOK,
    "9",
    _("Declaring an ambition"),
    _(
        "Each declaration takes the highest marker left, up to three per chapter. "
        "Several markers on one ambition add up."
    ),
)
COUNT = Rule(
    "ARC-4",
    BOOK,
    "18",
    _("Who can gain power"),
    _("Only declared ambitions score. With nothing of its kind you gain nothing."),
)
PLACES = Rule(
    "ARC-5",
    BOOK,
    "18",
    _("First and second place"),
    _(
        "First place alone gains the higher values of the markers. Second place "
        "alone gains the lower ones."
    ),
)
TIES = Rule(
    "ARC-6",
    BOOK,
    "18",
    _("Ties in an ambition"),
    _(
        "If you tie for first, all of you take the second-place values and nobody "
        "else places. A tie for second gains nothing."
    ),
    _("The publisher confirmed that nobody else places after a tie for first."),
)
CITIES = Rule(
    "ARC-7",
    BOOK,
    "18",
    _("City bonus"),
    _(
        "First place alone gains a bonus per ambition: 2 with one city left on your "
        "board, 5 with none."
    ),
    COMPONENTS,
)
OUT_OF_PLAY = Rule(
    "ARC-8",
    BOOK,
    "4, 19",
    _("Two players: tokens out of play"),
    _(
        "The six tokens of planets out of play compete like a third player who gains "
        "nothing. Their weapons count as trophies."
    ),
    _("The tokens each set-up card leaves out come from the published components."),
)
CLEAN_UP = Rule(
    "ARC-9",
    BOOK,
    "17, 19",
    _("Clean-up"),
    _(
        "Was Warlord declared? Return all trophies. Was Tyrant declared? Return all "
        "captives. Cities go back to the rightmost empty places."
    ),
)
END = Rule(
    "ARC-10",
    BOOK,
    "19",
    _("End of the game"),
    _(
        "The game ends after a chapter when somebody has 27 power (four players), 30 "
        "(three) or 33 (two). It always ends after chapter 5."
    ),
)
WINNER = Rule(
    "ARC-11",
    BOOK,
    "19, 22",
    _("Winner"),
    _(
        "Most power wins. A tie goes to the earlier player in turn order, clockwise "
        "from the initiative. It is never shared."
    ),
)
SLOTS = Rule(
    "ARC-12",
    BOOK,
    "7, 17",
    _("Resource slots"),
    _(
        "Fewer cities on your board mean more resource slots. From left to right, "
        "raiders pay 3, 1, 1, 2, 1 and 3 keys."
    ),
    COMPONENTS,
)
CARDS = Rule(
    "ARC-13",
    BOOK,
    "17",
    _("Cards that change scoring"),
    _(
        "Cartels add the supply of their resource to Tycoon, and count as a card of "
        "their suit. The Elder in Tyrant and the Warrior in Empath score first as "
        "second, and second as nothing."
    ),
    COMPONENTS,
)
BOUNDS = Rule(
    "ARC-14",
    BOOK,
    "2, 3, 22",
    _("Number of pieces"),
    _(
        "There are 5 tokens of each resource and 5 guild cards of each suit. "
        "Captives and trophies are rivals' pieces."
    ),
)
EXAMPLE = Rule(
    "ARC-15",
    BOOK,
    "18",
    _("Worked example"),
    _(
        "Tycoon is worth 7 and 3. One fuel plus a material card ties with two "
        "materials. Both gain 3 and no city bonus."
    ),
)
CARD_NUMBERS = Rule(
    "ARC-16",
    BOOK,
    "9",
    _("Which card declares what"),
    _(
        "The lead card's number says which ambition you can declare. 2 Tycoon, 3 "
        "Tyrant, 4 Warlord, 5 Keeper, 6 Empath, 7 any, 1 none. Cards 1 and 7 are "
        "only in four-player games."
    ),
    COMPONENTS,
)
DICE = Rule(
    "ARC-17",
    BOOK,
    "14",
    _("Battle dice"),
    _(
        "A skirmish die hits on three of six sides. An assault die hits more, often "
        "your own ships too. A raid die has keys, building hits, hits on your own "
        "ships and intercepts."
    ),
    COMPONENTS,
)
BATTLE = Rule(
    "ARC-18",
    BOOK,
    "14, 16",
    _("Battle"),
    _(
        "Roll up to one die per attacking ship, six of a kind. Raid dice need a "
        "building in the system or a defender without any. Take hits on your ships "
        "first, then one intercept per undamaged defending ship. Then hit ships, "
        "then buildings. Spend keys if you have a ship left. A second hit destroys a "
        "piece."
    ),
)
ODDS = Rule(
    "ARC-19",
    BOOK,
    "",
    _("How we calculate the odds"),
    _(
        "We count every possible roll. Hits on your own ships are spread to keep as "
        "many as possible. Your hits finish damaged pieces first."
    ),
    _("The attacker chooses both. This is what most people do, not a rule."),
)
CHAPTER_END = Rule(
    "ARC-20",
    BOOK,
    "8, 18, 19",
    _("End of a chapter"),
    _(
        "It ends when nobody has action cards left, or when all who have some pass the "
        "initiative in turn. Score, clean up, check for the end, draw new hands. With "
        "two players, the one without the initiative can swap the whole hand once."
    ),
)
CITY_LOST = Rule(
    "ARC-21",
    BOOK,
    "14, 16",
    _("Destroying a city"),
    _(
        "If you destroy a city, discard all resources and guild cards of the "
        "planet's type. Then take a court card with a defender's agent. Rivals' "
        "agents on it become trophies, not captives."
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


class AmbitionMarker(NamedTuple):
    """The power an ambition marker gives to the first and to the second place."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}/{self.second}"


# ARC-2: each marker before and after it is turned, in the order in which they turn.
MARKER_SIDES = (
    (AmbitionMarker(2, 0), AmbitionMarker(4, 2)),
    (AmbitionMarker(3, 2), AmbitionMarker(6, 3)),
    (AmbitionMarker(5, 3), AmbitionMarker(9, 4)),
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


def markers(chapter: int) -> tuple[AmbitionMarker, ...]:
    """The markers of a chapter, highest first: the order in which declarations take them."""
    turned = (
        sides[chapter > after] for after, sides in enumerate(MARKER_SIDES, start=1)
    )
    return tuple(sorted(turned, reverse=True))


def slots(cities: int, *, holdings: bool) -> int:
    """ARC-12, and ARC-13's Ancient Holdings."""
    return SLOTS_BY_CITIES[cities] + holdings
