"""Rules and what is said about them: which are broken, which are worth knowing."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import scoring
from scoring.words import Words, _

OURS = _("Empire Companion")  # as if it were a book: what we ask ourselves


@dataclass(frozen=True)
class Rule:
    """Where a rulebook says so, and what it says in our words."""

    id: str
    book: str
    page: str  # as printed; empty where it isn't known
    title: str
    text: str
    note: str = ""  # what of it isn't printed, and where it comes from

    def __str__(self) -> str:
        return self.id

    @property
    def is_ours(self) -> bool:
        """Whether no rulebook has it: nobody could look it up."""
        return self.book == OURS


@dataclass(frozen=True)
class Problem:
    """Something entered that the rules do not allow."""

    message: Words
    rule: Rule
    seat: int | None = None
    tally: int | None = None
    twin: int | None = None  # the other seat, where two have what only one can
    entry: str = ""  # the entry to look at; of both where there is a twin


class RuleBroken(Exception):
    """Raised with everything that the rules do not allow."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*(str(problem.message) for problem in problems))
        self.problems = problems


@dataclass(frozen=True)
class Remark:
    """Something worth knowing about a result that changes nothing in it."""

    message: Words
    rule: Rule
    seat: int | None = None
    tally: int | None = None


@cache
def declared_rules() -> dict[str, Rule]:
    """Every rule that some module of scoring/ declares, by id."""
    modules = pkgutil.walk_packages(scoring.__path__, "scoring.")
    values = [
        value for found in modules for value in vars(import_module(found.name)).values()
    ]
    return {rule.id: rule for rule in values if isinstance(rule, Rule)}
