"""What every act of a session is: a record with its declaration, and the fields acts are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from scoring.acts import HELP, ActField, Declaration, FieldKind
from scoring.engines import Fact
from scoring.sessions import SessionState
from scoring.words import _

SEAT_NAMES = "seat_names"  # whose seats an act is about, by their names
Outcome: TypeAlias = tuple[SessionState, tuple[Fact, ...]]


class SessionPart(StrEnum):
    """On which part of a session's page an act is offered."""

    ENTRIES = "entries"
    LINE_UP = "lineup"
    RESULT = "result"
    FINAL_SCORES = "final_scores"
    MANAGE = "manage"
    MOVE = "move"
    REMATCH = "rematch"
    FROM_FILE = "from_file"
    HELP = HELP


CellAddress = Annotated[str, ActField(_("Cell"), FieldKind.CELL, typed=False)]
TypedValue = Annotated[str, ActField(_("Entry"), FieldKind.TEXT)]
PlayerCount = Annotated[int, ActField(_("Players"), FieldKind.COUNT)]
SeatName = Annotated[str, ActField(_("Name"), FieldKind.TEXT)]
SeatNumber = Annotated[int, ActField(_("Seat"), FieldKind.SEAT, first=1, typed=False)]
SeatNames = Annotated[
    tuple[str, ...], ActField(_("Names"), SEAT_NAMES, several=True, typed=False)
]
FinalTotals = Annotated[
    tuple[str, ...],
    ActField(_("Final score"), FieldKind.TEXT, several=True, typed=False),
]
RematchNumber = Annotated[
    int, ActField(_("Number"), FieldKind.COUNT, typed=False, told=False)
]
TallyNumber = Annotated[int, ActField(_("Number"), FieldKind.COUNT, typed=False)]
CarryBoards = Annotated[
    int, ActField(_("Boards stay"), FieldKind.COUNT, typed=False, told=False)
]


TableKey = Annotated[
    int, ActField(_("Table"), FieldKind.COUNT, typed=False, told=False)
]
TableName = Annotated[str, ActField(_("Name"), FieldKind.TEXT, typed=False)]
FileKind = Annotated[str, ActField(_("Name"), FieldKind.TEXT, typed=False)]
FileKey = Annotated[str, ActField(_("Number"), FieldKind.TEXT, typed=False, told=False)]


@dataclass(frozen=True)
class SessionAct(ABC):
    """What people did in a session."""

    declared: ClassVar[Declaration]

    @abstractmethod
    def apply(self, session: SessionState) -> Outcome: ...
