"""Cards, initiative, control and the set-up in Arcs: what is refused, by which rule, and what follows."""

import pytest

from scoring.arcs import turns
from scoring.arcs.rulebook import BUILDINGS
from scoring.entries import entries_of
from tests.scoring.desk import follows, refused

LEAD = {"lead_suit": "aggression", "lead": 4}


@pytest.mark.rule("ARC-22", "ARC-23")
@pytest.mark.parametrize(
    ("mine", "ways"),
    [
        (("aggression", 5), {"surpass": 3, "copy": 1}),
        (("aggression", 4), {"copy": 1}),
        (("aggression", 2), {"copy": 1}),
        (("construction", 7), {"copy": 1, "pivot": 1}),
        (("construction", 1), {"copy": 1, "pivot": 1}),
    ],
)
def test_how_a_card_can_follow_the_lead_card(mine, ways):
    play = turns.FollowingPlay(**LEAD, suit=mine[0], number=mine[1], stars=3)
    assert turns.ways_to_play(play) == ways


@pytest.mark.rule("ARC-22")
def test_without_a_lead_card_nothing_follows():
    assert refused(
        "arcs", "card", turns.FollowingPlay(suit="aggression", number=3)
    ) == ["ARC-22"]
    assert refused("arcs", "card", turns.FollowingPlay(**LEAD)) == ["ARC-23"]


@pytest.mark.rule("ARC-27")
def test_under_the_zero_marker_any_card_of_the_suit_surpasses():
    low = turns.FollowingPlay(**LEAD, suit="aggression", number=2, stars=4)
    assert "surpass" not in turns.ways_to_play(low)
    zero = turns.FollowingPlay(
        **LEAD, declared=True, suit="aggression", number=2, stars=4
    )
    assert turns.ways_to_play(zero)["surpass"] == 4
    assert "The lead card counts as 0." in follows("arcs", "card", zero)
    lowest = turns.FollowingPlay(**LEAD, declared=True, suit="aggression", number=1)
    assert "surpass" in turns.ways_to_play(lowest)


@pytest.mark.rule("ARC-24")
@pytest.mark.parametrize(
    ("suit", "number", "seized", "alone"),
    [
        ("aggression", 7, False, True),
        ("aggression", 6, False, False),
        ("construction", 7, False, False),
        ("aggression", 7, True, False),
    ],
)
def test_only_a_7_that_surpasses_seizes_by_itself_and_once(suit, number, seized, alone):
    play = turns.FollowingPlay(**LEAD, suit=suit, number=number, stars=1, seized=seized)
    assert turns.seizes_alone(play) is alone
    said = follows("arcs", "card", play)[-1]
    expected = "Nobody else" if seized else "Surpassing" if alone else "A second card"
    assert said.startswith(expected)


@pytest.mark.rule("ARC-25")
@pytest.mark.parametrize(
    ("holder", "numbers", "seized", "leads"),
    [
        (0, (0, 0, 0, 0), None, 0),
        (0, (0, 5, 6, 0), None, 2),
        (3, (5, 0, 0, 0), None, 0),
        (0, (0, 5, 6, 0), 3, 3),
        (2, (0, 0, 0, 0), 1, 1),
    ],
)
def test_who_leads_the_next_round(holder, numbers, seized, leads):
    assert turns.next_initiative(holder, numbers, seized) == leads
    names = ("first", "second", "third", "fourth")
    played = turns.PlayedRound(
        str(holder),
        "" if seized is None else str(seized),
        **dict(zip(names, numbers, strict=True)),
    )
    assert follows("arcs", "initiative", played)[0].startswith("ABCD"[leads])


@pytest.mark.rule("ARC-24")
def test_the_leader_neither_seizes_nor_surpasses():
    assert refused("arcs", "initiative", turns.PlayedRound()) == ["ARC-25"]
    assert refused("arcs", "initiative", turns.PlayedRound("1", "1")) == ["ARC-24"]
    assert refused("arcs", "initiative", turns.PlayedRound("1", second=3)) == ["ARC-23"]


@pytest.mark.rule("ARC-26")
def test_a_passed_initiative_goes_left_to_the_next_with_cards():
    assert turns.next_with_cards(0, (3, 0, 2, 1)) == 2
    assert turns.next_with_cards(3, (1, 0, 0, 2)) == 0
    assert turns.next_with_cards(1, (0, 4, 0, 0)) is None
    told = follows("arcs", "passing", turns.PassedOn("0", 3, 0, 2, 1))
    assert told[0].startswith("C ")
    assert refused("arcs", "passing", turns.PassedOn()) == ["ARC-26"]


@pytest.mark.rule("ARC-31")
@pytest.mark.parametrize(
    ("ships", "who"),
    [((2, 1, 0, 0), 0), ((2, 2, 0, 0), None), ((0, 0, 0, 0), None), ((1, 1, 0, 3), 3)],
)
def test_a_system_is_controlled_by_more_undamaged_ships(ships, who):
    assert turns.who_controls(ships) == who
    said = follows("arcs", "control", turns.ShipsHere(*ships))[0]
    assert said.startswith("Nobody" if who is None else "ABCD"[who])


@pytest.mark.rule("ARC-30")
@pytest.mark.parametrize(
    ("ships", "starports", "back"), [(0, 0, 3), (1, 0, 0), (0, 1, 0)]
)
def test_three_ships_come_back_when_nothing_is_left(ships, starports, back):
    there = turns.OnTheMap(ships, starports)
    assert entries_of(turns.OnTheMap)["starports"].maximum == BUILDINGS / 2
    assert turns.ships_to_return(there) == back
    assert ("3" in follows("arcs", "return", there)[0]) is bool(back)


@pytest.mark.rule("ARC-28", "ARC-29")
@pytest.mark.parametrize(
    ("players", "numbers"),
    [(2, (20, 3, 2, 3, 2)), (3, (20, 4, 2, 4, 1)), (4, (28, 4, 1, 5, 1))],
)
def test_the_set_up_in_numbers(players, numbers):
    assert tuple(vars(turns.set_up_numbers(players)).values()) == numbers
    told = follows("arcs", "set-up", turns.ArcsSetUp(players))
    assert told[0].startswith(f"{numbers[0]} ")
    assert ("two C systems" in " ".join(told)) is (players == 2)
    assert told[-1].startswith(f"{numbers[3]} leaders")
    assert refused("arcs", "set-up", turns.ArcsSetUp(1)) == ["ARC-29"]
