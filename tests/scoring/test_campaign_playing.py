"""A campaign's session while it is played: missions, upkeep, who comes and goes, the cards."""

import pytest

from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS
from scoring.rise_of_empire.pools import inventions_left, province_deck
from scoring.rise_of_empire.upkeep import covered_boxes, unpaid_boxes
from tests.played_campaign import (
    CAESAR,
    TOGETHER,
    TRIEU,
    PlayedCampaign,
    founded_campaign,
    invention,
    layout,
    ticks,
    track,
    with_icons,
)

AVICENNA = 150


# Completing missions


@pytest.mark.rule("ROE-14")
def test_the_first_ticks_3_and_everyone_later_1_on_the_track_of_the_category():
    at = founded_campaign("anna", "bara", "cyril").open().complete(136, "bara")
    at.complete(136, "anna").complete(136, "cyril")
    ticked = [at.sheet(one).ticks.economy for one in ("anna", "bara", "cyril")]
    assert ticked == [1, 3, 1]
    assert [one["first"] for one in at.known("completion")] == [True, False, False]
    assert at.sheet("bara").ticks.total == 3


@pytest.mark.rule("ROE-15")
def test_all_who_are_first_at_the_same_moment_tick_3_and_who_follows_1():
    at = (
        founded_campaign("anna", "bara", "cyril")
        .open()
        .complete(CAESAR, "anna", "cyril")
    )
    assert at.state.session.mission(CAESAR).turned
    at.complete(CAESAR, "bara")
    ticked = [at.sheet(one).ticks.diplomacy for one in ("anna", "bara", "cyril")]
    assert ticked == [3, 1, 3]


@pytest.mark.rule("ROE-15")
def test_several_later_at_the_same_moment_tick_1_each():
    at = founded_campaign("anna", "bara", "cyril").open().complete(CAESAR, "anna")
    at.complete(CAESAR, "bara", "cyril")
    assert [at.sheet(one).ticks.diplomacy for one in ("bara", "cyril")] == [1, 1]


@pytest.mark.rule("ROE-16")
def test_an_empire_completes_a_mission_at_most_once_per_session():
    at = founded_campaign("anna", "bara").open().complete(CAESAR, "anna")
    again = {"mission": CAESAR, "empires": ["anna"]}
    assert at.refuses("complete_mission", **again) == ["ROE-16"]
    twice = {"mission": 136, "empires": ["bara", "bara"]}
    assert at.refuses("complete_mission", **twice) == ["ROE-16"]
    marker = {"mission": CAESAR, "empire": "anna"}
    assert at.refuses("move_marker", **marker) == ["ROE-16"]


@pytest.mark.rule("ROE-14", "ROE-6")
def test_only_who_plays_completes_and_only_what_is_laid_out():
    at = founded_campaign("anna", "bara", "cyril").open("anna", "bara")
    absent = {"mission": CAESAR, "empires": ["cyril"]}
    assert at.refuses("complete_mission", **absent) == ["ROE-2"]
    elsewhere = {"mission": TRIEU, "empires": ["anna"]}
    assert at.refuses("complete_mission", **elsewhere) == ["ROE-6"]
    nobody = {"mission": CAESAR, "empires": []}
    assert at.refuses("complete_mission", **nobody) == ["ROE-14"]


@pytest.mark.rule("ROE-21")
@pytest.mark.parametrize(
    ("before", "after", "ticked"), [(14, 16, 2), (13, 16, 3), (15, 16, 1)]
)
def test_on_box_14_three_ticks_give_the_last_box_and_one_is_lost(before, after, ticked):
    at = PlayedCampaign().take_over("anna", ticks=ticks(before)).found("bara").open()
    at.complete(CAESAR, "anna")
    assert at.sheet("anna").ticks.diplomacy == after
    assert at.known("completion")[0]["ticks"] == ticked


@pytest.mark.rule("ROE-21")
def test_a_full_track_takes_no_more_ticks():
    at = founded_campaign("anna").take_over("bara", ticks=ticks(15)).open("bara")
    at.complete(CAESAR, "bara").complete(TRIEU, "bara")
    assert at.sheet("bara").ticks.diplomacy == 16
    assert [one["ticks"] for one in at.known("completion")] == [1, 0]


@pytest.mark.rule("ROE-21")
def test_a_table_may_have_shorter_tracks():
    own = layout(diplomacy=track(length=5))
    at = (
        PlayedCampaign(layouts=[own])
        .take_over("anna", ticks=ticks(4))
        .found("bara")
        .open()
    )
    assert at.complete(CAESAR, "anna").sheet("anna").ticks.diplomacy == 5


# In a row


def avicenna():
    at = founded_campaign("anna", "bara")
    at.do("fill_card", number=AVICENNA, name="Všestranný jako Avicenna", in_a_row=True)
    return at.open(missions=(CAESAR, 136, AVICENNA))


def run(at, *colours, empire="anna"):
    for colour in colours:
        at.do("count_in_a_row", mission=AVICENNA, empire=empire, colour=colour)
    return at.state.session.mission(AVICENNA).markers[empire]


@pytest.mark.rule("ROE-19")
@pytest.mark.parametrize(
    ("colours", "length"),
    [
        (["brown"], 1),
        (["brown", "brown", "brown"], 3),
        (["brown", "brown", "grey"], 1),
        (["brown", "grey", "brown"], 1),
        (["brown", "grey", "grey"], 2),
        (["brown", "Brown", " brown"], 3),
    ],
)
def test_another_colour_starts_the_run_again_at_1_in_that_colour(colours, length):
    assert run(avicenna(), *colours) == length


@pytest.mark.rule("ROE-19")
def test_other_actions_and_other_players_do_not_break_a_run():
    at = avicenna()
    run(at, "brown", "brown")
    run(at, "grey", empire="bara")
    at.do("move_marker", mission=CAESAR, empire="anna").complete(136, "anna")
    assert run(at, "brown") == 3


@pytest.mark.rule("ROE-19")
def test_obchodni_kolonie_is_counted_in_the_colour_that_goes_on():
    at = avicenna()
    assert run(at, "grey", "grey") == 2
    assert run(at, "grey") == 3  # the colony, red and brown as well


@pytest.mark.rule("ROE-19")
def test_a_run_has_a_colour():
    said = avicenna().refuses(
        "count_in_a_row", mission=AVICENNA, empire="anna", colour=" "
    )
    assert said == ["ROE-19"]


# Upkeep

GOLD_BOX = layout(map=[["wood", "stone"], ["worker"], ["gold"], ["wood"], ["raze"]])


def owing(*boxes, **readings):
    at = PlayedCampaign(layouts=[GOLD_BOX], **readings)
    return (
        at.take_over("anna", boxes=boxes, provinces=[*range(1, len(boxes) + 1)])
        .found("bara")
        .open()
    )


def pays(at, box, *goods):
    return at.allows("pay_upkeep", empire="anna", box=box, goods=goods)


@pytest.mark.rule("ROE-10")
def test_a_box_is_paid_with_exactly_the_goods_it_shows():
    at = owing(0)
    assert pays(at, 0, "wood", "stone")
    assert pays(at, 0, "stone", "wood")
    for wrong in (["food"], ["wood", "wood"], ["wood", "stone", "food"], []):
        assert not pays(at, 0, *wrong)


@pytest.mark.rule("ROE-10", "ROE-11")
def test_a_box_is_paid_good_by_good_and_counts_once_all_of_it_lies_there():
    at = owing(0).do("pay_upkeep", empire="anna", box=0, goods=["stone"])
    assert unpaid_boxes(at.state, at.seat("anna")) == [0]
    assert not pays(at, 0, "stone")
    assert not pays(at, 0, "wood", "wood")
    at.do("pay_upkeep", empire="anna", box=0, goods=["wood"])
    assert unpaid_boxes(at.state, at.seat("anna")) == []
    assert at.seat("anna").paid == {0: ("stone", "wood")}


@pytest.mark.rule("ROE-10")
def test_gold_beside_a_box_stands_for_a_good_that_is_still_missing():
    at = owing(0).do("pay_upkeep", empire="anna", box=0, goods=["gold"])
    assert pays(at, 0, "wood")
    assert pays(at, 0, "stone")
    assert not pays(at, 0, "wood", "stone")


@pytest.mark.rule("ROE-10")
def test_what_is_left_of_a_box_is_offered_whole_and_good_by_good():
    at = owing(0, gold_upkeep="no")
    offered = [one.data["goods"] for one in at.offered("pay_upkeep")[0].allowed]
    assert offered == [["stone", "wood"], ["stone"], ["wood"]]
    at.do("pay_upkeep", empire="anna", box=0, goods=["wood"])
    offered = [one.data["goods"] for one in at.offered("pay_upkeep")[0].allowed]
    assert offered == [["stone"]]


@pytest.mark.rule("ROE-11", "ROE-43")
def test_the_player_chooses_which_box_an_icon_covers():
    at = with_icons("ignore_upkeep", boxes=[0, 3], unpaid_province="lost")
    assert covered_boxes(at.state, at.seat("anna")) == [3]
    at.do("ignore_upkeep", empire="anna", box=0)
    assert unpaid_boxes(at.state, at.seat("anna")) == [3]
    at.enter("anna", track=50).enter("bara", track=60).do("settle_scores")
    at.do("lose_provinces", empire="anna", provinces=[1])
    assert at.sheet("anna").boxes == (0,)


@pytest.mark.rule("ROE-11", "ROE-43")
def test_an_icon_moves_to_another_box_and_covers_no_more_than_there_are():
    at = with_icons("ignore_upkeep", boxes=[0, 3, 5])
    for box in (0, 5):
        at.do("ignore_upkeep", empire="anna", box=box)
    assert at.seat("anna").covered == (5,)
    assert unpaid_boxes(at.state, at.seat("anna")) == [0, 3]
    assert at.refuses("ignore_upkeep", empire="anna", box=5) == ["ROE-11"]
    assert at.refuses("ignore_upkeep", empire="anna", box=9) == ["ROE-10"]
    assert at.refuses("ignore_upkeep", empire="bara", box=0) == ["ROE-10", "ROE-11"]


@pytest.mark.rule("ROE-11")
def test_an_icon_whose_box_was_paid_after_all_covers_another():
    at = with_icons("ignore_upkeep", boxes=[0, 3])
    at.do("ignore_upkeep", empire="anna", box=3)
    at.do("pay_upkeep", empire="anna", box=3, goods=["wood"])
    assert unpaid_boxes(at.state, at.seat("anna")) == []


@pytest.mark.rule("ROE-10")
def test_gold_pays_for_wood_stone_and_food_and_for_nothing_else():
    at = owing(0, 1, 2, 4)
    assert pays(at, 0, "gold", "stone")
    assert pays(at, 0, "gold", "gold")
    assert not pays(at, 0, "gold", "gold", "gold")
    assert not pays(at, 1, "gold")
    assert not pays(at, 4, "gold")
    assert pays(at, 2, "gold")
    assert not pays(at, 2, "wood")


@pytest.mark.rule("ROE-10")
def test_gold_pays_only_for_gold_where_the_table_says_so():
    at = owing(0, 2, gold_upkeep="no")
    assert not pays(at, 0, "gold", "stone")
    assert pays(at, 0, "wood", "stone")
    assert pays(at, 2, "gold")


@pytest.mark.rule("ROE-10")
def test_only_a_ticked_box_is_paid_and_only_once():
    at = owing(3).do("pay_upkeep", empire="anna", box=3, goods=["wood"])
    once_more = {"empire": "anna", "box": 3, "goods": ["wood"]}
    assert at.refuses("pay_upkeep", **once_more) == ["ROE-10"]
    free = {"empire": "anna", "box": 1, "goods": ["worker"]}
    assert at.refuses("pay_upkeep", **free) == ["ROE-10"]


@pytest.mark.rule("ROE-10")
def test_what_was_paid_stays_until_the_session_is_over_and_is_due_again_then():
    at = owing(3).do("pay_upkeep", empire="anna", box=3, goods=["wood"])
    at.enter("anna", track=50).enter("bara", track=45).do("settle_scores")
    assert at.seat("anna").paid == {3: ("wood",)}
    at.finish().open()
    assert at.seat("anna").paid == {}


# Who comes and who goes


def test_a_player_joins_in_session_5_misses_session_6_and_is_back_in_session_7():
    at = founded_campaign("anna", "bara")
    for _session in range(4):
        at.session(anna=60, bara=55)
    at.found("cyril").session(anna=60, bara=55, cyril=50)
    assert at.empire("cyril").founded == 5
    at.session(anna=60, bara=55).session(anna=60, bara=55, cyril=45)
    assert len(at.sheet("anna").scores) == 7
    assert at.sheet("cyril").scores == (50, 45)


def test_who_comes_late_joins_the_open_session_until_the_scores_are_settled():
    at = founded_campaign("anna", "bara").open().found("cyril")
    at.do("join_session", empire="cyril").complete(CAESAR, "cyril")
    assert set(at.refuses("join_session", empire="cyril")) == {"ROE-1"}
    at.settle(anna=50, bara=45, cyril=40)
    at.found("dan")
    assert at.refuses("join_session", empire="dan") == ["ROE-27"]
    assert at.finish().sheet("cyril").scores == (40,)


@pytest.mark.rule("ROE-1")
def test_a_fifth_empire_does_not_join():
    at = founded_campaign("anna", "bara", "cyril", "dan", "emil")
    at.open("anna", "bara", "cyril", "dan")
    assert at.refuses("join_session", empire="emil") == ["ROE-1"]


@pytest.mark.rule("ROE-45")
def test_a_session_played_alone_is_not_joined():
    at = founded_campaign("anna", "bara").open("anna")
    assert at.refuses("join_session", empire="bara") == ["ROE-45"]


@pytest.mark.rule("ROE-39")
def test_who_leaves_gives_the_cards_back_and_may_found_anew():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    (card,), (province,) = at.sheet("bara").inventions, at.sheet("bara").provinces
    at.do("retire_empire", empire="bara")
    assert at.empire("bara").status == "retired"
    assert card.number in inventions_left(at.state, "ancient")
    assert province in province_deck(at.state)
    away = {"empires": ["anna", "bara"], "missions": TOGETHER}
    assert at.refuses("open_session", **away) == ["ROE-2"]
    at.found("bara2")
    assert at.empire("bara2").player == at.empire("bara").player


def test_who_plays_in_the_open_session_finishes_it_before_leaving():
    at = founded_campaign("anna", "bara", "cyril").open("anna", "bara")
    assert at.refuses("retire_empire", empire="anna") == ["ROE-39"]
    at.do("retire_empire", empire="cyril")
    assert at.empire("cyril").status == "retired"


# The cards


def test_a_mission_the_table_does_not_have_is_replaced_by_one_of_its_category():
    at = founded_campaign("anna", "bara").open()
    at.do("replace_mission", mission=CAESAR, by=TRIEU)
    assert [one.number for one in at.state.session.missions] == [TRIEU, 136, 150]
    for wrong in (137, TRIEU, 1, 164):
        assert at.refuses("replace_mission", mission=TRIEU, by=wrong) == ["ROE-6"]
    at.complete(TRIEU, "anna")
    assert at.refuses("replace_mission", mission=TRIEU, by=CAESAR) == ["ROE-6"]


@pytest.mark.rule("ROE-45")
def test_alone_a_mission_is_replaced_by_any_other():
    at = founded_campaign("anna").open().do("replace_mission", mission=CAESAR, by=163)
    assert at.state.session.mission(163).category == "science"


def test_a_card_set_aside_is_drawn_and_bought_no_more():
    at = founded_campaign("anna", "bara")
    for number in (1, 57, TRIEU):
        at.do("fill_card", number=number, aside=True)
    assert 1 not in province_deck(at.state)
    assert 57 not in inventions_left(at.state, "ancient")
    missions = {"empires": ["anna", "bara"], "missions": [TRIEU, 136, 150]}
    assert set(at.refuses("open_session", **missions)) == {"ROE-6"}
    at.do("fill_card", number=1, aside=False)
    assert 1 in province_deck(at.state)


@pytest.mark.rule("ROE-1", "ROE-46")
def test_a_card_may_be_moved_to_another_block_while_nobody_holds_it():
    at = PlayedCampaign().take_over("anna", inventions=[invention(57)], provinces=[2])
    at.do("fill_card", number=58, group="medieval")
    assert 58 in inventions_left(at.state, "medieval")
    assert 58 not in inventions_left(at.state, "ancient")
    assert at.refuses("fill_card", number=57, group="medieval") == ["ROE-1"]
    assert at.refuses("fill_card", number=2, aside=True) == ["ROE-1"]
    assert at.refuses("fill_card", number=58, group="modern") == ["ROE-1"]
    assert at.refuses("fill_card", number=164, name="?") == ["ROE-1"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 58, "price": 1000},
        {"number": 58, "colour": "x" * 21},
        {"number": 58, "name": "x" * 61},
        {"number": CAESAR, "target": 31},
        {"number": CAESAR, "target": -1},
    ],
)
def test_a_card_is_filled_in_only_with_what_the_catalogue_can_hold(wrong):
    assert not founded_campaign("anna").allows("fill_card", **wrong)


def test_a_mission_laid_out_is_not_moved():
    at = founded_campaign("anna", "bara").open()
    assert at.refuses("fill_card", number=CAESAR, group="science") == ["ROE-1"]


def test_a_note_changes_nothing_and_needs_words():
    at = founded_campaign("anna")
    before = at.state
    assert at.do("write_note", text="Great evening", empire="anna").state == before
    assert at.refuses("write_note", text=" ") == ["ROE-2"]


@pytest.mark.rule("ROE-44")
def test_the_default_layouts_are_used_until_a_table_has_its_own():
    own = layout("medieval", map=[["gold"]])
    at = founded_campaign("anna").do("change_layout", layout=own)
    assert at.state.layouts["ancient"] == DEFAULT_LAYOUTS["ancient"]
    assert at.state.layouts["medieval"].map == (("gold",),)
    assert at.state.layouts["medieval"].custom
