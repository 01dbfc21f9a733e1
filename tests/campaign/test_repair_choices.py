"""What a repair offers in the place of an entry: choices of that moment, and cards that are typed."""

import pytest

from campaign.history.repair_questions import (
    choice_of,
    is_near,
    offer_choice,
    tell_unfit,
)
from companion.log.act_words import Names
from scoring.rise_of_empire.offers import Draw
from scoring.rise_of_empire.repair_answers import RepairQuestion
from scoring.rise_of_empire.repair_options import RepairOption
from scoring.rise_of_empire.rescoring import PlayedAct

GAIN = RepairOption("gain_knowledge", {}, same=False, own=True)
PROVINCES = RepairOption(
    "draw_provinces",
    {"empire": "anna"},
    same=True,
    own=True,
    draw=Draw(1, (20, 21, 22)),
    asks="provinces",
)


def question(*options):
    act = PlayedAct(5, "reach_age", {"empire": "anna"})
    return RepairQuestion(
        act,
        1,
        (),
        list(options),
        may_keep=True,
        rest=0,
        missing=None,
        of_missing=0,
        in_order=0,
        unfit=False,
    )


def offered(given):
    return offer_choice(PROVINCES, Names({"anna": "Aurelia"}), {}, given)


@pytest.mark.parametrize(("recorded", "near"), [(4, True), (6, False)])
def test_what_was_done_later_anyway_is_no_choice_of_its_own(recorded, near):
    """A change of age that falls is left out; the knowledge after it follows by itself."""
    done = {choice_of("gain_knowledge", {}): recorded}
    assert is_near(GAIN, question(GAIN), done) is near


def test_a_choice_without_its_cards_asks_for_them():
    choice = offered(f"c-{PROVINCES.key}")
    assert choice.cards == ""
    assert tell_unfit([choice]) == "Enter the card numbers too."


def test_cards_that_cannot_be_drawn_stay_typed_and_are_said():
    choice = offered(f"c-{PROVINCES.key}:55,3")
    assert choice.cards == "55 3"
    assert tell_unfit([choice]).startswith("These cards can't be drawn here.")


def test_nothing_is_chosen_before_somebody_chose():
    assert offered("").cards is None
    assert offered("played").cards is None
    assert tell_unfit([]).startswith("That answer doesn't fit here.")
