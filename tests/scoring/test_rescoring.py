"""Sessions replayed under other options: what differs, and where it would stop."""

from dataclasses import replace

import pytest

from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Age
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.rescoring import (
    OtherRules,
    PlayedAct,
    replay_plainly,
    replay_under,
)
from tests.played_campaign import founded_campaign


def played(at):
    return [
        PlayedAct(number, kind, data)
        for number, (kind, data) in enumerate(at.acts, start=1)
    ]


@pytest.fixture(scope="module")
def at():
    """Anna 60, Bára 55; then Anna 58, Bára 72."""
    campaign = founded_campaign("anna", "bara").session(anna=60, bara=55)
    return campaign.session(anna=58, bara=72)


def again(at, **readings):
    rules = OtherRules(replace(Readings(), **readings))
    return replay_under(rules, ENGINE.start(at.start), played(at))


def test_under_the_same_options_everything_is_as_it_was(at):
    found = again(at)
    assert found.stopped is None
    assert found.state == replay_plainly(ENGINE.start(at.start), played(at))
    scores = {key: one.score for key, one in found.scores[1].items()}
    assert scores == {"anna": 60, "bara": 55}
    assert {key: one.place for key, one in found.scores[2].items()} == {
        "anna": 2,
        "bara": 1,
    }


def test_another_option_holds_in_every_session_whatever_the_table_changed_meanwhile(at):
    rules = OtherRules(replace(Readings(), third_icon="province"))
    change = {"readings": {"third_icon": "nothing"}}
    acts = [*played(at), PlayedAct(99, "change_readings", change)]
    found = replay_under(rules, ENGINE.start(at.start), acts)
    assert found.state.readings.third_icon == "province"
    assert found.stopped is None


def test_it_stops_at_the_first_act_that_no_longer_holds_and_says_why(at):
    acts = played(at)
    buying = next(one for one in acts if one.kind == "buy_invention")
    dearer = replace(buying, data={**buying.data, "price": 999})
    acts[acts.index(buying)] = dearer
    found = replay_under(OtherRules(Readings()), ENGINE.start(at.start), acts)
    assert (found.stopped.number, found.stopped.kind) == (buying.number, buying.kind)
    assert found.stopped.problems
    assert 1 in found.scores
    assert 2 not in found.scores


def test_content_that_fits_no_act_stops_it_too(at):
    acts = [*played(at), PlayedAct(77, "write_note", {"wrong": 1})]
    found = replay_under(OtherRules(Readings()), ENGINE.start(at.start), acts)
    assert (found.stopped.number, found.stopped.problems) == (77, ())


def test_empires_that_do_not_fit_on_a_sheet_are_said_at_once(at):
    state = replay_plainly(ENGINE.start(at.start), played(at))
    ancient = DEFAULT_LAYOUTS[Age.ANCIENT]
    short = replace(
        ancient, **{one: replace(ancient.track(one), boxes=("",)) for one in TRACKS}
    )
    rules = OtherRules(layouts={Age.ANCIENT: replace(short, map=())})
    found = replay_under(rules, state, [])
    assert found.stopped.number == 0
    assert found.stopped.problems


TRACKS = ("diplomacy", "economy", "science")


def test_another_sheet_holds_in_every_session(at):
    ancient = DEFAULT_LAYOUTS[Age.ANCIENT]
    longer = replace(
        ancient,
        diplomacy=replace(ancient.diplomacy, boxes=(*ancient.diplomacy.boxes, "")),
    )
    rules = OtherRules(layouts={Age.ANCIENT: longer})
    found = replay_under(rules, ENGINE.start(at.start), played(at))
    assert found.state.layouts[Age.ANCIENT] == longer
    assert found.stopped is None
