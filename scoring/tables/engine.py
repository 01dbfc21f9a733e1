"""The rules of a table's own log."""

from __future__ import annotations

from typing import Any

from scoring.acts import ActField, acts_by_kind
from scoring.engines import Data, Fact, RowKey
from scoring.plain import Unfit, from_plain, read_mapping, to_plain
from scoring.tables import acts, people
from scoring.tables.acts import TableAct
from scoring.tables.state import TableState

ACTS: dict[str, type[TableAct]] = acts_by_kind(
    acts.FillBoxCard,
    acts.MoveBoxCard,
    acts.CopySheetPart,
    acts.SketchSheetPart,
    acts.ChangeBoxSheet,
    acts.TakeIntoBox,
    acts.PreferOptions,
    people.MergePeople,
    people.GiveNames,
    people.RenamePerson,
    people.KeepNames,
    people.RemovePerson,
)


def act_of(kind: str, data: Data) -> TableAct:
    """The act that was recorded; raises Unfit for what isn't one."""
    if kind not in ACTS:
        raise Unfit("", f"“{kind}” is no act of a table")
    return ACTS[kind].read(data)


class TableEngine:
    acts = ACTS

    def start(self, data: Data) -> TableState:
        """An empty box: every card is a slot, every sheet our example."""
        read_mapping(dict(data), "start", ())
        return TableState()

    def check_data(self, kind: str, data: Data) -> None:
        act_of(kind, data)

    def apply(
        self, state: TableState, kind: str, data: Data
    ) -> tuple[TableState, tuple[Fact, ...]]:
        return act_of(kind, data).apply(state), ()

    def owners(self, _state: TableState, _declared: ActField, _value: Any) -> list[str]:
        """A box is everybody's."""
        return []

    def dump(self, state: TableState) -> dict[str, Any]:
        dumped: dict[str, Any] = to_plain(state)
        return dumped

    def load(self, data: Data) -> TableState:
        return from_plain(TableState, dict(data))

    def rows(self, _state: TableState) -> dict[RowKey, dict[str, Any]]:
        """None: whoever needs the box reads its state whole."""
        return {}


ENGINE = TableEngine()
