"""The rules of Imperial Settlers that the companion stands on."""

from __future__ import annotations

from scoring.rules import Rule
from scoring.words import _

BOOK = _("Imperial Settlers")
SCORE = Rule(
    "IS-1",
    BOOK,
    "7",
    _("Final score"),
    _(
        "Add to the points gained in play 1 for each common and 2 for each faction location that stands in your empire."
    ),
)
SHRINE = Rule(
    "IS-2",
    BOOK,
    "7, 11",
    _("Shrine and Gate"),
    _(
        "The Japanese Shrine and Gate give more points at the end, for what lies on and under them."
    ),
    _(
        "How many points a card gives is printed on the card only, so count them there and enter the sum."
    ),
)
ONLY_LOCATIONS = Rule(
    "IS-3",
    BOOK,
    "7, 12",
    _("What doesn't score"),
    _(
        "Only locations score: foundations, deals, cards in hand and goods are worth nothing; Ruins are a common location."
    ),
    _(
        "The book doesn't say who scores a location held by the Temple of Ra; the table chooses, its owner unless you say otherwise."
    ),
)
TIE = Rule(
    "IS-4",
    BOOK,
    "7, 16",
    _("Ties"),
    _(
        "Equal points: more raw materials and workers left wins, then more cards in hand; still equal, the victory is shared."
    ),
    _(
        "The book's summary says “raw materials and goods”, so whether gold and tokens count is for the table to choose; here they don't unless you say so."
    ),
)
LEFT_OVER = Rule(
    "IS-5",
    BOOK,
    "7, 16",
    _("What is left over"),
    _(
        "The last round has no clean-up, so what is still in your supply is left over; goods on used locations and placed samurai are not."
    ),
)
FACTIONS = Rule(
    "IS-6",
    BOOK,
    "5",
    _("Factions"),
    _("Everybody plays a faction of their own; an expansion's may be typed in."),
)
BOUNDS = Rule(
    "IS-8",
    BOOK,
    "5",
    _("How many there are"),
    _(
        "A faction's deck holds 30 cards, or 40 with an expansion's 10; the common deck 84, more with expansions."
    ),
    _(
        "The size of the common deck isn't printed; it comes from the published components."
    ),
)
SOLO = Rule(
    "IS-11",
    BOOK,
    "13, 14",
    _("Playing alone"),
    _(
        "You win with more faction locations than the virtual player has cards in its collection; equal is a loss."
    ),
)
TITLE = Rule(
    "IS-12",
    BOOK,
    "14",
    _("Titles"),
    _(
        "Only who beat the virtual player adds the points of the locations and earns a title."
    ),
    _("The last title's 80 points come from the English edition."),
)

# The boards, paying, razing

BOARDS = Rule(
    "IS-7",
    BOOK,
    "6, 7",
    _("Faction boards"),
    _(
        "Each faction board gives workers and goods of its own, a raze token and a defence token, and keeps one kind of good through clean-up."
    ),
    _(
        "Only the Japanese board is told in the book's text; the others come from the published boards, so trust the one before you."
    ),
)
GOLD = Rule(
    "IS-9",
    BOOK,
    "3, 10",
    _("Gold as a raw material"),
    _("Gold may pay for wood, stone or food, never the other way round."),
)
RAZING = Rule(
    "IS-10",
    BOOK,
    "7, 9, 11",
    _("Razing"),
    _(
        "A card from your hand costs 1 raze token, another player's location 2, one more where a defence token or a samurai guards it; who has passed can't be attacked."
    ),
    _(
        "That the owner of a razed Japanese location gets no wood isn't printed: the card is discarded instead of becoming foundations."
    ),
)

# Playing alone

ATTACK = Rule(
    "IS-13",
    BOOK,
    "13, 14",
    _("The attack"),
    _(
        "After clean-up, in the last round too, the virtual player's cards go to its collection, then it attacks twice."
    ),
)
WAVE = Rule(
    "IS-14",
    BOOK,
    "13",
    _("A wave"),
    _(
        "The new attack card is paired with the older ones in turn; the first pair that is exactly the raze box of a common location of yours razes it into the collection."
    ),
)
TARGET = Rule(
    "IS-15",
    BOOK,
    "13, 14",
    _("Which one is razed"),
    _(
        "Action before feature before production, then the most goods in the building cost, then more stone in it, then you choose."
    ),
)
TO_THE_END = Rule(
    "IS-16",
    BOOK,
    "14",
    _("The two cards that decided"),
    _("The two attack cards that razed something go to the end of the line."),
    _(
        "In which order isn't printed: the new one, then its partner, unless you choose otherwise."
    ),
)
JAPANESE_ALONE = Rule(
    "IS-17",
    BOOK,
    "11, 14",
    _("The Japanese alone"),
    _(
        "If the new card and another one in the line show a point, a faction location is attacked: by what its deal gives, card, raze token, gold, point, stone, worker, food, wood, then as usual."
    ),
    _(
        "Not printed: that this goes before a fitting common location, that the nearest card with a point is the partner, that Shrine and Gate are safe, and that without a faction location the usual check follows."
    ),
)
SOLO_EXAMPLE = Rule(
    "IS-18",
    BOOK,
    "14",
    _("The book's example"),
    _(
        "Wood is revealed before stone, worker and gold: two locations give wood and gold, and of them the action is razed."
    ),
)
ATTACK_CARDS = Rule(
    "IS-19",
    BOOK,
    "13",
    _("Attack cards"),
    _("Each of the 16 attack cards shows one good, which you tap as it is revealed."),
    _("Which goods are on them can't be read from the book."),
)
SOLO_SET_UP = Rule(
    "IS-20",
    BOOK,
    "13",
    _("Set-up and lookout alone"),
    _(
        "One attack card lies open from the start. Each lookout brings you one faction card and two of four common ones; the other two lie with the virtual player."
    ),
)

# Rounds

ROUND = Rule(
    "IS-21",
    BOOK,
    "5, 6, 7",
    _("A round"),
    _(
        "Five rounds of lookout, production, actions and clean-up; then the first player's token moves on to the left."
    ),
)
LOOKOUT = Rule(
    "IS-22",
    BOOK,
    "6",
    _("Lookout"),
    _(
        "Take a faction card; then twice one common card of as many as there are players and one more: clockwise from the first player, then back from the last."
    ),
)
