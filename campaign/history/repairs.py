"""A change whose later acts no longer hold, repaired decision by decision: what was asked and answered so far.

Answers travel in the address, so nothing is recorded and every step can be gone back. The change
itself is signed; answers are looked up again among the legal choices every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeAlias
from urllib.parse import urlencode

from django.core import signing
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from campaign.history.moments import state_after_session
from campaign.models import Campaign
from companion.log.models import Act
from companion.log.record import record
from companion.log.replay import (
    AMEND,
    REPAIR,
    UNDO,
    EffectiveAct,
    check_rewriting,
    check_still_counts,
    effective_acts,
)
from scoring.engines import Data
from scoring.records import READABLE_TEXT, Unfit
from scoring.rise_of_empire.repair_answers import CARDS, CHOICE, RepairDecision
from scoring.rise_of_empire.repairing import RepairCourse, follow_repair
from scoring.rise_of_empire.rescoring import PlayedAct

SALT = "campaign-repair"
MOST_ANSWERS = 300
LONGEST_ANSWER = 80
LONGEST_REASON = 200

Answers: TypeAlias = Mapping[int, Sequence[str]]


@dataclass(frozen=True)
class AskedChange:
    """The undo or the edit somebody wants."""

    kind: str
    data: Data

    @property
    def numbers(self) -> list[int]:
        of = self.data["of"]
        return [of] if self.kind == AMEND else list(of)


def sign_change(campaign: Campaign, kind: str, data: Data) -> str:
    return signing.dumps([campaign.pk, kind, data], salt=SALT, compress=True)


def read_change(campaign: Campaign, signed: str) -> AskedChange | None:
    """What was signed for this campaign; None for anything else."""
    try:
        of, kind, data = signing.loads(signed, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    known = of == campaign.pk and kind in (UNDO, AMEND)
    return AskedChange(kind, data) if known else None


def repair_address(campaign: Campaign, kind: str, data: Data, **more: str) -> str:
    """Where the repair of a change begins."""
    given = {"change": sign_change(campaign, kind, data), **more}
    told = {name: value for name, value in given.items() if value}
    return f"{reverse('campaign-repair', args=[campaign.pk])}?{urlencode(told)}"


@dataclass(frozen=True)
class RepairRequest:
    """Everything the address or the form says."""

    signed: str
    answers: Answers
    keep_all: bool
    reason: str = ""

    def pairs(self, answers: Iterable[tuple[int, str]]) -> list[tuple[str, str]]:
        return [("change", self.signed), *((f"a{n}", one) for n, one in answers)]


def read_request(sent: QueryDict) -> RepairRequest:
    return RepairRequest(
        signed=sent.get("change", ""),
        answers=read_answers(sent),
        keep_all=sent.get("keep") == "all",
        reason=read_reason(sent.get("reason", "")),
    )


def read_reason(typed: str) -> str:
    short = typed.strip()[:LONGEST_REASON]
    return short if READABLE_TEXT.fullmatch(short) else ""


def read_answers(sent: QueryDict) -> dict[int, list[str]]:
    """By entry, in the order they were given; what is far too long is no answer."""
    found: dict[int, list[str]] = {}
    for name in list(sent)[:MOST_ANSWERS]:
        key = name[1:]
        if name[:1] == "a" and key.isascii() and key.isdigit() and len(key) < 9:
            given = [one for one in sent.getlist(name) if len(one) <= LONGEST_ANSWER]
            found[int(key)] = [add_cards(one, sent) for one in given[:MOST_ANSWERS]]
    return found


def add_cards(answer: str, sent: QueryDict) -> str:
    """The cards that were typed for a choice become part of the answer."""
    typed = sent.get(f"cards-{answer.removeprefix(CHOICE)}", "")
    if not typed or not answer.startswith(CHOICE) or CARDS in answer:
        return answer
    words = typed[:LONGEST_ANSWER].replace(",", " ").split()
    numbers = [one for one in words if one.isascii() and one.isdigit()]
    return f"{answer}{CARDS}{','.join(numbers)}"


def same_repair(campaign: Campaign, given: RepairRequest, onward: str) -> str:
    """Where a repair goes on with all answers that were given."""
    answers = [(n, one) for n, said in given.answers.items() for one in said]
    pairs = given.pairs(answers)
    pairs += [("keep", "all")] if given.keep_all else []
    pairs += [("next", onward)] if onward else []
    page = reverse("campaign-repair", args=[campaign.pk])
    return f"{page}?{urlencode(pairs)}#question"


@dataclass(frozen=True)
class RepairPlan:
    """What the answers come to so far, and the last act that was looked at."""

    change: AskedChange
    course: RepairCourse
    last: int

    @property
    def data(self) -> dict[str, Any]:
        """What is recorded, once everything is answered."""
        instead = {str(n): plain_acts(acts) for n, acts in self.course.instead.items()}
        then = {"then": plain_acts(self.course.then)} if self.course.then else {}
        answered = {"answered": len(self.asked)}
        return {**self.change.data, "instead": instead, **then, **answered}

    @property
    def asked(self) -> list[RepairDecision]:
        return [one for one in self.course.decisions if one.asked]

    @property
    def needed(self) -> bool:
        return bool(self.course.instead or self.course.then)


def plain_acts(acts: Iterable[PlayedAct]) -> list[dict[str, Any]]:
    return [{"kind": one.kind, "data": dict(one.data)} for one in acts]


def plan_repair(
    campaign: Campaign, change: AskedChange, given: RepairRequest
) -> RepairPlan:
    """Raises Unfit where what is to be undone or edited isn't there any more, or is done already."""
    acts = list(campaign.acts.order_by("number"))
    last = acts[-1].number if acts else 0
    asked = EffectiveAct(last + 1, change.kind, change.data)
    check_rewriting(acts, asked)
    check_still_counts(acts, asked)
    before, after = effective_acts(acts), effective_acts([*acts, asked])
    if before == after:
        raise Unfit("of", "it is so already")
    start, since = state_after_session(campaign, first_difference(before, after, last))
    course = follow_repair(
        start,
        played_since(before, since),
        list(played_since(after, since)),
        given.answers,
        reason=given.reason or gettext("That's how we played it"),
        keep_all=given.keep_all,
    )
    if course.question and course.question.act.number in change.numbers:
        raise Unfit("of", "the edit itself doesn't hold")
    return RepairPlan(change, course, last)


def played_since(acts: Iterable[EffectiveAct], since: int) -> Iterator[PlayedAct]:
    return (PlayedAct(a.number, a.kind, a.data) for a in acts if a.number > since)


def first_difference(
    before: Sequence[EffectiveAct], after: Sequence[EffectiveAct], last: int
) -> int:
    """The first entry that isn't the same any more."""
    pairs = zip(before, after, strict=False)
    same = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
    rest = [*before[same : same + 1], *after[same : same + 1]]
    return min((act.number for act in rest), default=last)


def record_repair(campaign: Campaign, plan: RepairPlan, **who: Any) -> Act:
    """One act that is undone as one; raises MovedOn where somebody was quicker."""
    if not plan.needed:  # nothing falls any more
        kind, data = plan.change.kind, dict(plan.change.data)
    else:
        kind, data = REPAIR, plan.data
    return record(campaign, kind=kind, data=data, last=plan.last, **who)
