"""A question about one move: what people enter, why it isn't allowed, what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from scoring.rules import Problem, Remark, Rule
from scoring.sheet import Helper
from scoring.words import _


@dataclass(frozen=True)
class Move:
    key: str  # in an address
    title: str
    record: type
    rules: tuple[Rule, ...]
    problems: Callable[[Any], Iterable[Problem]]
    outcome: Callable[[Any], Iterable[Remark]]

    def answer(self, entered: Any) -> Answer:
        """What the rules say to it: its problems, or else what follows."""
        wrong = tuple(self.problems(entered))
        return Answer(wrong, () if wrong else tuple(self.outcome(entered)))


@dataclass(frozen=True)
class Answer:
    problems: tuple[Problem, ...]
    outcome: tuple[Remark, ...]


def rules_helper(game: str) -> Helper:
    """The rules desk of a game as one of its helpers."""
    return Helper(f"{game}-rules", _("Rules"))


def no_problems(_entered: Any) -> Iterable[Problem]:
    """For a move that is always allowed."""
    return ()
