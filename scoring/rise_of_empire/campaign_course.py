"""What the acts of a campaign come to, session by session, and what was recorded on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.rescoring import PlayedAct, SessionScore, result_facts
from scoring.rise_of_empire.state import CampaignState


@dataclass(frozen=True)
class SessionEnded:
    number: int
    state: CampaignState


@dataclass
class CampaignCourse:
    """What acts come to, session by session."""

    state: CampaignState
    ends: dict[int, SessionEnded] = field(default_factory=dict)  # by entry
    scores: dict[int, dict[str, SessionScore]] = field(default_factory=dict)

    def take(self, act: PlayedAct) -> None:
        """Raises RuleBroken or Unfit where it doesn't hold."""
        after, facts = ENGINE.apply(self.state, act.kind, act.data)
        for number, empire, score in result_facts(facts):
            self.scores.setdefault(number, {})[empire] = score
        if self.state.session and after.session is None:
            self.ends[act.number] = SessionEnded(self.state.session.number, after)
        self.state = after


@dataclass
class RecordedCourse:
    """What was played before the change: the state every act was recorded on."""

    course: CampaignCourse
    before: dict[tuple[int, int], CampaignState] = field(default_factory=dict)
    after: dict[int, CampaignState] = field(default_factory=dict)
    acts: list[PlayedAct] = field(default_factory=list)

    def session_of(self, number: int) -> int | None:
        state = self.after.get(number)
        known = self.before.get((number, 0))
        for one in (state, known):
            if one and one.session:
                return one.session.number
        return None


def follow_recorded(start: CampaignState, acts: Iterable[PlayedAct]) -> RecordedCourse:
    recorded = RecordedCourse(CampaignCourse(start))
    for number, group in groupby(acts, key=lambda act: act.number):
        for place, act in enumerate(group):
            recorded.before[number, place] = recorded.course.state
            recorded.course.take(act)
            recorded.acts.append(act)
        recorded.after[number] = recorded.course.state
    return recorded
