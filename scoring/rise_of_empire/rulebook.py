"""Rise of the Empire: the campaign's rules; session.py declares the four that score a session."""

from __future__ import annotations

from scoring.rise_of_empire.rules_of_play import *  # noqa: F403 - one book in two files
from scoring.rise_of_empire.session import BOOK
from scoring.rules import Rule
from scoring.words import _

# End of a session

EXTRA_TICK = Rule(
    "ROE-24",
    BOOK,
    "last",
    _("Extra tick for a win"),
    _("The winner ticks one more box for each icon that gives an extra tick."),
)
AGE_CHECK = Rule(
    "ROE-25",
    BOOK,
    "4, 5",
    _("Age check"),
    _(
        "If you ticked the last box of a track, you change age or win the campaign. "
        "This comes before the remaining steps."
    ),
    _("Not printed: two full tracks at once are still one change."),
)
KNOWLEDGE = Rule(
    "ROE-26",
    BOOK,
    "4, last",
    _("Gaining knowledge"),
    _(
        "You gain knowledge equal to your final score. Icons add more, for faction "
        "locations, common locations and a third thing."
    ),
    _(
        "We couldn't read the third icon. Your table decides what it counts, and if "
        "icons still pay after a change of age."
    ),
)
BUYING = Rule(
    "ROE-27",
    BOOK,
    "4",
    _("Buying inventions"),
    _(
        "Starting with the highest score, each player must buy at least one "
        "invention of their age. Pay with new and saved knowledge."
    ),
    _(
        "Not printed: tied scores use the session's tie-breaks. If still tied, your "
        "table decides."
    ),
)
REPLACING = Rule(
    "ROE-28",
    BOOK,
    "4, 5",
    _("Replacing an invention"),
    _("To buy a colour you already have, return the old card and pay the full price."),
    _(
        "Not printed: can a later buyer take the returned card at once? Here yes, "
        "unless your table says no."
    ),
)
CANNOT_BUY = Rule(
    "ROE-29",
    BOOK,
    "4, 5",
    _("No affordable invention"),
    _("If you can't afford any invention of your age, your empire collapses."),
    _("Until prices are filled in, the app can't know. Your table has to say so."),
)
LEFT_OVER = Rule(
    "ROE-30",
    BOOK,
    "4",
    _("Knowledge left over"),
    _("Write unspent knowledge on the sheet. It is saved for next time."),
)
DRAWING = Rule(
    "ROE-31",
    BOOK,
    "4, last",
    _("Drawing a province"),
    _(
        "Draw one province, plus one for each icon that says so. Keep one and tick a "
        "map box."
    ),
    _(
        "The booklet doesn't say what happens with a full map or an empty deck. Your "
        "table decides."
    ),
)
EXAMPLE = Rule(
    "ROE-32",
    BOOK,
    "5",
    _("Example of a session's end"),
    _(
        "48 points with one province make 43. With 18 saved that is 61 knowledge. An "
        "invention for 45 leaves 16."
    ),
)

# Age change and victory

AGE_CHANGE = Rule(
    "ROE-33",
    BOOK,
    "5",
    _("Change of age"),
    _(
        "Ticking the last box of an ancient or medieval track moves the empire to "
        "the next age's sheet."
    ),
)
CARRIED_OVER = Rule(
    "ROE-34",
    BOOK,
    "5",
    _("What a new age keeps"),
    _(
        "You keep name, faction, inventions, knowledge and the last three scores. "
        "You lose provinces, map boxes, ticks and icons."
    ),
    _("The app also remembers all boxes ever ticked, for the end of the campaign."),
)
NEW_SHEET = Rule(
    "ROE-35",
    BOOK,
    "5",
    _("Sheets of each age"),
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
        "The last box of an industrial track wins the campaign. If several get there "
        "together, most boxes ticked in all ages wins."
    ),
    _(
        "Not printed: a final tie is shared, and a win comes before a collapse. The "
        "others finish their steps. Boxes of earlier empires count only if your "
        "table says so."
    ),
)

# Losing

TWILIGHT = Rule(
    "ROE-37",
    BOOK,
    "5, last",
    _("Twilight of civilisation"),
    _("An empire collapses if its final score fell in three sessions in a row."),
    _(
        "We count three falls in four scores, checked at the end of the session. An "
        "equal score isn't a fall. Missed sessions don't count. Your table can "
        "choose otherwise."
    ),
)
DARK_AGE = Rule(
    "ROE-38",
    BOOK,
    "5, last",
    _("Dark age"),
    _("An empire collapses if it can't get any invention at the end of a session."),
)
NEW_EMPIRE = Rule(
    "ROE-39",
    BOOK,
    "5",
    _("A new empire"),
    _(
        "A collapsed empire has lost. Its player can found a new one for the next "
        "session."
    ),
    _(
        "Not printed: it starts empty in the ancient age and can change faction. Its "
        "old cards go back for everyone."
    ),
)

# Icons on the tracks

ICONS = Rule(
    "ROE-40",
    BOOK,
    "5, last",
    _("Icons on the tracks"),
    _("An icon on a ticked box works from the next session. Equal icons add up."),
)
STARTING_BONUSES = Rule(
    "ROE-41",
    BOOK,
    "last",
    _("Starting bonuses"),
    _(
        "You can start with a built faction card, an extra card in hand, or a "
        "faction card as a deal. Other icons give two kinds of goods, or a common "
        "card as foundations."
    ),
    _("We couldn't read the two goods. Your table enters them."),
)
PROGRESS_TOKENS = Rule(
    "ROE-42",
    BOOK,
    "5, last",
    _("Progress tokens"),
    _(
        "On your turn, put tokens on your own locations where they fit. They stay "
        "through clean-up and return to you when the location goes."
    ),
    _("We matched dove, drudge, wall and bribe by the parts list."),
)
END_BONUSES = Rule(
    "ROE-43",
    BOOK,
    "last",
    _("End bonuses"),
    _(
        "At the end, icons can give knowledge for locations or an extra tick for a "
        "win. Others free one box from upkeep or add a province to choose from."
    ),
)
LAYOUTS = Rule(
    "ROE-44",
    BOOK,
    "",
    _("Layout of the sheets"),
    _("Each sheet shows the icon on every box and the goods every map box asks for."),
    _(
        "We don't have the printed layout. The app uses an example until you copy "
        "your own sheets."
    ),
)

# Alone, and the rest

SOLO = Rule(
    "ROE-45",
    BOOK,
    "6",
    _("Campaign for one"),
    _(
        "A solo player uses four of all 42 missions. Complete at least two or the "
        "empire collapses."
    ),
    _(
        "Your table decides about the winner's tick, the score of a lost session and "
        "missions that share a category."
    ),
)
DIFFERENT_AGES = Rule(
    "ROE-46",
    BOOK,
    "1",
    _("Empires of different ages"),
    _(
        "Empires at one table can be in different ages. Each uses the sheet, "
        "inventions and upkeep of its own age."
    ),
    _(
        "Not printed: provinces and missions are the same for all ages. The cards name "
        "none."
    ),
)
FREE_ACTIONS = Rule(
    "ROE-47",
    BOOK,
    "last",
    _("Beside the usual actions"),
    _(
        "You can pay upkeep, place tokens and complete missions on top of your usual "
        "actions."
    ),
    _("Not printed: none of these uses up your turn."),
)

# What each progress token does

DOVE = Rule(
    "ROE-48",
    BOOK,
    "last",
    _("Dove"),
    _("If an enemy razes the location under the dove, you gain one good."),
    _("We couldn't read which good it is. Your table enters it."),
)
DRUDGE = Rule(
    "ROE-49",
    BOOK,
    "last",
    _("Drudge"),
    _("An action location with a drudge can be used once more than usual."),
)
WALL = Rule(
    "ROE-50",
    BOOK,
    "last",
    _("Wall"),
    _("Enemies can't raze, remove, block or use a location with a wall."),
)
BRIBE = Rule(
    "ROE-51",
    BOOK,
    "last",
    _("Bribe"),
    _(
        "A production location with a bribe produces twice and is then removed. The "
        "token comes back to you."
    ),
)
