"""Arcs: the rules of cards, initiative, set-up and control, which decide no score."""

from __future__ import annotations

from scoring.arcs.rulebook import BOOK
from scoring.rules import Rule
from scoring.words import _

LEAD = Rule(
    "ARC-22",
    BOOK,
    "8",
    _("Leading a round"),
    _(
        "Who has the initiative plays a card face up. Take up to one action of its "
        "kind for each star on it."
    ),
)
FOLLOW = Rule(
    "ARC-23",
    BOOK,
    "10",
    _("Surpass, copy or pivot"),
    _(
        "Surpass: same suit, higher number, all stars of your card. Copy: any card "
        "face down, one action of the lead card. Pivot: another suit, one action of "
        "your card."
    ),
)
SEIZE = Rule(
    "ARC-24",
    BOOK,
    "10",
    _("Seizing the initiative"),
    _(
        "When you play your card, add another one face down, or surpass with a 7. "
        "Only once a round, and not if you have it."
    ),
)
NEXT_INITIATIVE = Rule(
    "ARC-25",
    BOOK,
    "11",
    _("Who has the initiative next"),
    _(
        "If somebody seized it, they keep it. Otherwise it goes to the highest card "
        "that surpassed. If nobody surpassed, it stays."
    ),
)
PASS = Rule(
    "ARC-26",
    BOOK,
    "8",
    _("Passing the initiative"),
    _(
        "If you can't or won't lead, the initiative goes left to the next player with "
        "cards. The round ends."
    ),
)
ZERO = Rule(
    "ARC-27",
    BOOK,
    "9",
    _("The zero marker"),
    _(
        "Declaring puts the zero marker on the lead card. Its number is now 0 and "
        "easy to surpass. Its stars stay."
    ),
)
LEADERS = Rule(
    "ARC-28",
    BOOK,
    "21",
    _("Leaders and lore"),
    _(
        "Lay out one leader and one lore card more than players. From the right of "
        "the initiative, take turns until everyone has one of each."
    ),
)
DECKS = Rule(
    "ARC-29",
    BOOK,
    "4, 5",
    _("Decks and court at set-up"),
    _(
        "Use 20 action cards, or 28 with four players. The court shows 3 cards with "
        "two players, otherwise 4, out of a deck of 31."
    ),
)
RETURNING = Rule(
    "ARC-30",
    BOOK,
    "22",
    _("Coming back"),
    _(
        "No ship or starport left on the map? At the end of your turn, place 3 "
        "undamaged ships at any gate."
    ),
    _("The book says “starports or ships”. We read it as neither is left."),
)
CONTROL = Rule(
    "ARC-31",
    BOOK,
    "7",
    _("Control of a system"),
    _(
        "You control a system with more undamaged ships than each rival has there. "
        "On a tie nobody does."
    ),
)
FIRST = Rule(
    "ARC-32",
    BOOK,
    "4",
    _("First initiative"),
    _("Choose by lot who starts with the initiative."),
)
PLANNING = Rule(
    "ARC-33",
    BOOK,
    "14",
    _("How we plan battles"),
    _(
        "We try every mix of dice for every roll and every result. Your hits damage "
        "undamaged ships first, so fewer of them intercept the next roll."
    ),
    _("The attacker chooses. This is our advice, not a rule."),
)
