"""The question a repair asks: the entry that no longer fits, why, and what could have been done instead."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext

from campaign.history.past_moments import find_past_moment
from campaign.history.past_words import tell_reasons
from campaign.history.repairs import Answers
from companion.log.act_words import ActWords, Names, describe_act
from scoring.engines import Data
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.offers import Draw
from scoring.rise_of_empire.repair_answers import CARDS, CHOICE, RepairQuestion
from scoring.rise_of_empire.repair_options import RepairOption
from scoring.rise_of_empire.repairing import RepairCourse
from scoring.rise_of_empire.rescoring import PlayedAct

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
        "why": tell_reasons(
            question.problems,
            find_past_moment(course.state, question.act, names.empire),
        ),
        "missing": names.empire(question.missing.empire) if question.missing else "",
        "unfit": tell_unfit(chosen) if question.unfit else "",
        "same": same[:FEW_OPTIONS],
        "others": [*same[FEW_OPTIONS:], *others],
    }


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
