"""A repair follows a changed log: where it stops, what it asks, and what an answer comes to."""

from dataclasses import replace

import pytest

from scoring.rise_of_empire.repair_answers import (
    AS_PLAYED,
    IN_ORDER,
    LEAVE,
    LEAVE_EMPIRE,
    LEAVE_REST,
    SESSION_AS_PLAYED,
)
from scoring.rise_of_empire.repair_moves import EmpireLeft
from tests.played_campaign import founded_campaign
from tests.scoring.repaired_campaign import (
    RepairedCampaign,
    answer_with,
    kinds,
    played_twice,
    played_with_missions,
)

TICK, BUYING, STOPPING = 11, 15, 16  # Dana's tick, Anna's first card and her end of it
SECOND = 34  # the opening of the second session


@pytest.fixture(scope="module")
def log():
    return RepairedCampaign(played_twice())


@pytest.fixture(scope="module")
def missions():
    return RepairedCampaign(played_with_missions())


def test_the_acts_the_tests_speak_of_are_these(log):
    assert log.number("tick_track", "dana") == TICK
    assert log.number("buy_invention", "anna") == BUYING
    assert log.number("stop_buying", "anna") == STOPPING
    assert log.number("open_session", nth=1) == SECOND


# What is asked


def test_what_still_holds_is_followed_without_a_question(log):
    course = log.repair(log.acts)
    assert course.question is None
    assert (course.instead, course.then, course.decisions) == ({}, [], [])
    assert course.state == course.recorded.course.state
    assert course.sheets_put_back == []
    ends = {number: one.number for number, one in course.course.ends.items()}
    assert ends == {33: 1, 66: 2}


def test_a_question_says_what_could_be_answered_and_nothing_else(log):
    question = log.repair(log.with_score("anna", 90)).question
    assert (question.act.number, question.session) == (TICK, 1)
    assert question.may_keep
    assert (question.rest, question.of_missing, question.in_order) == (0, 0, 0)
    assert question.missing is None
    assert not question.unfit
    assert len(question.problems) == 1


@pytest.mark.parametrize(
    "answer", ["nonsense", LEAVE_REST, LEAVE_EMPIRE, IN_ORDER, "c-123456"]
)
def test_an_answer_that_is_not_offered_is_unfit_and_changes_nothing(log, answer):
    course = log.repair(log.with_score("anna", 90), {TICK: [answer]})
    assert (course.question.act.number, course.question.unfit) == (TICK, True)
    assert course.decisions == []


def test_data_that_cannot_be_read_is_asked_about_without_a_rule(log):
    changed = log.with_data("tick_track", "dana", category=7)
    question = log.repair(changed).question
    assert (question.act.number, question.problems) == (TICK, ())


# One act


def test_an_act_is_left_out_alone(log):
    course = log.repair(log.with_score("dana", 30), {TICK: [LEAVE]})
    assert course.instead[TICK] == []
    decision, *_later = course.decisions
    assert (decision.answer, decision.left_out, decision.asked) == (LEAVE, 1, True)
    assert (decision.instead, decision.kept, decision.session) == ((), False, 1)
    assert course.left_session is None


def test_an_act_kept_as_played_follows_what_makes_it_hold(log):
    changed = log.with_score("anna", 90)
    course = log.repair(changed, {TICK: [AS_PLAYED]})
    assert course.question is None
    assert kinds(course.instead[TICK]) == ["keep_as_played", "tick_track"]
    assert {act.number for act in course.instead[TICK]} == {TICK}
    (decision,) = course.decisions
    assert (decision.answer, decision.kept, decision.asked) == (AS_PLAYED, True, True)
    assert (decision.instead, decision.left_out) == ((course.instead[TICK][0],), 0)
    assert list(course.instead) == [TICK]  # the rest of the session goes its own way
    (put_back,) = course.sheets_put_back
    due = [one.session.seat("dana").ticks_due for one in vars(put_back).values()]
    assert due == [0, 1]


def test_the_tick_of_another_empire_takes_the_place_of_the_winners(log):
    changed = log.with_score("anna", 90)
    options = log.repair(changed).question.options
    course = log.repair(changed, {TICK: [answer_with(options[0])]})
    assert course.question.act.number == 13  # Anna buys before Dana now
    (done,) = course.instead[TICK]
    assert (done.number, done.kind, done.data["empire"]) == (TICK, "tick_track", "anna")
    (decision,) = course.decisions
    assert (decision.instead, decision.kept, decision.asked) == ((done,), False, True)


def test_another_choice_of_the_same_empire_takes_the_place_of_an_act(log):
    changed = log.with_data("buy_invention", "anna", price=39)
    options = log.repair(changed).question.options
    other = next(one for one in options if one.data.get("number") == 60)
    assert (other.same, other.own) == (True, True)
    course = log.repair(changed, {BUYING: [answer_with(other)]})
    (done,) = course.instead[BUYING]
    assert done.data["number"] == 60
    assert course.decisions[0].kept is False
    assert course.question.act.number > STOPPING  # the card was bought later by Anna


def test_what_the_session_waits_for_comes_before_an_act_that_holds_then(log):
    changed = log.without("settle_scores")
    question = log.repair(changed).question
    (settle,) = (one for one in question.options if one.kind == "settle_scores")
    assert (settle.same, settle.own) == (False, True)
    course = log.repair(changed, {TICK: [answer_with(settle)]})
    assert course.question is None
    assert kinds(course.instead[TICK]) == ["settle_scores", "tick_track"]
    (decision,) = course.decisions
    assert decision.kept is True
    assert kinds(decision.instead) == ["settle_scores"]


def test_cards_that_cannot_be_drawn_are_no_answer(log):
    """Anna didn't draw province 1, which she has had since the first session."""
    changed = log.with_data("draw_provinces", "anna", nth=1, provinces=[1])
    question = log.repair(changed).question
    (typed,) = (one for one in question.options if one.asks and one.own)
    number = question.act.number
    unfit = log.repair(changed, {number: [f"{answer_with(typed)}:2"]})
    assert unfit.question.unfit
    assert unfit.decisions == []
    fit = log.repair(changed, {number: [f"{answer_with(typed)}:5"]})
    assert fit.instead[number][0].data["provinces"] == [5]
    assert fit.question is None


# The same purchases in another order


def test_everybody_buys_the_same_in_the_order_that_holds_now(log):
    changed = log.with_score("anna", 54)
    question = log.repair(changed).question
    assert (question.act.number, question.in_order) == (BUYING, 2)
    course = log.repair(changed, {BUYING: [IN_ORDER]})
    assert course.question is None
    bought = [
        [(act.number, act.kind, act.data["empire"]) for act in course.instead[number]]
        for number in sorted(course.instead)
    ]
    assert bought == [
        [(15, "buy_invention", "bara")],
        [(16, "stop_buying", "bara")],
        [(17, "buy_invention", "anna")],
        [(18, "stop_buying", "anna")],
    ]
    (decision,) = course.decisions
    assert (decision.answer, decision.kept, decision.left_out) == (IN_ORDER, True, 0)
    assert [act.number for act in decision.instead] == [17, 18]


def test_purchases_of_another_session_stay_where_they_are(log):
    course = log.repair(log.with_score("anna", 54), {BUYING: [IN_ORDER]})
    assert sorted(course.reordered) == [(number, 0) for number in range(15, 21)]


def test_a_purchase_that_moved_is_kept_as_it_was_recorded(log):
    """With 30 knowledge Anna buys last, and her card is too dear for her."""
    changed = log.with_score("anna", 30)
    course = log.repair(changed, {BUYING: [IN_ORDER]})
    question = course.question
    assert (question.act.number, question.act.data["empire"]) == (19, "anna")
    assert question.may_keep  # with the knowledge she had at 15, not at 19
    kept = log.repair(changed, {BUYING: [IN_ORDER], 19: [AS_PLAYED]})
    assert kinds(kept.instead[19]) == ["keep_as_played", "buy_invention"]
    assert kept.instead[20][0].data["empire"] == "anna"


def test_whoever_bought_right_after_may_be_moved_before(log):
    """Without her card Anna's end of buying waits for Bára, who is to buy before her."""
    changed = [act for act in log.with_score("anna", 54) if act.number != BUYING]
    question = log.repair(changed).question
    assert (question.act.number, question.in_order) == (STOPPING, 2)
    moved = log.repair(changed, {STOPPING: [IN_ORDER]}).decisions[0]
    assert [act.number for act in moved.instead] == [17, 18]


# An answer that ends somebody's buying


def too_poor(log):
    """With 30 knowledge Anna buys last and can afford nothing: her turn is entry 19."""
    return log.with_score("anna", 30), {BUYING: [IN_ORDER]}


def test_who_can_afford_nothing_now_is_asked_once(log):
    changed, answers = too_poor(log)
    options = log.repair(changed, answers).question.options
    (nothing,) = (one for one in options if one.kind == "afford_nothing")
    assert (nothing.same, nothing.own) == (False, True)
    course = log.repair(changed, {**answers, 19: [answer_with(nothing)]})
    assert course.question.act.number == SECOND  # Anna has fallen by then
    assert kinds(course.instead[19]) == ["afford_nothing"]
    assert course.instead[20] == []  # the end of her buying goes with it
    _order, chosen, *left = course.decisions
    assert (chosen.act.number, chosen.asked, chosen.kept) == (19, True, False)
    assert [one.act.number for one in left] == [20, 21, 22, 23]  # and her province
    assert {(one.answer, one.asked) for one in left} == {(LEAVE, False)}
    assert course.done_buying == {(1, "anna")}


def test_a_card_left_out_ends_nobodys_buying_while_it_is_their_turn(log):
    changed, answers = too_poor(log)
    course = log.repair(changed, {**answers, 19: [LEAVE]})
    assert course.done_buying == set()
    assert course.question.act.number == 20


def test_a_purchase_after_the_end_of_buying_is_asked_about(log):
    """Nobody answered anything about Anna's buying, so nothing is left out silently."""
    bought = {**log.find("buy_invention", "bara").data, "empire": "anna"}
    changed = [
        replace(act, data=bought) if act.number == 17 else act for act in log.acts
    ]
    course = log.repair(changed)
    assert course.question.act.number == 17
    assert course.decisions == []


# An empire that isn't playing any more


def without_dana(missions):
    three = ["anna", "bara", "cyril"]
    return missions.with_data("open_session", nth=1, empires=three)


def test_one_answer_leaves_an_empire_out_of_a_session(missions):
    changed = without_dana(missions)
    question = missions.repair(changed).question
    first = missions.number("complete_mission")
    assert question.act.number == first
    assert question.missing == EmpireLeft("dana", 2)
    last = missions.number("finish_session", nth=1)
    own = [
        act.number
        for act in missions.acts
        if first <= act.number <= last
        and (act.data.get("empire") == "dana" or act.data.get("empires") == ["dana"])
    ]
    assert question.of_missing == len(own) == 8
    course = missions.repair(changed, {first: [LEAVE_EMPIRE]})
    assert [number for number, said in course.instead.items() if not said] == own
    (both,) = course.instead[first]
    assert both.data["empires"] == ["anna"]
    asked, shared = course.decisions
    assert (asked.left_out, asked.asked, asked.instead) == (8, True, ())
    assert (shared.left_out, shared.asked, shared.instead) == (0, False, (both,))
    assert shared.answer == LEAVE_EMPIRE
    assert course.question.session == 3  # Dana plays that one


def test_the_first_entry_of_an_empire_alone_is_counted_too(log):
    changed = log.with_data("open_session", nth=1, empires=["anna", "bara", "cyril"])
    question = log.repair(changed).question
    own = [act.number for act in log.acts[SECOND:] if act.data.get("empire") == "dana"]
    assert question.act.number == own[0]
    assert question.of_missing == len(own) == 7


def test_an_empire_never_founded_is_left_out_of_everything(missions):
    changed = missions.without("found_empire", "dana")
    question = missions.repair(changed).question
    assert question.act.kind == "open_session"
    assert question.missing == EmpireLeft("dana", None)
    own = [
        act
        for act in missions.acts[4:]
        if act.data.get("empire") == "dana" or act.data.get("empires") == ["dana"]
    ]
    assert question.of_missing == len(own)
    course = missions.repair(changed, {question.act.number: [LEAVE_EMPIRE]})
    assert course.instead[question.act.number][0].data["empires"] == [
        "anna",
        "bara",
        "cyril",
    ]
    assert course.question.act.kind == "gain_knowledge"  # Anna won and has to tick
    assert course.question.missing is None


# A session that isn't there any more


def test_a_session_that_was_never_opened_goes_with_one_answer(log):
    changed = log.without("open_session", nth=1)
    question = log.repair(changed).question
    assert (question.act.number, question.session, question.rest) == (35, 2, 32)
    assert not question.may_keep
    course = log.repair(changed, {35: [LEAVE_REST]})
    assert course.question is None
    assert list(course.instead) == [*range(35, 67)]
    assert not any(course.instead.values())
    (decision,) = course.decisions
    assert (decision.answer, decision.left_out, decision.asked) == (
        LEAVE_REST,
        32,
        True,
    )
    assert course.state.played == 1


def test_the_session_after_one_that_is_gone_is_played(missions):
    changed = missions.without("open_session", nth=1)
    first = missions.number("complete_mission")
    course = missions.repair(changed, {first: [LEAVE_REST]})
    assert course.question.session == 3
    assert course.question.rest == 0
    third = missions.number("open_session", nth=2)
    assert third not in course.instead


# Everything as it was played


def test_keeping_a_session_settles_the_rest_of_it_and_sets_sheets_back(log):
    changed = log.with_score("anna", 90)
    course = log.repair(changed, {TICK: [SESSION_AS_PLAYED]})
    assert course.question is None
    assert [one.asked for one in course.decisions] == [True]
    assert kinds(course.instead[SECOND]) == ["keep_as_played", "open_session"]
    assert {act.number for act in course.instead[SECOND]} == {SECOND}
    assert course.state.empire("anna").sheet.knowledge == 46
    assert course.kept_session is None


def test_a_session_kept_as_played_says_nothing_of_the_next(log):
    changed = log.with_score("anna", 90)
    again = [act for act in changed if act.number != log.number("tick_track", "anna")]
    course = log.repair(again, {TICK: [SESSION_AS_PLAYED]})
    assert course.question.session == 2


def test_within_a_kept_session_nothing_more_is_asked(log):
    """Without knowledge nobody could buy; as it was played they did."""
    changed = [act for act in log.with_score("anna", 90) if act.number != 12]
    course = log.repair(changed, {TICK: [SESSION_AS_PLAYED]})
    first, second, *_more = course.decisions
    assert (first.asked, second.asked) == (True, False)
    assert (second.answer, second.kept, second.act.number) == (AS_PLAYED, True, 13)
    assert course.question is None or course.question.session == 2


def test_keeping_everything_asks_nothing(log):
    changed = log.with_score("anna", 90)
    course = log.repair(changed, keep_all=True)
    assert course.question is None
    (decision,) = course.decisions
    assert (decision.answer, decision.asked) == (AS_PLAYED, False)
    assert len(course.sheets_put_back) == 2


def test_sheets_are_set_back_after_the_last_session_too(log):
    changed = log.with_score("anna", 66, nth=1)
    course = log.repair(changed, keep_all=True)
    (then,) = course.then
    assert (then.kind, then.number) == ("keep_as_played", log.acts[-1].number)
    assert course.state.empire("anna").sheet.knowledge == 46
    assert course.put_back is None
    assert course.instead == {}
    (put_back,) = course.sheets_put_back
    sheets = [one.empire("anna").sheet.knowledge for one in vars(put_back).values()]
    assert sheets == [41, 46]


def test_without_a_wish_to_keep_sheets_stay_as_the_change_makes_them(log):
    course = log.repair(log.with_score("anna", 66, nth=1))
    assert (course.question, course.then, course.sheets_put_back) == (None, [], [])
    assert course.state.empire("anna").sheet.knowledge == 41


def test_where_everything_is_kept_a_session_never_opened_is_left_out_unasked(log):
    course = log.repair(log.without("open_session", nth=1), keep_all=True)
    assert course.question is None
    (decision,) = course.decisions
    assert (decision.answer, decision.asked) == (LEAVE_REST, False)
    whole = course.recorded.course.state
    assert course.state.empire("anna").sheet.boxes == whole.empire("anna").sheet.boxes


def test_nothing_is_set_back_before_a_session_has_ended(log):
    """Between two sessions the change itself stands: a name mended there isn't lost at once."""
    changed = log.with_data("found_empire", "bara", name="Elsewhere")
    course = log.repair(changed, keep_all=True)
    assert list(course.instead) == [SECOND]
    assert kinds(course.instead[SECOND]) == ["keep_as_played", "open_session"]


def test_an_open_session_is_not_set_back():
    """Sheets are put back between two sessions only."""
    at = founded_campaign("anna", "bara").session(anna=60, bara=50).open()
    log = RepairedCampaign(at.settle(anna=50, bara=60).step())
    changed = log.with_score("anna", 70, nth=1)
    course = log.repair(changed, keep_all=True)
    assert course.question is None
    assert course.then == []
