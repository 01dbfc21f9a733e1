"""What decided a game is the category with the largest difference between first and second."""

from dataclasses import dataclass

import pytest

from scoring.deciding import find_decider
from scoring.entries import Nothing, count
from scoring.games import GAMES
from scoring.rules import Rule
from scoring.sheet import (
    Ending,
    Example,
    Game,
    ScoreLine,
    Tally,
    points_per_piece,
    score_game,
)

RULE = Rule("TOY-1", "Toy", "1", "Stones", "A stone is worth 1.")


@dataclass(frozen=True)
class Seat:
    stones: int = count("Stones", RULE)
    sheep: int = count("Sheep", RULE)
    towers: int = count("Towers", RULE)


def toy(tallies=1, *, first_wins=True, categories=3):
    lines = [
        ScoreLine(label, RULE, points_per_piece(key, worth))
        for label, key, worth in (
            ("Stones", "stones", 1),
            ("Sheep", "sheep", 1),
            ("Towers", "towers", 3),
        )
    ]
    return Game(
        "toy",
        "Toy",
        range(1, 5),
        "points",
        Nothing,
        Seat,
        tuple(lines[:categories]),
        lambda _played: Ending(True, "Over.", RULE, first_wins=first_wins),
        Example((), ()),
        tie_breaks=(ScoreLine("More towers", RULE, points_per_piece("towers")),),
        tallies=tallies,
    )


def decided(*tallies, **more):
    played = [Tally(n, Nothing(), seats) for n, seats in enumerate(tallies, start=1)]
    return find_decider(score_game(toy(len(tallies), **more), played))


def test_the_largest_difference_decided():
    found = decided((Seat(10, 5, 4), Seat(12, 1, 1), Seat(0, 40, 0)))
    # 27, 16 and 40: the third is first, the first is second.
    assert (found.first, found.second) == (2, 0)
    assert (found.label, found.points) == ("Sheep", (40, 5))


def test_of_two_categories_one_decided_and_of_one_there_is_nothing_to_tell():
    seats = (Seat(5, 1, 0), Seat(2, 0, 0))
    assert decided(seats, categories=2).label == "Stones"
    assert decided(seats, categories=1) is None


def test_a_category_is_added_up_over_all_tallies():
    first = (Seat(5, 0, 0), Seat(0, 4, 0))
    second = (Seat(0, 4, 1), Seat(0, 0, 0))
    found = decided(first, second)
    assert (found.label, found.points, found.difference) == ("Stones", (5, 0), 5)


def test_of_equal_differences_the_first_category_is_told():
    found = decided((Seat(5, 5, 0), Seat(2, 2, 0)))
    assert found.label == "Stones"


def test_a_tiebreak_or_a_shared_victory_was_decided_by_no_category():
    assert decided((Seat(3, 0, 1), Seat(6, 0, 0))) is None  # more towers
    assert decided((Seat(3, 0, 0), Seat(3, 0, 0))) is None


@pytest.mark.parametrize("won", [True, False])
def test_alone_nothing_is_compared(won):
    assert decided((Seat(3, 2, 1),), first_wins=won) is None


def test_who_is_second_together_is_compared_as_one():
    found = decided((Seat(9, 0, 0), Seat(1, 0, 0), Seat(1, 0, 0)))
    assert (found.first, found.second) == (0, 1)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_decided_the_example_of_every_game_was_in_the_winners_favour(game):
    sheet = score_game(game, game.example.tallies)
    found = find_decider(sheet)
    if len(sheet.winners) == 1 and found:
        assert found.difference > 0
        assert found.first == sheet.winners[0]
