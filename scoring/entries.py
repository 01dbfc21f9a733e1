"""What people enter: declared as fields of a record, with label, bounds and rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from scoring.rules import Rule

MOST = 999  # what a counted entry may hold where the components set no bound
LONGEST = 60  # characters of a typed name

T = TypeVar("T")


class Kind(StrEnum):
    COUNT = "count"
    FLAG = "flag"
    PICK = "pick"  # one of the choices, or none
    NAME = "name"  # one of the choices, or typed
    TEXT = "text"


class Group(StrEnum):
    """When an entry matters: always, in special cases, for a tie, or for how the table reads a rule.

    What is counted apart is asked in place of a count of the main group, where a rule needs it.
    """

    MAIN = "main"
    APART = "apart"
    MORE = "more"
    TIE = "tie"
    READING = "reading"


@dataclass(frozen=True, eq=False)  # each is declared once
class Entry:
    """One thing people read off the table, or agree on."""

    label: str
    rule: Rule
    kind: Kind
    default: int | bool | str
    maximum: int = MOST
    minimum: int = 0
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    help: str = ""
    group: Group = Group.MAIN
    once: bool = False  # entered with the first tally, holds for all
    players: range | None = None  # the numbers of players it is asked for; None: any
    are_points: bool = False  # what is counted are points already

    def is_asked(self, players: int, tally: int) -> bool:
        return (self.players is None or players in self.players) and (
            tally == 1 or not self.once
        )


def count(label: str, rule: Rule, *, default: int = 0, **more: Any) -> int:
    return entry_field(Entry(label, rule, Kind.COUNT, default, **more), default)


def flag(label: str, rule: Rule, **more: Any) -> bool:
    return entry_field(Entry(label, rule, Kind.FLAG, False, **more), False)


def pick(label: str, rule: Rule, choices: Mapping[str, str], **more: Any) -> str:
    return entry_field(Entry(label, rule, Kind.PICK, "", choices=choices, **more), "")


def reading(label: str, rule: Rule, choices: Mapping[str, str], **more: Any) -> str:
    """How the table reads a rule the book leaves open; the first choice is the default."""
    default = next(iter(choices))
    more = {"group": Group.READING, "once": True, **more}
    entry = Entry(label, rule, Kind.PICK, default, choices=choices, **more)
    return entry_field(entry, default)


def name(label: str, rule: Rule, choices: Mapping[str, str], **more: Any) -> str:
    return entry_field(Entry(label, rule, Kind.NAME, "", choices=choices, **more), "")


def text(label: str, rule: Rule, **more: Any) -> str:
    return entry_field(Entry(label, rule, Kind.TEXT, "", **more), "")


def entry_field(entry: Entry, default: T) -> T:
    return field(default=default, metadata={"entry": entry})


def replace_entry(record: type, name: str, **changes: Any) -> Any:
    """An entry of another record with some of its declaration changed."""
    entry = replace(entries_of(record)[name], **changes)
    return entry_field(entry, entry.default)


def entries_of(record: type) -> Mapping[str, Entry]:
    """The entries of a record, by field name, in the order they are declared."""
    if record not in DECLARED:
        declared = {f.name: f.metadata["entry"] for f in fields(record)}
        DECLARED[record] = MappingProxyType(declared)
    return DECLARED[record]


DECLARED: dict[type, Mapping[str, Entry]] = {}  # of every record that was asked for


def known_key(typed: str, choices: Mapping[str, str]) -> str:
    """The key of a choice that was typed by its name; anything else as it was typed."""
    spoken = typed.strip().casefold()
    return next(
        (key for key, label in choices.items() if spoken in (key, label.casefold())),
        typed.strip(),
    )


@dataclass(frozen=True)
class Nothing:
    """The board record of a game whose players share no entries."""
