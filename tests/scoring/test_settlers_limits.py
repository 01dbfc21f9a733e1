"""Imperial Settlers where one more or one fewer decides: gold, raze tokens, rounds, the solo log."""

import pytest

from scoring.imperial_settlers.boards import (
    Deals,
    Locations,
    Round,
    payment,
    production,
)
from scoring.imperial_settlers.game import ALONE, TOGETHER
from scoring.imperial_settlers.razing import COMMON, Razing, Target
from scoring.imperial_settlers.round_marker import RoundMarker
from scoring.imperial_settlers.rounds import SettlersMoment, to_do
from scoring.imperial_settlers.solo_log import MOST_WORDS, play_words


def told(**moment):
    return [str(one.message) for one in to_do(SettlersMoment(**moment))]


def ordered(**moment):
    return [one.order for one in to_do(SettlersMoment(**moment)) if one.order]


@pytest.mark.rule("IS-7")
def test_a_sum_is_written_out_only_where_there_is_something_to_add():
    brought = production(Round(people="romans"), Deals(wood=1), Locations())
    sums = {one.good: one.sum for one in brought}
    assert (sums["wood"], sums["worker"]) == ("1 + 1", "")


@pytest.mark.rule("IS-9")
@pytest.mark.parametrize(
    ("have", "price", "missing"),
    [
        ({"gold": 1}, {"wood": 1}, {}),
        ({"gold": 1}, {"wood": 1, "gold": 1}, {"wood": 1}),
        ({}, {"wood": 1}, {"wood": 1}),
        ({}, {"wood": 1, "gold": 1}, {"wood": 1, "gold": 1}),
        ({"gold": 3}, {"wood": 1, "gold": 1}, {}),
    ],
)
def test_gold_that_is_asked_for_itself_replaces_nothing(have, price, missing):
    assert dict(payment(have, price).missing) == missing


@pytest.mark.rule("IS-10")
@pytest.mark.parametrize(("tokens", "missing"), [(1, 1), (2, 0), (3, 0)])
def test_as_many_raze_tokens_are_missing_as_the_cost_is_higher(tokens, missing):
    assert Razing(Target(COMMON, tokens=tokens)).missing == missing


def test_one_plays_alone_and_two_to_four_together():
    assert (list(ALONE), list(TOGETHER)) == ([1], [2, 3, 4])


@pytest.mark.rule("IS-21", "IS-32")
def test_a_game_begins_with_the_first_seat_and_without_variants():
    marker = RoundMarker()
    assert (marker.first, marker.round, marker.peaceful) == (0, 1, False)
    assert marker.moment(4).first == 0


@pytest.mark.rule("IS-34")
def test_the_advanced_lookout_says_from_how_many_each_of_three_players_chooses():
    said = told(players=3, lookout="advanced")
    assert "Everyone takes one. To choose from: 5, 4, 4." in said
    assert "Everyone takes a second one. To choose from: 3, 3, 2." in said


@pytest.mark.rule("IS-21")
@pytest.mark.parametrize("phase", ["production", "action"])
@pytest.mark.parametrize(("players", "orders"), [(1, []), (2, [(0, 1)])])
def test_an_order_is_told_from_two_players_on(phase, players, orders):
    assert ordered(players=players, phase=phase) == orders


@pytest.mark.rule("IS-20", "IS-32")
@pytest.mark.parametrize(("players", "others"), [(1, False), (2, True)])
def test_alone_there_is_nobody_else_to_raze_and_no_token_to_hand_on(players, others):
    peaceful = told(players=players, phase="action", peaceful=True)
    raze = "Only card abilities can raze other players' locations."
    assert (raze in peaceful) is others
    cleaned = told(players=players, phase="clean-up")
    assert ("The first player token moves left." in cleaned) is others


@pytest.mark.rule("IS-19")
def test_what_a_log_alone_has_no_room_for_is_counted_as_unread():
    assert play_words(["dance"] * (MOST_WORDS + 2)).unread == MOST_WORDS + 2
