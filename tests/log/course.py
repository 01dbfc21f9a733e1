"""A log followed act by act, to compare what pages tell with."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from companion.log.replay import (
    REWRITING,
    EffectiveAct,
    RecordedAct,
    WouldFall,
    check_rewriting,
    effective_acts,
    replay_acts,
)
from scoring.engines import Engine


class Course:
    """A log followed act by act as it was recorded, going back only as far as an act rewrites."""

    def __init__(self, engine: Engine[Any], state: Any) -> None:
        self.engine = engine
        self.acts: list[RecordedAct] = []
        self.said: list[EffectiveAct] = []
        self.states = [state]

    @property
    def state(self) -> Any:
        return self.states[-1]

    def take(self, act: RecordedAct) -> None:
        """Follows one more act; raises RuleBroken, WouldFall or Unfit."""
        if act.kind in REWRITING:
            check_rewriting(self.acts, act)
            self.turn_to(effective_acts([*self.acts, act]))
        else:
            state, _facts = self.engine.apply(self.state, act.kind, act.data)
            self.said.append(EffectiveAct(act.number, act.kind, act.data))
            self.states.append(state)
        self.acts.append(act)

    def turn_to(self, said: list[EffectiveAct]) -> None:
        pairs = zip(self.said, said, strict=False)
        same = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
        played = replay_acts(self.engine, self.states[same], said[same:])
        if played.fallen:
            raise WouldFall(played.fallen)
        self.said, self.states = said, [*self.states[:same], *played.states]
