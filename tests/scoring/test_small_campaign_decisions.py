"""Decisions of one line in the campaign's engine that larger tests only pass by."""

from dataclasses import replace

import pytest

from scoring.helping import Around
from scoring.imperial_settlers.solo_story import ChangeSetting, Setting, SoloStory
from scoring.rise_of_empire.founding import LONGEST_NAME, newcomer_problems
from scoring.rise_of_empire.missions import completion_doubts
from scoring.rise_of_empire.pools import (
    can_be_drawn,
    province_deck,
    provinces_drawn_first,
)
from scoring.rise_of_empire.preview import is_win_tied, ties_to_break
from scoring.rise_of_empire.rows import empire_rows, without_former
from scoring.rise_of_empire.shopping import buyers_before, buyers_in_order
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import Status
from scoring.rise_of_empire.what_if import suppose_session
from scoring.rules import RuleBroken
from tests.played_campaign import CAESAR, founded_campaign

TOO_LONG = "x" * (LONGEST_NAME + 1)


@pytest.mark.rule("ROE-30")
def test_a_score_is_corrected_at_its_own_place_and_no_other():
    at = founded_campaign("anna", "bara").session(anna=60, bara=55)
    for wrong in (-1, 1):
        at.refuses("correct_score", empire="anna", position=wrong, score=7, reason="x")
    at.do("correct_score", empire="anna", position=0, score=7, reason="misread")
    assert at.sheet("anna").scores == (7,)


@pytest.mark.rule("ROE-14", "ROE-17")
def test_whoever_names_no_known_mission_or_nobody_is_not_too_early():
    at = founded_campaign("anna", "bara").open()
    for said in (
        {},
        {"mission": 999, "empires": ["anna"]},
        {"mission": CAESAR, "empires": 3},
        {"mission": CAESAR, "empires": []},
    ):
        assert completion_doubts(at.state, said) == ()
    before = founded_campaign("anna", "bara").state
    assert completion_doubts(before, {"mission": CAESAR, "empires": ["anna"]}) == ()


@pytest.mark.parametrize(
    ("day", "known"),
    [("", True), ("2026-11-16", True), ("20261116", False), ("16. 11. 2026", False)],
)
def test_a_session_is_played_on_a_day_as_calendars_write_it(day, known):
    at = founded_campaign("anna", "bara")
    opening = {"empires": ["anna", "bara"], "missions": [CAESAR, 136, 150]}
    assert at.allows("open_session", **opening, played_on=day) is known


@pytest.mark.rule("ROE-31")
def test_a_deck_that_just_suffices_is_drawn_from_alone():
    at = founded_campaign("anna", "bara")
    number = len(province_deck(at.state))
    last = province_deck(at.state)[:2]
    assert provinces_drawn_first(at.state, number) == ()
    assert provinces_drawn_first(at.state, number + 1) == province_deck(at.state)
    thrown = replace(at.state, discarded=last)
    assert can_be_drawn(thrown, number - 2) == province_deck(thrown)
    assert set(can_be_drawn(thrown, number - 1)) == set(province_deck(at.state))


@pytest.mark.rule("ROE-23")
def test_a_tie_is_asked_of_those_who_are_level_and_have_not_said_it():
    at = founded_campaign("anna", "bara", "cyril").open()
    at.enter("anna", track=40)
    at.enter("bara", track=40)
    assert ties_to_break(at.state) == ()  # a score is missing
    at.enter("cyril", track=20)
    level = set(ties_to_break(at.state))
    assert level == {"anna", "bara"}
    assert is_win_tied(at.state)


@pytest.mark.rule("ROE-23", "ROE-27")
def test_who_is_level_further_down_is_asked_although_the_win_is_clear():
    at = founded_campaign("anna", "bara", "cyril").open()
    for key, points in (("anna", 40), ("bara", 20), ("cyril", 20)):
        at.enter(key, track=points)
    assert set(ties_to_break(at.state)) == {"bara", "cyril"}
    assert not is_win_tied(at.state)


def test_one_alone_is_level_with_nobody():
    at = founded_campaign("anna").open()
    at.enter("anna", track=40)
    assert ties_to_break(at.state) == ()


@pytest.mark.rule("ROE-1")
def test_a_name_may_be_as_long_as_the_field_and_a_key_is_used_once():
    at = founded_campaign("anna", "bara")

    def refused(campaign=at.state, **said):
        named = {"key": "cyril", "player": "Cyril", "deck": "romans"} | said
        return [str(one.message) for one in newcomer_problems(campaign, **named) if one]

    assert refused() == []
    longest = "x" * LONGEST_NAME
    assert refused(key=longest, player=longest, deck=longest) == []
    for field in ("key", "player", "deck"):
        assert refused(**{field: TOO_LONG}) == ["This name is too long."]
    known = ["This empire is already in the campaign."]
    assert refused(key="anna") == known
    assert refused(replace(at.state, former_keys=("dana",)), key="dana") == known


@pytest.mark.rule("ROE-27")
def test_equals_buy_in_the_order_the_table_settled():
    at = founded_campaign("anna", "bara", "cyril").open()
    at.settle(anna=60, bara=50, cyril=50).to(Stage.INVENTIONS)
    for order in (["anna", "cyril", "bara"], ["anna", "bara", "cyril"]):
        session = replace(at.state.session, order=tuple(order))
        settled = replace(at.state, session=session)
        assert [seat.empire for seat in buyers_in_order(settled)] == order
        assert buyers_before(settled, order[2]) == order[:2]


@pytest.mark.rule("ROE-27")
def test_a_price_is_from_nothing_to_999():
    at = founded_campaign("anna", "bara", cards=[])
    at.do("correct_knowledge", empire="anna", knowledge=2_000, reason="rich")
    at.open()
    at.settle(anna=60, bara=50).to(Stage.INVENTIONS)
    buy = {"empire": "anna", "number": 57, "colour": "red"}
    for price in (-1, 1_000):
        at.refuses("buy_invention", **buy, price=price)
    assert at.allows("buy_invention", **buy, price=0)
    assert at.allows("buy_invention", **buy, price=999)


@pytest.mark.rule("ROE-34")
def test_the_sheets_of_an_empire_are_counted_from_one_and_the_last_is_current():
    at = founded_campaign("anna", "bara")
    empire = at.empire("anna")
    grown = replace(empire, past=(empire.sheet,))
    told = [f for (table, _key), f in empire_rows(at.state, grown) if table == "sheet"]
    assert [(one["position"], one["current"]) for one in told] == [
        (1, False),
        (2, True),
    ]


@pytest.mark.rule("ROE-34")
def test_boxes_of_empires_that_are_gone_are_kept_for_their_player():
    at = founded_campaign("anna", "bara")
    at.do("correct_ticks", empire="anna", category="science", ticks=3, reason="x")
    fallen = replace(at.empire("anna"), status=Status.COLLAPSED)
    kept, _facts = without_former(at.state.put(fallen))
    assert kept.former == {fallen.player: 3}
    assert [one.key for one in kept.empires] == ["bara"]
    again = replace(kept, empires=(*kept.empires, replace(fallen, key="anna2")))
    assert without_former(again)[0].former == {fallen.player: 6}


@pytest.mark.rule("ROE-26")
@pytest.mark.parametrize(("score", "knowledge"), [(1, 1), (0, 0), (-5, 0)])
def test_a_supposed_score_below_nothing_brings_no_knowledge(score, knowledge):
    at = founded_campaign("anna", "bara")
    gained = suppose_session(at.state, at.empire("anna"), score, {}).knowledge
    assert gained - at.sheet("anna").knowledge == knowledge


@pytest.mark.rule("IS-14")
@pytest.mark.parametrize(
    "change", [{"rounds": "3"}, {"order": "banana"}, {"points": "banana"}]
)
def test_alone_only_known_options_can_be_chosen(change):
    story = SoloStory(Setting(rounds="5"))
    assert (
        ChangeSetting(Setting(rounds="4")).apply(story, Around()).setting.rounds == "4"
    )
    with pytest.raises(RuleBroken):
        ChangeSetting(replace(Setting(rounds="4"), **change)).apply(story, Around())
