"""The campaign at its limits: the last value that still holds, and the first that doesn't."""

from dataclasses import replace
from typing import get_args

import pytest

from scoring.entries import entries_of
from scoring.games import GAMES
from scoring.rise_of_empire import act_fields, counting
from scoring.rise_of_empire.campaign_course import follow_recorded
from scoring.rise_of_empire.cards import SLOTS, dump_card, load_card
from scoring.rise_of_empire.choices import (
    choices,
    half_known_option,
    possible_payments,
)
from scoring.rise_of_empire.dangers import is_dark_age_near
from scoring.rise_of_empire.doubts import about_invention
from scoring.rise_of_empire.ending import is_opponent_beaten
from scoring.rise_of_empire.falling import falling_scores
from scoring.rise_of_empire.filling import content_problems
from scoring.rise_of_empire.finishing import lifetime_ticks, take_up_changes
from scoring.rise_of_empire.knowing import (
    FillCard,
    layout_problems,
    missing_goods,
    news_key,
)
from scoring.rise_of_empire.layout import (
    DEFAULT_LAYOUTS,
    Category,
    Good,
    Track,
    map_of_goods,
)
from scoring.rise_of_empire.outlook import Forecast
from scoring.rise_of_empire.playing import missing_categories, number_problems
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.stages import Stage, to_lose
from scoring.rise_of_empire.state import Invention, SeatState, Status, Ticks
from scoring.session_base import SeatNumber
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    founded_campaign,
    invention,
    layout,
    plain_choice,
    ticks,
)

ALL_GAMES = {
    "imperial_settlers": [1, 2, 3, 4],
    "rise_of_empire": [1, 2, 3, 4],
    "inkas": [3, 4],
    "arcs": [2, 3, 4],
    "empires_of_the_north": [1, 2, 3, 4],
}


def test_as_many_play_as_the_rulebooks_say():
    assert {slug: list(game.players) for slug, game in GAMES.items()} == ALL_GAMES


# Cards


@pytest.mark.rule("ROE-1")
@pytest.mark.parametrize(
    ("field", "holds", "fails"),
    [
        ("price", (0, 999), (-1, 1000)),
        ("target", (0, 30), (-1, 31)),
        ("points", (0, 99), (-1, 100)),
        ("name", ("x" * 60,), ("x" * 61,)),
        ("colour", ("x" * 20,), ("x" * 21,)),
        ("text", ("x" * 200,), ("x" * 201,)),
    ],
)
def test_a_card_says_no_more_than_a_card_can(field, holds, fails):
    for value in (*holds, *fails):
        problems = content_problems(replace(SLOTS[60], **{field: value}))
        assert bool([one for one in problems if one]) is (value in fails)


@pytest.mark.rule("ROE-1")
def test_cards_are_read_from_the_first_number_to_the_last():
    for number in (1, 163):
        card = replace(SLOTS[number], points=0)
        assert load_card(dump_card(card)) == card


def test_the_cards_of_the_booklet_stand_at_their_numbers():
    named = {number: card.name for number, card in SLOTS.items() if card.name}
    assert named == {
        11: "Křemenolom",
        12: "Skrblíkova vilka",
        38: "Zlatý sad",
        56: "Lukostřelba",
        61: "Stavitelství",
        66: "Hrnčířství",
        70: "Jezdectví",
        101: "Směna",
        110: "Parní stroj",
        126: "Obezřetný jako Caesar",
        130: "Nezlomná jako paní Trieu",
        161: "Zahleděný jako Galileo",
    }


@pytest.mark.parametrize(
    ("field", "bounds"),
    [
        (act_fields.CardNumber, (1, 163)),
        (act_fields.Price, (1, 999)),
        (act_fields.Target, (0, 30)),
        (act_fields.MarkerSteps, (-30, 30)),
        (act_fields.Knowledge, (0, 99_999)),
    ],
)
def test_what_an_edited_entry_may_be(field, bounds):
    asked = get_args(field)[1]
    assert (asked.least, asked.most) == bounds


def test_entries_of_several_values_and_steps_in_both_directions_say_so():
    several = [
        get_args(one)[1].several for one in (act_fields.Scores, act_fields.Goods)
    ]
    assert several == [True, True]
    assert get_args(act_fields.MarkerSteps)[1].signed
    assert get_args(act_fields.Score)[1].least == -99_999


@pytest.mark.parametrize(
    "field",
    [act_fields.MapBox, act_fields.MapBoxes, act_fields.ScorePlace, SeatNumber],
)
def test_people_count_boxes_scores_and_seats_from_one(field):
    assert get_args(field)[1].first == 1


@pytest.mark.rule("ROE-31")
@pytest.mark.parametrize(("said", "left"), [({}, (1, 2)), ({"aside": True}, (2,))])
def test_only_a_card_that_is_no_province_any_more_leaves_the_discarded(said, left):
    at = founded_campaign("anna")
    at.state = replace(at.state, discarded=(1, 2))
    assert at.do("fill_card", number=1, name="Sad", **said).state.discarded == left


def test_what_was_declined_from_the_box_keeps_its_name():
    assert news_key(FillCard(5, name="Sad")) == "5-67ac9cb530d6"


@pytest.mark.rule("ROE-28")
@pytest.mark.parametrize(("name", "told"), [("", "057"), ("Kolo", "Kolo")])
def test_an_invention_met_before_is_called_as_people_know_it(name, told):
    at = founded_campaign("anna").do("fill_card", number=57, name=name)
    met = Invention(57, "ancient", "violet", 41)
    remarks = list(about_invention(at.state, met))
    assert [one.message.values["card"] for one in remarks] == [told, told]


@pytest.mark.rule("ROE-29")
def test_an_invention_nobody_knows_is_offered_with_what_is_known():
    at = PlayedCampaign(cards=[]).take_over("anna").found("bara").open()
    at.settle(anna=0, bara=5).to(Stage.INVENTIONS)
    unknown = half_known_option(at.state, "anna", 57)
    assert (unknown.data, unknown.refused) == ({"empire": "anna", "number": 57}, ())
    known = half_known_option(at.state, "anna", 56)
    assert known.data["price"] == 30
    assert known.refused


@pytest.mark.parametrize("price", [0, 999])
def test_an_invention_copied_from_paper_keeps_its_price_and_the_name_of_its_card(price):
    at = PlayedCampaign().take_over("anna", inventions=[invention(61, price)])
    card = at.state.catalogue[61]
    assert (card.price, card.name) == (price, "Stavitelství")


def test_an_invention_copied_from_paper_costs_from_nothing_to_999():
    for price in (-1, 1000):
        held = [invention(61, price)]
        paper = {"empire": "anna", "player": "Anna", "name": "Realm"}
        paper |= {"faction": "romans", "inventions": held}
        assert PlayedCampaign().refuses("take_over_empire", **paper) == ["ROE-27"]


# Missions


@pytest.mark.rule("ROE-6")
def test_a_mission_that_is_not_in_the_box_is_told_so_and_a_category_by_its_numbers():
    at = founded_campaign("anna", "bara").do("fill_card", number=126, aside=True)
    (problem,) = number_problems(at.state, (126,))
    assert str(problem.message) == "Mission 126 isn't in your box."
    (problem,) = number_problems(at.state, (56,))
    assert str(problem.message) == "There's no mission 056."
    (problem,) = number_problems(at.state, (136, 136, 150))
    assert str(problem.message) == "Mission 136 is there twice."
    (problem,) = missing_categories(at.state, (136, 150))
    assert (problem.message.values["first"], problem.message.values["last"]) == (
        "122",
        "135",
    )


# Upkeep and provinces


@pytest.mark.rule("ROE-10")
def test_gold_may_replace_any_of_the_raw_materials_a_box_asks_for():
    goods = {"map": [["stone", "wood", "worker"]] * 8}
    at = PlayedCampaign(layouts=[layout(**goods)])
    at.take_over("anna", boxes=[0], provinces=[1]).found("bara").open()
    ways = possible_payments(at.state, at.seat("anna"), 0)
    whole = {tuple(sorted(way)) for way in ways if len(way) == 3}
    assert whole == {
        ("stone", "wood", "worker"),
        ("gold", "wood", "worker"),
        ("gold", "stone", "worker"),
        ("gold", "gold", "worker"),
    }
    singles = {way for way in ways if len(way) == 1}
    assert singles == {("stone",), ("wood",), ("worker",), ("gold",)}


@pytest.mark.rule("ROE-11")
def test_as_many_provinces_are_lost_as_boxes_are_unpaid_and_then_none():
    at = PlayedCampaign(unpaid_province="lost")
    at.take_over("anna", boxes=[0, 1], provinces=[1, 2]).found("bara").open()
    assert to_lose(at.state, SeatState("anna", Ticks())) == 0
    at.do("pay_upkeep", empire="anna", box=0, goods=upkeep_of(at, 0))
    at.enter("anna", track=50).enter("bara", track=40).do("settle_scores")
    assert (at.stage, to_lose(at.state, at.seat("anna"))) == (Stage.LOSING, 1)
    (asked,) = at.offered("lose_provinces", "anna")
    assert asked.needed
    at.do("lose_provinces", empire="anna", provinces=[2])
    assert at.seat("anna").to_lose == 0
    assert at.stage != Stage.LOSING


def upkeep_of(at, box):
    return list(at.state.layout(at.empire("anna")).map[box])


@pytest.mark.rule("ROE-9")
def test_a_box_without_goods_is_named_as_people_count():
    sheet = replace(
        DEFAULT_LAYOUTS["ancient"],
        map=(*map_of_goods("wood"), (), *map_of_goods("food")),
    )
    (problem,) = missing_goods(sheet)
    assert problem.message.values["box"] == 2


@pytest.mark.rule("ROE-21", "ROE-44")
@pytest.mark.parametrize(
    ("boxes", "ticked", "rules"),
    [(3, 5, []), (2, 5, ["ROE-9"]), (3, 4, ["ROE-21"])],
)
def test_a_new_sheet_has_room_for_what_is_ticked(boxes, ticked, rules):
    at = PlayedCampaign().take_over(
        "anna", ticks=ticks(science=5), boxes=[2], provinces=[1]
    )
    old = at.state.layouts["ancient"]
    sheet = replace(old, map=old.map[:boxes], science=Track(("",) * ticked))
    found = [one.rule.id for one in layout_problems(at.state, sheet) if one]
    assert found == rules


def test_a_changed_sheet_is_taken_up_once_and_one_that_does_not_fit_waits():
    at = PlayedCampaign().take_over("anna", ticks=ticks(science=5))
    old = at.state.layouts["ancient"]
    fits = replace(old, custom=True)
    waits = replace(old, science=Track(("",) * 4))
    for sheet, left in ((fits, {}), (waits, {"ancient": waits})):
        after = take_up_changes(replace(at.state, next_layouts={"ancient": sheet}))
        assert after.next_layouts == left
        assert after.layouts["ancient"] == (old if left else fits)


@pytest.mark.rule("ROE-44")
def test_the_example_sheets_bear_their_icons_at_the_same_boxes_of_sixteen():
    for sheet in DEFAULT_LAYOUTS.values():
        for category in Category:
            track = sheet.track(category)
            icons = [box for box, icon in enumerate(track.boxes, start=1) if icon]
            assert (icons, track.length) == ([2, 4, 6, 9, 11, 14], 16)


# Scores, falls and the end


@pytest.mark.rule("IS-11", "ROE-45")
@pytest.mark.parametrize(
    ("entries", "beaten"),
    [({}, False), ({"faction": 1}, True), ({"faction": 1, "collection": 1}, False)],
)
def test_the_virtual_player_is_beaten_by_more_locations_only(entries, beaten):
    assert is_opponent_beaten(SeatState("anna", Ticks(), entries=entries)) is beaten


def test_a_result_keeps_what_was_counted():
    at = founded_campaign("anna", "bara").open().settle(anna=50, bara=40)
    results = [fact.fields for fact in at.facts if fact.projection == "result"]
    assert [one["entries"] for one in results] == [{"track": 50}, {"track": 40}]


@pytest.mark.rule("ROE-37")
@pytest.mark.parametrize(
    ("scores", "falling"),
    [
        ((30, 40, 35, 20), (40, 35, 20)),
        ((40, 35, 20), (40, 35, 20)),
        ((40, 35, 35), (35,)),
        ((9, 50, 40, 30, 20), (50, 40, 30, 20)),
    ],
)
def test_falling_scores_begin_with_the_last_that_had_not_fallen(scores, falling):
    empire = founded_campaign("anna").empire("anna")
    sheet = replace(empire.sheet, scores=scores)
    assert falling_scores(replace(empire, sheet=sheet)) == falling
    older = replace(sheet, scores=(9, 8, 7, 6, 5, 4))
    past = (older, replace(sheet, scores=()))
    assert falling_scores(replace(empire, sheet=sheet, past=past)) == falling


@pytest.mark.rule("ROE-36")
@pytest.mark.parametrize(
    ("reading", "boxes"), [("not_counted", 5), ("counted", 5 + 3 + 7)]
)
def test_boxes_of_earlier_empires_count_only_if_the_table_says_so(reading, boxes):
    at = PlayedCampaign(earlier_empires=reading)
    at.take_over("anna", ticks=ticks(5)).take_over("bara", ticks=ticks(9))
    at.take_over("cyril", ticks=ticks(3))
    fallen = replace(at.empire("cyril"), player="Anna", status=Status.COLLAPSED)
    state = replace(at.state.put(fallen), former={"Anna": 7, "Bara": 20})
    assert lifetime_ticks(state, at.empire("anna")) == boxes
    nobody = replace(state, former={})
    assert lifetime_ticks(nobody, at.empire("bara")) == 9


@pytest.mark.rule("ROE-29")
@pytest.mark.parametrize(
    ("needed", "known", "near"), [(1, 3, True), (None, 3, False), (1, 2, False)]
)
def test_a_dark_age_is_near_when_the_worst_score_would_not_do(needed, known, near):
    empire = founded_campaign("anna").empire("anna")
    ahead = Forecast("anna", None, 10, needed, known, 3, None)
    assert is_dark_age_near(empire, ahead) is near


@pytest.mark.rule("ROE-36")
def test_helpers_rest_once_the_campaign_is_over_and_nobody_plays_on():
    at = founded_campaign("anna", "bara")
    tap = {
        "helper": "empire-counters",
        "move": "count_tap",
        "content": {"seat": 0, "counter": "built", "sign": "r"},
    }
    at.state = replace(at.state, over=True)
    assert at.refuses("use_helper", **tap) == ["ROE-36"]
    at.state = replace(founded_campaign("anna", "bara").open().state, over=True)
    assert at.allows("use_helper", **tap)


# What is offered


@pytest.mark.rule("ROE-27")
def test_equals_have_to_say_who_buys_first():
    at = founded_campaign("anna", "bara").open().settle(anna=50, bara=50)
    at.to(Stage.INVENTIONS)
    (asked,) = at.offered("settle_tie", "")
    assert asked.needed


@pytest.mark.rule("ROE-31")
def test_a_full_map_has_to_be_said_to_gain_nothing_where_the_table_reads_it_so():
    at = PlayedCampaign(full_map="no_province")
    boxes = list(range(len(at.state.layouts["ancient"].map)))
    at.take_over("anna", boxes=boxes, provinces=[one + 1 for one in boxes])
    at.found("bara").open().settle(anna=60, bara=50)
    while not at.offered("gain_no_province", "anna"):
        at.step()
    (asked,) = at.offered("gain_no_province", "anna")
    assert asked.needed


def test_a_session_is_ended_by_what_has_to_be_done():
    at = founded_campaign("anna", "bara").open().settle(anna=50, bara=40)
    while at.state.session:
        kind, data = plain_choice(at.state)
        (asked, *_others) = [
            one
            for one in choices(at.state)
            if one.kind == kind and one.empire in ("", None, data.get("empire"))
        ]
        assert asked.needed or kind == "stop_buying", kind
        at.do(kind, **data)


# Counters at the table


@pytest.mark.rule("ROE-19", "ROE-20")
def test_counters_begin_at_nothing_and_never_go_below():
    assert counting.RunInARow().missing == 3
    assert not counting.new_pairs("").paid  # before the first location
    assert counting.new_pairs("l").locations == 0
    assert counting.new_pairs("bl").locations == 0
    assert counting.new_pairs("b" * 31).locations == 30
    assert counting.new_pairs("bxb") == counting.new_pairs("bb")


def test_what_was_built_and_what_was_lost_are_told_apart():
    words = [str(counting.CountTap(0, "red", sign).words) for sign in "bl"]
    assert words == ["A: red, built", "A: red, lost"]


@pytest.mark.rule("ROE-11")
def test_the_planner_names_boxes_as_people_count_and_knows_ten():
    plan = counting.PaymentPlan((0,), {}, {}, {})
    assert [str(one) for one in plan.sentences] == ["Leave box 1 unpaid."]
    supply = entries_of(counting.Supply)
    assert supply["ignored"].maximum == 10
    assert {supply[good].maximum for good in Good} == {99}


# The course of a campaign


def test_a_course_knows_where_each_session_ended_and_which_entry_was_of_which():
    at = founded_campaign("anna", "bara")
    before = len(at.acts)
    at.session(anna=50, bara=40).open().complete(CAESAR, "anna")
    acts = [PlayedAct(nth, *act) for nth, act in enumerate(at.acts, start=1)]
    recorded = follow_recorded(PlayedCampaign().state, acts)
    (last,) = recorded.course.ends
    assert acts[last - 1].kind == "finish_session"
    assert recorded.course.ends[last].number == 1
    assert recorded.session_of(before) is None
    sessions = [recorded.session_of(nth) for nth in range(before + 1, len(acts) + 1)]
    assert sessions == [1] * (last - before) + [2, 2]
    assert recorded.session_of(len(acts) + 1) is None
