"""Rise of the Inkas at the table: advantage cards at their limits, tribe boards, what the dice prove."""

import pytest

from scoring.entries import entries_of
from scoring.inkas import arbiter, dice
from scoring.inkas.dice import DiceRolls, chi_squared, dice_fairness
from scoring.inkas.game import GAME, InkasSeat, seat_faults
from scoring.inkas.trade import CARD_NAMES, Hand
from scoring.inkas.tribes import BuildPiece, Tribes, grow_tribes

# Advantage cards


@pytest.mark.parametrize(
    ("choice", "seat"), [("", None), ("0", 0), ("2", 2), ("3", None), ("5", None)]
)
def test_only_a_seat_of_this_game_can_be_chosen(choice, seat):
    assert arbiter.chosen_seat(choice, players=3) == seat


@pytest.mark.rule("INK-13")
def test_a_route_is_no_longer_than_the_seven_roads_of_a_player():
    assert entries_of(arbiter.AdvantageCounts)["route"].maximum == 7


@pytest.mark.rule("INK-10", "INK-11", "INK-14")
def test_more_than_anybody_can_hold_or_play_is_taken_as_a_slip_of_the_finger():
    counted = entries_of(arbiter.AdvantageCounts)
    assert (counted["warriors"].maximum, counted["hand"].maximum) == (20, 99)
    held = entries_of(Hand)
    assert {held[card].maximum for card in CARD_NAMES} == {19}


@pytest.mark.rule("INK-9")
@pytest.mark.parametrize(
    ("lengths", "holder", "why"),
    [
        ([5, 3, 2], 1, "It goes to the only longest route."),  # three are enough
        ([5, 2, 2], None, "Nobody has 3 roads in a row. Set the card aside."),
        (
            [5, 3, 3],
            None,
            "Several routes tie. Set the card aside until one is longest.",
        ),
    ],
)
def test_a_declining_holder_hands_the_route_on(lengths, holder, why):
    verdict = arbiter.route_verdict(lengths, 0, declines=0)
    assert (verdict.holder, str(verdict.why)) == (holder, why)


@pytest.mark.rule("INK-9")
def test_a_route_nobody_held_is_won_though_nobody_declines():
    assert str(arbiter.route_verdict([4, 3, 0], None).why) == "Has enough and the most."


# Tribe boards


@pytest.mark.rule("INK-2", "INK-3")
def test_a_tribe_board_has_a_box_for_every_point_of_a_tribe():
    start, none = [True, True, False, False], [False] * 4
    assert Tribes().boxes == [(1, start), (2, none), (3, [False] * 3)]


@pytest.mark.rule("INK-6")
def test_a_tribe_has_declined_only_until_the_next_building():
    declined = [grow_tribes(built).declined for built in ("", "v", "vv", "vvv")]
    assert declined == [False, False, True, False]


def test_a_village_and_a_city_are_told_apart():
    words = [str(BuildPiece(0, piece, 1).words) for piece in "vc"]
    assert words == ["A: village built", "A: city built"]


@pytest.mark.rule("INK-13")
def test_a_village_of_a_tribe_without_a_token_is_not_believed():
    faults = [rule.id for _text, rule, _entry in seat_faults(InkasSeat(villages=1))]
    assert faults == ["INK-2", "INK-13"]


@pytest.mark.rule("INK-13")
def test_three_or_four_play():
    assert list(GAME.players) == [3, 4]


# Dice


def rolls_as_expected(times):
    return tuple(
        one for one in dice.SUMS for _each in range(dice.ways_to_roll(one) * times)
    )


def test_a_grouping_is_used_from_the_first_roll_that_expects_five_of_each_group():
    for least, groups in dice.GROUPINGS:
        rarest = min(sum(map(dice.ways_to_roll, group)) for group in groups)
        assert least * rarest == 5 * 36


@pytest.mark.parametrize("groups", [groups for _least, groups in dice.GROUPINGS])
def test_rolls_as_expected_stray_by_nothing(groups):
    assert chi_squared(rolls_as_expected(5), groups) == 0


@pytest.mark.parametrize(
    ("number", "freedom"), [(30, 4), (59, 4), (60, 8), (179, 8), (180, 10)]
)
def test_the_dice_are_judged_by_as_many_numbers_as_so_many_rolls_allow(number, freedom):
    log = DiceRolls((6, 7, 8) * (number // 3) + (7,) * (number % 3))
    groups = {len(groups) - 1: groups for _least, groups in dice.GROUPINGS}[freedom]
    chance = dice.chance_of_more(chi_squared(log.rolls, groups), freedom)
    assert dice_fairness(log).chance == chance


def test_too_few_rolls_say_how_many_are_needed():
    for rolls in ((), (7,) * 29):
        assert dice_fairness(DiceRolls(rolls)).detail.values["least"] == 30


@pytest.mark.parametrize(
    ("chance", "number", "verdict"),
    [
        (0.0009, 200, "Very unlikely with fair dice."),
        (0.001, 200, "Unusual, but fair dice can do this."),
        (0.05, 180, "The dice look fair."),
        (0.05, 179, "Nothing odd so far. It's still early."),
    ],
)
def test_what_is_said_of_a_chance(chance, number, verdict):
    assert str(dice.judge_fairness(chance, number).verdict) == verdict


@pytest.mark.parametrize(
    ("chance", "told"),
    [(1, "100"), (0.994, "99"), (0.5, "50"), (0.006, "1"), (0.004, "<1")],
)
def test_a_chance_is_told_in_whole_percent(chance, told):
    assert dice.format_percent(chance) == told
