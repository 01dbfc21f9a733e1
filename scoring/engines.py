"""What a log of acts needs to know of the rules it keeps.

An engine is pure: the same start and the same acts give the same state, whoever asks and when.
Neither its states nor its acts depend on the order of keys, which a database may change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

Data: TypeAlias = Mapping[str, Any]  # plain JSON
State = TypeVar("State")


@dataclass(frozen=True)
class Fact:
    """Something one act made true for good: a result, a completion, an entry of a ledger."""

    projection: str  # in which rows it is kept
    fields: Mapping[str, Any]


# A picture's row: its table and what tells it from the others there, in a fixed order.
RowKey: TypeAlias = tuple[str, tuple[tuple[str, Any], ...]]
Rows: TypeAlias = Mapping[RowKey, Mapping[str, Any]]


class Engine(Protocol[State]):
    def start(self, data: Data) -> State:
        """The state before the first act."""

    def apply(
        self, state: State, kind: str, data: Data
    ) -> tuple[State, tuple[Fact, ...]]:
        """The state after an act, with the facts it made; raises RuleBroken or Unfit."""

    def rows(self, state: State) -> Rows:
        """The state as rows of tables, for people and programs that look things up."""

    def players(self, state: State, kind: str, data: Data) -> list[str]:
        """Whose things an act is about, by the names of the players; none where it is nobody's."""

    def dump(self, state: State) -> dict[str, Any]: ...

    def load(self, data: Data) -> State: ...
