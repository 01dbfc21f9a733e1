"""Sessions that were played, replayed under other rule options or on other sheets: nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.engines import Data, Fact
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.knowing import layout_problems
from scoring.rise_of_empire.layout import AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, RuleBroken

# What would bring the table's own options and sheets back.
OVERRULED = ("change_readings", "change_layout")


@dataclass(frozen=True)
class OtherRules:
    """The options and the sheets, by age, that hold throughout; none leaves them as they were."""

    readings: Readings | None = None
    layouts: Mapping[str, AgeLayout] = field(default_factory=dict)

    def hold_in(self, state: CampaignState) -> bool:
        same = self.readings in (None, state.readings)
        return same and all(
            state.layouts[age] == one for age, one in self.layouts.items()
        )

    def put_into(self, state: CampaignState) -> CampaignState:
        if self.hold_in(state):
            return state
        layouts = {**state.layouts, **self.layouts}
        return replace(state, readings=self.readings or state.readings, layouts=layouts)

    def problems(self, state: CampaignState) -> tuple[Problem, ...]:
        """Why empires as they are don't fit on these sheets."""
        found = (
            one
            for sheet in self.layouts.values()
            for one in layout_problems(state, sheet)
        )
        return tuple(one for one in found if one)


@dataclass(frozen=True)
class PlayedAct:
    """An act that counts."""

    number: int
    kind: str
    data: Data


@dataclass(frozen=True)
class StoppedAt:
    """The first act that no longer holds, and why; its number is 0 where the sheets don't fit at all."""

    number: int
    kind: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class SessionScore:
    score: int
    place: int


Scores = Mapping[str, SessionScore]  # by empire


@dataclass(frozen=True)
class Rescored:
    """What acts lead to under other rules, as far as they hold."""

    state: CampaignState
    scores: Mapping[int, Scores]  # by session
    stopped: StoppedAt | None = None


def replay_under(
    rules: OtherRules, state: CampaignState, acts: Iterable[PlayedAct]
) -> Rescored:
    """Stops at the first act that no longer holds."""
    if problems := rules.problems(state):
        return Rescored(state, {}, StoppedAt(0, "", problems))
    state, scores = rules.put_into(state), dict[int, dict[str, SessionScore]]()
    for act in acts:
        if act.kind in OVERRULED:
            continue
        try:
            after, facts = ENGINE.apply(state, act.kind, act.data)
        except RuleBroken as broken:
            return Rescored(
                state, scores, StoppedAt(act.number, act.kind, broken.problems)
            )
        except Unfit:
            return Rescored(state, scores, StoppedAt(act.number, act.kind, ()))
        for number, empire, score in result_facts(facts):
            scores.setdefault(number, {})[empire] = score
        state = rules.put_into(after)
    return Rescored(state, scores)


def result_facts(facts: Iterable[Fact]) -> Iterator[tuple[int, str, SessionScore]]:
    for fact in facts:
        if fact.projection == "result":
            said: Mapping[str, Any] = fact.fields
            score = SessionScore(said["score"], said["place"])
            yield said["session"], said["empire"], score


def replay_plainly(state: CampaignState, acts: Sequence[PlayedAct]) -> CampaignState:
    """As it was played: what happened between two sessions."""
    for act in acts:
        state, _facts = ENGINE.apply(state, act.kind, act.data)
    return state
