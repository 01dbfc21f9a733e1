"""How a table plays what the booklet leaves open or its text has lost; the first choice is the default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.entries import reading, replace_entry
from scoring.rise_of_empire import rulebook, session
from scoring.rise_of_empire.layout import GOOD_NAMES, Good
from scoring.words import _


def score_reading(name: str, sentence: str) -> Any:
    """A reading that the score of a single session asks for too, with the campaign's sentence."""
    return replace_entry(session.EmpireBoard, name, help=sentence)


def goods_with_first(first: Good) -> dict[str, str]:
    """The goods to choose from, our guess first."""
    return {first.value: GOOD_NAMES[first], **GOOD_NAMES}


@dataclass(frozen=True)
class Readings:
    unpaid: str = score_reading(
        "unpaid",
        _(
            "Look at your booklet, page 3. Which symbol follows the 0, score or "
            "knowledge?"
        ),
    )
    unpaid_province: str = reading(
        _("A province whose upkeep isn't paid"),
        session.UPKEEP,
        {
            "kept": _("stays"),
            "lost": _("is lost and its box is free again"),
        },
        help=_(
            "The booklet says goods keep the province. It doesn't say you lose it "
            "without them."
        ),
    )
    below_zero: str = score_reading(
        "below_zero",
        _(
            "Provinces can cost more than you scored. The booklet doesn't say what "
            "happens then."
        ),
    )
    gold_points: str = score_reading(
        "gold",
        _("An example in the booklet counts gold. The base game gives nothing for it."),
    )
    gold_upkeep: str = reading(
        _("Gold can pay for wood, stone or food"),
        rulebook.PAYING,
        {"yes": _("yes"), "no": _("no")},
        help=_(
            "In the base game gold can replace any raw material. The booklet doesn't "
            "say if it pays upkeep."
        ),
    )
    invention_scores: str = reading(
        _("An invention"),
        rulebook.INVENTIONS,
        {
            "nothing": _("doesn't score"),
            "counted": _("is a location: it scores and the third icon counts it"),
            "location": _("scores as a location, icons skip it"),
        },
        help=_(
            "Inventions work like feature cards. The booklet doesn't say if they "
            "count as locations."
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
            "nothing": _("nothing, we don't use it"),
        },
        help=_("We couldn't read this icon. Check your own sheet or booklet."),
    )
    icons_after_age: str = reading(
        _("Right after a change of age, knowledge icons"),
        rulebook.KNOWLEDGE,
        {
            "literal": _("no longer count"),
            "keep": _("count one last time"),
        },
        help=_("The steps clear the old icons before you gain knowledge."),
    )
    discard_available: str = reading(
        _("A returned invention can be bought in the same step"),
        rulebook.REPLACING,
        {"yes": _("yes"), "no": _("no")},
        help=_("The booklet doesn't say if the next buyer can take it right away."),
    )
    full_map: str = reading(
        _("When every map box is ticked"),
        rulebook.DRAWING,
        {
            "province_only": _("you gain a province and tick no box"),
            "no_province": _("you gain no province"),
        },
        help=_("The booklet doesn't say what happens when the map is full."),
    )
    empty_deck: str = reading(
        _("When there's no province left to draw"),
        rulebook.DRAWING,
        {
            "reshuffle": _("shuffle the discarded and lost ones"),
            "none": _("you gain no province"),
        },
        help=_("The booklet doesn't say what happens when the provinces run out."),
    )
    twilight: str = reading(
        _("Twilight comes after"),
        rulebook.TWILIGHT,
        {
            "three_falls": _("three falls (four scores)"),
            "two_falls": _("two falls (three scores)"),
        },
        help=_(
            "“Three sessions in a row” can mean three falls, or three scores going "
            "down."
        ),
    )
    twilight_when: str = reading(
        _("Twilight is checked"),
        rulebook.TWILIGHT,
        {
            "finish": _("at the end of the session"),
            "scoring": _("as soon as scores are known"),
        },
        help=_(
            "The booklet doesn't name the step. Checked early, a fallen empire buys "
            "and draws nothing."
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
            "This breaks a tie at the campaign's end. The booklet doesn't say if "
            "earlier empires count."
        ),
    )
    solo_tick: str = reading(
        _("In a solo game you get the winner's tick"),
        rulebook.SOLO,
        {
            "beaten": _("if you beat the virtual player"),
            "always": _("always"),
            "never": _("never"),
        },
        help=_("The booklet doesn't say if a solo player counts as the winner."),
    )
    solo_lost: str = reading(
        _("A solo session lost to the virtual player"),
        rulebook.SOLO,
        {
            "counts": _("keeps its final score"),
            "zero": _("scores 0"),
        },
        help=_(
            "In the base game only a win scores. The booklet doesn't say what a lost "
            "session is worth."
        ),
    )
    solo_markers: str = reading(
        _("Solo missions of the same category have"),
        rulebook.SOLO,
        {
            "per_mission": _("one marker each"),
            "per_category": _("one shared marker"),
        },
        help=_(
            "Two of the four missions can share a category, but the sheet has one "
            "counter for it."
        ),
    )
    tie: str = score_reading(
        "tie",
        _(
            "The base game says “raw materials and workers” in one place and “goods” "
            "in another."
        ),
    )
    temple: str = score_reading(
        "temple",
        _("The base game doesn't say who scores a location taken over by the temple."),
    )
    province_points: int = score_reading(
        "printed",
        _("All provinces we know show 5. Change it if yours differ."),
    )
    good_one: str = reading(
        _("Starting good I"),
        rulebook.STARTING_BONUSES,
        goods_with_first(Good.WOOD),
        help=_("Wood is our guess. Check the symbol on your own sheet."),
    )
    good_two: str = reading(
        _("Starting good II"),
        rulebook.STARTING_BONUSES,
        goods_with_first(Good.STONE),
        help=_("Stone is our guess. Check the symbol on your own sheet."),
    )
    dove_good: str = reading(
        _("Razing a location with a dove gives"),
        rulebook.PROGRESS_TOKENS,
        goods_with_first(Good.WOOD),
        help=_("Wood is our guess. Check the last page of your booklet."),
    )


# What each of them changes in play, for whoever decides on it.
EFFECTS: dict[str, str] = {
    "unpaid": _("The final score or knowledge of a player who owes upkeep."),
    "unpaid_province": _("How many provinces an empire keeps."),
    "below_zero": _("The final score, and the falls that lead to twilight."),
    "gold_points": _("The final score of every session."),
    "gold_upkeep": _("What you can put beside a map box."),
    "invention_scores": _("The final score, and what knowledge icons count."),
    "third_icon": _("The knowledge you gain in step 4."),
    "icons_after_age": _("The knowledge you gain when you reach a new age."),
    "discard_available": _("What the next player can buy in step 5."),
    "full_map": _("What you gain in step 6 once your map is full."),
    "empty_deck": _("What you draw in step 6 once provinces run out."),
    "twilight": _("When an empire collapses."),
    "twilight_when": _("Whether a falling empire still buys and draws."),
    "earlier_empires": _("Who wins a tie at the end of the campaign."),
    "solo_tick": _("The tick after a solo session."),
    "solo_lost": _("The final score of a lost solo session."),
    "solo_markers": _("How solo missions are counted."),
    "tie": _("Who wins a session that ends level."),
    "temple": _("Who scores a location under the temple."),
    "province_points": _("How much each province lowers the final score."),
    "good_one": _("What this starting bonus gives."),
    "good_two": _("What this starting bonus gives."),
    "dove_good": _("What you get when a location with a dove is razed."),
}


@dataclass(frozen=True)
class ReadingTopic:
    """What several of them are about, as a page lists them together."""

    key: str
    label: str
    readings: tuple[str, ...]


TOPICS = (
    ReadingTopic(
        "upkeep",
        _("Upkeep and provinces"),
        (
            *("unpaid", "unpaid_province", "gold_upkeep"),
            *("province_points", "full_map", "empty_deck"),
        ),
    ),
    ReadingTopic(
        "scores",
        _("Scores and ties"),
        ("below_zero", "gold_points", "invention_scores", "temple", "tie"),
    ),
    ReadingTopic(
        "knowledge",
        _("Knowledge and inventions"),
        ("third_icon", "icons_after_age", "discard_available"),
    ),
    ReadingTopic(
        "twilight",
        _("Twilight and the end"),
        ("twilight", "twilight_when", "earlier_empires"),
    ),
    ReadingTopic("goods", _("Goods"), ("good_one", "good_two", "dove_good")),
    ReadingTopic("solo", _("Solo game"), ("solo_tick", "solo_lost", "solo_markers")),
)
