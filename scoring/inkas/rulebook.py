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
        "Only development tokens count: one for each village, one more when a village becomes a city."
    ),
)
START = Rule(
    "INK-2",
    BOOK,
    "2, 4, 8",
    _("Start"),
    _("Everybody starts with two villages, so with 2 points in the first tribe."),
)
PEAK = Rule(
    "INK-3",
    BOOK,
    "7, 8",
    _("A tribe's peak"),
    _(
        "The first and second tribe are complete at 4 points, the third at 3; 11 points win at once, so only one player can have them."
    ),
)
CITY = Rule(
    "INK-4",
    BOOK,
    "6, 7",
    _("One city per tribe"),
    _("Each tribe builds at most one city, out of a village of the active tribe."),
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
        "Completing the first tribe founds a free village of the second in the same turn, so 4 points at once become 5."
    ),
)
SECOND_DECLINE = Rule(
    "INK-7",
    BOOK,
    "7, 8",
    _("The second tribe declines"),
    _(
        "Completing the second tribe clears what is left of the first and founds a free village of the third, so 8 points at once become 9."
    ),
)
KEPT = Rule(
    "INK-8",
    BOOK,
    "7, 8",
    _("Points stay"),
    _(
        "Nothing takes a development token back, also when a declining village is built over."
    ),
    _("Not printed in so many words: no rule of the book takes a token away."),
)
PIECES = Rule(
    "INK-13",
    BOOK,
    "4",
    _("Pieces"),
    _(
        "The villages of the active tribe and twice its city come to its points; a player has 8 villages and 2 cities."
    ),
)
ROUTE = Rule(
    "INK-9",
    BOOK,
    "5, 7",
    _("Longest trade route"),
    _(
        "The first with 3 connected roads takes the card, then only a strictly longer route; who declines hands it to the one longest of at least 3, otherwise it lies aside. Once in your trading, 2 cards for 1."
    ),
    _(
        "How a route is cut later, and whether a declining foreign building cuts it, stands in the almanac: the table decides."
    ),
)
WARRIORS = Rule(
    "INK-10",
    BOOK,
    "6",
    _("Best warriors"),
    _(
        "The first with 2 played warriors takes the card, then only who has strictly more. Once a turn, also before the roll, send the robber from beside your building to the jungle frame and take that resource."
    ),
)
HAND_LIMIT = Rule(
    "INK-11",
    BOOK,
    "6",
    _("A 7 and full hands"),
    _(
        "On a 7 whoever holds more cards than 7 and one for each own played warrior gives up half, rounded down; action cards don't count."
    ),
)
SECOND_DECK = Rule(
    "INK-12",
    BOOK,
    "6",
    _("The second action deck"),
    _(
        "It comes in under what is left of the first when every player has brought the first tribe to its peak."
    ),
)
TRADE = Rule(
    "INK-14",
    BOOK,
    "5, 6",
    _("Costs and the bank"),
    _(
        "The bank gives 1 card for 3 equal resources or 2 equal goods, and 2 cards for 3 different goods."
    ),
)
