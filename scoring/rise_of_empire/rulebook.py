"""Rise of the Empire: the campaign's rules; session.py declares the four that score a session."""

from __future__ import annotations

from scoring.rise_of_empire.session import BOOK
from scoring.rules import Rule
from scoring.words import _

# Set-up of a campaign

BOX = Rule(
    "ROE-1",
    BOOK,
    "1",
    _("What is in the box"),
    _(
        "There are 55 provinces, 42 missions in three categories of 14, 66 inventions in three ages of 22, 16 sheets per age, 32 progress tokens and 12 mission markers for one to four players."
    ),
    _("An expansion's faction may be typed in."),
)
START = Rule(
    "ROE-2",
    BOOK,
    "3",
    _("Start of an empire"),
    _("Every empire begins on an ancient sheet that bears its name and its faction."),
)
DECKS = Rule(
    "ROE-3",
    BOOK,
    "3",
    _("Decks"),
    _(
        "At the start agree on the faction decks: the standard 30 cards, a deck-building rule of your own, tournament decks, or 10 more cards of an expansion for each player."
    ),
    _(
        "The same rule for all is only recommended, so it is noted down and not enforced."
    ),
)

# Set-up of a session

SET_UP = Rule(
    "ROE-4",
    BOOK,
    "3, last",
    _("Set-up of a session"),
    _(
        "From the second session on lay out all your provinces and inventions, take their building bonuses anew, and take every starting bonus and progress token you have reached."
    ),
    _(
        "That an empire founded later has nothing to lay out in its first session follows from its blank sheet."
    ),
)
COUNTERS = Rule(
    "ROE-5",
    BOOK,
    "3",
    _("Mission counters"),
    _("All mission markers start each session at 0, one per category."),
)
MISSIONS = Rule(
    "ROE-6",
    BOOK,
    "3",
    _("Missions of a session"),
    _(
        "Shuffle each category's missions and turn up one of each, light side up, worth 3 boxes."
    ),
    _(
        "That all 14 of a category come in again each session isn't printed; nothing removes them."
    ),
)
ROUNDS = Rule(
    "ROE-7",
    BOOK,
    "3",
    _("Rounds"),
    _("A session of the campaign has four rounds instead of five."),
    _("That the base game's rules for round 5 then hold for round 4 isn't printed."),
)

# Provinces

GAIN_PROVINCE = Rule(
    "ROE-9",
    BOOK,
    "2, 3, 4",
    _("Gaining a province"),
    _(
        "Each session brings an empire one province, and for it one box of the province map is ticked, whose goods are the upkeep."
    ),
    _(
        "That you pick the box, that boxes differ and that one may ask for several goods comes from the designer's notes."
    ),
)
PAYING = Rule(
    "ROE-10",
    BOOK,
    "3",
    _("Paying upkeep"),
    _(
        "At any time in your turn put goods from your supply beside the ticked boxes that show them; they stay there until the session ends."
    ),
    _(
        "That they no longer count as left over isn't printed; whether gold may stand for wood, stone or food, as in the base game, is for the table to choose."
    ),
)

# Inventions

INVENTIONS = Rule(
    "ROE-12",
    BOOK,
    "2",
    _("Inventions"),
    _(
        "Inventions work as feature cards from the start of each session, and an empire has at most one of each colour."
    ),
    _(
        "Whether an invention scores as a location isn't said: it doesn't unless the table chooses so."
    ),
)
KEPT_INVENTIONS = Rule(
    "ROE-13",
    BOOK,
    "2, 4, 5",
    _("Inventions stay"),
    _(
        "Inventions are bought with knowledge at the end of a session and stay with the empire when the age changes."
    ),
)

# Missions

COMPLETING = Rule(
    "ROE-14",
    BOOK,
    "3, last",
    _("Completing a mission"),
    _(
        "The first to complete a mission ticks 3 boxes of its category's track and takes the card's bonus, everybody later ticks 1, always from left to right."
    ),
    _(
        "You may complete it in your turn, so you declare it; the ticks that follow are not optional."
    ),
)
TOGETHER = Rule(
    "ROE-15",
    BOOK,
    "4",
    _("First at the same moment"),
    _(
        "Those who complete a mission first at the same moment all get the full reward before the card is turned."
    ),
)
ONCE = Rule(
    "ROE-16",
    BOOK,
    "",
    _("Once per session"),
    _("An empire completes the same mission at most once in a session."),
    _("This isn't printed."),
)
PROGRESSIVE = Rule(
    "ROE-17",
    BOOK,
    "3",
    _("Progressive missions"),
    _(
        "Each act a progressive mission names moves your marker by one, and at the number on the card the mission is done."
    ),
)
POSSESSION = Rule(
    "ROE-18",
    BOOK,
    "4",
    _("Possession missions"),
    _(
        "What a possession mission asks for must be there in one moment; each step that an invention moved its marker makes the number asked for one smaller."
    ),
    _("That it can't become smaller than 0 isn't printed."),
)
IN_A_ROW = Rule(
    "ROE-19",
    BOOK,
    "6",
    _("In a row"),
    _(
        "Other kinds of action may come between, but doing the same with another colour starts the count again at 1."
    ),
    _(
        "That the base game's Obchodní kolonie counts as red, grey and brown is its own rule."
    ),
)
NEW_PAIR = Rule(
    "ROE-20",
    BOOK,
    "6",
    _("New pair"),
    _(
        "A card with a bonus for a new pair pays once for the second, fourth, sixth location of its colour, and a lost one that is built again pays nothing."
    ),
)
OVERFLOW = Rule(
    "ROE-21",
    BOOK,
    "2",
    _("End of a track"),
    _("Ticks beyond a track's last box are lost."),
    _(
        "A length of 16 is read off one example that names neither age nor track; the table can change it with its layout."
    ),
)

# End of a session

EXTRA_TICK = Rule(
    "ROE-24",
    BOOK,
    "last",
    _("Extra tick on a win"),
    _(
        "The winner of a session ticks one more box for each icon that gives an extra tick on a win."
    ),
)
AGE_CHECK = Rule(
    "ROE-25",
    BOOK,
    "4, 5",
    _("Check of the age"),
    _(
        "Who has ticked the last box of a track changes age, or wins the campaign, before the remaining steps."
    ),
    _("That two full tracks at once are a single change isn't printed."),
)
KNOWLEDGE = Rule(
    "ROE-26",
    BOOK,
    "4, last",
    _("Gaining knowledge"),
    _(
        "You gain as much knowledge as your final score, and more by the icons for faction locations, common locations and a third thing."
    ),
    _(
        "The third icon's sign was lost, and whether icons still pay when the age has just changed is open: both are for the table to choose."
    ),
)
BUYING = Rule(
    "ROE-27",
    BOOK,
    "4",
    _("Buying inventions"),
    _(
        "From the highest final score down, each player must buy one or more of the inventions left of the own age, with knowledge new and saved."
    ),
    _(
        "For equal scores the tie-breaks of the session decide, then the table; that isn't printed."
    ),
)
REPLACING = Rule(
    "ROE-28",
    BOOK,
    "4, 5",
    _("Replacing an invention"),
    _(
        "To buy a colour you have, give the old card back to the inventions and pay the new one in full."
    ),
    _(
        "Whether a later buyer of the same step may take the card given back isn't printed; yes unless the table says no."
    ),
)
CANNOT_BUY = Rule(
    "ROE-29",
    BOOK,
    "4, 5",
    _("No invention to buy"),
    _("Who can't afford any of the inventions left of the own age collapses."),
    _(
        "While prices aren't filled in only the table knows, so it has to say that there is none."
    ),
)
LEFT_OVER = Rule(
    "ROE-30",
    BOOK,
    "4",
    _("Knowledge left over"),
    _("Knowledge that isn't spent is noted on the sheet and saved."),
)
DRAWING = Rule(
    "ROE-31",
    BOOK,
    "4, last",
    _("Drawing a province"),
    _(
        "Draw one province, and one more for each icon that says so, keep one of them and tick a box of the map."
    ),
    _(
        "What happens when every box is ticked or the deck is empty isn't said: the table chooses."
    ),
)
EXAMPLE = Rule(
    "ROE-32",
    BOOK,
    "5",
    _("Example of an end"),
    _(
        "48 points and one province are 43, with 18 saved they make 61 knowledge, and an invention for 45 leaves 16."
    ),
)

# Age change and victory

AGE_CHANGE = Rule(
    "ROE-33",
    BOOK,
    "5",
    _("Change of age"),
    _(
        "The last box of any track of an ancient or medieval sheet takes the empire to the sheet of the next age."
    ),
)
CARRIED_OVER = Rule(
    "ROE-34",
    BOOK,
    "5",
    _("What an age change keeps"),
    _(
        "Name, faction, inventions, knowledge and the last three final scores are kept; provinces, map boxes, ticks and icons are lost."
    ),
    _(
        "How many boxes were ever ticked is remembered too, for the end of the campaign."
    ),
)
NEW_SHEET = Rule(
    "ROE-35",
    BOOK,
    "5",
    _("Sheets of the ages"),
    _(
        "Each age has its own icons on the tracks, its own inventions and its own upkeep."
    ),
)
VICTORY = Rule(
    "ROE-36",
    BOOK,
    "5",
    _("Winning the campaign"),
    _(
        "The last box of an industrial track wins the campaign, and of several who reach it together the one with the most boxes ticked in all ages."
    ),
    _(
        "Not printed: a last tie is shared, earlier empires' boxes count only if the table says so, the others still do their steps, and a win goes before a collapse."
    ),
)

# Losing

TWILIGHT = Rule(
    "ROE-37",
    BOOK,
    "5, last",
    _("Twilight of civilisation"),
    _("An empire whose final score fell in three sessions in a row collapses."),
    _(
        "Read as three falls in four scores, an equal one being no fall, when the session is finished; the table may read it otherwise. Missed sessions don't count, which is our rule."
    ),
)
DARK_AGE = Rule(
    "ROE-38",
    BOOK,
    "5, last",
    _("Dark age"),
    _("An empire that can't get a single invention at the end of a session collapses."),
)
NEW_EMPIRE = Rule(
    "ROE-39",
    BOOK,
    "5",
    _("A new empire"),
    _(
        "A collapsed empire has lost, and its player may found a new one for the next session."
    ),
    _(
        "That it starts blank in the ancient age, may have another faction and leaves its cards to all isn't printed."
    ),
)

# Icons on the tracks

ICONS = Rule(
    "ROE-40",
    BOOK,
    "5, last",
    _("Icons on the tracks"),
    _(
        "An icon on a ticked box holds from the next session on, and equal icons add up."
    ),
)
STARTING_BONUSES = Rule(
    "ROE-41",
    BOOK,
    "last",
    _("Starting bonuses"),
    _(
        "A session may start with a faction card built, one more card in hand, a faction card as a deal, two kinds of goods, or a common card as foundations."
    ),
    _(
        "The signs of the two goods were lost: which they are is for the table to enter."
    ),
)
PROGRESS_TOKENS = Rule(
    "ROE-42",
    BOOK,
    "5, last",
    _("Progress tokens"),
    _(
        "A token on a location of yours pays when it is razed, lets an action be used once more, keeps enemies away, or makes it produce twice and then go; the token comes back to you."
    ),
    _(
        "Dove, drudge, wall and bribe are matched by the order of the parts list, and what the first of them pays was lost."
    ),
)
END_BONUSES = Rule(
    "ROE-43",
    BOOK,
    "last",
    _("End bonuses"),
    _(
        "At the end icons give knowledge for locations, an extra tick on a win, freedom from one box's upkeep, or one more province to choose from."
    ),
)
LAYOUTS = Rule(
    "ROE-44",
    BOOK,
    "",
    _("Layout of the sheets"),
    _(
        "Each sheet shows which icon stands on which box and which goods each box of the map asks for."
    ),
    _(
        "None of it is in the text we have: the layout is a stand-in until the table copies its own sheets."
    ),
)

# Alone, and the rest

SOLO = Rule(
    "ROE-45",
    BOOK,
    "6",
    _("Campaign for one"),
    _(
        "Alone you play with four missions out of all 42, and an empire that hasn't completed two of them by the end collapses."
    ),
    _(
        "The winner's tick, the score of a lost session and the markers of two missions of one category are for the table to choose."
    ),
)
DIFFERENT_AGES = Rule(
    "ROE-46",
    BOOK,
    "1",
    _("Empires of different ages"),
    _(
        "Empires at one table may be in different ages, each with the sheet, inventions and upkeep of its own."
    ),
    _("That provinces and missions serve all ages isn't printed; the cards name none."),
)
FREE_ACTIONS = Rule(
    "ROE-47",
    BOOK,
    "last",
    _("Beside the usual actions"),
    _(
        "Paying upkeep, placing tokens and completing missions come on top of the usual actions of a turn."
    ),
    _("That none of them uses up the turn isn't printed."),
)
