"""The question a repair asks: the entry that no longer fits, why, and what could have been done instead."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext

from campaign.history.past_words import PastMoment, tell_reasons
from campaign.history.repairs import Answers
from campaign.session.now import STAGE_STEP, STEPS
from companion.log.act_words import ActWords, Names, describe_act
from scoring.engines import Data
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.offers import Draw
from scoring.rise_of_empire.repair_answers import CARDS, CHOICE, RepairQuestion
from scoring.rise_of_empire.repair_moves import step_of
from scoring.rise_of_empire.repair_options import RepairOption
from scoring.rise_of_empire.repairing import RepairCourse
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.shopping import next_buyer
from scoring.rise_of_empire.stages import Stage, session_stage

STAGES = [str(one) for one in Stage]  # in the order of a session
FEW_OPTIONS = 8  # that are listed before the others are folded
COST = ("price", "colour", "name")  # of a card, whoever chose it
ChoiceOf: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class OfferedChoice:
    """A legal choice of that moment in words."""

    answer: str
    key: str
    told: ActWords
    draw: Draw | None
    played: bool  # the same empire did this in that session
    cards: str | None  # typed for it, where they don't fit; None where it wasn't chosen


def tell_act(act: PlayedAct, names: Names) -> ActWords:
    return describe_act(CAMPAIGN, act.kind, act.data, names)


def show_question(
    course: RepairCourse, names: Names, answers: Answers
) -> dict[str, Any]:
    question = course.question
    if question is None:
        return {"question": None}
    given = answers.get(question.act.number, ("",))[-1] if question.unfit else ""
    done = {
        choice_of(one.kind, one.data): one.number
        for one in course.recorded.acts
        if course.recorded.session_of(one.number) == question.session
    }
    offered = [
        (is_near(one, question, done), offer_choice(one, names, done, given))
        for one in question.options
    ]
    offered.sort(key=lambda one: not one[1].played)
    chosen = [choice for _near, choice in offered if choice.cards is not None]
    same = [choice for near, choice in offered if near]
    others = [choice for near, choice in offered if not near]
    return {
        "question": question,
        "all_stay_from": find_session_after(course, 0),
        "sheets_stay_from": find_session_after(course, question.act.number),
        "asked": tell_act(question.act, names),
        "why": tell_reasons(question.problems, find_past_moment(course, names)),
        "missing": names.empire(question.missing.empire) if question.missing else "",
        "unfit": tell_unfit(chosen) if question.unfit else "",
        "same": same[:FEW_OPTIONS],
        "others": [*same[FEW_OPTIONS:], *others],
    }


def find_past_moment(course: RepairCourse, names: Names) -> PastMoment:
    """Where the campaign is at the question."""
    question, session = course.question, course.state.session
    if question is None:
        return PastMoment()
    key = question.act.data.get("empire")
    empire = names.empire(key) if isinstance(key, str) else ""
    if session is None:
        return PastMoment(empire)
    seat = session.seat(key) if isinstance(key, str) else None
    lost = bool(session.scored and seat and seat.place != 1)
    stage, own = session_stage(course.state), step_of(question.act)
    buyer = next_buyer(course.state) if stage == Stage.INVENTIONS else None
    number = STAGE_STEP.get(stage, 0)
    return PastMoment(
        empire,
        session.number if lost else None,
        names.empire(buyer.empire) if buyer else "",
        STEPS[number - 1].name if number else "",
        own in STAGES and STAGES.index(own) < STAGES.index(stage),
    )


def tell_unfit(chosen: Sequence[OfferedChoice]) -> str:
    """Why an answer isn't taken; cards that are missing or can't be drawn are the usual reason."""
    if not chosen:
        return gettext("That answer doesn't fit here. Please choose again.")
    if not chosen[0].cards:
        return gettext("Enter the card numbers too.")
    return gettext("These cards can't be drawn here. Check the numbers.")


def is_near(
    option: RepairOption, question: RepairQuestion, done: Mapping[ChoiceOf, int]
) -> bool:
    """Whether it is of the same kind, else of the same empire, as far as there is such a choice.

    What was done a little later anyway is no other choice: it follows once this is left out.
    """
    later = done.get(choice_of(option.kind, option.data), 0) > question.act.number
    if later and not option.same:
        return False
    if any(one.same for one in question.options):
        return option.same
    return option.own or not any(one.own for one in question.options)


def offer_choice(
    option: RepairOption, names: Names, done: Container[ChoiceOf], given: str
) -> OfferedChoice:
    told = describe_act(CAMPAIGN, option.kind, option.data, names)
    named = "empire" in option.data and not option.asks
    played = named and choice_of(option.kind, option.data) in done
    answer = f"{CHOICE}{option.key}"
    own, _mark, typed = given.partition(CARDS)
    cards = typed.replace(",", " ") if own == answer and option.draw else None
    return OfferedChoice(answer, option.key, told, option.draw, played, cards)


def choice_of(kind: str, data: Data) -> ChoiceOf:
    """Who chose what, whatever it cost then."""
    chosen = sorted((name, str(one)) for name, one in data.items() if name not in COST)
    return kind, *(f"{name} {one}" for name, one in chosen)


def find_session_after(course: RepairCourse, number: int) -> int | None:
    """The session before which sheets are put back, once all counts as it was played from an entry on."""
    ends = course.recorded.course.ends.items()
    later = (end.number for entry, end in ends if entry >= number)
    ended = next(later, None)
    return None if ended is None else ended + 1
