"""As little as will do is put back so that an act holds again: what that is, step by step."""

from dataclasses import replace

from scoring.rise_of_empire.played_values import (
    empire_values,
    everything,
    everything_but_scores,
    put_back_for,
    put_back_sheets,
    put_back_ways,
)
from scoring.rise_of_empire.rescoring import PlayedAct
from tests.played_campaign import CAESAR, founded_campaign

TICK = PlayedAct(9, "tick_track", {"empire": "anna", "category": "science"})
GAIN = PlayedAct(9, "gain_knowledge", {})


def with_knowledge(**knowledge):
    """Two empires between sessions, each with so much knowledge."""
    at = founded_campaign("anna", "bara")
    for key, amount in knowledge.items():
        at.correct("knowledge", key, knowledge=amount)
    return at.state


def to_be_ticked(**ticks):
    """Anna won and has to tick; before that somebody's tracks were mended."""
    at = founded_campaign("anna", "bara")
    for key, science in ticks.items():
        at.correct("ticks", key, category="science", ticks=science)
    return at.open().settle(anna=60, bara=50).state


def ways(now, then, act):
    return list(put_back_ways(now, then, act))


# Whose sheets


def test_an_act_of_one_empire_puts_back_that_empires_sheet_alone():
    now, then = to_be_ticked(), to_be_ticked(anna=3, bara=4)
    _course, touched, whole, *_all = ways(now, then, TICK)
    assert set(touched["empires"]) == {"anna"}
    assert set(whole["empires"]) == {"anna"}


def test_an_act_of_the_whole_table_puts_back_all_sheets():
    now, then = to_be_ticked(), to_be_ticked(anna=3, bara=4)
    _course, _touched, whole, *_all = ways(now, then, GAIN)
    assert set(whole["empires"]) == {"anna", "bara"}


def test_of_a_sheet_only_what_the_act_changed_comes_first():
    now, then = to_be_ticked(), to_be_ticked(anna=3)
    anna = now.empire("anna")
    named = now.put(replace(anna, sheet=replace(anna.sheet, name="Elsewhere")))
    _course, touched, whole, *_all = ways(named, then, TICK)
    assert set(touched["empires"]["anna"]["sheet"]) == {"ticks"}
    assert set(whole["empires"]["anna"]["sheet"]) == {"ticks", "name"}


# What was counted


def test_missions_are_put_back_with_everything_and_never_with_one_sheet():
    now = founded_campaign("anna", "bara").open().state
    then = founded_campaign("anna", "bara").open().complete(CAESAR, "anna").state
    for both in (everything_but_scores(now, then), everything(now, then)):
        assert both["session"]["missions"][0]["completed"] == ["anna"]
    _course, touched, whole, *_all = ways(now, then, TICK)
    assert "missions" not in touched.get("session", {})
    assert "missions" not in whole.get("session", {})


def test_scores_are_put_back_last_of_all():
    now = founded_campaign("anna", "bara").session(anna=60, bara=50).state
    then = founded_campaign("anna", "bara").session(anna=40, bara=50).state
    assert "scores" not in everything_but_scores(now, then)["empires"]["anna"]["sheet"]
    assert everything(now, then)["empires"]["anna"]["sheet"]["scores"] == [40]


def test_an_empire_of_another_age_brings_its_list_of_scores_and_its_past():
    now = founded_campaign("anna").session(anna=60).empire("anna")
    sheet = replace(now.sheet, scores=(5, 6))
    same_age = replace(now, sheet=sheet)
    assert empire_values(now, same_age, scores=False) == {}
    assert empire_values(now, same_age, scores=True) == {"sheet": {"scores": [5, 6]}}
    mended = replace(now, past=(sheet,))
    assert empire_values(replace(now, past=(now.sheet,)), mended, scores=False) == {}
    later = replace(now, sheet=sheet, past=(now.sheet,))
    values = empire_values(now, later, scores=False)
    assert values["sheet"] == {"scores": [5, 6]}
    assert len(values["past"]) == 1


def test_an_empire_that_is_gone_comes_back_whole():
    old = founded_campaign("anna").empire("anna")
    values = empire_values(None, old, scores=False)
    assert (values["player"], values["sheet"]["name"]) == ("Anna", "anna's realm")


# Whether anything has to be


def test_nothing_is_put_back_where_nothing_helps_or_nothing_differs():
    at = founded_campaign("anna", "bara").open()
    assert put_back_for(at.state, at.state, TICK, "so it was") is None
    between = with_knowledge(anna=5)
    assert put_back_sheets(between, between, 9, "so it was") is None


def test_sheets_between_two_sessions_come_back_as_they_were():
    now, then = with_knowledge(anna=5, bara=6), with_knowledge(anna=5, bara=9)
    act = put_back_sheets(now, then, 9, "so it was")
    assert (act.number, act.data["reason"]) == (9, "so it was")
    assert act.data["played"] == {"empires": {"bara": {"sheet": {"knowledge": 9}}}}
