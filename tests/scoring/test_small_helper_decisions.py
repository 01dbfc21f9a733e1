"""Decisions of one line in what helps during play: what can't have been thrown, how many there are."""

import pytest

from scoring.acts import Declaration, act_fields
from scoring.arcs.city import CourtCard, Outrage
from scoring.entries import entries_of
from scoring.first_player import read_rolls
from scoring.inkas.trade import list_cards
from scoring.rise_of_empire.corrections import CorrectTicks


def test_the_reason_of_a_correction_is_told_last():
    assert list(act_fields(CorrectTicks)) == ["empire", "category", "ticks", "reason"]


@pytest.mark.rule("INK-14")
def test_cards_are_listed_with_their_number_where_there_are_several():
    message = list_cards({"wood": 2, "stone": 1, "wool": 3})
    assert str(message) == "2 × Wood + Stone + 3 × Wool"


@pytest.mark.rule("INK-20")
@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("9-8", ((9, 8),)),
        ("9-9.4-5", ((9, 9), (4, 5))),
        ("9-8.5", None),  # somebody has won, so nobody rolls again
        ("9", None),
        ("9-9.4", None),
    ],
)
def test_rolls_are_read_only_as_they_can_have_been_thrown(text, rolls):
    assert read_rolls(text, players=2) == rolls


@pytest.mark.rule("ARC-14", "ARC-21")
def test_a_court_card_holds_ten_agents_of_each_rival():
    card = entries_of(CourtCard)
    assert (card["theirs"].maximum, card["others"].maximum) == (10, 2 * 10)
    assert entries_of(Outrage)["cards"].maximum == 5


def test_an_act_is_told_in_the_chronicle_only_if_it_says_so():
    assert not Declaration("Something happened").told
