"""Helpers for Rise of the Inkas: the rules behind them and their pages."""

import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.inkas import arbiter, dice, trade
from scoring.inkas.dice import DiceRolls, dice_fairness
from scoring.inkas.trade import CARD_NAMES, Hand, building_offer
from scoring.inkas.tribes import grow_tribes, is_second_deck_in_play, seats_waited_for
from tests.thorough import THOROUGH

PAGES = ["inkas-dice", "inkas-tribes", "inkas-advantages", "inkas-trade"]


# INK-6, 7, 12: tribes


@pytest.mark.rule("INK-2", "INK-3")
@pytest.mark.parametrize(
    ("built", "points"),
    [
        ("", (2, 0, 0)),
        ("v", (3, 0, 0)),
        ("vv", (4, 1, 0)),
        ("cv", (4, 1, 0)),
        ("vvvvv", (4, 4, 1)),
        ("vvcvvvv", (4, 4, 3)),
    ],
)
def test_a_tribe_board_grows_building_by_building(built, points):
    assert grow_tribes(built).points == points


@pytest.mark.rule("INK-6", "INK-7", "INK-8")
def test_totals_at_rest_are_those_the_rules_allow():
    logs = ["".join(log) for n in range(8) for log in product("vc", repeat=n)]
    totals = {grow_tribes(log).total for log in logs}
    assert totals == {2, 3, 5, 6, 7, 9, 10, 11}


@pytest.mark.rule("INK-4")
def test_a_tribe_has_one_city_and_the_next_may_have_its_own():
    assert grow_tribes("c").may_build == ("v",)
    assert grow_tribes("cc").built == "c"
    assert grow_tribes("cv").may_build == ("v", "c")
    assert grow_tribes("cvc").seat.cities == 1


@pytest.mark.rule("INK-6")
def test_completing_the_first_tribe_shows_its_checklist_until_the_next_building():
    rules = {rule.id for _message, rule in grow_tribes("vv").checklist}
    assert rules == {"INK-6"}
    assert grow_tribes("v").checklist == []
    assert grow_tribes("vvv").checklist == []


@pytest.mark.rule("INK-7")
def test_completing_the_second_tribe_clears_the_first():
    messages = [message for message, _rule in grow_tribes("vvvvv").checklist]
    assert messages[0].startswith("Remove what's left of the first tribe")


@pytest.mark.rule("INK-3")
def test_eleven_points_win_and_nothing_is_built_any_more():
    board = grow_tribes("vvvvvvv")
    assert board.won
    assert board.may_build == ()
    assert board.checklist == []


@pytest.mark.rule("INK-12")
def test_the_second_deck_waits_for_everybody_s_first_tribe():
    early, done = grow_tribes("v"), grow_tribes("vv")
    assert not is_second_deck_in_play([early, done, done])
    assert seats_waited_for([early, done, early]) == [0, 2]
    assert is_second_deck_in_play([done, done, done])


@pytest.mark.rule("INK-13")
def test_villages_and_twice_the_city_come_to_the_points_of_the_active_tribe():
    for log in map("".join, product("vc", repeat=6)):
        board = grow_tribes(log)
        active = board.points[board.active]
        assert board.villages + 2 * board.cities == active


# INK-9, 10, 11: the arbiter


@pytest.mark.rule("INK-9")
@pytest.mark.parametrize(
    ("lengths", "holder", "declines", "has"),
    [
        ([2, 2, 2], None, None, None),
        ([4, 3, 0], None, None, 0),  # four in a row and a branch count 4
        ([4, 3, 3], 0, None, 0),
        ([4, 4, 0], 0, None, 0),
        ([4, 5, 0], 0, None, 1),
        ([3, 3, 0], None, None, None),
        ([5, 4, 3], 0, 0, 1),  # the holder declines: the one longest route
        ([5, 4, 4], 0, 0, None),  # two equally long: aside
        ([5, 2, 1], 0, 0, None),  # nobody with three: aside
        ([5, 4, 3], 1, 0, 1),  # somebody else declines
        ([2, 2, 2], 0, None, None),
    ],
)
def test_who_holds_the_longest_trade_route(lengths, holder, declines, has):
    verdict = arbiter.route_verdict(lengths, holder, declines=declines)
    assert verdict.holder == has
    assert verdict.rule.id == "INK-9"
    assert verdict.why


@pytest.mark.rule("INK-10")
@pytest.mark.parametrize(
    ("played", "holder", "has"),
    [
        ([1, 1, 0], None, None),
        ([2, 1, 0], None, 0),
        ([2, 2, 0], 0, 0),
        ([2, 3, 0], 0, 1),
        ([2, 3, 3], 0, None),
    ],
)
def test_who_holds_the_best_warriors(played, holder, has):
    assert arbiter.warriors_verdict(played, holder).holder == has


@pytest.mark.rule("INK-11")
@pytest.mark.parametrize(
    ("hand", "warriors", "gives"),
    [(7, 0, 0), (8, 0, 4), (9, 0, 4), (10, 3, 0), (11, 3, 5), (8, 1, 0), (9, 1, 4)],
)
def test_a_seven_takes_half_of_too_many_cards(hand, warriors, gives):
    assert arbiter.surrender_on_seven(hand, warriors).gives_up == gives


# INK-14: the bank


@pytest.mark.rule("INK-14")
@pytest.mark.parametrize(
    ("building", "cards"),
    [
        ("road", {"wood": 1, "stone": 1}),
        ("village", {"wood": 1, "stone": 1, "potatoes": 1, "wool": 1}),
        ("city", {"potatoes": 2, "ore": 3}),
        ("card", {"potatoes": 1, "wool": 1, "ore": 1}),
    ],
)
def test_what_everything_costs(building, cards):
    paid = building_offer(Hand(**cards), building)
    assert (paid.missing, paid.trades, paid.short) == ({}, (), 0)
    for card in cards:
        fewer = Hand(**{**cards, card: cards[card] - 1})
        assert building_offer(fewer, building).short == 1


@pytest.mark.rule("INK-14")
@pytest.mark.parametrize(
    ("hand", "short"),
    [
        ({"wool": 2}, 2),
        ({"wool": 3}, 1),
        ({"wool": 2, "ore": 1}, 2),
        ({"coca": 2}, 1),
        ({"coca": 1, "fish": 1}, 2),
        ({"coca": 1, "fish": 1, "feathers": 1}, 0),
        ({"coca": 3, "fish": 1, "feathers": 1}, 0),
        ({"wool": 3, "coca": 1, "fish": 1}, 0),  # wool → feathers, then three different
        # What the cost itself asks for may be given away and come back.
        ({"wood": 3, "coca": 1, "feathers": 1}, 0),
    ],
)
def test_what_the_bank_makes_of_a_hand_without_a_road(hand, short):
    assert building_offer(Hand(**hand), "road").short == short


@pytest.mark.rule("INK-9")
def test_the_route_s_holder_gives_any_two_for_one_once():
    hand = Hand(wood=1, ore=1, fish=1, route=True)
    (only,) = building_offer(hand, "road").trades
    assert only.gained == 1
    assert len(only.given) == 2
    assert building_offer(Hand(wood=1, ore=1, fish=1), "road").short == 1
    assert building_offer(Hand(ore=2, wool=2, route=True), "road").short == 1


@pytest.mark.rule("INK-14")
def test_three_different_goods_bring_two_cards_and_no_more():
    goods = Hand(coca=1, fish=1, feathers=1)
    assert building_offer(goods, "village").short == 4 - 2


@pytest.mark.rule("INK-9")
def test_the_route_s_card_may_be_the_third_different_good():
    hand = Hand(ore=2, coca=1, fish=1, route=True)
    route, goods = building_offer(hand, "road").trades
    assert (route.given, route.gained) == (("ore", "ore"), 1)
    assert (sorted(goods.given), goods.gained) == (["any", "coca", "fish"], 2)


@pytest.mark.rule("INK-14")
def test_an_offer_names_as_few_trades_as_bring_enough():
    rich = Hand(wood=9, stone=9)
    assert len(building_offer(rich, "village").trades) == 2


KINDS, GOODS = range(len(CARD_NAMES)), range(5, 8)
PAIRS = list(combinations_with_replacement(KINDS, 2))


def every_trade(hand, route):
    """The rulebook's page 5 card by card: each hand one exchange leads to."""
    equal = [(kind,) * (2 if kind in GOODS else 3) for kind in KINDS]
    ones = [(kind,) for kind in KINDS]
    ways = [(paid, ones, route) for paid in equal] + [(GOODS, PAIRS, route)]
    if route:
        ways += [(paid, ones, False) for paid in PAIRS]
    for paid, gained, still in ways:
        if all(hand[kind] >= paid.count(kind) for kind in paid):
            yield from ((exchange(hand, paid, taken), still) for taken in gained)


def exchange(hand, given, taken):
    after = list(hand)
    for kind in given:
        after[kind] -= 1
    for kind in taken:
        after[kind] += 1
    return tuple(after)


COST_TUPLES = [
    tuple(trade.COSTS[building].get(name, 0) for name in CARD_NAMES)
    for building in trade.COSTS
]


@cache
def fewest_missing(hand, route):
    """For each building the fewest cards missing over every hand that can be traded for."""
    best = [
        sum(max(0, due - own) for own, due in zip(hand, cost, strict=True))
        for cost in COST_TUPLES
    ]
    for after in set(every_trade(hand, route)):
        best = list(map(min, best, fewest_missing(*after)))
    return tuple(best)


@pytest.mark.thorough
@pytest.mark.rule("INK-9", "INK-14")
def test_every_hand_is_offered_what_a_full_search_of_all_trades_finds():
    for size in range(8 if THOROUGH else 6):
        for cards in combinations_with_replacement(range(8), size):
            hand = tuple(cards.count(kind) for kind in range(8))
            for route in (False, True):
                mine = Hand(*hand, route=route)
                offers = [building_offer(mine, one).short for one in trade.COSTS]
                assert tuple(offers) == fewest_missing(hand, route), mine


@pytest.mark.rule("INK-9", "INK-14")
@given(numbers=st.lists(st.integers(0, 6), min_size=8, max_size=8), route=st.booleans())
def test_the_trades_of_an_offer_can_be_made_in_their_order_and_pay(numbers, route):
    hand = Hand(*numbers, route=route)
    for building, cost in trade.COSTS.items():
        offer = building_offer(hand, building)
        held, routes = hand.held, 0
        for one in offer.trades:
            held.subtract(one.given)
            assert min(held.values()) >= 0
            held["any"] += one.gained
            routes += one.by_route
        lacking = (Counter(cost) - held).total()
        assert routes <= route
        assert offer.short or held["any"] >= lacking


# the dice


def test_a_log_is_one_letter_per_roll():
    assert dice.read_rolls("27abc") == ((2, 7, 10, 11, 12), 0)
    assert dice.write_rolls((2, 7, 10, 11, 12)) == "27abc"
    assert dice.read_rolls("1x7 ") == ((7,), 3)
    assert dice.read_rolls("7" * 600)[1] == 100


def test_the_ways_two_dice_fall_come_to_36():
    thrown = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert {one: dice.ways_to_roll(one) for one in dice.SUMS} == thrown


def test_expectations_come_to_the_number_of_rolls():
    log = DiceRolls((7,) * 6 + (2,) * 3)
    assert sum(bar.expected for bar in log.bars) == pytest.approx(9)
    assert {bar.total: bar.fell for bar in log.bars if bar.fell} == {2: 3, 7: 6}


@pytest.mark.rule("INK-11")
@pytest.mark.parametrize(
    ("rolls", "since"), [("", None), ("23", None), ("7", 0), ("73a", 2), ("7c7b", 1)]
)
def test_how_long_the_last_seven_is_ago(rolls, since):
    assert DiceRolls(dice.read_rolls(rolls)[0]).since_seven == since


@pytest.mark.parametrize(
    ("chi", "freedom", "chance"),
    [(9.488, 4, 0.05), (15.507, 8, 0.05), (18.307, 10, 0.05), (29.588, 10, 0.001)],
)
def test_the_tail_of_the_chi_squared_distribution(chi, freedom, chance):
    """Against the printed tables."""
    assert dice.chance_of_more(chi, freedom) == pytest.approx(chance, rel=0.01)
    assert dice.chance_of_more(0, freedom) == 1


def test_every_group_is_expected_five_times_when_it_is_used():
    for least, groups in dice.GROUPINGS:
        assert sorted(one for group in groups for one in group) == list(dice.SUMS)
        assert len(groups) % 2 == 1  # the tail is exact for even degrees of freedom
        assert all(
            least * sum(map(dice.ways_to_roll, group)) / 36 >= 5 for group in groups
        )


def test_the_chance_of_so_many_sevens_is_exact():
    assert dice.tail_of_sevens(1, 1) == dice.Fraction(1, 6)
    assert dice.tail_of_sevens(2, 2) == dice.Fraction(1, 36)
    assert dice.tail_of_sevens(6, 1) == 1


def test_few_rolls_get_the_honest_answer():
    assert str(dice_fairness(DiceRolls(())).verdict) == "Too early to say."
    few = dice_fairness(DiceRolls((7,) * 29))
    assert str(few.verdict) == "Too early to say."
    assert "Sevens: 29 of 29 rolled" in str(few.detail)
    assert few.chance is None


def expected_rolls(times):
    return tuple(
        one for one in dice.SUMS for _each in range(dice.ways_to_roll(one) * times)
    )


def test_perfect_dice_look_fair_only_after_many_rolls():
    assert "still early" in str(dice_fairness(DiceRolls(expected_rolls(1))).verdict)
    many = dice_fairness(DiceRolls(expected_rolls(5)))
    assert str(many.verdict) == "The dice look fair."
    assert many.chance == pytest.approx(1)


def test_dice_that_only_roll_sevens_are_hard_to_believe():
    assert "Very unlikely" in str(dice_fairness(DiceRolls((7,) * 60)).verdict)


def test_fair_dice_are_called_odd_about_one_time_in_twenty():
    chance = Random(7)
    odd = 0
    for _log in range(400):
        rolls = tuple(chance.randint(1, 6) + chance.randint(1, 6) for _ in range(60))
        odd += dice_fairness(DiceRolls(rolls)).chance < dice.ODD
    assert 8 <= odd <= 36


# pages


def page(client, name, query="", language="en", **headers):
    answer = client.get(
        f"{reverse(name)}?{query}",
        follow=True,
        headers={"accept-language": language, **headers},
    )
    assert answer.status_code == 200
    return unescape(re.sub(r"\s+", " ", answer.content.decode()))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_helper_opens_empty_in_both_languages(client, name, language):
    html = page(client, name, language=language)
    assert f'<html lang="{language}"' in html
    assert "popover" in html


BAD = [
    "rolls=" + "7" * 5000,
    "rolls=abc%00<script>&rolls=%F0%9F%8E%B2",
    "players=9&t0=" + "v" * 500 + "&t1=xyz&t2=%00",
    "players=3&s0-route=99&s1-warriors=-1&s2-hand=1000000000&h-route=7&h-declines=x",
    "h-wood=x&h-stone=-1&h-ore=1000000000&h-coca=20&h-route=maybe",
    "h-wood=1&h-wood=2&session=" + "x" * 999,
]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("query", BAD)
def test_bad_input_is_answered_and_never_breaks(client, name, query):
    page(client, name, query)
    page(client, name, query, **{"HX-Request": "true"})


def test_the_fullest_hand_is_answered(client):
    full = "&".join(f"h-{name}=19" for name in CARD_NAMES) + "&h-route=on"
    assert "Straight from your hand" in page(client, "inkas-trade", full)


def test_a_number_out_of_bounds_is_named_beside_its_field(client):
    html = page(client, "inkas-trade", "h-wood=20&h-ore=-1")
    assert "This can't be more than 19." in html
    assert "This can't be below 0." in html


def test_one_tap_logs_one_roll(client):
    html = page(client, "inkas-dice", "rolls=34")
    href = re.search(r'id="roll-7"[^>]*href="([^"]+)"', html)[1]
    assert href.endswith("rolls=347")
    after = page(client, "inkas-dice", "rolls=347")
    assert "A 7! Players with too many cards give up half." in after
    assert "rolls=34" in re.search(r'href="([^"]+)">↶', after)[1]


def test_what_is_left_out_of_a_log_is_said(client):
    assert "We skipped part" in page(client, "inkas-dice", "rolls=3x4")
    assert "We skipped part" in page(client, "inkas-tribes", "players=3&t0=vx")
    assert "We skipped part" not in page(client, "inkas-tribes", "players=3&t0=v")


@pytest.mark.rule("INK-6", "INK-12")
def test_a_complete_tribe_shows_what_to_do_and_who_the_second_deck_waits_for(client):
    html = page(client, "inkas-tribes", "players=3&name1=Anna&t0=vv&t2=vc")
    assert "The tribe declines. Do this now" in html
    assert "Not yet. Still growing the first tribe: Anna." in html
    done = page(client, "inkas-tribes", "players=3&t0=vv&t1=vv&t2=vv")
    assert "In play. Put it under the rest of deck 1." in done


def test_when_somebody_has_won_nobody_builds(client):
    html = page(client, "inkas-tribes", "players=3&name0=Anna&t0=vvvvvvv")
    assert "Anna wins with 11 points." in html
    assert 'id="village-1"' not in html


def test_the_arbiter_names_people(client):
    query = "players=3&name0=Anna&name1=Bob&s0-route=4&s1-route=5&h-route=0&s0-hand=9"
    html = page(client, "inkas-advantages", query)
    assert "<bdi>Bob</bdi>" in html
    assert "Has more than the last holder." in html
    assert "−4" in html


def test_an_empty_hand_is_told_the_costs_and_of_nothing_missing(client):
    page = client.get(reverse("inkas-trade")).content.decode()
    assert "Wood + Stone + Potatoes + Wool" in page
    assert "2 × Potatoes + 3 × Ore" in page
    assert "Missing:" not in page
    assert (
        "Missing:" in client.get(f"{reverse('inkas-trade')}?h-wood=1").content.decode()
    )
