"""Imperial Settlers where one more or one fewer decides: gold, raze tokens, rounds, the solo log."""

import pytest

from scoring.entries import entries_of
from scoring.imperial_settlers.boards import (
    Deals,
    Locations,
    Price,
    Round,
    payment,
    production,
)
from scoring.imperial_settlers.game import (
    ALONE,
    TOGETHER,
    WITH_EXPANSION,
    SettlersSeat,
)
from scoring.imperial_settlers.moves import Deal
from scoring.imperial_settlers.razing import COMMON, Razing, Target
from scoring.imperial_settlers.round_marker import RoundMarker
from scoring.imperial_settlers.rounds import SettlersMoment, to_do
from scoring.imperial_settlers.solo_log import (
    MOST_LOCATIONS,
    MOST_WORDS,
    NewLocation,
    missing_details,
    play_words,
)


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

    refill = "Turn up a new card whenever fewer would be left."
    assert refill in said
    assert refill not in told(players=2, lookout="advanced")


@pytest.mark.rule("IS-20")
def test_only_alone_the_defence_token_stays_in_the_box():
    alone = "Don't take a defence token. It doesn't help against the virtual player."
    assert alone in told(players=1, phase="production")
    assert alone not in told(players=2, phase="production")


@pytest.mark.rule("IS-8")
def test_nobody_makes_more_deals_than_the_largest_deck_has_cards():
    most = {entry.maximum for entry in entries_of(Deals).values()}
    assert most == {int(WITH_EXPANSION)}


@pytest.mark.parametrize(
    ("record", "entry", "most"),
    [
        (SettlersSeat, "common", 200),
        (SettlersSeat, "under_ra", 200),
        (Deal, "food", 99),
        (Deal, "gold", 99),
        (Target, "tokens", 99),
        (NewLocation, "cost", 9),
        (NewLocation, "stone", 9),
    ],
)
def test_more_than_lies_on_any_table_is_taken_as_a_slip_of_the_finger(
    record, entry, most
):
    assert entries_of(record)[entry].maximum == most


def test_a_price_is_at_most_forty_of_a_good():
    assert {entry.maximum for entry in entries_of(Price).values()} == {40}


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


@pytest.mark.rule("IS-15")
@pytest.mark.parametrize(
    ("new", "rules"),
    [
        ({"kind": "action", "one": "wood"}, []),
        ({"kind": "action", "deal": "gold"}, []),
        ({"kind": "action", "one": "wood", "deal": "gold"}, []),
        ({"kind": "action"}, ["IS-14"]),
        ({"one": "wood"}, ["IS-15"]),
        ({"kind": "action", "one": "wood", "cost": 2, "stone": 2}, []),
        ({"kind": "action", "one": "wood", "cost": 2, "stone": 3}, ["IS-15"]),
    ],
)
def test_what_the_attack_has_to_know_of_a_location(new, rules):
    assert [one.rule.id for one in missing_details(NewLocation(**new))] == rules


@pytest.mark.rule("IS-11")
def test_a_log_alone_takes_up_to_forty_faction_and_sixty_common_locations():
    assert play_words(["have.40"]).stand.faction == 40
    built = "build.action.wood.1-0..Mill"
    full = play_words([built] * (MOST_LOCATIONS + 1))
    assert (len(full.stand.locations), full.unread) == (60, 1)
    assert play_words([built, "use.1"]).unread == 1
    dearest = play_words(["build.action.wood.9-9..Mill"])
    assert [(one.cost, one.stone) for one in dearest.stand.locations] == [(9, 9)]


def test_a_location_that_is_gone_leaves_the_others():
    built = [f"build.action.wood.1-0..{name}" for name in ("Mill", "Well", "Barn")]
    left = play_words([*built, "lose.2"]).stand.locations
    assert [one.name for one in left] == ["Mill", "Barn"]


@pytest.mark.rule("IS-19")
def test_what_a_log_alone_has_no_room_for_is_counted_as_unread():
    assert play_words(["dance"] * (MOST_WORDS + 2)).unread == MOST_WORDS + 2
    told_last = play_words(["have.1"] * 299 + ["have.7", "have.9"])
    assert (told_last.stand.faction, told_last.unread) == (7, 1)
