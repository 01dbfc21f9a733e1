"""Helpers into which people type numbers: what was typed is kept, cell by cell, as on a score sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeAlias

from scoring.entries import Entry, entries_of
from scoring.helping import Around
from scoring.house import HOUSE
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken
from scoring.typed import Unreadable, read_cell

CellsByAddress: TypeAlias = dict[str, str]
OF_SEAT = re.compile(r"([0-9]*s)([0-9]+)(-\w+)", re.ASCII)


class RecordsOf(Protocol):
    """The records people type into, by their prefix on the page."""

    def __call__(self, around: Around) -> Mapping[str, type]: ...


@dataclass(frozen=True)
class TypedNumbers:
    """What was typed over the session's own numbers, by address."""

    cells: CellsByAddress = field(default_factory=dict)


@dataclass(frozen=True)
class CellsTyped:
    """The part of a move that types numbers; an empty one is the session's own again."""

    records: ClassVar[RecordsOf]

    cells: CellsByAddress

    def merge_into(self, before: Mapping[str, str], around: Around) -> CellsByAddress:
        records = self.records(around)
        for address, typed in self.cells.items():
            check_typed(find_entry(records, address), typed)
        merged = {**before, **self.cells}
        return {address: typed for address, typed in merged.items() if typed}


def find_entry(records: Mapping[str, type], address: str) -> Entry:
    prefix, _dash, name = address.partition("-")
    entry = entries_of(records[prefix]).get(name) if prefix in records else None
    if entry is None:
        raise Unfit(address, "is no entry of this helper")
    return entry


def check_typed(entry: Entry, typed: str) -> None:
    try:
        read_cell(entry, typed)
    except Unreadable as unreadable:
        raise RuleBroken(Problem(unreadable.message, HOUSE)) from unreadable


def reseat_cells(cells: Mapping[str, str], moved: Mapping[int, int]) -> CellsByAddress:
    """The cells once seats have other numbers."""

    def move_address(address: str) -> str:
        found = OF_SEAT.fullmatch(address)
        if not found:
            return address
        seat = int(found[2])
        return f"{found[1]}{moved.get(seat, seat)}{found[3]}"

    return {move_address(address): typed for address, typed in cells.items()}
