"""The repair page in words: the question, the answers so far, and what they come to per session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext

from campaign.history import annals
from campaign.history.differences import state_differences
from campaign.history.repair_questions import show_question, tell_act
from campaign.history.repairs import AskedChange, RepairPlan, RepairRequest
from campaign.history.rescoring import (
    PlayedSession,
    empire_changes,
    score_changes,
    winner_changes,
)
from campaign.history.telling import campaign_names, present_empires
from campaign.models import Campaign
from companion.log.act_words import (
    ActWords,
    Change,
    Names,
    gather_changes,
)
from companion.log.history import ActLine, Teller
from companion.log.replay import UNDO
from scoring.rise_of_empire.campaign_course import CampaignCourse, SessionEnded
from scoring.rise_of_empire.repair_answers import (
    AS_PLAYED,
    IN_ORDER,
    LEAVE,
    LEAVE_EMPIRE,
    LEAVE_REST,
    SESSION_AS_PLAYED,
    RepairDecision,
)
from scoring.rise_of_empire.repairing import RepairCourse


@dataclass(frozen=True)
class DecisionLine:
    """An answer that was given, and where it can be given again."""

    session: int | None
    told: ActWords
    words: str
    change: str  # the address of its question
    asked: bool


@dataclass(frozen=True)
class PutBack:
    """What a correction sets, and the session it is made in or after."""

    session: int
    after: bool
    changes: list[Change]


@dataclass(frozen=True)
class SessionConsequences:
    number: int
    changes: list[Change]
    left_out: bool = False


@dataclass(frozen=True)
class AlikeSessions:
    """Sessions in a row with as many changes each; they are folded into one line."""

    sessions: list[SessionConsequences]

    @property
    def first(self) -> SessionConsequences:
        return self.sessions[0]

    @property
    def last(self) -> SessionConsequences:
        return self.sessions[-1]


def show_repair(
    campaign: Campaign, plan: RepairPlan, given: RepairRequest
) -> dict[str, Any]:
    teller = annals.campaign_teller(campaign)
    names = all_names(teller, plan.course)
    wanted = campaign.acts.filter(number__in=plan.change.numbers).order_by("number")
    answers = [(one.act.number, one.answer) for one in plan.asked]
    keep = [("keep", "all")] if given.keep_all else []
    return {
        "lines": told_lines(plan, teller.lines(list(wanted))),
        "edits": tell_edits(plan.change, teller, names),
        **show_question(plan.course, names, given.answers),
        "decisions": list(told_decisions(plan, given, names)),
        "sessions": (sessions := list(find_session_changes(plan.course))),
        "alike": list(fold_sessions(sessions)),
        "put_back": list(find_put_back(plan.course, names)),
        "nth": len(answers) + 1,
        "fields": [*given.pairs(answers), *keep],
        "keep_address": address(given, [], keep="all"),
        "again": address(given, []),
        "keep_all": given.keep_all,
        "reason": given.reason,
        "last": plan.last,
        "keeps": any(
            one.answer in (AS_PLAYED, SESSION_AS_PLAYED)
            for one in plan.course.decisions
        )
        or bool(plan.course.then),
    }


def all_names(teller: Teller, course: RepairCourse) -> Names:
    state = course.state
    return campaign_names(state, {**present_empires(state), **teller.names.empires})


def told_lines(plan: RepairPlan, lines: Sequence[ActLine]) -> list[ActLine]:
    """What is to be undone looks as it will look then."""
    gone = (plan.last + 1,) if plan.change.kind == UNDO else ()
    return [replace(one, gone_by=gone) for one in lines]


def address(
    given: RepairRequest, answers: Sequence[tuple[int, str]], **more: str
) -> str:
    return "?" + urlencode([*given.pairs(answers), *more.items()])


def tell_edits(
    change: AskedChange, teller: Teller, names: Names | None = None
) -> list[Change]:
    """Field by field what an edit would say instead."""
    new = change.data.get("by")
    if new is None:
        return []
    (act,) = teller.log.acts.filter(number=change.data["of"])
    told = replace(teller, names=names or teller.names)
    return told.differences(act, teller.standing.said(act), new)


# The answers


def told_decisions(
    plan: RepairPlan, given: RepairRequest, names: Names
) -> Iterator[DecisionLine]:
    before: list[tuple[int, str]] = []
    for one in plan.course.decisions:
        yield DecisionLine(
            one.session,
            tell_act(one.act, names),
            decision_words(one, names),
            address(given, before),
            one.asked,
        )
        if one.asked:
            before.append((one.act.number, one.answer))


def decision_words(decision: RepairDecision, names: Names) -> str:
    if decision.answer == LEAVE:
        return gettext("left out")
    if decision.answer == IN_ORDER:
        return gettext("everybody bought the same, in the new order")
    if decision.answer == LEAVE_EMPIRE and not decision.left_out:
        return gettext("without the empire that is left out")
    if decision.answer in (LEAVE_REST, LEAVE_EMPIRE):
        text = ngettext(
            "%(count)s entry left out", "%(count)s entries left out", decision.left_out
        )
        return text % {"count": decision.left_out}
    if decision.answer == SESSION_AS_PLAYED:
        return gettext("as we played it, and the rest of the session too")
    if decision.answer == AS_PLAYED:
        return gettext("as we played it")
    put = ", ".join(join_words(tell_act(one, names)) for one in decision.instead)
    text = (
        gettext("first %(choice)s") if decision.kept else gettext("instead %(choice)s")
    )
    return text % {"choice": put}


def join_words(told: ActWords) -> str:
    return " · ".join(filter(None, (told.what, *told.whom, told.how)))


# What it comes to


def find_session_changes(course: RepairCourse) -> Iterator[SessionConsequences]:
    """Only sessions that end otherwise, as far as the answers lead."""
    before, after = course.recorded.course, course.course
    stopped = course.question.act.number if course.question else None
    for entry, end in before.ends.items():
        now = after.ends.get(entry)
        if now:
            changes = session_changes(before, end, after, now)
            if changes:
                yield SessionConsequences(end.number, changes)
        elif stopped is None or entry < stopped:
            yield SessionConsequences(end.number, [], left_out=True)
    yield from find_scored_changes(course)


def fold_sessions(sessions: Sequence[SessionConsequences]) -> Iterator[AlikeSessions]:
    """The first stands alone, as it is what people look at."""
    run: list[SessionConsequences] = []
    for one in sessions:
        if run and (len(run) + run[0].number != one.number or not alike(run[0], one)):
            yield AlikeSessions(run)
            run = []
        run.append(one)
        if one is sessions[0]:
            yield AlikeSessions(run)
            run = []
    if run:
        yield AlikeSessions(run)


def alike(one: SessionConsequences, other: SessionConsequences) -> bool:
    many = len(one.changes), one.left_out
    return many == (len(other.changes), other.left_out)


def find_scored_changes(course: RepairCourse) -> Iterator[SessionConsequences]:
    """Of a session that isn't finished, or stops at a question, what its scores already tell."""
    recorded, question = course.recorded.course, course.question
    session, still_open = course.state.session, recorded.state.session
    number = still_open.number if still_open else None
    if question:
        number = question.session
    if number is None or session is None:
        return
    scores = recorded.scores.get(number, {})
    played = PlayedSession(number, course.state, (), course.state, scores)
    now = course.course.scores.get(session.number, {})
    if changes := [*winner_changes(played, now), *score_changes(played, now)]:
        yield SessionConsequences(number, changes)


def session_changes(
    before: CampaignCourse, end: SessionEnded, after: CampaignCourse, now: SessionEnded
) -> list[Change]:
    scores = before.scores.get(end.number, {})
    played = PlayedSession(end.number, end.state, (), end.state, scores)
    other = after.scores.get(now.number, {})
    return gather_changes(
        [
            *winner_changes(played, other),
            *score_changes(played, other),
            *empire_changes(end.state, now.state),
        ]
    )


def find_put_back(course: RepairCourse, names: Names) -> Iterator[PutBack]:
    """Everything that is set back because people say that they played it so, by session."""
    found: dict[tuple[int, bool], list[Change]] = {}
    for one in course.sheets_put_back:
        session = one.before.session
        number = session.number if session else one.before.played
        if changes := state_differences(one.before, one.after, names):
            found.setdefault((number, session is None), []).extend(changes)
    for (number, after), changes in found.items():
        yield PutBack(number, after, gather_changes(changes))
