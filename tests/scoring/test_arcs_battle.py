"""Arcs: dice counted out exactly, and battles resolved as the rulebook says."""

from fractions import Fraction
from itertools import product

import pytest

from scoring.arcs import rulebook as book
from scoring.arcs.battle import (
    Attackers,
    Defenders,
    battle_odds,
    battle_problems,
    dice_problems,
    fewest_lost,
    most_destroyed,
)
from scoring.arcs.dice import (
    SIDES,
    Die,
    Mix,
    chance_of_at_least,
    expected_count,
    symbol_spread,
    ways_to_fall,
)

SMALL = [
    Mix(*counts)
    for counts in product(range(4), repeat=3)
    if 0 < sum(counts) <= 3 or counts in ((1, 2, 1), (0, 2, 2))
]
FLEETS = [
    (Attackers(4, 0), Defenders(1, 2, 0, 1)),
    (Attackers(1, 3), Defenders(2, 0, 1, 1)),
    (Attackers(0, 4), Defenders(0, 0, 2, 0)),
    (Attackers(2, 2), Defenders(3, 1, 0, 0, homeless=True)),
]


def every_throw(mix):
    """Every way the dice can fall, one by one."""
    dice = [
        SIDES[die] for die, count in zip(Die, mix, strict=True) for _ in range(count)
    ]
    return product(*dice)


def fought(sides, attackers, defenders):
    """One battle, hit by hit, as people at the table would resolve it."""
    own = [2] * attackers.whole + [1] * attackers.damaged
    ships = [2] * defenders.whole + [1] * defenders.damaged
    buildings = [2] * defenders.buildings + [1] * defenders.damaged_buildings

    def hit(pieces, choose):
        there = [i for i, lives in enumerate(pieces) if lives]
        if there:
            pieces[choose(there, key=lambda i: pieces[i])] -= 1

    taken = sum(side.own for side in sides)
    if any(side.intercept for side in sides):
        taken += defenders.whole
    for _ in range(taken):
        hit(own, max)
    for _ in range(sum(side.hits for side in sides)):
        hit(ships if any(ships) else buildings, min)
    for _ in range(sum(side.building for side in sides)):
        hit(buildings, min)
    keys = sum(side.keys for side in sides)
    return {
        "taken": taken,
        "lost": own.count(0),
        "ships": ships.count(0),
        "buildings": buildings.count(0),
        "keys": keys if any(own) else 0,
        "ship_left": any(own),
        "cleared": any(own) and not any(ships),
        "razed": any(own) and 0 in buildings,
    }


def as_spread(chances, counts):
    shares = [Fraction(counts.count(n), len(counts)) for n in range(len(chances))]
    return tuple(shares)


@pytest.mark.rule("ARC-17")
def test_every_die_has_six_sides_with_the_printed_symbols():
    assert {die: len(sides) for die, sides in SIDES.items()} == dict.fromkeys(Die, 6)
    totals = {
        die: tuple(map(sum, zip(*sides, strict=True))) for die, sides in SIDES.items()
    }
    assert totals[Die.SKIRMISH] == (0, 0, 3, 0, 0)
    assert totals[Die.ASSAULT] == (3, 1, 7, 0, 0)
    assert totals[Die.RAID] == (3, 2, 0, 3, 4)


@pytest.mark.rule("ARC-19")
def test_two_assault_and_two_raid_dice_are_intercepted_in_56_of_81():
    mix = Mix(assault=2, raid=2)
    assert symbol_spread(mix, "intercept")[1] == Fraction(56, 81)
    assert chance_of_at_least(symbol_spread(mix, "keys"), 2) == Fraction(5, 12)


@pytest.mark.rule("ARC-19")
def test_the_hits_of_three_assault_dice():
    printed = ("1/216", "1/24", "11/72", "7/24", "11/36", "1/6", "1/27")
    assert symbol_spread(Mix(assault=3), "hits") == tuple(map(Fraction, printed))
    assert expected_count(symbol_spread(Mix(assault=3), "hits")) == Fraction(7, 2)


@pytest.mark.rule("ARC-19")
@pytest.mark.parametrize("mix", SMALL, ids=str)
def test_convolution_counts_what_enumeration_counts(mix):
    throws = list(every_throw(mix))
    for symbol in ("own", "hits", "building", "keys"):
        chances = symbol_spread(mix, symbol)
        counts = [sum(getattr(side, symbol) for side in sides) for sides in throws]
        assert chances == as_spread(chances, counts)
        assert sum(chances) == 1


@pytest.mark.rule("ARC-18", "ARC-19")
@pytest.mark.parametrize("mix", SMALL, ids=str)
@pytest.mark.parametrize(("attackers", "defenders"), FLEETS)
def test_the_odds_are_those_of_every_battle_fought_hit_by_hit(
    mix, attackers, defenders
):
    found = battle_odds(mix, attackers, defenders)
    battles = [fought(sides, attackers, defenders) for sides in every_throw(mix)]
    for name in ("taken", "lost", "ships", "buildings", "keys"):
        chances = getattr(found, name)
        assert chances == as_spread(chances, [one[name] for one in battles]), name
    for name in ("ship_left", "cleared", "razed"):
        share = Fraction(sum(one[name] for one in battles), len(battles))
        assert getattr(found, name) == share, name


@pytest.mark.rule("ARC-18")
def test_an_intercept_hits_once_per_undamaged_defending_ship():
    """The book's example: one own hit and an intercept by one undamaged ship are two hits."""
    defenders = Defenders(whole=1, damaged=2, damaged_buildings=1)
    self_hit, intercept = SIDES[Die.ASSAULT][1], SIDES[Die.RAID][0]
    blank = SIDES[Die.ASSAULT][0]
    building = SIDES[Die.RAID][3]
    battle = fought((self_hit, blank, intercept, building), Attackers(4), defenders)
    assert battle["taken"] == 2
    assert battle["lost"] == 0
    assert battle["buildings"] == 1
    assert battle["keys"] == 3


@pytest.mark.rule("ARC-18")
def test_several_intercepts_are_one():
    assert len(symbol_spread(Mix(raid=6), "intercept")) == 2


@pytest.mark.rule("ARC-18")
def test_keys_are_worth_nothing_without_a_ship():
    alone = battle_odds(Mix(raid=1), Attackers(0, 1), Defenders(1, 0, 1, 0))
    # Of the four sides with keys or none, only “building and key” leaves a single damaged ship.
    assert alone.keys == (Fraction(5, 6), Fraction(1, 6))
    assert alone.ship_left == Fraction(1, 6)


@pytest.mark.rule("ARC-18")
def test_hits_left_over_go_to_buildings():
    found = battle_odds(Mix(skirmish=2), Attackers(2), Defenders(0, 1, 0, 1))
    assert found.ships[1] == Fraction(3, 4)
    assert found.buildings[1] == Fraction(1, 4)


@pytest.mark.rule("ARC-18")
@pytest.mark.parametrize(
    ("hits", "whole", "damaged", "fall", "stay"),
    [
        (0, 2, 1, 0, 0),
        (1, 2, 1, 1, 0),
        (2, 2, 1, 1, 0),
        (3, 2, 1, 2, 1),
        (9, 2, 1, 3, 3),
    ],
)
def test_an_undamaged_piece_takes_two_hits_and_a_damaged_one_takes_one(
    hits, whole, damaged, fall, stay
):
    assert most_destroyed(hits, whole, damaged) == fall
    assert fewest_lost(hits, whole, damaged) == stay


def said(found):
    return [(str(problem.message), problem.rule.id) for problem in found]


@pytest.mark.rule("ARC-18")
def test_there_is_at_most_one_die_per_attacking_ship():
    there = Attackers(1, 1), Defenders(1)
    assert said(dice_problems(Mix(assault=2), *there)) == []
    assert said(dice_problems(Mix(2, 1), *there)) == [
        ("3 dice are too many for 2 ships. Use one die per ship.", "ARC-18")
    ]


@pytest.mark.rule("ARC-18")
def test_there_are_six_dice_of_a_kind():
    wrong = said(dice_problems(Mix(skirmish=7), Attackers(8), Defenders(1)))
    assert wrong == [("There are only 6 dice of each kind.", "ARC-18")]


@pytest.mark.rule("ARC-18")
@pytest.mark.parametrize(
    ("defenders", "allowed"),
    [
        (Defenders(whole=1), False),
        (Defenders(whole=1, homeless=True), True),
        (Defenders(buildings=1), True),
        (Defenders(damaged_buildings=1), True),
    ],
)
def test_raid_dice_need_a_building_here_or_none_anywhere(defenders, allowed):
    assert (not said(dice_problems(Mix(raid=1), Attackers(1), defenders))) is allowed


@pytest.mark.rule("ARC-14", "ARC-18")
def test_what_cant_stand_in_one_system_is_named():
    nothing = [
        rule for _message, rule in said(battle_problems(Attackers(), Defenders()))
    ]
    assert nothing == ["ARC-18", "ARC-18"]
    many = battle_problems(Attackers(9, 9), Defenders(9, 9, 9, 9, homeless=True))
    assert [rule for _message, rule in said(many)] == ["ARC-18", *["ARC-14"] * 3]
    for defenders in (Defenders(1), Defenders(1, 0, 1), Defenders(0, 1, 0, 1)):
        assert said(battle_problems(Attackers(1), defenders)) == []


def test_all_ways_of_many_dice_are_counted():
    assert sum(ways_to_fall(Mix(6, 6, 6), "own", "intercept", "hits").values()) == 6**18
    found = battle_odds(Mix(6, 6, 6), Attackers(book.SHIPS), Defenders(3, 2, 1, 1))
    for chances in (found.hits, found.taken, found.keys, found.ships, found.lost):
        assert sum(chances) == 1
