"""A page of a session's history: each act with what it changed at the time.

What a cell held before, only the acts before it know. They are followed once, up to the page, and
only those that say who sits where and what is entered. So a page costs about the same in any log.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.log.history import PastAct, rewritten_numbers
from companion.log.models import Act
from companion.log.replay import REWRITING, EffectiveAct, effective_acts
from companion.sessions.services import SET_CELL
from companion.sessions.words import DescribedAct, describe_act, hide_scores
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.session_base import SessionPart
from scoring.sessions import NAME, SessionState

PARTS = (SessionPart.ENTRIES, SessionPart.LINE_UP, SessionPart.FINAL_SCORES)
SHAPING = frozenset(
    kind
    for kind, act in SESSION_ENGINE.acts.items()
    if act.declared.step in PARTS  # the others change no cell and no seat
)
MOST_FOLLOWED = 4000  # acts followed again for one page, after undos of earlier pages


def tell_acts(
    start: SessionState,
    now: SessionState,
    past: Sequence[PastAct],
    acts: Iterable[Act],
) -> dict[int, DescribedAct]:
    """Acts of a log in words, by number. While scores are hidden no numbers are told."""
    listed = sorted(acts, key=lambda act: act.number)
    if not listed:
        return {}
    teller = SessionTeller(start, past, listed[0].number)
    told = [teller.tell(act) for act in listed]
    if now.covered:
        told = [hide_scores(now, one) for one in told]
    return {one.act.number: one for one in told}


@dataclass
class SessionTeller:
    """Follows the acts of one page on top of the state they began with."""

    start: SessionState
    past: Sequence[PastAct]  # the whole log
    first: int  # the number of the first act to tell
    room: int = MOST_FOLLOWED
    states: dict[int, SessionState] = field(default_factory=dict)  # after these acts
    known: list[int] = field(default_factory=list)  # their numbers in order
    rewritten: bool = False  # something was undone since the state was reached
    stale: bool = False  # it would take too long to follow that

    def __post_init__(self) -> None:
        self.begun = self.follow(self.start, self.past[: self.first - 1])
        self.last = self.first - 1  # the act it has come to

    def tell(self, act: Act) -> DescribedAct:
        """An act after all that were told before; those in between are followed too."""
        for between in self.past[self.last : act.number - 1]:
            self.pass_by(between)
        if act.kind in SHAPING:
            self.catch_up(act.number - 1)
        before = self.state
        self.pass_by(PastAct(act.number, act.kind, act.data))
        told = describe_act(act, before, self.state, self.label)
        return replace(told, before="") if self.stale else told

    def pass_by(self, act: PastAct) -> None:
        self.last = act.number
        if act.kind in REWRITING:
            self.rewritten = True
        elif act.kind in SHAPING:
            self.catch_up(act.number - 1)
            self.take(EffectiveAct(*act))

    def catch_up(self, last: int) -> None:
        """Reaches the state after this act, where undos have changed what led there."""
        if not self.rewritten:
            return
        self.rewritten = False
        state, acts = self.begun, self.past[self.first - 1 : last]
        if not self.rewrite_only_themselves(acts):
            state, acts = self.start, self.past[:last]
        self.room -= len(acts)
        self.stale = self.room < 0
        if not self.stale:
            self.follow(state, acts)

    def rewrite_only_themselves(self, acts: Sequence[PastAct]) -> bool:
        named = (rewritten_numbers(act) for act in acts if act.kind in REWRITING)
        return all(min(numbers) >= self.first for numbers in named)

    def follow(self, state: SessionState, acts: Sequence[PastAct]) -> SessionState:
        self.state = state
        for act in without_overwritten(effective_acts(acts)):
            self.take(act)
        return self.state

    def take(self, act: EffectiveAct) -> None:
        """One more act; what doesn't hold on a state that is stale changes nothing."""
        try:
            self.state, _facts = SESSION_ENGINE.apply(self.state, act.kind, act.data)
        except (RuleBroken, Unfit):
            return
        if act.number not in self.states:
            insort(self.known, act.number)
        self.states[act.number] = self.state

    def label(self, number: int) -> str:
        """What an earlier act is called, told by the state it led to."""
        act = self.past[number - 1]
        state = self.states.get(number) or self.state_before(number)
        return describe_act(act, state, state, lambda _number: "").what

    def state_before(self, number: int) -> SessionState:
        """Of an act that isn't followed: of what was overwritten, or doesn't count."""
        at = bisect_right(self.known, number)
        return self.states[self.known[at - 1]] if at else self.start


def without_overwritten(acts: Sequence[EffectiveAct]) -> list[EffectiveAct]:
    """The acts that shape a session, without entries that others overwrite at once.

    Names all count: an act between two of them is told with the one it was done under.
    """
    kept: list[EffectiveAct] = []
    later: set[str] = set()
    for act in reversed(acts):
        if act.kind == SET_CELL and not NAME.fullmatch(act.data["cell"]):
            if act.data["cell"] in later:
                continue
            later.add(act.data["cell"])
        elif act.kind in SHAPING and act.kind != SET_CELL:
            later.clear()
        if act.kind in SHAPING:
            kept.append(act)
    return kept[::-1]
