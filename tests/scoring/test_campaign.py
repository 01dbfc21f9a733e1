"""The campaign's worked examples, and how empires and sessions begin."""

from dataclasses import replace

import pytest

from scoring.records import Unfit
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.help_in_play import goods_due
from scoring.rise_of_empire.outlook import boxes_to_go, deck_remark, pays_new_pair
from scoring.rise_of_empire.stages import Stage
from scoring.rules import RuleBroken
from tests.played_campaign import (
    ALONE,
    ARCHERY,
    BUILDING,
    CAESAR,
    POTTERY,
    TOGETHER,
    TRIEU,
    PlayedCampaign,
    check,
    founded_campaign,
    invention,
)

# The worked examples


def missing(at, mission, empire):
    return boxes_to_go(at.state, at.state.session.mission(mission), empire)


def radim():
    """Radim's table just before the end: 48 points, one province, 18 saved, Lukostřelba."""
    at = PlayedCampaign().take_over(
        "radim",
        provinces=[38],
        boxes=[0],
        inventions=[invention(ARCHERY, 30)],
        knowledge=18,
    )
    return at.found("katka").open().pay("radim").enter("radim", track=48)


@pytest.mark.rule("ROE-32", "ROE-22", "ROE-23", "ROE-27", "ROE-28", "ROE-30", "ROE-31")
def test_48_points_and_one_province_end_with_16_knowledge_and_a_new_province():
    at = radim().enter("katka", track=40).do("settle_scores")
    assert at.sheet("radim").scores == (43,)
    assert [at.seat(one).ticks_due for one in ("radim", "katka")] == [1, 0]
    at.do("tick_track", empire="radim", category="science")
    assert at.sheet("radim").ticks.science == 1
    at.do("gain_knowledge")
    assert at.sheet("radim").knowledge == 43 + 18 == 61
    at.do("buy_invention", empire="radim", number=BUILDING, price=45, colour="grey")
    at.do("stop_buying", empire="radim")
    assert at.sheet("radim").knowledge == 16
    at.to(Stage.PROVINCES)
    at.do("draw_provinces", empire="radim", provinces=[11])
    at.do("keep_province", empire="radim", province=11)
    at.do("tick_map_box", empire="radim", box=4).finish()
    sheet = at.sheet("radim")
    assert sheet.provinces == (38, 11)
    assert sheet.boxes == (0, 4)
    assert [card.number for card in sheet.inventions] == [ARCHERY, BUILDING]
    assert at.ledger("radim") == sheet.knowledge == 16
    check(at.state, at.facts)


@pytest.mark.rule("ROE-32", "ROE-28")
def test_hrncirstvi_would_have_meant_discarding_lukostrelba_of_the_same_colour():
    at = radim().enter("katka", track=40).do("settle_scores").to(Stage.INVENTIONS)
    at.do("buy_invention", empire="radim", number=POTTERY, price=60, colour="red")
    assert [card.number for card in at.sheet("radim").inventions] == [POTTERY]
    assert at.sheet("radim").knowledge == 1
    assert at.seat("radim").returned == (ARCHERY,)


@pytest.mark.rule("ROE-17", "ROE-14")
def test_katka_razes_four_grey_for_caesar_and_ticks_3_of_diplomacy():
    at = founded_campaign("katka", "martin").open()
    for _razed in range(4):
        at.do("move_marker", mission=CAESAR, empire="katka")
    assert at.state.session.mission(CAESAR).markers == {"katka": 4}
    at.complete(CAESAR, "katka")
    assert at.sheet("katka").ticks.diplomacy == 3
    assert at.state.session.mission(CAESAR).turned
    assert at.known("completion") == [
        {
            "session": 1,
            "mission": CAESAR,
            "empire": "katka",
            "first": True,
            "ticks": 3,
        }
    ]


@pytest.mark.rule("ROE-17", "ROE-14")
def test_reaching_the_number_on_the_card_completes_nothing_by_itself():
    at = founded_campaign("katka", "martin").open()
    at.do("move_marker", mission=CAESAR, empire="katka", by=4)
    assert at.sheet("katka").ticks.total == 0
    assert at.state.session.mission(CAESAR).completed == ()


@pytest.mark.rule("ROE-18")
def test_smena_moves_martins_marker_so_that_2_deals_suffice_for_lady_trieu():
    at = founded_campaign("martin", "katka").open(missions=(TRIEU, 136, 150))
    assert missing(at, TRIEU, "martin") == 3
    at.do("move_marker", mission=TRIEU, empire="martin")
    assert missing(at, TRIEU, "martin") == 2
    assert missing(at, TRIEU, "katka") == 3
    at.complete(TRIEU, "martin")
    assert at.sheet("martin").ticks.diplomacy == 3


@pytest.mark.rule("ROE-18")
def test_steps_of_the_marker_make_a_possession_mission_ask_for_no_less_than_0():
    at = founded_campaign("martin", "katka").open(missions=(TRIEU, 136, 150))
    at.do("move_marker", mission=TRIEU, empire="martin", by=5)
    assert missing(at, TRIEU, "martin") == 0


@pytest.mark.rule("ROE-17")
def test_caesar_asks_for_one_less_with_each_grey_one_and_an_unknown_card_for_nobody_knows():
    at = founded_campaign("katka", "martin").open()
    left = []
    for _razed in range(4):
        at.do("move_marker", mission=CAESAR, empire="katka")
        left.append(missing(at, CAESAR, "katka"))
    assert left == [3, 2, 1, 0]
    assert missing(at, 136, "katka") is None


@pytest.mark.rule("ROE-20")
def test_the_steam_engine_pays_for_the_second_fourth_and_sixth_gold_location():
    assert [pays_new_pair(gold, 0) for gold in (1, 2)] == [False, True]
    assert not pays_new_pair(2, 1)  # one was lost and another built
    assert [pays_new_pair(gold, 1) for gold in (3, 4)] == [False, True]
    assert [pays_new_pair(gold, 2) for gold in (5, 6)] == [False, True]


# Founding


@pytest.mark.rule("ROE-2")
def test_every_empire_starts_on_a_blank_ancient_sheet_with_its_name_and_faction():
    at = PlayedCampaign().do(
        "found_empire", empire="a", player="Anna", name=" Roma ", faction="romans"
    )
    sheet = at.sheet("a")
    assert (sheet.name, sheet.faction, sheet.age) == ("Roma", "romans", "ancient")
    assert (sheet.ticks.total, sheet.knowledge) == (0, 0)
    assert sheet.boxes == sheet.provinces == sheet.inventions == sheet.scores == ()


@pytest.mark.rule("ROE-2")
def test_an_empire_without_key_player_name_and_faction_is_told_all_of_it():
    nothing = {"empire": " ", "player": "", "name": "", "faction": " "}
    assert PlayedCampaign().refuses("found_empire", **nothing) == ["ROE-2"] * 4


@pytest.mark.rule("ROE-2", "ROE-39")
def test_a_player_has_one_empire_at_a_time_and_a_key_is_used_once():
    at = founded_campaign("anna")
    again = {"empire": "anna", "player": "Anna", "name": "Two", "faction": "japanese"}
    assert at.refuses("found_empire", **again) == ["ROE-2", "ROE-39"]


@pytest.mark.rule("ROE-1")
def test_a_faction_of_an_expansion_may_be_typed_in():
    at = PlayedCampaign().do(
        "found_empire", empire="a", player="Anna", name="Atlantis", faction="Atlanťané"
    )
    assert at.sheet("a").faction == "Atlanťané"


@pytest.mark.rule("ROE-1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_empires_play(players):
    keys = ("anna", "bara", "cyril", "dan")[:players]
    at = founded_campaign(*keys).open(*keys)
    assert [seat.empire for seat in at.state.session.seats] == list(keys)


@pytest.mark.rule("ROE-1")
def test_five_empires_or_none_or_one_twice_or_twins_do_not_play():
    at = founded_campaign("anna", "bara", "cyril", "dan", "emil")
    five = ["anna", "bara", "cyril", "dan", "emil"]
    for keys in (five, []):
        assert at.refuses("open_session", empires=keys, missions=TOGETHER) == ["ROE-1"]
    twice = {"empires": ["anna", "anna"], "missions": TOGETHER}
    assert set(at.refuses("open_session", **twice)) == {"ROE-1"}
    at.take_over("filip", faction="Romans")
    twins = {"empires": ["anna", "filip"], "missions": TOGETHER}
    assert at.refuses("open_session", **twins) == ["ROE-1"]


@pytest.mark.rule("ROE-1")
def test_both_empires_of_a_faction_are_named():
    at = founded_campaign("anna", "bara")
    at.take_over("filip", faction="Romans")
    with pytest.raises(RuleBroken) as broken:
        at.do("open_session", empires=["anna", "filip"], missions=TOGETHER)
    names = [at.state.empire(key).sheet.name for key in ("anna", "filip")]
    said = str(broken.value.problems[0].message)
    assert (
        said == f"{names[0]} and {names[1]} both have Romans. They can't play together."
    )


@pytest.mark.rule("ROE-3")
def test_different_deck_rules_are_remarked_and_not_refused():
    at = PlayedCampaign()
    for key, deck in (("anna", "standard"), ("bara", "tournament")):
        at.take_over(key, deck=deck)
    assert [one.deck for one in at.state.empires] == ["standard", "tournament"]
    assert deck_remark(at.state).rule.id == "ROE-3"
    assert at.allows("open_session", empires=["anna", "bara"], missions=TOGETHER)


@pytest.mark.rule("ROE-3")
def test_the_same_deck_rule_for_all_needs_no_remark():
    at = (
        PlayedCampaign()
        .take_over("anna", deck="standard")
        .take_over("bara", deck="standard")
    )
    assert deck_remark(at.state) is None


@pytest.mark.rule("ROE-3")
def test_a_deck_of_40_cards_can_build_more_than_30_faction_locations():
    at = (
        PlayedCampaign()
        .take_over("anna", deck="expansion")
        .take_over("bara", deck="expansion")
    )
    at.open().enter("anna", faction=31).enter("bara", track=1)
    assert at.allows("settle_scores")


# Set-up of a session


@pytest.mark.rule("ROE-5", "ROE-6")
def test_missions_start_light_side_up_with_every_marker_on_0_each_session():
    at = founded_campaign("anna", "bara").open()
    at.do("move_marker", mission=CAESAR, empire="anna").complete(CAESAR, "bara")
    at.settle(anna=50, bara=45).finish().open()
    for mission in at.state.session.missions:
        assert mission.markers == {}
        assert mission.runs == {}
        assert mission.completed == ()
        assert not mission.turned


@pytest.mark.rule("ROE-5")
def test_a_marker_may_be_put_back_but_not_below_0():
    at = founded_campaign("anna", "bara").open()
    at.do("move_marker", mission=136, empire="anna", by=2)
    at.do("move_marker", mission=136, empire="anna", by=-1)
    assert at.state.session.mission(136).markers == {"anna": 1}
    move = {"mission": 136, "empire": "anna"}
    assert at.refuses("move_marker", **move, by=-2) == ["ROE-5"]
    assert at.refuses("move_marker", **move, by=0) == ["ROE-5"]


@pytest.mark.rule("ROE-6")
@pytest.mark.parametrize(
    "wrong",
    [
        (CAESAR, TRIEU, 136),
        (CAESAR, 136),
        (CAESAR, 136, 150, 151),
        (CAESAR, CAESAR, 136),
        (1, 136, 150),
        (CAESAR, 136, 164),
        (),
    ],
)
def test_one_mission_of_each_category_is_laid_out_and_nothing_else(wrong):
    at = founded_campaign("anna", "bara")
    said = at.refuses("open_session", empires=["anna", "bara"], missions=wrong)
    assert {*said} == {"ROE-6"}


@pytest.mark.rule("ROE-6")
def test_the_same_missions_may_be_drawn_again_in_the_next_session():
    at = founded_campaign("anna", "bara").open().complete(CAESAR, "anna")
    at.settle(anna=50, bara=45).finish()
    (opening,) = at.offered("open_session")
    assert {key: len(draw.numbers) for key, draw in opening.draws.items()} == {
        "diplomacy": 14,
        "economy": 14,
        "science": 14,
        "solo": 42,
    }
    at.open(missions=TOGETHER).complete(CAESAR, "anna")
    assert at.sheet("anna").ticks.diplomacy >= 6


@pytest.mark.rule("ROE-45")
def test_alone_four_missions_of_any_category_are_laid_out():
    at = founded_campaign("anna")
    assert at.allows("open_session", empires=["anna"], missions=ALONE)
    assert at.allows("open_session", empires=["anna"], missions=[122, 123, 124, 125])
    assert at.refuses("open_session", empires=["anna"], missions=TOGETHER) == ["ROE-45"]


def test_a_second_session_is_not_opened_beside_the_first():
    at = founded_campaign("anna", "bara").open()
    again = {"empires": ["anna", "bara"], "missions": TOGETHER}
    assert at.refuses("open_session", **again) == ["ROE-2"]


def test_what_is_no_act_is_refused_by_its_name():
    with pytest.raises(Unfit, match="“dance” is no act"):
        ENGINE.apply(founded_campaign("anna").state, "dance", {})


# Rules that live at the table only


@pytest.mark.rule("ROE-7")
def test_a_session_alone_can_collect_no_more_than_four_rounds_bring():
    at = PlayedCampaign().found("anna").open()
    entered = {"empire": "anna", "entries": {"collection": 17}}
    assert at.refuses("enter_score", **entered) == ["IS-11"]
    at.enter("anna", collection=16)
    assert at.seat("anna").entries["collection"] == 16


@pytest.mark.rule("ROE-47")
def test_what_comes_on_top_of_a_turn_never_ends_it_or_hands_it_on():
    at = PlayedCampaign().take_over("anna", boxes=[0, 1], provinces=[1, 2])
    at.found("bara").open()
    before = choices(at.state)
    offered = {(one.kind, one.empire) for one in before}
    at.do("pay_upkeep", empire="anna", box=0, goods=["wood"])
    after = {(one.kind, one.empire) for one in choices(at.state)}
    assert ("pay_upkeep", "anna") in offered & after
    assert {one for one in offered if one[1] == "bara"} <= after


@pytest.mark.rule("ROE-47")
def test_upkeep_and_missions_may_be_done_at_any_moment_and_in_any_order():
    at = (
        PlayedCampaign()
        .take_over("anna", boxes=[0, 1], provinces=[1, 2])
        .found("bara")
        .open()
    )
    at.complete(CAESAR, "anna")
    at.do("pay_upkeep", empire="anna", box=1, goods=["food"]).complete(136, "anna")
    at.do("pay_upkeep", empire="anna", box=0, goods=["wood"])
    assert {one.kind for one in choices(at.state)} >= {
        "complete_mission",
        "move_marker",
        "enter_score",
    }


@pytest.mark.rule("ROE-5")
def test_a_marker_goes_back_to_0_and_no_further():
    at = founded_campaign("anna", "bara").open()
    at.do("move_marker", mission=CAESAR, empire="anna", by=1)
    at.do("move_marker", mission=CAESAR, empire="anna", by=-1)
    assert at.refuses("move_marker", mission=CAESAR, empire="anna", by=-1)
    assert at.refuses("move_marker", mission=CAESAR, empire="anna", by=0)


def test_only_a_finished_session_has_a_photo():
    at = founded_campaign("anna", "bara").session(anna=50, bara=40)
    at.session(anna=51, bara=40).open()
    finished = [at.allows("remove_photo", session=number) for number in range(4)]
    assert finished == [False, True, True, False]


@pytest.mark.rule("ROE-10", "ROE-38")
def test_an_empire_whose_story_is_over_owes_nothing():
    at = PlayedCampaign().take_over("anna", boxes=[0, 1], provinces=[1, 2])
    anna = at.empire("anna")
    assert goods_due(at.state, anna)
    assert goods_due(at.state, replace(anna, status="retired")) == ()
