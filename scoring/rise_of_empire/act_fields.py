"""The words of which the campaign's acts are made: each is declared once, with its label."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated

from scoring.acts import HELP, ActField, FieldKind
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire.cards import KIND_NAMES, MOST_POINTS, NUMBERS, ROW_NAMES
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLONY,
    COLONY_NAME,
    COLOUR_NAMES,
    GOOD_NAMES,
    SHEET_AGES,
    AgeLayout,
    Category,
)
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import Invention, Ticks
from scoring.words import _


class Step(StrEnum):
    """On which page an act is offered, in the order of a session; six of them are the book's steps."""

    BOARD = "board"
    BOX = "box"
    BEFORE = "before"
    PLAY = "play"
    COUNT = "count"
    SCORES = "scores"
    WINNER = "winner"
    AGES = "ages"
    KNOWLEDGE = "knowledge"
    INVENTIONS = "inventions"
    PROVINCES = "provinces"
    FINISH = "finish"
    AFTER = "after"
    CORRECTIONS = "corrections"
    HELP = HELP


SIX_STEPS = (
    Step.SCORES,
    Step.WINNER,
    Step.AGES,
    Step.KNOWLEDGE,
    Step.INVENTIONS,
    Step.PROVINCES,
)


class Own(StrEnum):
    """What only the campaign's acts hold, beside the words every engine has."""

    TICKS = "ticks"  # boxes of one track
    SHEET_TICKS = "sheet_ticks"  # boxes of all three
    KNOWLEDGE = "knowledge"
    INVENTIONS = "inventions"
    ENTRIES = "entries"
    DECK = "deck"
    POSITION = "position"  # of a score on the sheet
    FILLS = "fills"
    LAYOUT = "layout"
    LAYOUTS = "layouts"
    READINGS = "readings"


CARD = ActField(_("Card"), FieldKind.CARD, least=NUMBERS[0], most=NUMBERS[-1])
EMPIRE = ActField(_("Empire"), FieldKind.EMPIRE, typed=False)
EMPIRES = ActField(_("Empires"), FieldKind.EMPIRE, several=True)
FLAG = ActField("", FieldKind.FLAG)

EmpireKey = Annotated[str, EMPIRE]
EmpireKeys = Annotated[tuple[str, ...], EMPIRES]
EmpireOrder = Annotated[
    tuple[str, ...], replace(EMPIRES, label=_("Order"), ranked=True, typed=False)
]
# ROE-3: one of these is picked; the engine takes any text, for logs that hold another.
DECK_NAMES: dict[str, str] = {
    "standard": _("the standard 30 cards"),
    "own": _("our own deck-building rule"),
    "tournament": _("tournament decks"),
    "expansion": _("10 extra expansion cards each"),
}
EmpireName = Annotated[str, ActField(_("Name"), FieldKind.TEXT)]
PlayerName = Annotated[str, ActField(_("Player"), FieldKind.TEXT)]
Faction = Annotated[str, ActField(_("Faction"), FieldKind.NAME, FACTION_NAMES)]
DeckRule = Annotated[str, ActField(_("Deck rule"), Own.DECK, DECK_NAMES)]
SheetAge = Annotated[
    str,
    ActField(_("Age"), FieldKind.PICK, {age: AGE_NAMES[age] for age in SHEET_AGES}),
]
SheetTicks = Annotated[Ticks, ActField(_("Ticked boxes"), Own.SHEET_TICKS)]
TrackTicks = Annotated[int, ActField(_("Ticked boxes"), Own.TICKS)]
MapBoxes = Annotated[
    tuple[int, ...],
    ActField(_("Ticked map boxes"), FieldKind.COUNT, several=True, first=1),
]
MapBox = Annotated[
    int,
    ActField(_("Map box"), FieldKind.COUNT, first=1, words=_("box %(value)s")),
]
Provinces = Annotated[
    tuple[int, ...], ActField(_("Provinces"), FieldKind.CARD, several=True)
]
Missions = Annotated[
    tuple[int, ...], ActField(_("Missions"), FieldKind.CARD, several=True)
]
Inventions = Annotated[tuple[Invention, ...], ActField(_("Inventions"), Own.INVENTIONS)]
Knowledge = Annotated[int, ActField(_("Knowledge"), Own.KNOWLEDGE)]
Scores = Annotated[
    tuple[int, ...], ActField(_("Final scores"), FieldKind.COUNT, several=True)
]
EarlierTicks = Annotated[
    int,
    ActField(
        _("Boxes ticked in earlier ages"),
        FieldKind.COUNT,
        words=_("%(value)s in earlier ages"),
    ),
]
CardNumber = Annotated[int, CARD]
FixedCard = Annotated[int, replace(CARD, typed=False)]
MissionCard = Annotated[int, replace(CARD, label=_("Mission"), typed=False)]
ProvinceCard = Annotated[int, replace(CARD, label=_("Province"))]
OtherCard = Annotated[int, replace(CARD, words="→ %(value)s")]
CardName = Annotated[str, ActField(_("Card name"), FieldKind.TEXT)]
Price = Annotated[
    int,
    ActField(
        _("Price"), FieldKind.COUNT, least=1, most=999, words=_("price %(value)s")
    ),
]
CardColour = Annotated[str, ActField(_("Colour"), FieldKind.NAME, COLOUR_NAMES)]
RunColour = Annotated[
    str,
    ActField(_("Colour"), FieldKind.NAME, {**COLOUR_NAMES, COLONY: COLONY_NAME}),
]
Target = Annotated[
    int, ActField(_("Target"), FieldKind.COUNT, most=30, words=_("target %(value)s"))
]
CardDemand = Annotated[str, ActField(_("What the mission asks for"), FieldKind.TEXT)]
CardBonus = Annotated[str, ActField(_("Bonus for the first"), FieldKind.TEXT)]
CardText = Annotated[str, ActField(_("What the card does"), FieldKind.TEXT)]
CardRow = Annotated[
    str, ActField(_("Row"), FieldKind.PICK, ROW_NAMES, words=_("row %(value)s"))
]
CardPoints = Annotated[
    int,
    ActField(
        _("Points printed on it"),
        FieldKind.COUNT,
        most=MOST_POINTS,
        words=_("points %(value)s"),
    ),
]
CountsUp = Annotated[bool, replace(FLAG, label=_("Counted with a marker"))]
InARow = Annotated[bool, replace(FLAG, label=_("In a row"))]
NotInBox = Annotated[bool, replace(FLAG, label=_("We don't have this card"))]
IsExample = Annotated[bool, replace(FLAG, label=_("Example"), typed=False, told=False)]
SessionNumber = Annotated[
    int,
    ActField(_("Session"), FieldKind.COUNT, words=_("session %(value)s"), typed=False),
]
Digest = Annotated[str, ActField(_("Photo"), FieldKind.TEXT, typed=False, told=False)]
IsComing = Annotated[bool, replace(FLAG, label=_("Coming"))]
KindOfCard = Annotated[
    str, ActField(_("Kind"), FieldKind.PICK, KIND_NAMES, typed=False)
]
GroupOfCard = Annotated[
    str,
    ActField(
        _("Age or category"),
        FieldKind.PICK,
        {**AGE_NAMES, **CATEGORY_NAMES},
        typed=False,
    ),
]
Note = Annotated[str, ActField(_("Text"), FieldKind.NOTE)]
PlayedOn = Annotated[str, ActField(_("Played on"), FieldKind.DAY)]
Entries = Annotated[dict[str, int], ActField(_("Counted"), Own.ENTRIES)]
MarkerSteps = Annotated[
    int, ActField(_("Amount"), FieldKind.COUNT, least=-30, most=30, signed=True)
]
Goods = Annotated[
    tuple[str, ...],
    ActField(_("Goods"), FieldKind.PICK, GOOD_NAMES, several=True, typed=False),
]
TrackName = Annotated[
    str,
    ActField(
        _("Track"), FieldKind.PICK, {one: CATEGORY_NAMES[one] for one in Category}
    ),
]
ScorePlace = Annotated[
    int,
    ActField(_("Which score"), Own.POSITION, first=1, words=_("score %(value)s")),
]
Score = Annotated[int, ActField(_("Score"), FieldKind.COUNT, least=-99_999)]
Layout = Annotated[AgeLayout, ActField(_("Sheet"), Own.LAYOUT, typed=False)]
NewReadings = Annotated[
    Readings, ActField(_("Rule options"), Own.READINGS, typed=False, told=False)
]
FILLS = ActField(_("Cards"), Own.FILLS, typed=False)
LAYOUTS = ActField(_("Sheets"), Own.LAYOUTS, typed=False)
