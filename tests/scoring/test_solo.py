"""The virtual player's attacks, wave by wave."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.imperial_settlers import solo_log
from scoring.imperial_settlers.solo import (
    COMMON_FIRST,
    DEALS,
    PARTNER_FIRST,
    AttackGood,
    Location,
    SoloReadings,
    SoloStand,
    attack,
    stand_after,
)
from scoring.imperial_settlers.solo_log import (
    EMPTY,
    EXAMPLE,
    NewLocation,
    Setting,
    play_words,
)

WORKSHOP = Location(1, "Carpenter's workshop", "feature", ("gold", "wood"))
MARKET = Location(2, "Market", "action", ("gold", "wood"))
JOINER = Location(3, "Joiner", "action", ("vp", "wood"))
SUPPLIER = Location(4, "Wood supplier", "production", ("wood", "wood"))
OWN = (WORKSHOP, MARKET, JOINER, SUPPLIER)


def stand(line="", own=OWN, **more):
    return SoloStand(tuple(line.split()), tuple(own), **more)


def twins(**different):
    """Two action locations that give gold and wood, the second different in something."""
    return MARKET, replace(MARKET, number=5, name="Forge", **different)


def rules(wave):
    return [reason.rule.id for reason in wave.why]


@pytest.mark.rule("IS-18", "IS-14", "IS-15", "IS-16")
def test_the_book_s_example_razes_the_market():
    before = stand("stone worker gold")
    wave = attack(before, "wood")
    assert wave.razed is MARKET
    assert rules(wave) == ["IS-14", "IS-14", "IS-14", "IS-15"]
    behind = stand_after(before, wave)
    assert behind.line == ("stone", "worker", "wood", "gold")
    assert behind.locations == (WORKSHOP, JOINER, SUPPLIER)
    assert behind.collection == 1


@pytest.mark.rule("IS-14")
def test_a_wave_shows_the_pair_that_decided_or_the_new_card_alone():
    goods = [
        [good for good, _name in attack(stand("stone worker gold"), new).pair]
        for new in ("wood", "food")
    ]
    assert goods == [["wood", "gold"], ["food"]]


@pytest.mark.rule("IS-14")
def test_a_good_no_common_location_gives_razes_nothing():
    before = stand("stone worker gold")
    wave = attack(before, "food")
    assert wave.razed is None
    assert str(wave.why[0].message) == "None of your common locations gives Food."
    assert stand_after(before, wave).line == ("food", "stone", "worker", "gold")
    assert stand_after(before, wave).collection == 0


@pytest.mark.rule("IS-14")
def test_a_good_without_a_fitting_partner_razes_nothing():
    wave = attack(stand("stone worker food"), "wood")
    assert wave.razed is None
    assert "No pair with Wood" in str(wave.why[0].message)


@pytest.mark.rule("IS-14")
def test_only_pairs_with_the_new_card_are_looked_at():
    assert attack(stand("gold wood", [MARKET]), "stone").razed is None


@pytest.mark.rule("IS-14")
def test_the_first_older_card_that_fits_decides():
    assert attack(stand("vp gold", [MARKET, JOINER]), "wood").razed is JOINER
    assert attack(stand("gold vp", [MARKET, JOINER]), "wood").razed is MARKET


@pytest.mark.rule("IS-14")
def test_a_box_of_two_equal_goods_needs_both_cards():
    assert attack(stand("gold stone", [SUPPLIER]), "wood").razed is None
    assert attack(stand("gold wood", [SUPPLIER]), "wood").razed is SUPPLIER


@pytest.mark.rule("IS-14")
def test_a_box_with_a_single_good_is_no_pair():
    lonely = Location(1, "Hut", "action", ("wood",))
    assert attack(stand("wood", [lonely]), "wood").razed is None


@pytest.mark.rule("IS-15")
def test_of_two_actions_the_dearer_one_is_razed():
    cheap, dear = twins(cost=3)
    wave = attack(stand("gold", [cheap, dear]), "wood")
    assert wave.razed is dear
    assert "Most goods" in str(wave.why[-1].message)


@pytest.mark.rule("IS-15")
def test_at_equal_cost_the_one_with_more_stone_is_razed():
    first, second = twins(cost=3, stone=2)
    first = replace(first, cost=3, stone=1)
    wave = attack(stand("gold", [first, second]), "wood")
    assert wave.razed is second
    assert "Most stone" in str(wave.why[-1].message)


@pytest.mark.rule("IS-15")
def test_of_feature_and_production_the_feature_is_razed():
    mill = replace(MARKET, number=9, kind="production", cost=9)
    assert attack(stand("gold", [mill, WORKSHOP]), "wood").razed is WORKSHOP


@pytest.mark.rule("IS-15")
def test_where_all_is_equal_the_player_chooses():
    before = stand("gold", twins())
    wave = attack(before, "wood")
    assert wave.razed is None
    assert [one.name for one in wave.targets] == ["Market", "Forge"]
    assert str(wave.why[-1].message) == "All tied. You choose."
    assert stand_after(before, wave) == before
    assert attack(before, "wood", chosen=5).razed.name == "Forge"
    assert attack(before, "wood", chosen=77).open


@pytest.mark.rule("IS-16")
def test_two_waves_in_a_row_see_the_cards_moved_to_the_end():
    first = stand("gold stone")
    second = stand_after(first, attack(first, "wood"))
    assert second.line == ("stone", "wood", "gold")
    third_wave = attack(second, "wood")
    assert third_wave.razed is SUPPLIER  # stone fits nothing, the moved wood does
    assert stand_after(second, third_wave).line == ("stone", "gold", "wood", "wood")


@pytest.mark.rule("IS-16")
def test_the_partner_may_go_to_the_end_first_if_the_table_reads_it_so():
    readings = SoloReadings(order=PARTNER_FIRST)
    before = stand("stone worker gold")
    wave = attack(before, "wood", readings=readings)
    assert stand_after(before, wave, readings).line == (
        "stone",
        "worker",
        "gold",
        "wood",
    )


def dojo(number, deal, **more):
    return Location(number, f"Dojo {number}", "action", deal=deal, **more)


@pytest.mark.rule("IS-17")
def test_two_points_attack_a_japanese_faction_location_by_its_deal():
    own = (MARKET, dojo(5, "wood"), dojo(6, "gold"), dojo(7, "stone"))
    before = stand("gold vp wood", own, faction=2)
    wave = attack(before, "vp")
    assert wave.razed.number == 6
    assert rules(wave) == ["IS-17", "IS-17"]
    behind = stand_after(before, wave)
    assert (before.own, behind.own, behind.collection) == (5, 4, 1)
    assert behind.line == ("gold", "wood", "vp", "vp")


@pytest.mark.rule("IS-17")
@pytest.mark.parametrize("place", range(len(DEALS) - 1))
def test_the_deals_are_attacked_in_the_book_s_order(place):
    own = (dojo(1, DEALS[place + 1]), dojo(2, DEALS[place]))
    assert attack(stand("vp", own), "vp").razed.number == 2


@pytest.mark.rule("IS-17", "IS-15")
def test_equal_deals_are_told_apart_as_usual():
    own = (dojo(1, "gold", cost=2), dojo(2, "gold", cost=4))
    wave = attack(stand("vp", own), "vp")
    assert wave.razed.number == 2
    assert rules(wave) == ["IS-17", "IS-15"]  # the deal told nothing apart


@pytest.mark.rule("IS-17")
def test_one_point_alone_attacks_no_faction_location():
    own = (dojo(1, "gold"),)
    assert attack(stand("wood gold", own), "vp").razed is None
    assert attack(stand("vp", own), "wood").razed is None


@pytest.mark.rule("IS-17")
def test_two_points_go_before_a_common_pair_unless_the_table_reads_it_otherwise():
    temple = Location(1, "Temple", "action", ("vp", "vp"))
    own = (temple, dojo(2, "gold"))
    assert attack(stand("vp", own), "vp").razed.number == 2
    common = SoloReadings(points=COMMON_FIRST)
    assert attack(stand("vp", own), "vp", readings=common).razed is temple


@pytest.mark.rule("IS-17")
def test_without_a_faction_location_the_usual_check_follows():
    temple = Location(1, "Temple", "action", ("vp", "vp"))
    assert attack(stand("vp", [temple]), "vp").razed is temple


@pytest.mark.rule("IS-11")
def test_a_solo_game_begins_with_nothing_and_nothing_is_a_loss():
    assert (EMPTY.own, EMPTY.collection) == (0, 0)
    assert not EMPTY.winning


@pytest.mark.rule("IS-11")
@pytest.mark.parametrize(
    ("own", "collection", "winning"), [(5, 4, True), (5, 5, False), (0, 0, False)]
)
def test_equal_is_not_enough_to_be_winning(own, collection, winning):
    assert stand(own=(), faction=own, collection=collection).winning is winning


# the log


@pytest.mark.rule("IS-18", "IS-13", "IS-20")
def test_the_example_as_a_log_ends_as_the_book_says():
    game = play_words(EXAMPLE)
    assert game.stand.line == ("stone", "worker", "wood", "gold")
    assert [one.wave.razed and one.wave.razed.name for one in game.waves] == [
        None,
        None,
        "Marketplace",
    ]
    assert (game.round, game.wave, game.due) == (2, 2, "wave")
    assert game.stand.collection == 2 + 2 + 1
    assert game.unread == 0


@pytest.mark.rule("IS-13", "IS-20")
def test_a_round_collects_and_then_attacks_twice():
    words = ["reveal.gold"]
    seen = [play_words(words).due]
    for word in ("collect.2", "reveal.food", "reveal.food"):
        words.append(word)
        seen.append(play_words(words).due)
    assert play_words([]).due == "set-up"
    assert seen == ["collect", "wave", "wave", "collect"]
    assert play_words(words).round == 2


@pytest.mark.rule("IS-13")
@pytest.mark.parametrize("rounds", ["5", "4"])
def test_the_last_round_attacks_too(rounds):
    words = ["reveal.gold"]
    for _round in range(int(rounds)):
        words += ["collect.0", "reveal.food", "reveal.food"]
    setting = Setting(rounds=rounds)
    assert play_words(words[:-1], setting).due == "wave"
    game = play_words(words, setting)
    assert game.over
    assert game.due == "over"
    assert game.can_still_grow == 0


@pytest.mark.rule("IS-20")
def test_the_first_card_lies_there_and_attacks_nobody():
    words = ["build.action.wood-wood.1-0..Mill", "reveal.wood"]
    assert play_words(words).stand.collection == 0
    assert play_words(words).waves == ()


@pytest.mark.rule("IS-13", "IS-14", "IS-20")
def test_the_collection_grows_by_four_a_round_at_most():
    assert play_words([]).can_still_grow == 5 * 4
    assert play_words(["reveal.wood", "collect.1", "reveal.food"]).can_still_grow == 17


@pytest.mark.rule("IS-15")
def test_an_open_choice_waits_until_it_is_made():
    words = ["build.action.gold-wood.1-0..A", "build.action.gold-wood.1-0..B"]
    words += ["reveal.gold", "collect.0", "reveal.wood"]
    game = play_words(words)
    assert game.due == "choice"
    assert play_words([*words, "have.3"]).unread == 1
    chosen = play_words([*words[:-1], "reveal.wood.2"])
    assert chosen.waves[0].wave.razed.name == "B"


@pytest.mark.rule("IS-19")
def test_an_attack_card_shows_one_of_seven_goods():
    assert [good.value for good in AttackGood] == [
        "wood", "stone", "food", "worker", "gold", "vp", "card",
    ]  # fmt: skip
    assert play_words(["reveal.raze"]).unread == 1


def test_a_location_survives_being_written_and_read():
    new = NewLocation("Hut. No. 2", "feature", "wood", "card", "", 3, 1)
    game = play_words([solo_log.write_location(new)])
    assert game.stand.locations == (
        Location(1, "Hut. No. 2", "feature", ("wood", "card"), 3, 1),
    )


@pytest.mark.parametrize(
    "word",
    [
        "",
        "x",
        "build",
        "build.action",
        "build.action.wood.1-0",
        "build.castle.wood.1-0..x",
        "build.action.iron.1-0..x",
        "build.action.wood-wood-wood.1-0..x",
        "build.action.wood.1-2..x",
        "build.action.wood.99999999999-0..x",
        "build.action...." + "x" * 99,
        "reveal",
        "reveal.wood.x",
        "reveal.wood.0",
        "lose.1",
        "lose.٣",
        "have.41",
        "have.-1",
        "have.1000000000",
        "collect.3",
        "collect.0",
    ],
)
def test_what_says_nothing_is_left_out_and_counted(word):
    game = play_words([word])
    assert game.unread == 1
    assert game.words == ()


@given(st.lists(st.text(max_size=30), max_size=20))
def test_no_log_breaks_the_game(words):
    game = play_words(words)
    assert len(game.words) + game.unread == len(words)


STEPS = st.sampled_from(
    [
        "build.action.gold-wood.2-1..A",
        "build.feature.wood-wood.1-0..B",
        "build.action..1-0.gold.C",
        "have.2",
        "collect.1",
        "lose.1",
        *(f"reveal.{good}" for good in AttackGood),
        "reveal.wood.1",
    ]
)


@pytest.mark.rule("IS-14", "IS-16")
@given(st.lists(STEPS, max_size=60))
def test_no_card_and_no_location_gets_lost(words):
    game = play_words(words)
    razed = sum(bool(one.wave.razed) for one in game.waves)
    shown = [one for one in game.words if one.startswith("reveal")]
    pending = game.pending is not None
    assert len(game.stand.line) == len(shown) - pending
    collected = sum(int(one[-1]) for one in game.words if one.startswith("collect"))
    assert game.stand.collection == razed + collected
    lost = sum(one.startswith("lose") for one in game.words)
    assert len(game.stand.locations) == game.built - razed - lost
