"""Rise of the Inkas, rule by rule."""

from dataclasses import replace
from itertools import product

import pytest

from scoring.entries import entries_of
from scoring.inkas import GAME, InkasSeat
from scoring.inkas.arbiter import route_verdict, warriors_verdict
from scoring.sheet import Tally, score_game

START = InkasSeat(first=2)
ELEVEN = InkasSeat(first=4, second=4, third=3)


def scored(*seats):
    """Those who aren't given have just begun."""
    seats = (*seats, *(START,) * (3 - len(seats)))
    return score_game(GAME, [Tally(1, GAME.board(), seats)])


def broken(*seats):
    sheet = scored(*seats)
    return [(problem.rule.id, problem.seat) for problem in sheet.problems]


@pytest.mark.rule("INK-1")
def test_the_score_is_the_development_tokens_of_all_tribes():
    sheet = scored(
        InkasSeat(first=4, second=4, third=2), InkasSeat(first=4, second=3), START
    )
    assert sheet.totals == (10, 7, 2)
    assert sheet.places == (1, 2, 3)


@pytest.mark.rule("INK-1")
def test_nobody_has_more_than_11_points():
    bounds = [
        entries_of(InkasSeat)[tribe].maximum for tribe in ("first", "second", "third")
    ]
    assert bounds == [4, 4, 3]


@pytest.mark.rule("INK-1", "INK-13")
def test_a_village_is_a_point_and_a_city_two():
    assert broken(InkasSeat(first=4, second=3, villages=1, cities=1)) == []
    assert broken(InkasSeat(first=4, second=3, villages=3)) == []


@pytest.mark.rule("INK-2")
@pytest.mark.parametrize(
    ("first", "problems"), [(0, [("INK-2", 1)]), (1, [("INK-2", 1)]), (2, []), (3, [])]
)
def test_everybody_has_at_least_the_two_villages_of_the_start(first, problems):
    assert broken(START, InkasSeat(first=first)) == problems


@pytest.mark.rule("INK-2", "INK-4")
def test_the_first_tribe_has_no_city_while_it_has_only_the_tokens_of_the_start():
    assert broken(InkasSeat(first=2, villages=0, cities=1)) != []


@pytest.mark.rule("INK-3")
@pytest.mark.parametrize(
    ("third", "over", "winners"), [(1, False, ()), (2, False, ()), (3, True, (1,))]
)
def test_11_points_win_at_once_and_10_do_not(third, over, winners):
    sheet = scored(START, InkasSeat(first=4, second=4, third=third))
    assert sheet.ending.over is over
    assert sheet.ending.rule.id == "INK-3"
    assert sheet.winners == winners


@pytest.mark.rule("INK-3")
def test_only_one_player_can_have_11():
    assert broken(ELEVEN, START, ELEVEN) == [("INK-3", None)]
    assert broken(ELEVEN, ELEVEN, ELEVEN) == [("INK-3", None)]
    assert scored(ELEVEN, START, ELEVEN).winners == ()


@pytest.mark.rule("INK-3")
def test_equal_points_before_the_end_are_the_same_place():
    sheet = scored(InkasSeat(first=3), InkasSeat(first=3), START)
    assert sheet.places == (1, 1, 3)
    assert sheet.decided_by is None
    assert sheet.ties == ()


@pytest.mark.rule("INK-3")
@pytest.mark.parametrize(("villages", "cities"), [(3, 0), (1, 1)])
def test_the_third_tribe_is_complete_with_3_villages_or_a_village_and_the_city(
    villages, cities
):
    seat = InkasSeat(first=4, second=4, third=3, villages=villages, cities=cities)
    assert broken(seat) == []


@pytest.mark.rule("INK-4")
@pytest.mark.parametrize(
    ("villages", "cities", "problems"),
    [(1, 1, []), (0, 2, [("INK-4", 0), ("INK-13", 0)])],
)
def test_a_tribe_has_at_most_one_city(villages, cities, problems):
    seat = InkasSeat(first=4, second=3, villages=villages, cities=cities)
    assert broken(seat) == problems


@pytest.mark.rule("INK-4")
def test_two_cities_are_a_problem_even_if_the_points_fit():
    seat = InkasSeat(first=4, villages=0, cities=2, second=0)
    assert ("INK-4", 0) in broken(seat)


@pytest.mark.rule("INK-5")
def test_only_tribes_give_points():
    plain = InkasSeat(first=4, second=2)
    assert scored(plain, replace(plain, villages=2), START).totals == (6, 6, 2)


@pytest.mark.rule("INK-5")
def test_whoever_holds_the_advantage_cards_is_level_with_equal_tribes():
    assert route_verdict([7, 0, 0], None).holder == 0
    assert warriors_verdict([5, 0, 0], None).holder == 0
    sheet = scored(InkasSeat(first=3), InkasSeat(first=3), InkasSeat(first=2))
    assert sheet.places == (1, 1, 3)


@pytest.mark.rule("INK-6")
@pytest.mark.parametrize(
    ("first", "second", "problems"),
    [
        (3, 0, []),
        (4, 0, [("INK-6", 0)]),
        (4, 1, []),
        (3, 1, [("INK-6", 0)]),
        (2, 3, [("INK-6", 0)]),
    ],
)
def test_the_second_tribe_is_founded_exactly_when_the_first_is_complete(
    first, second, problems
):
    assert broken(InkasSeat(first=first, second=second)) == problems


@pytest.mark.rule("INK-6", "INK-7")
def test_a_third_tribe_does_not_begin_while_the_first_is_incomplete():
    assert broken(InkasSeat(first=3, third=1)) == [("INK-6", 0), ("INK-7", 0)]


@pytest.mark.rule("INK-7")
@pytest.mark.parametrize(
    ("second", "third", "problems"),
    [
        (3, 0, []),
        (4, 0, [("INK-7", 0)]),
        (4, 1, []),
        (3, 1, [("INK-7", 0)]),
        (0, 2, [("INK-7", 0)]),
    ],
)
def test_the_third_tribe_is_founded_exactly_when_the_second_is_complete(
    second, third, problems
):
    assert broken(InkasSeat(first=4, second=second, third=third)) == problems


@pytest.mark.rule("INK-8")
def test_points_stay_whatever_still_stands_on_the_board():
    tokens = {"first": 4, "second": 2}
    for villages, cities in product(range(9), range(3)):
        seat = InkasSeat(**tokens, villages=villages, cities=cities)
        assert scored(seat).totals[0] == 6


@pytest.mark.rule("INK-1", "INK-2", "INK-3", "INK-6", "INK-7", "INK-8")
def test_totals_at_rest_are_2_3_5_6_7_9_10_or_11():
    every = [
        InkasSeat(first=first, second=second, third=third)
        for first, second, third in product(range(5), range(5), range(4))
    ]
    at_rest = [scored(seat).totals[0] for seat in every if not broken(seat)]
    assert sorted(at_rest) == [2, 3, 5, 6, 7, 9, 10, 11]


@pytest.mark.rule("INK-13")
@pytest.mark.parametrize(
    ("tokens", "villages", "cities", "fits"),
    [
        ({"first": 2}, 2, 0, True),
        ({"first": 2}, 1, 0, False),
        ({"first": 2}, 3, 0, False),
        ({"first": 3}, 1, 1, True),
        ({"first": 3}, 2, 1, False),
        ({"first": 4, "second": 2}, 0, 1, True),
        ({"first": 4, "second": 2}, 4, 0, False),
        ({"first": 4, "second": 4, "third": 1}, 1, 0, True),
        ({"first": 4, "second": 4, "third": 2}, 4, 0, False),
    ],
)
def test_villages_and_twice_the_city_come_to_the_points_of_the_active_tribe(
    tokens, villages, cities, fits
):
    seat = InkasSeat(**tokens, villages=villages, cities=cities)
    assert broken(START, seat) == ([] if fits else [("INK-13", 1)])


@pytest.mark.rule("INK-13")
def test_the_pieces_on_the_board_may_be_left_out():
    assert broken(InkasSeat(first=4, second=3)) == []


@pytest.mark.rule("INK-13")
def test_a_player_has_8_villages_and_2_cities():
    asked = entries_of(InkasSeat)
    assert (asked["villages"].maximum, asked["cities"].maximum) == (8, 2)


@pytest.mark.rule("INK-2", "INK-4", "INK-6", "INK-7", "INK-13")
def test_all_problems_are_told_together_each_with_its_player():
    seats = (
        InkasSeat(first=1, second=1),
        InkasSeat(first=4, second=4),
        InkasSeat(first=4, villages=1, cities=2),
    )
    assert broken(*seats) == [
        ("INK-2", 0),
        ("INK-6", 0),
        ("INK-7", 1),
        ("INK-6", 2),
        ("INK-4", 2),
        ("INK-13", 2),
    ]


@pytest.mark.rule("INK-2")
def test_nothing_entered_scores_nothing_but_misses_the_start():
    seats = (InkasSeat(),) * 4
    assert scored(*seats).totals == (0, 0, 0, 0)
    assert broken(*seats) == [("INK-2", seat) for seat in range(4)]


# How far everybody is, and what a decline leaves to do


def stepped(*seats):
    """What everybody does now: the seat, the rule and the words."""
    return [(one.seat, one.rule.id, str(one.message)) for one in scored(*seats).steps]


def todo(**tokens):
    return [message for _, _, message in stepped(InkasSeat(**tokens))]


FIRST_DECLINE = [
    "Remove all your roads from the board.",
    (
        "Give up the longest trade route if you have it. It goes to the only longest "
        "route of 3 or more roads, or aside."
    ),
    "Put thickets around all the tribe's buildings.",
    "Place a free village of the second tribe. No road, no yield.",
    (
        "On a free crossing with a path. No building next to it, and nobody else can "
        "build there now."
    ),
    "Take its token. Enter 1 for the second tribe.",
    "Your turn ends at once. No trade, no building, no card, no advantage.",
]


@pytest.mark.rule("INK-3")
def test_everybody_races_to_11():
    race = scored(InkasSeat(first=4, second=3), ELEVEN, START).race
    assert (race.to, race.have, race.rule.id) == (11, (7, 11, 2), "INK-3")


@pytest.mark.rule("INK-6")
def test_a_complete_first_tribe_declines_step_by_step():
    assert todo(first=4, second=0) == FIRST_DECLINE
    assert {rule for _, rule, _ in stepped(InkasSeat(first=4))} == {"INK-6"}


@pytest.mark.rule("INK-7", "INK-8")
def test_a_complete_second_tribe_first_clears_what_is_left_of_the_first():
    said = stepped(InkasSeat(first=4, second=4))
    assert [rule for _, rule, _ in said] == ["INK-7", "INK-8", *["INK-7"] * 7]
    messages = [message for _, _, message in said]
    assert messages[0].startswith("Remove what's left of the first tribe")
    assert messages[1] == "Its tokens stay. You lose no points."
    assert messages[2:] == [
        message.replace("second tribe", "third tribe") for message in FIRST_DECLINE
    ]


@pytest.mark.rule("INK-6", "INK-7")
@pytest.mark.parametrize(
    "tribes", [{"first": 4}, {"first": 4, "second": 4}], ids=["first", "second"]
)
def test_the_token_of_the_new_village_is_taken_once(tribes):
    successor = {1: "second", 2: "third"}[len(tribes)]
    before, after = todo(**tribes), todo(**tribes, **{successor: 1})
    assert [one for one in before if one not in after] == [
        f"Take its token. Enter 1 for the {successor} tribe."
    ]
    assert [one for one in before if one in after] == after


@pytest.mark.rule("INK-6", "INK-7")
@pytest.mark.parametrize(
    ("first", "second", "third"),
    [(2, 0, 0), (3, 0, 0), (4, 2, 0), (4, 3, 0), (4, 4, 2), (3, 1, 0), (3, 4, 0)],
)
def test_a_tribe_that_is_not_there_yet_or_has_a_grown_successor_leaves_nothing_to_do(
    first, second, third
):
    assert todo(first=first, second=second, third=third) == []


@pytest.mark.rule("INK-6", "INK-7")
def test_everybody_has_steps_of_their_own():
    said = stepped(
        InkasSeat(first=4, second=1), START, InkasSeat(first=4, second=4, third=1)
    )
    assert [seat for seat, _, _ in said] == [0] * 6 + [2] * 8


@pytest.mark.rule("INK-3")
def test_nothing_is_left_to_do_once_somebody_has_11():
    assert (
        stepped(ELEVEN, InkasSeat(first=4, second=1), InkasSeat(first=4, second=4))
        == []
    )
    assert (
        stepped(InkasSeat(first=4, second=4, third=2), InkasSeat(first=4, second=1))
        != []
    )
