"""Empires of the North where one more or one fewer decides: the end, rounds, ships, stored goods."""

import pytest

from scoring.empires_of_the_north import (
    ALONE,
    GAME,
    TOGETHER,
    NorthBoard,
    NorthSeat,
    winners,
)
from scoring.entries import entries_of
from scoring.helping import Around
from scoring.north_moves import Attack, Disc, GoldPayment, payment_problems
from scoring.north_rounds import (
    MOST_ROUNDS,
    NorthCourse,
    NorthMoment,
    Phase,
    Reached,
    SailOn,
    end_banner,
    is_over,
    read_moment,
)
from scoring.north_ships import (
    MOST_SHIPS,
    Fleet,
    SendShip,
    Ship,
    move_ship_ahead,
    read_ships,
)
from scoring.north_stored import MOST_SHOWN, StoringCard, offered_splits
from scoring.rules import RuleBroken
from scoring.sheet import Tally, play_tallies
from scoring.turn_order import DrawOrder, TurnOrder

AROUND = Around(players=2, most=4)


def ending(reached):
    seats = (NorthSeat(track=25), NorthSeat(track=3))
    return GAME.ending(
        play_tallies(GAME, [Tally(1, NorthBoard(reached=reached), seats)])
    )


@pytest.mark.rule("EON-5")
def test_the_end_asks_when_25_was_reached_until_somebody_says_so():
    assert ending("").asks == "reached"
    assert not ending("action").asks
    assert (ending("action").over, ending("sailing").over) == (True, False)


@pytest.mark.rule("EON-4")
def test_winners_are_those_in_the_first_place():
    seats = (NorthSeat(track=3), NorthSeat(track=9), NorthSeat(track=9))
    assert winners(play_tallies(GAME, [Tally(1, NorthBoard(), seats)])) == [1, 2]


@pytest.mark.rule("EON-5")
def test_the_round_in_which_it_ends_is_told_before_and_when_it_comes():
    reached = Reached(3, "sailing")
    said = [
        str(end_banner(NorthMoment(round_, "action", reached), 2).message)
        for round_ in (3, 4)
    ]
    assert said == [
        "Round 4 will be the last.",
        "This round is the last. It ends with the sailing phase.",
    ]


@pytest.mark.rule("EON-5")
@pytest.mark.parametrize(
    ("moment", "players", "over"),
    [
        (NorthMoment(9, Phase.CLEAN_UP), 2, False),  # nobody has 25
        (NorthMoment(4, Phase.SAILING, Reached(4, Phase.ACTION)), 2, False),
        (NorthMoment(4, Phase.CLEAN_UP, Reached(4, Phase.ACTION)), 2, True),
        (NorthMoment(5, Phase.LOOKOUT, Reached(4, Phase.ACTION)), 2, True),
        (NorthMoment(4, Phase.SAILING), 1, False),
        (NorthMoment(4, Phase.CLEAN_UP), 1, True),
    ],
)
def test_a_game_is_over_after_the_sailing_of_its_last_round(moment, players, over):
    assert is_over(moment, players) is over


@pytest.mark.rule("EON-9")
def test_a_ship_in_an_address_has_its_fish_and_its_attack_token():
    ships = read_ships("A,Bf,Ca,Dfa", 4)
    assert [(one.fish, one.attack) for one in ships] == [
        (False, False),
        (True, False),
        (False, True),
        (True, True),
    ]


@pytest.mark.rule("EON-9")
def test_every_ship_but_the_first_overtakes_the_one_before_it():
    queue = read_ships("A,B,C", 3)
    for position, order in ((0, [0, 1, 2]), (1, [1, 0, 2]), (2, [0, 2, 1])):
        assert [one.seat for one in move_ship_ahead(queue, position)] == order
    assert move_ship_ahead(queue, 3) == queue


@pytest.mark.rule("EON-10")
@pytest.mark.parametrize(
    ("number", "known"),
    [(0, False), (1, True), (MOST_ROUNDS, True), (MOST_ROUNDS + 1, False)],
)
def test_a_round_is_one_of_those_a_game_may_have(number, known):
    assert read_moment(str(number), "action", "").round == (number if known else 1)
    move = SailOn(number, "action")
    if known:
        assert move.apply(NorthCourse(), AROUND).round == number
        return
    with pytest.raises(RuleBroken):
        move.apply(NorthCourse(), AROUND)


@pytest.mark.rule("EON-10")
def test_a_game_begins_with_the_first_round_and_the_first_seat():
    assert (NorthCourse().round, NorthCourse().first) == (1, 0)
    for reached in ("", "nonsense"):
        move = SailOn(1, "action", reached)
        if not reached:
            assert move.apply(NorthCourse(), AROUND).reached == ""
            continue
        with pytest.raises(RuleBroken):
            move.apply(NorthCourse(), AROUND)


@pytest.mark.rule("EON-13")
def test_what_gold_cannot_pay_is_counted():
    (problem,) = payment_problems(GoldPayment("pay", asked=5, held=1, gold=1))
    assert problem.message.values["number"] == 3


@pytest.mark.rule("EON-9")
def test_a_ship_bears_what_was_put_on_it_and_the_first_sent_is_the_first():
    fleet = SendShip(0).apply(Fleet(), AROUND)
    assert fleet == Fleet((Ship(0, False, False, 1),), 1)


@pytest.mark.rule("EON-9")
def test_a_full_queue_is_read_from_its_address_to_the_last_ship():
    for ship in ("A", "Afa"):
        assert len(read_ships(",".join([ship] * 21), 2)) == MOST_SHIPS == 20
    assert read_ships("A,C", 2) == read_ships("A", 2)
    assert read_ships("A", 2)[0].number == 0  # only a log numbers its ships


@pytest.mark.parametrize(
    ("record", "entry", "most"),
    [
        (Disc, "food", 99),
        (Disc, "gold", 99),
        (Attack, "tokens", 99),
        (GoldPayment, "asked", 20),
        (GoldPayment, "held", 99),
        (GoldPayment, "gold", 99),
        (StoringCard, "stored", 99),
        (StoringCard, "lot", 9),
        (StoringCard, "kinds", 4),
    ],
)
def test_more_than_lies_on_any_table_is_taken_as_a_slip_of_the_finger(
    record, entry, most
):
    assert entries_of(record)[entry].maximum == most


def test_one_of_a_good_is_to_be_paid_unless_told_otherwise():
    assert GoldPayment().asked == 1


@pytest.mark.rule("EON-7")
def test_yields_are_listed_while_there_are_few_enough_ways():
    assert (StoringCard().lot, StoringCard().kinds) == (2, 2)
    most = StoringCard(stored=2 * (MOST_SHOWN - 1))
    assert most.ways == len(offered_splits(most)) == MOST_SHOWN == 15
    assert offered_splits(StoringCard(stored=2 * MOST_SHOWN)) == []


def test_an_order_is_known_only_if_people_said_so_and_never_empty():
    assert (TurnOrder().known, DrawOrder((0, 1)).known) == (False, False)
    with pytest.raises(RuleBroken):
        DrawOrder(()).apply(TurnOrder(), AROUND)
    assert DrawOrder((0,)).apply(TurnOrder(), AROUND).order == (0,)


def test_whoever_does_not_play_alone_plays_together():
    assert [*ALONE, *TOGETHER] == [*GAME.players]
