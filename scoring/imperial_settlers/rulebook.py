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
        "To the points you gained in play, add 1 per common location and 2 per "
        "faction location in your empire."
    ),
)
SHRINE = Rule(
    "IS-2",
    BOOK,
    "7, 11",
    _("Shrine and Gate"),
    _(
        "The Japanese Shrine and Gate give extra points at the end for what is on "
        "and under them."
    ),
    _(
        "Only the card says how many points it gives. Count them there and enter the "
        "sum."
    ),
)
ONLY_LOCATIONS = Rule(
    "IS-3",
    BOOK,
    "7, 12",
    _("What doesn't score"),
    _(
        "Only locations score. Foundations, deals, cards in hand and goods are worth "
        "nothing. Ruins are a common location."
    ),
    _(
        "The book doesn't say who scores a location held by the Temple of Ra. Your "
        "table decides. Otherwise it's the owner."
    ),
)
TIE = Rule(
    "IS-4",
    BOOK,
    "7, 16",
    _("Ties"),
    _(
        "On equal points, more raw materials and workers left wins. Then more cards "
        "in hand. If still tied, the victory is shared."
    ),
    _(
        "The book's summary says “raw materials and goods”. Your table decides if "
        "gold and tokens count. Otherwise they don't."
    ),
)
LEFT_OVER = Rule(
    "IS-5",
    BOOK,
    "7, 16",
    _("What is left over"),
    _(
        "The last round has no clean-up, so your supply is what's left. Goods on "
        "used locations and placed samurai don't count."
    ),
)
FACTIONS = Rule(
    "IS-6",
    BOOK,
    "5",
    _("Factions"),
    _("Everyone plays a different faction. You can type in one from an expansion."),
)
BOUNDS = Rule(
    "IS-8",
    BOOK,
    "5",
    _("Number of pieces"),
    _(
        "A faction deck has 30 cards, or 40 with an expansion. The common deck has "
        "84, more with expansions."
    ),
    _("The size of the common deck comes from the published components."),
)
SOLO = Rule(
    "IS-11",
    BOOK,
    "13, 14",
    _("Solo game"),
    _(
        "You win with more faction locations than the virtual player has cards in "
        "its collection. A tie is a loss."
    ),
)
TITLE = Rule(
    "IS-12",
    BOOK,
    "14",
    _("Titles"),
    _(
        "Only if you beat the virtual player do you score your locations and earn a "
        "title."
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
        "Each faction board gives its own workers and goods, a raze token and a "
        "defence token. It keeps one kind of good through clean-up."
    ),
    _(
        "The book describes only the Japanese board. The others come from the "
        "published game, so trust the one in front of you."
    ),
)
GOLD = Rule(
    "IS-9",
    BOOK,
    "3, 10",
    _("Gold as a raw material"),
    _("Gold can pay for wood, stone or food. Never the other way round."),
)
RAZING = Rule(
    "IS-10",
    BOOK,
    "7, 9, 11",
    _("Razing"),
    _(
        "A card from your hand costs 1 raze token, another player's location 2. Add "
        "one if a defence token or samurai guards it. You can't attack a player who "
        "has passed."
    ),
    _(
        "Not printed: the owner of a razed Japanese location gets no wood. The card "
        "is discarded and doesn't become foundations."
    ),
)

# Playing alone

ATTACK = Rule(
    "IS-13",
    BOOK,
    "13, 14",
    _("The attack"),
    _(
        "After clean-up, the virtual player's cards go to its collection. Then it "
        "attacks twice. The last round is no exception."
    ),
)
WAVE = Rule(
    "IS-14",
    BOOK,
    "13",
    _("A wave"),
    _(
        "Pair the new attack card with the older ones in turn. The first pair that "
        "matches the raze box of your common location razes it into the collection."
    ),
)
TARGET = Rule(
    "IS-15",
    BOOK,
    "13, 14",
    _("Which one is razed"),
    _(
        "Action comes before feature, feature before production. Then most goods in "
        "the building cost, then most stone, then you choose."
    ),
)
TO_THE_END = Rule(
    "IS-16",
    BOOK,
    "14",
    _("The two cards that decided"),
    _("The two attack cards that razed something go to the end of the line."),
    _(
        "The order isn't printed. Here the new card goes first, unless you choose "
        "otherwise."
    ),
)
JAPANESE_ALONE = Rule(
    "IS-17",
    BOOK,
    "11, 14",
    _("Solo with the Japanese"),
    _(
        "If the new card and another in the line show a point, a faction location is "
        "attacked. What its deal gives decides: card, raze token, gold, point, "
        "stone, worker, food, wood. Then as usual."
    ),
    _(
        "Not printed: this comes before a matching common location. The nearest card "
        "with a point is the partner. Shrine and Gate are safe. Without a faction "
        "location, check as usual."
    ),
)
SOLO_EXAMPLE = Rule(
    "IS-18",
    BOOK,
    "14",
    _("The book's example"),
    _(
        "Wood is revealed. Stone, worker and gold lie before it. Two locations give "
        "wood and gold. The action location is razed."
    ),
)
ATTACK_CARDS = Rule(
    "IS-19",
    BOOK,
    "13",
    _("Attack cards"),
    _("Each of the 16 attack cards shows one good. Tap it when you reveal the card."),
    _("The book doesn't show which goods are on them."),
)
SOLO_SET_UP = Rule(
    "IS-20",
    BOOK,
    "13",
    _("Solo set-up and lookout"),
    _(
        "One attack card is open from the start. Each lookout gives you one faction "
        "card and two of four common ones. The other two go to the virtual player."
    ),
)

# Rounds

ROUND = Rule(
    "IS-21",
    BOOK,
    "5, 6, 7",
    _("A round"),
    _(
        "There are five rounds of lookout, production, actions and clean-up. Then "
        "the first player token moves left."
    ),
)
LOOKOUT = Rule(
    "IS-22",
    BOOK,
    "6",
    _("Lookout"),
    _(
        "Take a faction card. Then twice lay out one common card per player plus "
        "one, and everyone takes one. The second time goes in reverse order."
    ),
)

# Cards and actions that people ask about

RUINS = Rule(
    "IS-23",
    BOOK,
    "12",
    _("Ruins"),
    _(
        "Ruins cost nothing, but building them takes your turn. They have no colour "
        "and can't be razed."
    ),
)
WAGON_BUILDER = Rule(
    "IS-24",
    BOOK,
    "11",
    _("Wagon builder"),
    _(
        "It razes another player's location for the 1 raze token that activates it. "
        "A defence token or samurai doesn't raise the cost."
    ),
)
RABBLE = Rule(
    "IS-25",
    BOOK,
    "11",
    _("Rabble"),
    _(
        "It razes one of your own locations, not a card in hand. You get the raze "
        "box, 1 wood and the foundations."
    ),
)
REMOVING = Rule(
    "IS-26",
    BOOK,
    "11",
    _("Fortress and Constructors"),
    _(
        "They take a location out of another player's empire. That isn't razing: no "
        "goods, no wood, no foundations."
    ),
)
VIRTUAL = Rule(
    "IS-27",
    BOOK,
    "13",
    _("The virtual player's cards"),
    _(
        "For your cards and actions, its cards are an opponent's locations and its "
        "attack cards are deals. Razing one leaves no foundations."
    ),
)
DEALS = Rule(
    "IS-28",
    BOOK,
    "9",
    _("Deals"),
    _(
        "A deal needs a faction card from your hand and 1 food. It gives its good at "
        "once and in every production."
    ),
)
PAYS_AT_ONCE = Rule(
    "IS-29",
    BOOK,
    "8",
    _("Production pays at once"),
    _(
        "A production location gives its goods when you build it and in every later "
        "production. A building bonus comes only once."
    ),
)
RESHUFFLE = Rule(
    "IS-30",
    BOOK,
    "10, 16",
    _("Empty decks"),
    _(
        "When the common deck runs out, shuffle its discard pile into a new one. "
        "Faction decks are never reshuffled."
    ),
)
STAYS = Rule(
    "IS-31",
    BOOK,
    "11",
    _("What stays on Shrine and Gate"),
    _(
        "Goods on the Shrine and cards under the Gate stay to the end of the game. "
        "Neither can be razed, and cards don't come back to hand."
    ),
)

# Variants

PEACEFUL = Rule(
    "IS-32",
    BOOK,
    "12",
    _("Peaceful variant"),
    _(
        "Each lookout starts with one common card more. You can raze other players' "
        "locations only through card abilities."
    ),
)
PASSING_LOOKOUT = Rule(
    "IS-33",
    BOOK,
    "12",
    _("Other lookout"),
    _(
        "Everyone draws 3 common cards, keeps one and passes two to the left. Keep "
        "one of those and discard the last."
    ),
)
ADVANCED_LOOKOUT = Rule(
    "IS-34",
    BOOK,
    "12",
    _("Advanced lookout"),
    _(
        "Lay out 5 common cards. Everyone takes two, one at a time. With three or "
        "four players new cards keep the choice at 4, then at 3."
    ),
)
FIRST = Rule(
    "IS-35",
    BOOK,
    "5",
    _("First player"),
    _("Choose the first player by lot. They take the first player token."),
)
