"""Simulated campaigns with a winner changed or a mission removed: how many decisions a repair asks for."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from statistics import median

import pytest

from scoring.rise_of_empire.campaign_course import CampaignCourse, follow_recorded
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.repair_answers import (
    AS_PLAYED,
    CHOICE,
    IN_ORDER,
    LEAVE,
    LEAVE_EMPIRE,
    LEAVE_REST,
)
from scoring.rise_of_empire.repairing import RepairCourse
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.simulation import example_start, simulate
from tests.played_campaign import check_cards, check_sheets, through_json
from tests.thorough import THOROUGH

# A campaign for each number of players, a change of each kind in every third session; otherwise two.
CAMPAIGNS, SESSIONS, EACH = (range(4), 25, 3) if THOROUGH else ((1,), 5, 4)
PATIENCE = 60  # decisions that nobody would make
REASON = "we played it so"
# Nobody's own act: what the session waits for is done first.
BUYING = ("buy_invention", "stop_buying", "afford_nothing")
WHOLE_TABLE = ("gain_knowledge", "finish_session", "open_session")


def keep_it(question):
    """As it was played; where that can't be, one answer for all of it, or what the session waits for."""
    if question.may_keep:
        return AS_PLAYED
    if question.missing:
        return LEAVE_EMPIRE
    if question.rest:
        return LEAVE_REST
    waits = [one for one in question.options if not one.asks]
    due = question.act.kind in WHOLE_TABLE and waits
    return f"{CHOICE}{waits[0].key}" if due else LEAVE


def go_by_the_rules(question):
    """The legal choice that stands in the act's place, where there is one."""
    if question.in_order:
        return IN_ORDER
    fit = [
        one
        for one in question.options
        if one.same and not one.asks and (one.own or one.kind == "tick_track")
    ]
    return f"{CHOICE}{fit[0].key}" if fit else keep_it(question)


POLICIES = {"as played": keep_it, "by the rules": go_by_the_rules}


def changed_campaigns(acts, scores_of, each):
    """Every change with the number of its session's first act: what it is, and the acts with it."""
    opened = [act.number for act in acts if act.kind == "open_session"]
    for nth, first in enumerate(opened):
        if nth % each:
            continue
        last = opened[nth + 1] if nth + 1 < len(opened) else len(acts) + 1
        own = acts[first - 1 : last - 1]
        scores = [act for act in own if act.kind == "enter_score"]
        done = [act for act in own if act.kind == "complete_mission"]
        if len(scores) > 1:
            yield "winner", first, swap_winner(acts, scores, scores_of[nth + 1])
        for gone in done[:1]:
            yield "mission", first, [act for act in acts if act is not gone]


def swap_winner(acts, entered, scores):
    """Who came last had one point more than who won."""
    last, first = (
        pick(scores, key=lambda key: scores[key].place) for pick in (max, min)
    )
    (own,) = (act for act in entered if act.data["empire"] == last)
    entries = {**own.data["entries"]}
    entries["track"] += scores[first].score - scores[last].score + 1
    other = replace(own, data={**own.data, "entries": entries})
    return [other if act is own else act for act in acts]


def repair(recorded, start, changed, answer, *, keep_all=False):
    """The repair once everything is answered, and how many decisions it took."""
    answers = {}
    for asked in range(PATIENCE):
        found = RepairCourse(recorded, CampaignCourse(start), answers, REASON, keep_all)
        found.follow(changed)
        if found.question is None:
            return asked, found
        assert not found.question.unfit
        number = found.question.act.number
        answers.setdefault(number, []).append(answer(found.question))
    return PATIENCE, found


def check_repair(recorded, start, changed, found):
    """No entry is lost silently, the same comes of it when it is replayed, and it is sound."""
    gone = [one.act for one in found.decisions if one.answer == LEAVE]
    several = (LEAVE_REST, LEAVE_EMPIRE)
    rest = sum(one.left_out for one in found.decisions if one.answer in several)
    empty = {number for number, said in found.instead.items() if not said}
    assert not any(act in found.instead[act.number] for act in gone)
    assert len(empty) <= len(gone) + rest
    state, facts = start, []
    for act in changed:
        for one in found.instead.get(act.number, [act]):
            state, made = ENGINE.apply(state, one.kind, through_json(one.data))
            facts += made
    for one in found.then:
        state, made = ENGINE.apply(state, one.kind, through_json(one.data))
        facts += made
    assert state == found.state
    check_cards(state)
    check_sheets(state)
    before = {one.key: one.sheet.knowledge for one in start.empires}
    sums = Counter(before)
    for fact in facts:
        if fact.projection == "knowledge":
            sums[fact.fields["empire"]] += fact.fields["amount"]
    assert all(sums[one.key] == one.sheet.knowledge for one in state.empires)


def count_questions(seed, sessions=SESSIONS, each=EACH):
    """The decisions of the repairs of one campaign, by policy and kind of change."""
    players = 1 + seed % 4
    told = simulate(sessions=sessions, players=players, seed=seed, play_on=True)
    acts = [PlayedAct(nth, *one) for nth, one in enumerate(told, start=1)]
    whole = follow_recorded(ENGINE.start(example_start()), acts)
    found = []
    for what, first, changed in changed_campaigns(acts, whole.course.scores, each):
        start = whole.before[first, 0]
        since = [act for act in changed if act.number >= first]
        for name, answer in POLICIES.items():
            asked, done = repair(whole, start, since, answer)
            check_repair(whole, start, since, done)
            found.append((name, what, asked))
        asked, done = repair(whole, start, since, keep_it, keep_all=True)
        check_repair(whole, start, since, done)
        assert asked == 0
        assert sheets_but_scores(done.state) == sheets_but_scores(whole.course.state)
    return found


def sheets_but_scores(state):
    marks = {"scores": (), "corrected": (), "carried": 0}
    return [(one.key, one.status, replace(one.sheet, **marks)) for one in state.empires]


def without_points(points=0):
    """Somebody who bought first in session 1 has no points there: others buy before."""
    told = simulate(sessions=3, players=4, seed=1)
    acts = [PlayedAct(nth, *one) for nth, one in enumerate(told, start=1)]
    (own, *_others) = (act for act in acts if act.kind == "enter_score")
    entries = {**own.data["entries"], "track": points}
    other = replace(own, data={**own.data, "entries": entries})
    return acts, [other if act is own else act for act in acts]


def buy_first_that_is_legal(question):
    bought = [one for one in question.options if one.kind in BUYING]
    return f"{CHOICE}{bought[0].key}" if bought else keep_it(question)


def test_an_answer_that_ends_an_empires_buying_settles_what_it_bought_later():
    acts, changed = without_points()
    start = ENGINE.start(example_start())
    recorded = follow_recorded(start, acts)
    asked, done = repair(recorded, start, changed, buy_first_that_is_legal)
    assert asked < PATIENCE
    check_repair(recorded, start, changed, done)
    ended = [
        (one.act.number, one.instead[0].data["empire"], one.session)
        for one in done.decisions
        if one.asked and one.instead and one.instead[0].kind in BUYING[1:]
    ]
    assert ended
    left = [one for one in done.decisions if not one.asked]
    assert {one.act.kind for one in left} >= {"buy_invention", "stop_buying"}
    for number, empire, session in ended:
        again = [
            one
            for one in done.decisions
            if one.asked and one.session == session and one.act.number > number
            if one.act.kind in BUYING and one.act.data["empire"] == empire
        ]
        assert not again
    for one in left:
        assert one.answer == LEAVE
        assert one.act not in done.instead[one.act.number]


def leave_sessions_open(question):
    """Nothing is finished, and whoever isn't playing is left out where that is offered."""
    if question.act.kind == "finish_session":
        return LEAVE
    return LEAVE_EMPIRE if question.missing else keep_it(question)


def test_no_empire_is_left_out_of_another_session_than_the_open_one():
    """It would change nothing, and the same would be asked again and again."""
    acts, _changed = without_points()
    finish = next(one.number for one in acts if one.kind == "finish_session")
    changed = [one for one in acts if one.number != finish]
    start = ENGINE.start(example_start())
    recorded = follow_recorded(start, acts)
    asked, done = repair(recorded, start, changed, leave_sessions_open)
    assert asked < PATIENCE
    check_repair(recorded, start, changed, done)


def sum_up(found):
    """For each policy and kind of change: how many repairs, the median and the worst."""
    for name in POLICIES:
        for what in ("winner", "mission"):
            asked = [
                many for policy, kind, many in found if (policy, kind) == (name, what)
            ]
            yield f"{what} changed, {name}", len(asked), median(asked), max(asked)


@pytest.mark.parametrize(
    ("seed", "sessions", "each", "asked"),
    [
        (0, 5, 4, [1, 1, 0, 0]),  # alone an empire falls that played on
        (1, 2, 1, [1, 2, 0, 0] * 2),  # who ticks, then who buys first
        (2, 6, 5, [1, 2, 2, 3, 1, 2, 0, 0]),  # without a mission's ticks an age is late
        (3, 5, 4, [2, 3, 0, 0, 1, 2, 0, 0]),  # who couldn't buy anything now can
    ],
)
def test_every_decision_is_asked_once(seed, sessions, each, asked):
    """A changed winner as played and by the rules, then a mission, for each changed session."""
    found = count_questions(seed, sessions, each)
    assert [many for _policy, _kind, many in found] == asked


def test_a_repair_asks_for_few_decisions():
    with ProcessPoolExecutor() as processes:
        found = [
            one for some in processes.map(count_questions, CAMPAIGNS) for one in some
        ]
    for _what, repairs, middle, worst in sum_up(found):
        assert repairs
        assert middle <= 3
        assert worst < PATIENCE
