"""Decisions of one line in what helps during play: what can't have been thrown, how many there are."""

from collections import Counter

import pytest

from scoring.acts import Declaration, act_fields
from scoring.arcs.city import CourtCard, Outrage
from scoring.entries import entries_of
from scoring.final_scores import final_scores_game
from scoring.first_player import read_rolls
from scoring.games import GAMES
from scoring.helping import Around
from scoring.inkas.trade import COSTS, Hand, list_cards
from scoring.rise_of_empire.corrections import CorrectTicks
from scoring.turn_clock import CLOCK, TurnClock, replay_clock
from scoring.typed import Unreadable, read_cell


def test_the_reason_of_a_correction_is_told_last():
    assert list(act_fields(CorrectTicks)) == ["empire", "category", "ticks", "reason"]


@pytest.mark.rule("INK-14")
def test_what_each_building_costs():
    assert {
        building: " ".join(Counter(cost).elements()) for building, cost in COSTS.items()
    } == {
        "road": "wood stone",
        "village": "wood stone potatoes wool",
        "city": "potatoes potatoes ore ore ore",
        "card": "potatoes wool ore",
    }


def test_a_box_is_not_ticked_unless_somebody_ticks_it():
    route = entries_of(Hand)["route"]
    assert (route.default, Hand().route) == (False, False)


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


def test_a_helper_outside_a_game_serves_two_of_up_to_six_in_five_rounds():
    assert (Around().players, Around().most, Around().rounds) == (2, 6, 5)


# The turn clock


def test_whoever_had_no_turn_took_no_time_and_a_clock_that_stands_still_counts_none():
    paused = TurnClock({0: 30}, seat=0)
    assert (paused.spent_by(0, now=90), paused.spent_by(1, now=90)) == (30, 0)
    running = TurnClock({0: 30}, seat=0, since=60)
    assert (running.spent_by(0, now=90), running.spent_by(1)) == (60, 0)


def test_the_clock_passes_over_what_other_helpers_did():
    turn = {"helper": CLOCK.page, "move": "give_turn", "content": {"seat": 1, "at": 5}}
    other = {"helper": "dice", "move": "roll", "content": {"total": 7}}
    clock = replay_clock([other, turn, other], Around(players=2))
    assert (clock.seat, clock.since) == (1, 5)


# What is typed


def test_a_sum_has_up_to_forty_characters():
    track = entries_of(GAMES["imperial_settlers"].seat)["track"]
    longest = "+".join(["1"] * 20) + "1"
    assert (len(longest), read_cell(track, longest)) == (40, 30)
    with pytest.raises(Unreadable):
        read_cell(track, longest + "1")


def test_a_score_goes_as_far_below_nothing_as_above():
    score = entries_of(final_scores_game(GAMES["arcs"]).seat)["final_score"]
    lowest = score.minimum
    assert lowest == -score.maximum
    assert read_cell(score, str(lowest)) == lowest
    with pytest.raises(Unreadable):
        read_cell(score, str(lowest - 1))
