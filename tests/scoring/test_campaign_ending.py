"""The end of a campaign's session: score, winner's tick and knowledge."""

from dataclasses import replace

import pytest

from scoring.house import HOUSE
from scoring.rise_of_empire import rulebook
from scoring.rise_of_empire.ending import play_session
from scoring.rise_of_empire.finishing import last_paper_sheet, left_columns
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    check,
    end_bonuses,
    founded_campaign,
    invention,
    layout,
    ticks,
    track,
    with_icons,
)

# Step 1: the final score, upkeep included


@pytest.mark.rule("ROE-22")
def test_a_session_is_counted_once_in_its_only_tally():
    at = founded_campaign("anna", "bara").open()
    at.enter("anna", track=40)
    assert {row.tally for row in play_session(at.state).rows} == {1}


@pytest.mark.rule("ROE-8", "ROE-22")
@pytest.mark.parametrize(
    ("readings", "score"),
    [
        ({}, 0),
        ({"below_zero": "allowed"}, -4),
        ({"province_points": 3}, 0),
        ({"gold_points": "points"}, 3),
        ({"gold_points": "points", "province_points": 2}, 9),
    ],
)
def test_the_final_score_follows_the_tables_readings(readings, score):
    at = (
        PlayedCampaign(**readings)
        .take_over("anna", provinces=[1, 2])
        .found("bara")
        .open()
    )
    at.settle(anna={"track": 6, "gold": 7}, bara=20)
    assert at.sheet("anna").scores == (score,)
    assert at.known("result", empire="anna")[0]["score"] == score


@pytest.mark.rule("ROE-12", "ROE-22")
@pytest.mark.parametrize(
    ("reading", "score"), [("nothing", 20), ("location", 22), ("counted", 22)]
)
def test_an_invention_scores_only_where_the_table_says_so(reading, score):
    at = PlayedCampaign(invention_scores=reading)
    at.take_over("anna", inventions=[invention(57), invention(58)]).found("bara")
    assert at.open().settle(anna=20, bara=1).sheet("anna").scores == (score,)


@pytest.mark.rule("ROE-22")
def test_scores_are_settled_only_when_all_are_entered_and_hold():
    at = founded_campaign("anna", "bara").open().enter("anna", track=5)
    assert at.refuses("settle_scores") == ["ROE-22"]
    at.enter("bara", shrine=3)  # barbarians have no shrine
    assert at.refuses("settle_scores") == ["IS-2"]
    unknown = {"empire": "anna", "entries": {"provinces": 0, "moon": 1}}
    assert at.refuses("enter_score", **unknown) == ["ROE-22", "ROE-22"]
    below = {"empire": "anna", "entries": {"track": -1}}
    assert at.refuses("enter_score", **below) == ["IS-1"]


@pytest.mark.rule("ROE-11")
def test_unpaid_upkeep_makes_the_score_0_and_the_icons_still_pay():
    at = with_icons("knowledge_faction", boxes=[0])
    at.enter("anna", track=50, faction=4).enter("bara", track=20).do("settle_scores")
    assert at.sheet("anna").scores == (0,)
    at.to(Stage.KNOWLEDGE).do("gain_knowledge")
    assert at.sheet("anna").knowledge == 4


@pytest.mark.rule("ROE-11")
def test_unpaid_upkeep_read_as_knowledge_leaves_the_score_and_gives_none_at_all():
    at = with_icons("knowledge_faction", boxes=[0], unpaid="knowledge")
    at.enter("anna", track=50, faction=4).enter("bara", track=20).do("settle_scores")
    assert at.sheet("anna").scores == (53,)
    assert at.seat("anna").ticks_due == 1
    at.to(Stage.KNOWLEDGE).do("gain_knowledge")
    assert at.sheet("anna").knowledge == 0
    assert at.sheet("bara").knowledge == 20


@pytest.mark.rule("ROE-11", "ROE-43")
@pytest.mark.parametrize(
    ("icons", "unpaid_boxes", "score"), [(0, 1, 0), (1, 1, 35), (1, 2, 0), (2, 2, 35)]
)
def test_each_icon_lets_one_ticked_box_go_unpaid(icons, unpaid_boxes, score):
    boxes = [0, 1, 2]
    at = with_icons(*["ignore_upkeep"] * icons, boxes=boxes)
    goods = at.state.layouts["ancient"].map
    for box in boxes[unpaid_boxes:]:
        at.do("pay_upkeep", empire="anna", box=box, goods=goods[box])
    at.enter("anna", track=50).enter("bara", track=20).do("settle_scores")
    assert at.sheet("anna").scores == (score,)


@pytest.mark.rule("ROE-11", "ROE-40")
def test_an_icon_reached_in_this_session_lets_no_box_of_it_go_unpaid():
    own = layout(diplomacy=track("ignore_upkeep"))
    at = (
        PlayedCampaign(layouts=[own])
        .take_over("anna", boxes=[0], provinces=[1])
        .found("bara")
    )
    at.open().complete(CAESAR, "anna").enter("anna", track=50).enter("bara", track=20)
    assert at.do("settle_scores").sheet("anna").scores == (0,)


@pytest.mark.rule("ROE-11")
def test_a_province_stays_without_upkeep_unless_the_table_reads_it_as_lost():
    at = with_icons(boxes=[0, 3])
    at.enter("anna", track=50).enter("bara", track=60).do("settle_scores")
    assert at.stage != Stage.LOSING
    assert at.sheet("anna").boxes == (0, 3)


@pytest.mark.rule("ROE-11")
def test_read_as_lost_the_unpaid_boxes_are_free_again_and_as_many_provinces_gone():
    at = with_icons(boxes=[0, 3, 5], unpaid_province="lost")
    at.do("pay_upkeep", empire="anna", box=3, goods=["wood"])
    at.enter("anna", track=50).enter("bara", track=60).do("settle_scores")
    assert at.stage == Stage.LOSING
    for wrong in ([1], [1, 1], [1, 2, 3], [1, 9]):
        said = at.refuses("lose_provinces", empire="anna", provinces=wrong)
        assert said == ["ROE-11"]
    at.do("lose_provinces", empire="anna", provinces=[3, 1])
    assert at.sheet("anna").provinces == (2,)
    assert at.sheet("anna").boxes == (3,)
    assert set(at.state.discarded) == {1, 3}
    check(at.finish().state, at.facts)


# Step 2: the winner's tick


@pytest.mark.rule("ROE-23")
def test_only_the_highest_final_score_ticks_one_free_box_of_any_own_track():
    at = founded_campaign("anna", "bara").open().settle(anna=30, bara=31)
    assert [at.seat(one).ticks_due for one in ("anna", "bara")] == [0, 1]
    loser = {"empire": "anna", "category": "science"}
    assert at.refuses("tick_track", **loser) == ["ROE-23"]
    at.do("tick_track", empire="bara", category="economy")
    assert at.sheet("bara").ticks.economy == at.sheet("bara").ticks.total == 1


@pytest.mark.rule("ROE-23")
@pytest.mark.parametrize("more", [{"materials": 1}, {"workers": 1}, {"hand": 1}])
def test_a_tie_for_the_highest_score_goes_by_what_is_left_then_by_the_hand(more):
    at = founded_campaign("anna", "bara").open()
    at.settle(anna={"track": 30}, bara={"track": 30, **more})
    assert [at.seat(one).ticks_due for one in ("anna", "bara")] == [0, 1]
    assert at.to(Stage.INVENTIONS).state.session.order == ("bara", "anna")


@pytest.mark.rule("ROE-23", "ROE-27")
def test_with_all_tie_breaks_equal_both_tick_and_the_table_says_who_buys_first():
    at = (
        founded_campaign("anna", "bara", "cyril")
        .open()
        .settle(anna=50, bara=50, cyril=45)
    )
    assert [at.seat(one).ticks_due for one in ("anna", "bara", "cyril")] == [1, 1, 0]
    at.to(Stage.INVENTIONS)
    buys = {"empire": "anna", "number": 57, "price": 40, "colour": "brown"}
    assert "ROE-27" in at.refuses("buy_invention", **buys)
    for wrong in (["cyril", "anna", "bara"], ["anna", "bara"], ["anna", "anna"]):
        assert at.refuses("settle_tie", order=wrong) == ["ROE-27"]
    at.do("settle_tie", order=["bara", "anna", "cyril"])
    assert "ROE-27" in at.refuses("buy_invention", **buys)
    at.do("buy_invention", **{**buys, "empire": "bara"})
    assert at.refuses("settle_tie", order=["bara", "anna", "cyril"]) == ["ROE-27"]


@pytest.mark.rule("ROE-24", "ROE-43")
def test_a_winner_ticks_one_more_for_each_such_icon_and_a_loser_none():
    at = with_icons("extra_tick", "extra_tick").settle(anna=30, bara=20)
    assert at.seat("anna").ticks_due == 3
    at = with_icons("extra_tick").settle(anna=20, bara=30)
    assert [at.seat(one).ticks_due for one in ("anna", "bara")] == [0, 1]


@pytest.mark.rule("ROE-40", "ROE-24")
def test_an_icon_reached_in_this_session_holds_only_from_the_next():
    own = layout(diplomacy=track("extra_tick", "more_provinces", "knowledge_faction"))
    at = (
        PlayedCampaign(layouts=[own])
        .found("anna", "bara")
        .open()
        .complete(CAESAR, "anna")
    )
    at.settle(anna={"track": 60, "faction": 5}, bara=50)
    assert at.seat("anna").ticks_due == 1
    at.to(Stage.INVENTIONS)
    assert at.sheet("anna").knowledge == 70
    at.to(Stage.PROVINCES)
    assert at.offered("draw_provinces", "anna")[0].draws["provinces"].count == 1
    at.finish().open().settle(anna={"track": 60, "faction": 5}, bara=50)
    assert at.seat("anna").ticks_due == 2
    before = at.sheet("anna").knowledge
    at.to(Stage.INVENTIONS)
    assert at.sheet("anna").knowledge == before + 65 + 5
    at.to(Stage.PROVINCES)
    assert at.offered("draw_provinces", "anna")[0].draws["provinces"].count == 2


@pytest.mark.rule("ROE-23")
def test_a_track_that_is_on_no_sheet_has_no_free_box():
    at = founded_campaign("anna", "bara").open().settle(anna=50, bara=40)
    assert at.refuses("tick_track", empire="anna", category="magic") == ["ROE-23"]


@pytest.mark.rule("ROE-23")
def test_a_winner_without_a_free_box_ticks_nothing():
    full = layout(**{one: track(length=1) for one in ("diplomacy", "economy")})
    at = PlayedCampaign(layouts=[{**full, "science": track(length=1)}]).found(
        "anna", "bara"
    )
    at.open()
    for mission in (CAESAR, 136, 150):
        at.complete(mission, "anna")
    assert at.settle(anna=50, bara=40).seat("anna").ticks_due == 0


# Step 4: knowledge


@pytest.mark.rule("ROE-26", "ROE-43")
def test_knowledge_is_the_score_and_1_per_faction_and_per_common_location():
    at = with_icons("knowledge_faction", "knowledge_common", "knowledge_common")
    at.settle(anna={"track": 30, "faction": 4, "common": 3}, bara=20)
    at.to(Stage.KNOWLEDGE).do("gain_knowledge")
    assert at.sheet("anna").scores == (41,)
    assert at.sheet("anna").knowledge == 41 + 4 + 2 * 3
    assert {one["why"]: one["amount"] for one in at.known("knowledge", session=1)} == {
        "score": 20,
        "knowledge_faction": 4,
        "knowledge_common": 6,
    }
    assert at.ledger("anna") == 51


@pytest.mark.rule("ROE-26", "ROE-43")
@pytest.mark.parametrize("icon", ["knowledge_faction", "knowledge_common"])
def test_a_knowledge_icon_pays_nothing_without_locations(icon):
    at = with_icons(icon).settle(anna=30, bara=20).to(Stage.INVENTIONS)
    assert at.sheet("anna").knowledge == 30


@pytest.mark.rule("ROE-26")
@pytest.mark.parametrize(
    ("reading", "more"),
    [("location", 9), ("faction", 4), ("common", 3), ("province", 2), ("nothing", 0)],
)
def test_the_third_icon_counts_what_the_table_says(reading, more):
    at = with_icons("knowledge_third", boxes=[0, 3], third_icon=reading)
    at.settle(anna={"track": 30, "faction": 4, "common": 3}, bara=20)
    at.to(Stage.KNOWLEDGE).do("gain_knowledge")
    assert at.sheet("anna").knowledge == 31 + more


@pytest.mark.rule("ROE-12", "ROE-26")
@pytest.mark.parametrize(
    ("reading", "score", "icon"),
    [("nothing", 40, 9), ("location", 42, 9), ("counted", 42, 11)],
)
def test_an_invention_that_is_a_location_counts_for_the_third_icon_too(
    reading, score, icon
):
    at = PlayedCampaign(
        layouts=[end_bonuses("knowledge_third")], invention_scores=reading
    )
    at.take_over(
        "anna",
        ticks=ticks(science=1),
        boxes=[0, 3],
        provinces=[1, 2],
        inventions=[invention(57), invention(58)],
    )
    at.found("bara").open()
    at.settle(anna={"track": 39, "faction": 4, "common": 3}, bara=20)
    at.to(Stage.KNOWLEDGE).do("gain_knowledge")
    assert at.sheet("anna").knowledge == score + icon


@pytest.mark.rule("ROE-26", "ROE-22")
def test_a_score_below_0_takes_no_knowledge_away():
    at = PlayedCampaign(below_zero="allowed").take_over(
        "anna", provinces=[1], knowledge=18
    )
    at.found("bara").open().settle(anna={"track": 1}, bara=50)
    at.to(Stage.KNOWLEDGE).do("gain_knowledge")
    assert at.sheet("anna").knowledge == 18


# The order


@pytest.mark.rule("ROE-25", "ROE-27", "ROE-31")
def test_no_step_is_done_before_its_time():
    at = founded_campaign("anna", "bara").open()
    for kind, data in (
        ("gain_knowledge", {}),
        ("finish_session", {}),
        ("tick_track", {"empire": "anna", "category": "science"}),
        ("change_age", {"empire": "anna"}),
        ("stop_buying", {"empire": "anna"}),
        ("draw_provinces", {"empire": "anna", "provinces": [1]}),
        ("settle_tie", {"order": ["anna", "bara"]}),
    ):
        assert at.refuses(kind, **data)
    at.settle(anna=50, bara=45)
    for kind in ("settle_scores", "gain_knowledge", "finish_session"):
        assert at.refuses(kind)
    assert at.refuses("complete_mission", mission=CAESAR, empires=["anna"])


# What a session leaves of an empire


@pytest.mark.rule("ROE-36")
def test_what_a_winner_holds_is_read_off_the_sheet_it_won_with():
    at = PlayedCampaign().take_over(
        "anna",
        age="industrial",
        ticks=ticks(15, 0, 0),
        earlier_ticks=40,
        provinces=[1, 2],
    )
    at.found("bara").open().settle(anna=60, bara=50)
    at.do("tick_track", empire="anna", category="diplomacy").finish()
    won, other = at.empire("anna"), at.empire("bara")
    assert won.status == "won"
    assert last_paper_sheet(won) == won.past[-1]
    assert left_columns(won)["provinces_on_paper"] == 2
    risen = replace(
        other, past=(other.sheet,), sheet=replace(other.sheet, age="medieval")
    )
    assert last_paper_sheet(other) == other.sheet
    assert last_paper_sheet(risen) == risen.sheet


@pytest.mark.rule("ROE-29")
def test_only_of_an_empire_that_fell_falling_scores_are_kept():
    at = founded_campaign("anna", "bara").session(anna=50, bara=50)
    sheet = replace(at.sheet("anna"), scores=(50, 40, 30))
    standing = replace(at.empire("anna"), sheet=sheet)
    fallen = replace(standing, status="collapsed", fall="twilight")
    assert left_columns(standing)["falling"] == []
    assert left_columns(fallen)["falling"] == [50, 40, 30]


def test_only_our_own_rules_have_no_page_to_look_them_up():
    assert HOUSE.is_ours
    assert not rulebook.SOLO.is_ours
