"""Moves in Empires of the North: discs, attacks, gold and ships."""

import pytest

from scoring.north_moves import Attack, Disc, GoldPayment, Voyage, islands_to_choose
from tests.scoring.desk import answer, follows, refused

READY = {"placed": True, "neighbour": True}


@pytest.mark.rule("EON-11")
@pytest.mark.parametrize(
    ("disc", "problems"),
    [
        ({**READY, "food": 1}, 0),
        ({**READY, "gold": 1}, 0),
        (READY, 1),
        ({**READY, "food": 1, "turned": True}, 1),
        ({"neighbour": True, "food": 1}, 1),
        ({"placed": True, "food": 1}, 1),
    ],
)
def test_a_disc_is_used_a_second_time_next_door_for_a_food(disc, problems):
    assert (
        refused("empires_of_the_north", "disc", Disc(**disc)) == ["EON-11"] * problems
    )


@pytest.mark.rule("EON-11")
def test_gold_pays_for_a_disc_only_without_food():
    both = Disc(**READY, food=1, gold=1)
    assert follows("empires_of_the_north", "disc", both)[0] == "Pay 1 food."
    gold = Disc(**READY, gold=1)
    assert follows("empires_of_the_north", "disc", gold)[0] == "Pay 1 gold."


@pytest.mark.rule("EON-12")
@pytest.mark.parametrize(
    ("attack", "problems"),
    [
        ({"tokens": 1, "action": True}, 0),
        ({"action": True}, 1),
        ({"tokens": 1}, 1),
        ({"tokens": 1, "action": True, "exhausted": True}, 1),
        ({"tokens": 1, "action": True, "passed": True}, 1),
    ],
)
def test_only_a_ready_action_card_of_somebody_still_in_is_attacked(attack, problems):
    said = refused("empires_of_the_north", "attack", Attack(**attack))
    assert said == ["EON-12"] * problems


@pytest.mark.rule("EON-13")
@pytest.mark.parametrize(
    ("use", "held", "gold", "allowed"),
    [
        ("pay", 0, 2, True),
        ("pay", 0, 1, False),
        ("pay", 2, 0, True),
        ("assign", 0, 5, False),
        ("assign", 2, 0, True),
        ("fish", 0, 2, True),
        ("", 2, 2, False),
    ],
)
def test_gold_replaces_what_is_paid_and_a_ship_s_fish_only(use, held, gold, allowed):
    payment = GoldPayment(use, asked=2, held=held, gold=gold)
    said = refused("empires_of_the_north", "gold", payment)
    assert said == ([] if allowed else ["EON-13"])


@pytest.mark.rule("EON-2", "EON-13")
def test_what_is_assigned_is_told_to_score_nothing():
    rules = [
        [one.rule.id for one in answer("empires_of_the_north", "gold", wish).outcome]
        for wish in (GoldPayment("assign", 1, 1), GoldPayment("pay", 1, 1))
    ]
    assert rules == [["EON-2", "EON-13"], ["EON-13"]]
    for asked, held, points in ((1, 1, 0), (1, 2, 1), (2, 5, 1), (3, 3, 1), (4, 4, 2)):
        wish = GoldPayment("assign", asked, held)
        lost = answer("empires_of_the_north", "gold", wish).outcome[0].message.values
        assert lost["points"] == points


@pytest.mark.rule("EON-9", "EON-14")
def test_a_ship_may_take_the_top_of_a_deck_unseen_and_far_ones_with_a_fish():
    near = [("near", False), ("near", True)]
    far = [("far", False), ("far", True)]
    assert islands_to_choose(fish=False) == near
    assert islands_to_choose(fish=True) == [*near, *far]
    told = follows("empires_of_the_north", "island", Voyage(attack=True))
    assert told[-1] == "Plunder it, or conquer it."
    assert follows("empires_of_the_north", "island", Voyage())[-1] == "Plunder it."
