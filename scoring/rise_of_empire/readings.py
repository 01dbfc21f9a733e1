"""How a table plays what the booklet leaves open or its text has lost; the first choice is the default."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.entries import entered, entries, reading
from scoring.rise_of_empire import rulebook, session
from scoring.rise_of_empire.layout import GOOD_NAMES, Good
from scoring.words import _


def scored(name: str, sentence: str) -> Any:
    """A reading that the score of a single session asks for too, with the campaign's sentence."""
    entry = replace(entries(session.Board)[name], help=sentence)
    return entered(entry, entry.default)


def goods(first: Good) -> dict[str, str]:
    """The goods to choose from, our guess first."""
    return {first.value: GOOD_NAMES[first], **GOOD_NAMES}


@dataclass(frozen=True)
class Readings:
    unpaid: str = scored(
        "unpaid",
        _(
            "The sign behind the 0 was lost: it may be the score itself, or the knowledge gained with it."
        ),
    )
    unpaid_province: str = reading(
        _("A province whose upkeep isn't paid"),
        session.UPKEEP,
        {
            "kept": _("stays"),
            "lost": _("is lost, its box is free again"),
        },
        help=_(
            "The goods are said to keep the province, but nowhere that you lose it without them."
        ),
    )
    below_zero: str = scored(
        "below_zero",
        _(
            "Provinces can cost more than was scored; the booklet doesn't say what then."
        ),
    )
    gold_points: str = scored(
        "gold",
        _(
            "An example in the booklet mentions gold in the score; the base game gives nothing for it."
        ),
    )
    gold_upkeep: str = reading(
        _("Gold pays upkeep of wood, stone or food"),
        rulebook.PAYING,
        {"yes": _("yes"), "no": _("no")},
        help=_(
            "In the base game gold stands for any raw material; whether for upkeep too isn't said."
        ),
    )
    invention_scores: str = reading(
        _("An invention"),
        rulebook.INVENTIONS,
        {
            "nothing": _("doesn't score"),
            "location": _("scores as a location"),
        },
        help=_(
            "Inventions work like feature cards, but whether they count as locations isn't said."
        ),
    )
    third_icon: str = reading(
        _("The third icon gives 1 knowledge per"),
        rulebook.KNOWLEDGE,
        {
            "location": _("location of any kind"),
            "faction": _("faction location"),
            "common": _("common location"),
            "province": _("province"),
            "nothing": _("nothing, it isn't used"),
        },
        help=_("What this icon counts was lost; look at your own sheet or booklet."),
    )
    icons_after_age: str = reading(
        _("When the age has just changed, knowledge icons"),
        rulebook.KNOWLEDGE,
        {
            "literal": _("are gone already"),
            "keep": _("pay once more"),
        },
        help=_(
            "By the order of the steps the old icons are wiped before knowledge is gained."
        ),
    )
    discard_available: str = reading(
        _("An invention given back can be bought in the same step"),
        rulebook.REPLACING,
        {"yes": _("yes"), "no": _("no")},
        help=_(
            "It goes back to the inventions; whether later buyers may take it at once isn't said."
        ),
    )
    full_map: str = reading(
        _("With every box of the map ticked"),
        rulebook.DRAWING,
        {
            "province_only": _("a province is gained, no box is ticked"),
            "no_province": _("no province is gained"),
        },
        help=_("The booklet doesn't say what happens when no box of the map is free."),
    )
    empty_deck: str = reading(
        _("With no province left to draw"),
        rulebook.DRAWING,
        {
            "reshuffle": _("the discarded and lost ones are shuffled"),
            "none": _("no province is gained"),
        },
        help=_("The booklet doesn't say what happens when the provinces run out."),
    )
    twilight: str = reading(
        _("Twilight comes after"),
        rulebook.TWILIGHT,
        {
            "three_falls": _("three falls, over four scores"),
            "two_falls": _("two falls, over three scores"),
        },
        help=_(
            "“Three sessions in a row” can mean three falls or three scores of which each is lower."
        ),
    )
    twilight_when: str = reading(
        _("Twilight is checked"),
        rulebook.TWILIGHT,
        {
            "finish": _("when the session is finished"),
            "scoring": _("when the scores are known"),
        },
        help=_(
            "The booklet doesn't say at which step; checked early, the empire buys and draws nothing more."
        ),
    )
    earlier_empires: str = reading(
        _("Boxes of a player's collapsed empires"),
        rulebook.VICTORY,
        {
            "not_counted": _("don't count"),
            "counted": _("count"),
        },
        help=_(
            "For a tie at the end of the campaign: whether “the whole campaign” includes earlier empires isn't said."
        ),
    )
    solo_tick: str = reading(
        _("Alone, the winner's tick is made"),
        rulebook.SOLO,
        {
            "beaten": _("if the virtual player is beaten"),
            "always": _("always"),
            "never": _("never"),
        },
        help=_("The booklet doesn't say whether a lone player counts as the winner."),
    )
    solo_lost: str = reading(
        _("Alone, a session lost to the virtual player"),
        rulebook.SOLO,
        {
            "counts": _("keeps its final score"),
            "zero": _("has a final score of 0"),
        },
        help=_(
            "In the base game only a win is scored; what a lost session is worth in the campaign isn't said."
        ),
    )
    solo_markers: str = reading(
        _("Alone, missions of one category have"),
        rulebook.SOLO,
        {
            "per_mission": _("a marker each"),
            "per_category": _("one marker together"),
        },
        help=_(
            "Two of the four missions may be of one category, which has a single counter on the sheet."
        ),
    )
    tie: str = scored(
        "tie",
        _("The base game says once “raw materials and workers”, once “goods”."),
    )
    temple: str = scored(
        "temple",
        _("The base game doesn't say who scores a location the temple has taken over."),
    )
    province_points: int = scored(
        "printed",
        _("Every province seen shows 5; yours may show another number."),
    )
    good_one: str = reading(
        _("The first good among the starting bonuses"),
        rulebook.STARTING_BONUSES,
        goods(Good.WOOD),
        help=_("Its sign was lost and wood is only a guess: look at your own sheet."),
    )
    good_two: str = reading(
        _("The second good among the starting bonuses"),
        rulebook.STARTING_BONUSES,
        goods(Good.STONE),
        help=_("Its sign was lost and stone is only a guess: look at your own sheet."),
    )
    dove_good: str = reading(
        _("A razed location with a dove pays"),
        rulebook.PROGRESS_TOKENS,
        goods(Good.WOOD),
        help=_(
            "The sign was lost and wood is only a guess: look at the last page of your booklet."
        ),
    )
