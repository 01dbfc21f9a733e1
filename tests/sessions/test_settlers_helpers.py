"""Helpers for Imperial Settlers: the rules behind production, razing and the rounds."""

import pytest

from scoring.imperial_settlers import razing
from scoring.imperial_settlers.boards import (
    FACTION_BOARDS,
    Deals,
    Locations,
    Price,
    Round,
    payment,
    payment_of,
    production,
)
from scoring.imperial_settlers.razing import Razing, Target, razing_problems
from scoring.imperial_settlers.rounds import (
    PHASE_NAMES,
    SettlersMoment,
    choices_in_advanced_lookout,
    to_do,
)


def income(*records):
    return {one.good: one.total for one in production(*records)}


# IS-7 and 9


@pytest.mark.rule("IS-7")
def test_the_book_s_example_of_a_production_phase():
    brought = income(
        Round(people="japanese"), Deals(gold=1, worker=1), Locations(raze=1, food=1)
    )
    assert brought == {
        "worker": 5,
        "wood": 1,
        "raze": 2,
        "defence": 1,
        "gold": 1,
        "food": 1,
    }


@pytest.mark.rule("IS-7")
@pytest.mark.parametrize(
    ("people", "brings", "keeps"),
    [
        ("barbarians", {"worker": 5}, "worker"),
        ("romans", {"worker": 2, "wood": 1, "stone": 1}, "raze"),
        ("egyptians", {"worker": 3, "gold": 1}, "gold"),
        ("japanese", {"worker": 4, "wood": 1}, "food"),
    ],
)
def test_what_each_board_brings_and_keeps(people, brings, keeps):
    found = income(Round(people=people), Deals(), Locations())
    assert found == {**brings, "raze": 1, "defence": 1}
    assert FACTION_BOARDS[people].keeps == keeps


@pytest.mark.rule("IS-7")
def test_what_was_kept_counts_with_what_the_board_keeps():
    found = production(Round(people="japanese", kept=2), Deals(), Locations(food=1))
    (food,) = (one for one in found if one.good == "food")
    assert (food.total, food.sum) == (3, "1 + 2")


@pytest.mark.rule("IS-9")
@pytest.mark.parametrize(
    ("have", "price", "gold_for", "missing"),
    [
        ({"wood": 2}, {"wood": 2}, {}, {}),
        ({"wood": 1, "gold": 1}, {"wood": 2}, {"wood": 1}, {}),
        ({"gold": 2}, {"wood": 1, "stone": 1, "food": 1}, {"wood": 1, "stone": 1}, {"food": 1}),
        ({"wood": 5, "stone": 5}, {"gold": 1}, {}, {"gold": 1}),
        ({"gold": 1}, {"gold": 1, "wood": 1}, {}, {"wood": 1}),
        ({"gold": 3}, {"worker": 1}, {}, {"worker": 1}),
    ],
)  # fmt: skip
def test_gold_pays_for_raw_materials_and_never_the_other_way(
    have, price, gold_for, missing
):
    paid = payment(have, price)
    assert (paid.gold_for, paid.missing) == (gold_for, missing)
    assert paid.possible == (not missing)
    assert len(list(paid.sentences)) == len(gold_for) + len(missing)


def test_nothing_to_pay_is_no_payment():
    assert payment_of([], Price()) is None


# IS-10


@pytest.mark.rule("IS-10")
@pytest.mark.parametrize(
    ("target", "cost"),
    [
        (Target(razing.HAND), 1),
        (Target(razing.HAND, guarded=True), 1),
        (Target(razing.COMMON), 2),
        (Target(razing.COMMON, guarded=True), 3),
        (Target(razing.JAPANESE_ONE), 2),
        (Target(razing.JAPANESE_ONE, guarded=True), 3),
    ],
)
def test_what_razing_costs(target, cost):
    assert Razing(target).allowed
    assert Razing(target).cost == cost


@pytest.mark.rule("IS-10")
@pytest.mark.parametrize(
    "target",
    [
        Target(razing.FACTION),
        Target(razing.COMMON, passed=True),
        Target(razing.JAPANESE_ONE, passed=True),
    ],
)
def test_what_can_not_be_razed(target):
    assert [problem.rule.id for problem in razing_problems(target)] == ["IS-10"]
    assert not Razing(target).allowed


@pytest.mark.rule("IS-10")
def test_only_a_common_location_leaves_wood_and_foundations():
    common = " ".join(Razing(Target(razing.COMMON)).aftermath)
    japanese = " ".join(Razing(Target(razing.JAPANESE_ONE)).aftermath)
    assert "1 wood" in common
    assert "now foundations" in common
    assert "No foundations, no wood" in japanese


# IS-21, 22, 5


def phases(moment):
    seen = []
    while moment:
        seen.append((moment.round, moment.phase))
        moment = moment.next
    return seen


@pytest.mark.rule("IS-21", "IS-5")
def test_five_rounds_of_four_phases_and_no_clean_up_in_the_last():
    seen = phases(SettlersMoment(players=3))
    assert len(seen) == 4 * 4 + 4
    assert seen[3:5] == [(1, "clean-up"), (2, "lookout")]
    assert seen[-2:] == [(5, "action"), (5, "scoring")]
    assert (5, "clean-up") not in seen


@pytest.mark.rule("IS-13", "IS-5")
def test_alone_the_attack_ends_every_round_also_the_last():
    seen = phases(SettlersMoment(players=1))
    attacks = [round_ for round_, phase in seen if phase == "attack"]
    assert attacks == [1, 2, 3, 4, 5]
    assert seen[-3:] == [(5, "action"), (5, "attack"), (5, "scoring")]


@pytest.mark.rule("IS-23", "IS-26")
def test_ruins_stand_unless_they_are_taken_out():
    assert refusals(Target(razing.RUINS)) == ["IS-23"]
    assert refusals(Target(razing.RUINS, by=razing.WAGON)) == ["IS-23"]
    assert refusals(Target(razing.RUINS, by=razing.REMOVAL)) == []


def refusals(target):
    return [problem.rule.id for problem in razing_problems(target)]


@pytest.mark.rule("IS-24")
@pytest.mark.parametrize("what", [razing.COMMON, razing.JAPANESE_ONE])
def test_the_wagon_builder_pays_one_token_whoever_guards(what):
    for guarded in (False, True):
        raze = Razing(Target(what, by=razing.WAGON, guarded=guarded, tokens=1))
        assert (raze.allowed, raze.cost, raze.why, raze.left) == (True, 1, "", 0)
        assert raze.rule.id == "IS-24"
    assert refusals(Target(razing.HAND, by=razing.WAGON)) == ["IS-24"]
    assert refusals(Target(what, by=razing.WAGON, passed=True)) == ["IS-10"]


@pytest.mark.rule("IS-25")
def test_the_rabble_razes_an_own_location_into_own_foundations():
    raze = Razing(Target(razing.OWN, by=razing.RABBLE))
    assert (raze.allowed, raze.by_card, raze.cost) == (True, True, 0)
    assert [
        word for word in ("foundations", "1 wood") if word in " ".join(raze.aftermath)
    ]
    assert refusals(Target(razing.OWN)) == ["IS-25"]
    for what in (razing.HAND, razing.COMMON, razing.VIRTUAL):
        assert refusals(Target(what, by=razing.RABBLE)) == ["IS-25"]


@pytest.mark.rule("IS-26")
@pytest.mark.parametrize(
    "what", [razing.COMMON, razing.FACTION, razing.JAPANESE_ONE, razing.RUINS]
)
def test_what_is_taken_out_is_not_razed(what):
    raze = Razing(Target(what, by=razing.REMOVAL, guarded=True, unbreakable=True))
    assert (raze.allowed, raze.cost) == (True, 0)
    assert raze.aftermath == razing.AFTERMATH[razing.REMOVAL]
    assert refusals(Target(what, by=razing.REMOVAL, passed=True)) == ["IS-10"]
    assert refusals(Target(razing.HAND, by=razing.REMOVAL)) == ["IS-26"]


@pytest.mark.rule("IS-27")
def test_the_virtual_player_s_card_costs_two_and_leaves_no_foundations():
    raze = Razing(Target(razing.VIRTUAL, guarded=True))
    assert (raze.allowed, raze.cost, raze.rule.id) == (True, 2, "IS-27")
    assert "no foundations" in raze.aftermath[-1]
    assert "IS-27" in told(SettlersMoment(players=1, phase="action"))
    assert "IS-27" not in told(SettlersMoment(players=2, phase="action"))


def told(moment):
    return [one.rule.id for one in to_do(moment)]


@pytest.mark.rule("IS-31")
def test_shrine_and_gate_stand_and_keep_what_they_hold():
    assert refusals(Target(razing.JAPANESE_ONE, unbreakable=True)) == ["IS-31"]
    assert refusals(Target(razing.COMMON, unbreakable=True)) == []
    assert "IS-31" in told(SettlersMoment(2, phase="clean-up"))


@pytest.mark.rule("IS-32")
def test_in_the_peaceful_variant_only_cards_raze_what_is_not_one_s_own():
    for what in (razing.COMMON, razing.JAPANESE_ONE):
        assert refusals(Target(what, peaceful=True)) == ["IS-32"]
        assert refusals(Target(what, by=razing.WAGON, peaceful=True)) == []
    assert refusals(Target(razing.HAND, peaceful=True)) == []
    for phase, usual in (("lookout", "IS-22"), ("action", "IS-21")):
        assert "IS-32" in told(SettlersMoment(2, phase=phase, peaceful=True))
        assert "IS-32" not in told(SettlersMoment(2, phase=phase))
        assert usual in told(SettlersMoment(2, phase=phase, peaceful=True))


@pytest.mark.rule("IS-33")
def test_the_other_lookout_passes_cards_on():
    guided = told(SettlersMoment(players=3, lookout="passing"))
    assert guided.count("IS-33") == 3
    assert guided.count("IS-22") == 1  # the faction card


@pytest.mark.rule("IS-34")
@pytest.mark.parametrize(
    ("players", "picks"),
    [(2, (5, 4, 3, 2)), (3, (5, 4, 4, 3, 3, 2)), (4, (5, 4, 4, 4, 3, 3, 3, 2))],
)
def test_from_how_many_cards_each_pick_of_the_advanced_lookout_chooses(players, picks):
    assert choices_in_advanced_lookout(players) == picks
    words = [
        str(one.message) for one in to_do(SettlersMoment(players, lookout="advanced"))
    ]
    half = players
    for part in (picks[:half], picks[half:]):
        assert any(", ".join(map(str, part)) in one for one in words)


@pytest.mark.rule("IS-28", "IS-29", "IS-30")
def test_deals_production_and_empty_decks_are_told_in_their_phase():
    for players in (1, 2):
        guided = told(SettlersMoment(players=players, phase="action"))
        assert {"IS-28", "IS-29"} <= set(guided)
        assert "IS-30" not in guided
    assert "IS-30" in told(SettlersMoment(players=2, phase="lookout"))


@pytest.mark.rule("IS-20", "IS-7")
def test_alone_nobody_gets_a_defence_token():
    alone = income(Round(people="romans", alone=True), Deals(), Locations())
    assert alone == {"worker": 2, "wood": 1, "stone": 1, "raze": 1}


@pytest.mark.rule("ROE-7")
def test_a_session_of_the_campaign_ends_after_four_rounds():
    assert phases(SettlersMoment(players=2, rounds=4))[-1] == (4, "scoring")


@pytest.mark.rule("IS-21")
def test_the_first_player_s_token_goes_round():
    firsts = [
        SettlersMoment(players=3, first=2, round=n).first_now for n in range(1, 6)
    ]
    assert firsts == [2, 0, 1, 2, 0]


@pytest.mark.rule("IS-21")
def test_every_phase_can_be_gone_back_on():
    moment = SettlersMoment(players=4, first=1)
    while moment.next:
        assert moment.next.before == moment
        moment = moment.next


@pytest.mark.rule("IS-22")
def test_cards_are_taken_clockwise_and_then_back_from_one_more_than_players():
    steps = list(to_do(SettlersMoment(players=3, first=1)))
    assert "4 common cards" in str(steps[1].message)
    assert steps[1].order == (1, 2, 0)
    assert steps[2].order == (0, 2, 1)


@pytest.mark.rule("IS-20")
def test_alone_four_cards_are_drawn_and_two_go_to_the_virtual_player():
    told = " ".join(str(one.message) for one in to_do(SettlersMoment(players=1)))
    assert "4 common cards" in told
    assert told.count("goes to the virtual player") == 2


@pytest.mark.parametrize("players", range(1, 5))
def test_every_phase_says_what_to_do_with_its_rule(players):
    for phase in PHASE_NAMES:
        moment = SettlersMoment(players=players, phase=phase)
        assert all(one.rule.id for one in to_do(moment))
