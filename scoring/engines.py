"""What a log of acts needs to know of the rules it keeps.

An engine is pure: the same start and the same acts give the same state, whoever asks and when.
Neither its states nor its acts depend on the order of keys, which a database may change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from scoring.acts import ActField, Declared, field_values

Data: TypeAlias = Mapping[str, Any]  # plain JSON
State = TypeVar("State")


@dataclass(frozen=True)
class Fact:
    """Something one act made true for good: a result, a completion, an entry of a ledger."""

    projection: str  # in which rows it is kept
    fields: Mapping[str, Any]


# A row's key: its projection, and the fields that identify it there, in a fixed order.
RowKey: TypeAlias = tuple[str, tuple[tuple[str, Any], ...]]
Rows: TypeAlias = Mapping[RowKey, Mapping[str, Any]]


class Engine(Protocol[State]):
    @property
    def acts(self) -> Mapping[str, type[Declared]]:
        """Every act there is, by the kind it is kept under, with its declaration."""

    def start(self, data: Data) -> State:
        """The state before the first act."""

    def check_data(self, kind: str, data: Data) -> None:
        """Refuses (Unfit) what can't be the content of such an act, whatever the state."""

    def apply(
        self, state: State, kind: str, data: Data
    ) -> tuple[State, tuple[Fact, ...]]:
        """The state after an act, with the facts it made; raises RuleBroken or Unfit."""

    def rows(self, state: State) -> Rows:
        """The state as rows of projections, for queries."""

    def owners(self, state: State, declared: ActField, value: Any) -> list[str]:
        """The players a field of an act is about: an empire's, a seat's; none for other fields."""

    def dump(self, state: State) -> dict[str, Any]: ...

    def load(self, data: Data) -> State: ...


def concerned_players(
    engine: Engine[State], state: State, kind: str, data: Data
) -> list[str]:
    """Whose things an act is about, by the names of the players; none where it is nobody's."""
    act = engine.acts.get(kind)
    if act is None or act.declared.shared:
        return []
    named = [
        player
        for _name, declared, value in field_values(act, data)
        for player in engine.owners(state, declared, value)
    ]
    return list(dict.fromkeys(named))
