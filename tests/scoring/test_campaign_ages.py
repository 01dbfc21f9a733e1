"""Changes of age, the campaign won, and layouts and readings changed on the way."""

import pytest

from scoring.rise_of_empire.pools import inventions_left, province_deck
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    check,
    founded_campaign,
    invention,
    layout,
    ticks,
    track,
)


def on_the_last_but_one(*keys, age="ancient", **sheet):
    """Empires that need one more tick of economy."""
    at = PlayedCampaign()
    for key in keys:
        at.take_over(key, age=age, ticks=ticks(economy=15), **sheet)
    return at


# A change of age


@pytest.mark.rule("ROE-33", "ROE-34")
def test_a_new_sheet_keeps_the_lasting_and_loses_the_passing():
    at = PlayedCampaign().take_over(
        "anna",
        ticks=ticks(5, 2, 13),
        boxes=[0, 3],
        provinces=[1, 2],
        inventions=[invention(57)],
        knowledge=18,
        scores=[40, 41, 42],
    )
    at.found("bara").open().complete(150, "anna").settle(anna=50, bara=45)
    at.do("tick_track", empire="anna", category="diplomacy")
    before = at.sheet("anna")
    at.do("change_age", empire="anna")
    sheet = at.sheet("anna")
    assert (sheet.name, sheet.faction) == (before.name, before.faction)
    assert sheet.age == "medieval"
    assert sheet.inventions == before.inventions
    assert sheet.knowledge == 18
    assert sheet.scores == (41, 42, 50)
    assert (sheet.provinces, sheet.boxes, sheet.ticks.total) == ((), (), 0)
    assert at.empire("anna").earlier_ticks == 6 + 2 + 16
    assert at.empire("anna").past == (before,)
    assert set(at.state.discarded) == {1, 2}
    check(at.state, at.facts)


@pytest.mark.rule("ROE-34", "ROE-35", "ROE-27")
def test_the_remaining_steps_are_done_on_the_new_sheet():
    at = on_the_last_but_one("anna").found("bara").open().complete(136, "anna")
    at.settle(anna=60, bara=55).to(Stage.AGES).do("change_age", empire="anna")
    at.to(Stage.INVENTIONS)
    (offered,) = at.offered("buy_invention", "anna")
    assert {one.data["number"] for one in offered.options} == set(range(78, 100))
    at.finish()
    assert len(at.sheet("anna").provinces) == len(at.sheet("anna").boxes) == 1
    upkeep = at.state.layout(at.empire("anna")).map
    assert upkeep == at.state.layouts["medieval"].map


@pytest.mark.rule("ROE-25", "ROE-33")
def test_the_winners_tick_itself_may_complete_the_track():
    at = on_the_last_but_one("anna").found("bara").open().settle(anna=60, bara=55)
    assert at.stage == Stage.WINNER
    at.do("tick_track", empire="anna", category="economy")
    assert at.stage == Stage.AGES
    assert at.do("change_age", empire="anna").sheet("anna").age == "medieval"


@pytest.mark.rule("ROE-25")
@pytest.mark.parametrize(
    ("category", "mission"),
    [("diplomacy", CAESAR), ("economy", 136), ("science", 150)],
)
def test_the_last_box_of_any_track_changes_the_age_and_the_last_but_one_doesn_t(
    category, mission
):
    for before, stage in ((13, Stage.AGES), (12, Stage.KNOWLEDGE)):
        at = PlayedCampaign().take_over("anna", ticks=ticks(**{category: before}))
        at.found("bara").open().complete(mission, "anna").settle(anna=50, bara=60)
        at.do("tick_track", empire="bara", category=category)
        assert at.stage == stage
        assert at.allows("change_age", empire="anna") is (stage == Stage.AGES)


@pytest.mark.rule("ROE-34")
def test_an_industrial_empire_keeps_what_both_earlier_ages_left():
    at = PlayedCampaign().take_over(
        "anna",
        ticks=ticks(15, 4, 2),
        inventions=[invention(57)],
        knowledge=500,
        scores=[30, 31, 32],
    )
    at.found("bara").open().complete(CAESAR, "anna").settle(anna=50, bara=60).finish()
    ancient = at.empire("anna").past[0]
    at.correct("ticks", "anna", category="science", ticks=15)
    at.open().complete(150, "anna").settle(anna=51, bara=60).finish()
    anna = at.empire("anna")
    assert anna.sheet.age == "industrial"
    assert [sheet.age for sheet in anna.past] == ["ancient", "medieval"]
    assert anna.past[0] == ancient
    assert (anna.past[0].ticks.total, anna.past[1].ticks.total) == (22, 16)
    assert anna.earlier_ticks == 22 + 16
    assert 57 in [card.number for card in anna.sheet.inventions]
    assert anna.sheet.scores == (32, 50, 51)


@pytest.mark.rule("ROE-25")
def test_two_full_tracks_are_one_change_of_age():
    at = PlayedCampaign().take_over("anna", ticks=ticks(14, 14)).found("bara").open()
    at.complete(CAESAR, "anna").complete(136, "anna").settle(anna=60, bara=55)
    at.to(Stage.AGES).do("change_age", empire="anna")
    assert at.stage == Stage.KNOWLEDGE
    assert at.sheet("anna").age == "medieval"
    assert at.sheet("anna").ticks.total == 0


@pytest.mark.rule("ROE-25", "ROE-46")
def test_two_empires_change_age_in_the_same_session_each_from_its_own():
    at = PlayedCampaign().take_over("anna", ticks=ticks(15))
    at.take_over("bara", age="medieval", ticks=ticks(15), earlier_ticks=20)
    at.found("cyril").open().complete(CAESAR, "anna", "bara")
    at.settle(anna=60, bara=55, cyril=50).to(Stage.AGES)
    assert at.refuses("change_age", empire="cyril") == ["ROE-33"]
    at.do("change_age", empire="bara").do("change_age", empire="anna")
    assert at.refuses("change_age", empire="anna")
    ages = [at.sheet(one).age for one in ("anna", "bara", "cyril")]
    assert ages == ["medieval", "industrial", "ancient"]
    assert at.empire("bara").earlier_ticks == 36
    check(at.finish().state, at.facts)


@pytest.mark.rule("ROE-13", "ROE-34")
def test_knowledge_left_over_and_inventions_go_along_and_can_be_spent():
    at = on_the_last_but_one("anna", knowledge=25, inventions=[invention(57)])
    at.found("bara").open().complete(136, "anna").settle(anna=20, bara=55)
    at.to(Stage.INVENTIONS)
    assert at.sheet("anna").knowledge == 45
    at.finish()
    assert [card.age for card in at.sheet("anna").inventions] == ["ancient", "medieval"]


SAME_ICONS = [
    layout(age, science=track("knowledge_faction", "more_provinces"))
    for age in ("ancient", "medieval")
]


@pytest.mark.rule("ROE-26", "ROE-34")
@pytest.mark.parametrize(("reading", "gained"), [("literal", 64), ("keep", 68)])
def test_after_a_change_of_age_the_knowledge_icons_pay_as_the_table_reads_it(
    reading, gained
):
    at = PlayedCampaign(layouts=SAME_ICONS, icons_after_age=reading)
    at.take_over("anna", ticks=ticks(science=15)).found("bara").open()
    at.complete(150, "anna").settle(anna={"track": 56, "faction": 4}, bara=50)
    at.to(Stage.INVENTIONS)
    assert at.sheet("anna").knowledge == gained


@pytest.mark.rule("ROE-31", "ROE-34")
@pytest.mark.parametrize("reading", ["literal", "keep"])
def test_after_a_change_of_age_one_province_is_drawn_whatever_the_knowledge_icons_do(
    reading,
):
    at = PlayedCampaign(layouts=SAME_ICONS, icons_after_age=reading)
    at.take_over("anna", ticks=ticks(science=15)).found("bara").open()
    at.complete(150, "anna").settle(anna=60, bara=50).to(Stage.PROVINCES)
    assert at.offered("draw_provinces", "anna")[0].draws["provinces"].count == 1


@pytest.mark.rule("ROE-40", "ROE-35")
def test_the_icons_of_the_new_sheet_count_from_its_own_ticks():
    at = on_the_last_but_one("anna").found("bara").open().complete(136, "anna")
    at.settle(anna=60, bara=50).finish().open()
    assert at.seat("anna").ticks.total == 0


# The campaign won


def arriving(*sheets, **readings):
    """Industrial empires one tick before the modern age, all completing the mission."""
    at = PlayedCampaign(**readings)
    keys = ("anna", "bara", "cyril")[: len(sheets)]
    for key, sheet in zip(keys, sheets, strict=True):
        at.take_over(key, age="industrial", **sheet)
    return at


@pytest.mark.rule("ROE-36")
def test_the_last_box_of_an_industrial_track_wins_the_campaign_at_step_3():
    at = arriving({"ticks": ticks(15), "provinces": [1], "boxes": [0]}).found("bara")
    at.open().complete(CAESAR, "anna").settle(anna=60, bara=50)
    at.to(Stage.AGES).do("change_age", empire="anna")
    assert (at.empire("anna").status, at.sheet("anna").age) == ("won", "modern")
    assert not at.state.over
    at.finish()
    assert at.state.over
    assert at.state.champions == ("anna",)
    assert len(at.sheet("bara").inventions) == len(at.sheet("bara").provinces) == 1
    assert at.sheet("anna").inventions == ()
    assert 1 not in province_deck(at.state)
    again = {"empires": ["bara"], "missions": [122, 123, 124, 125]}
    assert at.refuses("open_session", **again) == ["ROE-36"]
    founds = {"empire": "c", "player": "C", "name": "C", "faction": "japanese"}
    assert at.refuses("found_empire", **founds) == ["ROE-36"]


@pytest.mark.rule("ROE-36", "ROE-34", "ROE-27")
def test_nobody_buys_an_invention_of_who_has_just_won():
    at = arriving({"ticks": ticks(15), "inventions": [invention(101, 55)]}, {})
    at.open().complete(CAESAR, "anna").settle(anna=60, bara=58)
    at.to(Stage.INVENTIONS)
    assert [card.number for card in at.sheet("anna").inventions] == [101]
    assert 101 not in inventions_left(at.state, "industrial")


@pytest.mark.rule("ROE-36")
def test_of_two_who_arrive_together_the_most_boxes_ever_ticked_decide():
    at = arriving(
        {"ticks": ticks(15, 3), "earlier_ticks": 40},
        {"ticks": ticks(15, 2), "earlier_ticks": 43},
    )
    at.open().complete(CAESAR, "anna", "bara").settle(anna=60, bara=10)
    at.do("tick_track", empire="anna", category="economy")
    assert [at.empire(one).all_ticks for one in ("anna", "bara")] == [60, 61]
    at.finish()
    assert at.state.champions == ("bara",)
    assert [at.empire(one).status for one in ("anna", "bara")] == ["won", "won"]


@pytest.mark.rule("ROE-36")
def test_equal_to_the_last_box_the_victory_is_shared():
    at = arriving(
        {"ticks": ticks(15, 2), "earlier_ticks": 41},
        {"ticks": ticks(15, 2), "earlier_ticks": 41},
    )
    at.open().complete(CAESAR, "anna", "bara").settle(anna=60, bara=60)
    for key in ("anna", "bara"):  # each winner of a tie ticks
        at.do("tick_track", empire=key, category="economy")
    assert at.finish().state.champions == ("anna", "bara")


@pytest.mark.rule("ROE-36", "ROE-21")
def test_ticks_beyond_the_last_box_were_never_ticked():
    at = arriving(
        {"ticks": ticks(15), "earlier_ticks": 40},
        {"ticks": ticks(13), "earlier_ticks": 41},
    )
    at.open().complete(CAESAR, "anna", "bara")
    totals = [at.empire(one).all_ticks for one in ("anna", "bara")]
    assert totals == [40 + 16, 41 + 16]


@pytest.mark.rule("ROE-36")
@pytest.mark.parametrize(
    ("reading", "champion"), [("not_counted", "bara"), ("counted", "anna2")]
)
def test_boxes_of_a_players_earlier_empires_count_only_if_the_table_says_so(
    reading, champion
):
    at = PlayedCampaign(earlier_empires=reading).take_over("anna", ticks=ticks(5, 5))
    at.do("retire_empire", empire="anna")
    at.take_over("anna2", player="Anna", age="industrial", ticks=ticks(15))
    at.take_over("bara", age="industrial", ticks=ticks(15), earlier_ticks=3)
    at.open().complete(CAESAR, "anna2", "bara").settle(anna2=50, bara=60)
    assert at.finish().state.champions == (champion,)


@pytest.mark.rule("ROE-36")
def test_the_table_may_play_on_without_the_winner():
    at = arriving({"ticks": ticks(15)}).found("bara", "cyril").open()
    at.complete(CAESAR, "anna").settle(anna=60, bara=50, cyril=45).finish()
    at.do("play_on").session(bara=50, cyril=45)
    assert at.refuses("play_on") == ["ROE-36"]
    assert at.state.champions == ("anna",)
    check(at.state, at.facts)


@pytest.mark.rule("ROE-36")
def test_who_arrives_after_the_table_played_on_does_not_take_the_victory_away():
    at = arriving({"ticks": ticks(15)}, {"ticks": ticks(12)}, {}).open()
    at.complete(CAESAR, "anna").settle(anna=60, bara=50, cyril=45).finish()
    at.do("play_on").open().complete(CAESAR, "bara")
    at.settle(bara=60, cyril=45).do("tick_track", empire="bara", category="diplomacy")
    at.finish()
    assert at.empire("bara").status == "won"
    assert "anna" in at.state.champions


# Layouts and readings changed on the way

SHORT = layout(diplomacy=track(length=6), map=[["gold"]] * 10)


@pytest.mark.rule("ROE-44", "ROE-35")
def test_a_layout_changed_during_session_3_leaves_it_as_it_was_and_holds_from_4():
    at = (
        founded_campaign("anna", "bara")
        .session(anna=50, bara=45)
        .session(anna=50, bara=45)
    )
    at.open().do("change_layout", layout=SHORT)
    assert at.state.layouts["ancient"].length("diplomacy") == 16
    due = at.state.layouts["ancient"].map[0]
    at.do("pay_upkeep", empire="anna", box=0, goods=due)
    at.settle(anna=50, bara=45).finish()
    assert at.state.layouts["ancient"].map[0] == ("gold",)
    past = [one["state"]["layouts"]["ancient"]["map"][0] for one in at.known("ending")]
    assert past == [["wood"], ["wood"], ["gold"]]
    at.open()
    wood = {"empire": "anna", "box": 0, "goods": ["wood"]}
    assert at.refuses("pay_upkeep", **wood) == ["ROE-10"]


@pytest.mark.rule("ROE-44", "ROE-21")
def test_a_layout_too_small_for_what_is_ticked_is_refused_between_sessions():
    at = PlayedCampaign().take_over("anna", ticks=ticks(7), boxes=[9], provinces=[1])
    small = layout(diplomacy=track(length=6), map=[["gold"]])
    assert at.refuses("change_layout", layout=small) == ["ROE-21", "ROE-9"]


@pytest.mark.rule("ROE-44")
def test_a_layout_outgrown_during_the_session_goes_on_waiting():
    at = PlayedCampaign().take_over("anna", ticks=ticks(5)).found("bara").open()
    at.do("change_layout", layout=SHORT).complete(CAESAR, "anna")
    at.settle(anna=50, bara=45).finish()
    assert at.sheet("anna").ticks.diplomacy == 8
    assert at.state.layouts["ancient"].length("diplomacy") == 16
    check(at.state, at.facts)


def test_readings_changed_while_a_session_is_open_hold_from_the_next():
    at = (
        PlayedCampaign()
        .take_over("anna", boxes=[0], provinces=[1])
        .found("bara")
        .open()
    )
    at.read(gold_upkeep="no", province_points=2)
    assert at.allows("pay_upkeep", empire="anna", box=0, goods=["gold"])
    at.settle(anna={"track": 50}, bara=30)
    assert at.sheet("anna").scores == (45,)
    at.finish()
    assert at.state.readings.province_points == 2
    assert at.state.next_readings is None
    at.open()
    assert not at.allows("pay_upkeep", empire="anna", box=0, goods=["gold"])


def test_readings_changed_between_sessions_hold_at_once():
    at = founded_campaign("anna").read(twilight="two_falls")
    assert at.state.readings.twilight == "two_falls"
