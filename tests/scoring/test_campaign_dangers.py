"""What threatens an empire, said as plainly as it is known; and what is odd on a sheet from paper."""

from dataclasses import replace

import pytest

from scoring.plain import from_plain
from scoring.rise_of_empire.dangers import empire_dangers, empire_hints, empire_hopes
from scoring.rise_of_empire.doubts import take_over_doubts
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.what_if import suppose_session
from tests.played_campaign import (
    ARCHERY,
    POTTERY,
    PlayedCampaign,
    filled_cards,
    founded_campaign,
    invention,
    layout,
    through_json,
    ticks,
    track,
)


def said(at, key="anna"):
    return [
        (one.rule.id, str(one.message))
        for one in empire_dangers(at.state, at.empire(key))
    ]


def hinted(at, key="anna"):
    return [
        (one.rule.id, str(one.message))
        for one in empire_hints(at.state, at.empire(key))
    ]


def taken_over(*, cards=None, **sheet):
    return PlayedCampaign(cards=cards).take_over("anna", **sheet)


@pytest.mark.rule("ROE-37")
def test_the_next_score_that_fells_an_empire_is_named():
    at = taken_over(scores=[40, 30, 27], knowledge=99)
    assert said(at) == [("ROE-37", "Collapses if the next score is below 27.")]
    assert said(taken_over(scores=[40, 30], knowledge=99)) == []


@pytest.mark.rule("ROE-37")
def test_once_the_scores_are_settled_it_is_certain():
    at = taken_over(scores=[40, 30, 27], knowledge=99).found("bara")
    at.open().settle(anna=20, bara=50)
    assert ("ROE-37", "Collapses at the end of this session.") in said(at)


@pytest.mark.rule("ROE-45")
def test_alone_with_one_mission_it_is_certain_too():
    at = founded_campaign("anna").open().settle(anna=50)
    assert ("ROE-45", "Collapses at the end of this session.") in said(at)


@pytest.mark.rule("ROE-29", "ROE-38")
def test_the_knowledge_that_must_be_gained_is_named_where_every_price_is_known():
    at = taken_over(cards=filled_cards(p56=30), knowledge=18, scores=[11])
    assert hinted(at) == []
    assert said(at) == [
        (
            "ROE-29",
            (
                "Needs 12 more knowledge or it collapses. The cheapest invention costs "
                "30."
            ),
        )
    ]
    rich = taken_over(cards=filled_cards(p56=30), knowledge=30, scores=[11])
    assert said(rich) == hinted(rich) == []


@pytest.mark.rule("ROE-26", "ROE-29")
def test_knowledge_that_any_score_lately_would_bring_is_no_alarm():
    at = taken_over(cards=filled_cards(p56=30), knowledge=18, scores=[30, 12, 40])
    assert said(at) == []
    assert [rule for rule, _message in hinted(at)] == ["ROE-29"]


@pytest.mark.rule("ROE-29")
def test_only_the_last_three_scores_say_what_the_next_one_may_be():
    at = taken_over(cards=filled_cards(p56=30), knowledge=18)

    def rules(*scores):
        empire = at.empire("anna")
        played = replace(empire, sheet=replace(empire.sheet, scores=scores))
        found = empire_dangers(at.state.put(played), played)
        return [one.rule.id for one in found]

    assert rules(11, 40, 40) == ["ROE-29"]
    assert rules(11, 40, 40, 40) == []


def test_before_the_first_game_nothing_is_at_stake():
    at = founded_campaign("anna", "bara", cards=filled_cards(p56=30))
    assert said(at) == hinted(at) == []


def test_after_the_victory_nothing_threatens_the_others():
    at = PlayedCampaign().take_over("anna", scores=[40, 30, 27])
    assert said(at)
    won = replace(at.state, over=True, champions=("bara",))
    assert empire_dangers(won, at.empire("anna")) == ()


@pytest.mark.rule("ROE-29")
def test_with_unknown_prices_it_says_what_it_does_not_know():
    at = PlayedCampaign(cards=[]).take_over("anna", knowledge=18, scores=[5])
    assert said(at) == []
    assert hinted(at) == [
        (
            "ROE-29",
            (
                "12 more knowledge needed for the cheapest known invention. 18 of 22 "
                "prices are unknown."
            ),
        )
    ]
    at = PlayedCampaign(cards=[])
    at.take_over("anna", age="medieval", earlier_ticks=20, scores=[5])
    assert said(at) == []
    assert hinted(at) == [("ROE-29", "Fill in prices to see what you can afford.")]


@pytest.mark.rule("ROE-29")
def test_an_empty_pool_is_a_danger_of_its_own():
    cards = [
        {**card, "aside": True} if card["group"] == "ancient" else card
        for card in filled_cards()
    ]
    assert said(taken_over(cards=cards, scores=[5])) == [
        ("ROE-29", "No invention of its age left to buy.")
    ]


def test_nothing_threatens_who_has_fallen():
    at = founded_campaign("anna", "bara").do("retire_empire", empire="anna")
    assert said(at) == []


# Sheets from paper


def odd(**sheet):
    at = founded_campaign()
    act = {"empire": "x", "player": "X", "name": "X", "faction": "romans", **sheet}
    return [
        (one.rule.id, str(one.message))
        for one in take_over_doubts(
            at.state, from_plain(TakeOverEmpire, through_json(act))
        )
    ]


def test_a_usual_sheet_gives_no_cause_for_doubt():
    assert odd() == []
    held = [invention(ARCHERY, 30)]
    assert odd(boxes=[1], provinces=[3], inventions=held, scores=[40]) == []


@pytest.mark.rule("ROE-9")
def test_provinces_and_ticked_boxes_come_together():
    ((rule, message),) = odd(
        scores=[4], inventions=[invention(ARCHERY, 30)], boxes=[1, 2]
    )
    assert (rule, message) == (
        "ROE-9",
        "0 provinces, but 2 map boxes ticked.",
    )


@pytest.mark.rule("ROE-9", "ROE-31")
def test_with_a_full_map_more_provinces_are_not_odd():
    held = {"scores": [4], "inventions": [invention(ARCHERY, 30)]}
    assert odd(boxes=list(range(10)), provinces=list(range(1, 13)), **held) == []
    assert odd(boxes=[0], provinces=[1, 2], **held) != []


@pytest.mark.rule("ROE-27")
def test_who_has_played_holds_an_invention():
    assert [rule for rule, _message in odd(scores=[40])] == ["ROE-27"]


@pytest.mark.rule("ROE-34")
def test_who_holds_something_has_a_score_and_earlier_ages_left_ticks():
    assert [rule for rule, _ in odd(ticks=ticks(3))] == ["ROE-34"]
    ((rule, message),) = odd(age="industrial", earlier_ticks=31)
    assert (rule, "32 boxes" in message) == ("ROE-34", True)
    assert odd(age="industrial", earlier_ticks=32) == []


@pytest.mark.rule("ROE-12", "ROE-27")
def test_another_price_or_colour_than_the_table_knows_is_pointed_out():
    held = [invention(POTTERY, 61, colour="blue")]
    assert [rule for rule, _ in odd(scores=[9], inventions=held)] == [
        "ROE-27",
        "ROE-12",
    ]


def test_the_danger_of_a_session_in_play_is_the_one_of_its_own_score():
    at = taken_over(scores=[40, 30, 27], knowledge=99).found("bara").open()
    assert at.stage == Stage.PLAY
    assert said(at) == [("ROE-37", "Collapses if the next score is below 27.")]


# One box away


def hoped(at, key="anna"):
    return [str(one.message) for one in empire_hopes(at.state, at.empire(key))]


@pytest.mark.rule("ROE-36")
def test_one_box_from_victory_is_said_as_such():
    sheet = {"age": "industrial", "scores": [50], "earlier_ticks": 40}
    at = taken_over(ticks=ticks(science=15), **sheet)
    assert hoped(at) == ["One box from winning the campaign."]
    assert hoped(taken_over(ticks=ticks(science=14), **sheet)) == []


@pytest.mark.rule("ROE-33")
def test_one_box_from_a_new_age_is_another_thing():
    at = taken_over(ticks=ticks(economy=15), scores=[50])
    assert hoped(at) == ["One box from a new age."]


# What a session would make of it


def supposing(at, score, **boxes):
    return suppose_session(at.state, at.empire("anna"), score, boxes)


def test_a_score_becomes_knowledge_and_ticks_bring_icons():
    own = layout(science=track("dove", "", "wall"))
    at = PlayedCampaign(layouts=[own]).take_over("anna", knowledge=18, scores=[40])
    then = supposing(at, 43, science=3)
    assert (then.knowledge, then.age, then.new_age) == (61, "ancient", False)
    assert then.icons == ("dove", "wall")
    assert then.fall == ""
    assert supposing(at, 43).icons == ()


@pytest.mark.rule("ROE-26")
def test_a_score_of_0_or_less_brings_no_knowledge_and_takes_none():
    at = taken_over(knowledge=18, scores=[40])
    assert [supposing(at, score).knowledge for score in (1, 0, -7)] == [19, 18, 18]


@pytest.mark.rule("ROE-33", "ROE-34")
def test_a_full_track_is_a_new_age_without_its_icons():
    at = taken_over(ticks=ticks(diplomacy=14), knowledge=5, scores=[40])
    then = supposing(at, 50, diplomacy=3)
    assert (then.age, then.new_age, then.icons) == ("medieval", True, ())
    assert then.knowledge == 55


@pytest.mark.rule("ROE-36")
def test_the_last_box_of_the_last_age_wins_whatever_the_score():
    sheet = {"age": "industrial", "scores": [50, 40, 30], "earlier_ticks": 40}
    then = supposing(taken_over(ticks=ticks(science=15), **sheet), 0, science=1)
    assert then.wins
    assert then.fall == ""


@pytest.mark.rule("ROE-37")
def test_a_third_fall_in_a_row_is_foreseen():
    at = taken_over(scores=[60, 50, 40], knowledge=100)
    assert supposing(at, 39).fall == "twilight"
    assert supposing(at, 40).fall == ""


@pytest.mark.rule("ROE-29")
def test_a_dark_age_is_foreseen_only_where_all_prices_are_known():
    at = taken_over(scores=[60], knowledge=0)
    assert supposing(at, 29).fall == "dark_age"
    assert supposing(at, 30).fall == ""
    unknown = taken_over(cards=[], scores=[60], knowledge=0)
    then = supposing(unknown, 10)
    assert (then.fall, then.doubtful) == ("", True)
