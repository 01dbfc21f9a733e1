"""Rise of the Empire: the campaign's rules of setting up and playing; rulebook.py goes on from there."""

from __future__ import annotations

from scoring.rise_of_empire.session import BOOK
from scoring.rules import Rule
from scoring.words import _

# Set-up of a campaign

BOX = Rule(
    "ROE-1",
    BOOK,
    "1",
    _("What's in the box"),
    _(
        "The box has 55 provinces, 42 missions (14 per category) and 66 inventions "
        "(22 per age). It also has 16 sheets per age, 32 progress tokens and 12 "
        "mission markers."
    ),
    _("You can type in a faction from an expansion."),
)
START = Rule(
    "ROE-2",
    BOOK,
    "3",
    _("Starting an empire"),
    _("Every empire starts on an ancient sheet with its name and faction."),
)
DECKS = Rule(
    "ROE-3",
    BOOK,
    "3",
    _("Decks"),
    _(
        "Agree on the faction decks before you start. Use the standard 30 cards, "
        "your own rule, tournament decks, or 10 extra expansion cards each."
    ),
    _("Using the same rule is only a recommendation. We note it and don't enforce it."),
)

# Set-up of a session

SET_UP = Rule(
    "ROE-4",
    BOOK,
    "3, last",
    _("Setting up a session"),
    _(
        "From the second session, lay out all your provinces and inventions and take "
        "their building bonuses again. Then take your starting bonuses and progress "
        "tokens."
    ),
    _("Our conclusion: a new empire has an empty sheet, so it lays out nothing."),
)
COUNTERS = Rule(
    "ROE-5",
    BOOK,
    "3",
    _("Mission counters"),
    _("All mission markers start each session at 0. There is one per category."),
)
MISSIONS = Rule(
    "ROE-6",
    BOOK,
    "3",
    _("Missions of a session"),
    _(
        "Shuffle the missions of each category. Turn up one of each, light side up, "
        "worth 3 boxes."
    ),
    _(
        "Not printed: all 14 missions of a category return each session. Nothing "
        "removes them."
    ),
)
ROUNDS = Rule(
    "ROE-7",
    BOOK,
    "3",
    _("Rounds"),
    _("A campaign session has four rounds, not five."),
    _("Not printed: the base game's rules for round 5 then apply to round 4."),
)

# Provinces

GAIN_PROVINCE = Rule(
    "ROE-9",
    BOOK,
    "2, 3, 4",
    _("Gaining a province"),
    _(
        "Every session brings an empire one province. Tick a box on the province map "
        "for it. The goods on that box are its upkeep."
    ),
    _(
        "From the designer's notes: you pick the box, boxes differ, and one can ask "
        "for several goods."
    ),
)
PAYING = Rule(
    "ROE-10",
    BOOK,
    "3",
    _("Paying upkeep"),
    _(
        "On your turn, put goods from your supply next to ticked boxes that show "
        "them. They stay there until the session ends."
    ),
    _(
        "Not printed: these goods are no longer left over. Your table decides if "
        "gold can replace wood, stone or food."
    ),
)

# Inventions

INVENTIONS = Rule(
    "ROE-12",
    BOOK,
    "2",
    _("Inventions"),
    _(
        "Inventions work like feature cards from the start of each session. An "
        "empire has at most one of each colour."
    ),
    _(
        "The booklet doesn't say if an invention scores as a location. Here it "
        "doesn't, unless your table decides so."
    ),
)
KEPT_INVENTIONS = Rule(
    "ROE-13",
    BOOK,
    "2, 4, 5",
    _("Inventions stay"),
    _(
        "You buy inventions with knowledge at the end of a session. They stay when "
        "the age changes."
    ),
)

# Missions

COMPLETING = Rule(
    "ROE-14",
    BOOK,
    "3, last",
    _("Completing a mission"),
    _(
        "The first to complete a mission ticks 3 boxes on its track and takes the "
        "card's bonus. Everyone later ticks 1. Always tick from the left."
    ),
    _("You announce it on your turn. Then you must make the ticks."),
)
TOGETHER = Rule(
    "ROE-15",
    BOOK,
    "4",
    _("First at the same time"),
    _(
        "If several players complete it first at the same time, all get the full "
        "reward. Only then turn the card."
    ),
)
ONCE = Rule(
    "ROE-16",
    BOOK,
    "",
    _("Once per session"),
    _("An empire can complete each mission once per session."),
    _("Not printed in the booklet."),
)
PROGRESSIVE = Rule(
    "ROE-17",
    BOOK,
    "3",
    _("Progressive missions"),
    _(
        "Each time you do what the mission asks, move your marker by one. At the "
        "number on the card the mission is complete."
    ),
)
POSSESSION = Rule(
    "ROE-18",
    BOOK,
    "4",
    _("Possession missions"),
    _(
        "You must have everything the mission asks for at one moment. Each step an "
        "invention moved its marker lowers the number by one."
    ),
    _("Not printed: the number can't go below 0."),
)
IN_A_ROW = Rule(
    "ROE-19",
    BOOK,
    "6",
    _("In a row"),
    _(
        "Other actions can come in between. The same action with another colour "
        "restarts the count at 1."
    ),
    _("In the base game Trade colony counts as red, grey and brown."),
)
NEW_PAIR = Rule(
    "ROE-20",
    BOOK,
    "6",
    _("New pair"),
    _(
        "A new-pair bonus pays once for the second, fourth and sixth location of its "
        "colour. Rebuilding a lost one pays nothing."
    ),
)
OVERFLOW = Rule(
    "ROE-21",
    BOOK,
    "2",
    _("End of a track"),
    _("Ticks past the last box of a track are lost."),
    _("We take 16 boxes from the one example we have. Copy your sheets to change it."),
)
