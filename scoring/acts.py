"""What an act is, declared once on its dataclass: its words, its step, its fields, whom it is about.

History lines, filters, amend forms, permissions, the page that offers an act and its
documentation are derived from this declaration; nothing else lists acts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Protocol, get_args, get_origin
from typing import get_type_hints as hints_of

from scoring.words import Words, _

HELP = "help"  # the step under which every engine offers its helpers
LARGEST = 99_999  # what a counted field may hold where nothing bounds it


class FieldKind(StrEnum):
    """The vocabulary of an act's fields; an engine may add words of its own."""

    COUNT = "count"
    FLAG = "flag"
    PICK = "pick"  # one of the choices
    NAME = "name"  # one of the choices, or typed
    TEXT = "text"
    NOTE = "note"  # a text of several lines
    DAY = "day"
    CARD = "card"  # a card's number
    EMPIRE = "empire"  # an empire's key
    CELL = "cell"  # the address of a cell of a session
    SEAT = "seat"  # counted from 0
    CONTENT = "content"  # plain data that something else reads


@dataclass(frozen=True)
class ActField:
    """One part of an act's content: how it is called, typed and read aloud."""

    label: str
    kind: str
    choices: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )
    several: bool = False
    first: int = 0  # what people call the one that is kept as 0
    least: int = 0
    most: int = LARGEST
    words: str = ""  # how it reads in a line, such as "price %(value)s"
    signed: bool = False  # a step up or down
    ranked: bool = False  # the order of several says something
    typed: bool = True  # whether it can be changed when the act is amended
    told: bool = True  # whether the history's line says it

    @property
    def names_empires(self) -> bool:
        """Whether the line names it apart, as whom the act is about."""
        return self.kind == FieldKind.EMPIRE and not self.ranked


@dataclass(frozen=True)
class Declaration:
    """What pages know of a kind of act."""

    label: str
    step: str = ""  # on which page it is offered
    sentence: str = ""  # how it reads; without one its fields are listed
    role: str = "player"  # the least role that may do it
    shared: bool = False  # everybody's to do, whomever it names
    quiet: bool = False  # left out where a session is summed up
    folded: bool = False  # the history folds it away, and every player may undo it
    told: bool = False  # whether the chronicle reads it
    group: str = ""  # acts that the history filters together
    # How it reads where its fields alone don't say it.
    tell: Callable[[Mapping[str, Any]], Words] | None = None


class Declared(Protocol):
    """A dataclass that is an act."""

    declared: ClassVar[Declaration]
    __dataclass_fields__: ClassVar[dict[str, Any]]


REASON = ActField(_("Reason"), FieldKind.NOTE, told=False)
Reason = Annotated[str, REASON]


def act_kind(act: type[Declared]) -> str:
    """FoundEmpire is kept as “found_empire”, or under the name that stands in older logs."""
    kept: str = getattr(act, "recorded_as", "")
    return kept or re.sub(r"(?<!^)(?=[A-Z])", "_", act.__name__).lower()


def acts_by_kind(*acts: Any) -> dict[str, Any]:
    return {act_kind(act): act for act in acts}


@cache
def act_fields(act: type[Declared]) -> dict[str, ActField]:
    """The declared fields of an act in their order; a reason comes last."""
    hints = hints_of(act, include_extras=True)
    found = {one.name: declared_field(hints[one.name]) for one in fields(act)}
    named = {name: one for name, one in found.items() if one}
    return dict(sorted(named.items(), key=lambda one: one[1] is REASON))


def declared_field(hint: Any) -> ActField | None:
    """The declaration within a type, also where it may be None or is one of several."""
    if get_origin(hint) is Annotated:
        return next((one for one in get_args(hint) if isinstance(one, ActField)), None)
    inner = (declared_field(one) for one in get_args(hint))
    return next((one for one in inner if one), None)


@cache
def required_fields(act: type[Declared]) -> frozenset[str]:
    """What no act of this kind is without."""
    return frozenset(
        one.name
        for one in fields(act)
        if one.default is MISSING and one.default_factory is MISSING
    )


def field_values(
    act: type[Declared], data: Mapping[str, Any]
) -> Iterator[tuple[str, ActField, Any]]:
    """The content of an act, field by field, as it is declared."""
    for name, declared in act_fields(act).items():
        if name in data:
            yield name, declared, data[name]


def concerned_empires(act: type[Declared], data: Mapping[str, Any]) -> list[str]:
    """The keys of the empires an act names."""
    return [
        key
        for _name, declared, value in field_values(act, data)
        if declared.kind == FieldKind.EMPIRE
        for key in listed_values(declared, value)
        if isinstance(key, str) and key
    ]


def listed_values(declared: ActField, value: Any) -> list[Any]:
    """The values of a field, be it one or several."""
    if not declared.several:
        return [value]
    return list(value) if isinstance(value, list | tuple) else []
