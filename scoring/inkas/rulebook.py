"""The rules of Rise of the Inkas that the companion stands on."""

from __future__ import annotations

from scoring.rules import Rule
from scoring.words import _

BOOK = _("CATAN – Rise of the Inkas")
POINTS = Rule(
    "INK-1",
    BOOK,
    "6, 7",
    _("Development points"),
    _(
        "Only development tokens count. Each village gives one, and one more when it "
        "becomes a city."
    ),
)
START = Rule(
    "INK-2",
    BOOK,
    "2, 4, 8",
    _("Start"),
    _("Everyone starts with two villages, so with 2 points in the first tribe."),
)
PEAK = Rule(
    "INK-3",
    BOOK,
    "7, 8",
    _("A tribe's peak"),
    _(
        "The first and second tribe are complete at 4 points, the third at 3. The "
        "first player with 11 points wins at once."
    ),
)
CITY = Rule(
    "INK-4",
    BOOK,
    "6, 7",
    _("One city per tribe"),
    _("Each tribe can build one city, from a village of the active tribe."),
)
ADVANTAGES = Rule(
    "INK-5",
    BOOK,
    "5, 6",
    _("Advantage cards"),
    _("The longest trade route and the best warriors give abilities, never points."),
)
FIRST_DECLINE = Rule(
    "INK-6",
    BOOK,
    "7, 8",
    _("The first tribe declines"),
    _(
        "At 4 points, remove all your roads and put thickets around the tribe's "
        "buildings. Found a free village of the second tribe, so you have 5. Then "
        "your turn ends."
    ),
)
SECOND_DECLINE = Rule(
    "INK-7",
    BOOK,
    "7, 8",
    _("The second tribe declines"),
    _(
        "At 8 points, remove what is left of the first tribe. Then the second "
        "declines like the first. With the free village of the third you have 9."
    ),
)
KEPT = Rule(
    "INK-8",
    BOOK,
    "7, 8",
    _("Points stay"),
    _(
        "You never lose a development token, even if somebody builds over a "
        "declining village."
    ),
    _("Our conclusion: no rule of the book takes a token away."),
)
PIECES = Rule(
    "INK-13",
    BOOK,
    "4",
    _("Pieces"),
    _(
        "The active tribe's villages plus twice its city make its points. A player "
        "has 8 villages and 2 cities."
    ),
)
ROUTE = Rule(
    "INK-9",
    BOOK,
    "5, 7",
    _("Longest trade route"),
    _(
        "The first with 3 connected roads takes the card, then only a longer route. "
        "In decline it goes to the only longest route of at least 3, or aside. Once "
        "while trading, swap 2 cards for 1."
    ),
    _(
        "The almanac says how a route is cut later. Your table decides if a "
        "declining foreign building cuts it."
    ),
)
WARRIORS = Rule(
    "INK-10",
    BOOK,
    "6",
    _("Best warriors"),
    _(
        "The first with 2 played warriors takes the card, then only a player with "
        "more. Once a turn, even before rolling, move the robber from your building "
        "to the jungle frame and take that resource."
    ),
)
HAND_LIMIT = Rule(
    "INK-11",
    BOOK,
    "6",
    _("A 7 and full hands"),
    _(
        "On a 7 you may hold 7 cards plus one per warrior you played. With more, "
        "give up half, rounded down. Action cards don't count."
    ),
)
SECOND_DECK = Rule(
    "INK-12",
    BOOK,
    "6",
    _("The second action deck"),
    _(
        "Put it under the rest of the first deck once every player has completed the "
        "first tribe."
    ),
)
TRADE = Rule(
    "INK-14",
    BOOK,
    "5, 6",
    _("Costs and the bank"),
    _(
        "Road: wood, stone. Village: wood, stone, potatoes, wool. City: 2 potatoes, "
        "3 ore. Action card: potatoes, wool, ore. The bank gives 1 card for 3 equal "
        "resources or 2 equal goods, and 2 cards for 3 different goods."
    ),
)
ALMANAC = Rule(
    "INK-15",
    BOOK,
    "1, 5",
    _("The almanac"),
    _(
        "Details like the action cards, the variable board and how routes are cut "
        "are in the almanac."
    ),
    _("We don't have that booklet. Where it matters, your table decides."),
)
ROBBER = Rule(
    "INK-16",
    BOOK,
    "6, 8",
    _("Where the robber can go"),
    _(
        "He moves to another resource hex or to the jungle frame. Never to jungle, "
        "plantation or sea. His hex yields nothing."
    ),
)
ACTION_CARDS = Rule(
    "INK-17",
    BOOK,
    "4, 6",
    _("Action cards"),
    _(
        "Play one per turn, even before rolling, but not one bought this turn. They "
        "are secret, can't be traded and don't fill your hand."
    ),
)
DECLINING_ROADS = Rule(
    "INK-18",
    BOOK,
    "5, 7",
    _("Roads and buildings"),
    _(
        "No road goes on from a declining building until a village replaces it. "
        "Other players' buildings block your roads too."
    ),
)
JUNGLE_ROADS = Rule(
    "INK-19",
    BOOK,
    "5",
    _("No roads through jungle"),
    _(
        "There are no paths between two jungle hexes, nor between jungle and the "
        "jungle frame. Each path holds one road."
    ),
)
FIRST = Rule(
    "INK-20",
    BOOK,
    "4",
    _("First player"),
    _("Everyone rolls both dice. The highest roll starts."),
    _("Not printed: players who tie for the highest roll again."),
)
