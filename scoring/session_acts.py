"""The acts of a session of any game, and the engine that keeps them in a log."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, TypeAlias

from scoring.acts import ActField, Declaration, FieldKind, acts_by_kind
from scoring.engines import Data, Fact, RowKey
from scoring.entries import Kind, entries_of, known_key
from scoring.games import GAMES
from scoring.plain import from_plain, to_plain
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.sessions import (
    ENTRY,
    FEWEST_BY_CHIPS,
    NAME,
    SessionState,
    check_cell,
    check_open,
    has_result,
    player_of,
    refuse_unless,
    sheet_of,
    tidy_text,
)
from scoring.words import _

Outcome: TypeAlias = tuple[SessionState, tuple[Fact, ...]]


class Step(StrEnum):
    """On which part of a session's page an act is offered."""

    ENTRIES = "entries"
    LINE_UP = "lineup"
    RESULT = "result"
    MANAGE = "manage"
    MOVE = "move"


CellAddress = Annotated[str, ActField(_("Cell"), FieldKind.CELL, typed=False)]
TypedValue = Annotated[str, ActField(_("Entry"), FieldKind.TEXT)]
PlayerCount = Annotated[int, ActField(_("Players"), FieldKind.COUNT)]
SeatName = Annotated[str, ActField(_("Name"), FieldKind.TEXT)]
SeatNumber = Annotated[int, ActField(_("Seat"), FieldKind.SEAT, first=1, typed=False)]
TallyNumber = Annotated[int, ActField(_("Number"), FieldKind.COUNT, typed=False)]


TableKey = Annotated[
    int, ActField(_("Table"), FieldKind.COUNT, typed=False, told=False)
]
TableName = Annotated[str, ActField(_("Name"), FieldKind.TEXT, typed=False)]


@dataclass(frozen=True)
class SessionAct(ABC):
    """What people did in a session."""

    declared: ClassVar[Declaration]

    @abstractmethod
    def apply(self, session: SessionState) -> Outcome: ...


@dataclass(frozen=True)
class SetCell(SessionAct):
    """One cell as somebody typed it."""

    declared = Declaration(_("Entry"), Step.ENTRIES)

    cell: CellAddress
    typed: TypedValue

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        typed = tidy_text(self.typed)
        check_cell(session, self.cell, typed)
        return session.put(self.cell, typed), ()


@dataclass(frozen=True)
class SetPlayers(SessionAct):
    """How many play. What was entered for a seat that goes waits there for its return."""

    declared = Declaration(_("Players"), Step.LINE_UP)

    players: PlayerCount

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        can_play = self.players in session.rules.players
        refuse_unless(can_play, _("This game isn't for that many players."))
        return replace(session, players=self.players), ()


@dataclass(frozen=True)
class TakeSeat(SessionAct):
    """Somebody joins the line-up: at the first seat without a name, else at one more."""

    declared = Declaration(_("Joined"), Step.LINE_UP)

    name: SeatName

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        name = tidy_text(self.name)
        check_cell(session, "name0", name)
        refuse_unless(bool(name), _("Enter a name."))
        there = {one.casefold() for one in session.names}
        refuse_unless(name.casefold() not in there, _("This name is already in use."))
        free = next((at for at, one in enumerate(session.names) if not one), None)
        if free is not None:
            return session.put(f"name{free}", name), ()
        return add_seat(session, name), ()


@dataclass(frozen=True)
class LeaveSeat(SessionAct):
    """Somebody leaves the line-up. What was entered for them waits for their return."""

    declared = Declaration(_("Left"), Step.LINE_UP)

    seat: SeatNumber

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        there = 0 <= self.seat < session.players
        refuse_unless(there, _("This seat is gone."))
        fewest = max(FEWEST_BY_CHIPS, session.rules.players[0])
        if session.players <= fewest:
            return session.put(f"name{self.seat}", ""), ()
        last = session.players - 1
        order = [*(at for at in range(last + 1) if at != self.seat), self.seat]
        moved = {old: new for new, old in enumerate(order)}
        cells = {
            seat_address(key, moved): typed for key, typed in session.cells.items()
        }
        return replace(session, players=last, cells=cells), ()


def seat_address(address: str, moved: Mapping[int, int]) -> str:
    """Where a cell is once its seat has another number."""
    if named := NAME.fullmatch(address):
        return f"name{moved.get(int(named[1]), named[1])}"
    entry = ENTRY.fullmatch(address)
    if entry is None or not entry[3]:
        return address
    return f"{entry[1]}s{moved.get(int(entry[3]), entry[3])}-{entry[4]}"


def add_seat(session: SessionState, name: str) -> SessionState:
    """One more seat; what waits there is only for whoever it was entered for."""
    seat = session.players
    refuse_unless(
        seat + 1 in session.rules.players, _("This game isn't for that many players.")
    )
    waits_for = session.cells.get(f"name{seat}", "")
    cells = session.cells
    if waits_for.casefold() != name.casefold():
        own = re.compile(rf"name{seat}|[0-9]+s{seat}-\w+", re.ASCII)
        cells = {key: one for key, one in cells.items() if not own.fullmatch(key)}
    return replace(session, players=seat + 1, cells=cells).put(f"name{seat}", name)


@dataclass(frozen=True)
class AddTally(SessionAct):
    """The next chapter begins; named by its number, so that two taps begin it once."""

    declared = Declaration(_("Next round of scoring"), Step.ENTRIES)

    number: TallyNumber

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        refuse_unless(
            self.number == session.tallies + 1,
            _("This round of scoring has already started."),
        )
        refuse_unless(
            self.number <= session.rules.tallies,
            _("There is no further round of scoring."),
        )
        return replace(session, tallies=self.number), ()


@dataclass(frozen=True)
class Cover(SessionAct):
    """The result is kept from everybody until the table asks for it."""

    declared = Declaration(_("Scores hidden"), Step.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        return replace(session, covered=True), ()


@dataclass(frozen=True)
class Reveal(SessionAct):
    declared = Declaration(_("Scores revealed"), Step.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        return replace(session, covered=False), ()


@dataclass(frozen=True)
class Finish(SessionAct):
    """The result stands; entries that break a rule can't be a result."""

    declared = Declaration(_("Finished"), Step.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        refuse_unless(bool(session.entered), _("Nothing has been entered yet."))
        problems = sheet_of(session).problems
        if problems:
            raise RuleBroken(*problems)
        return replace(session, finished=True, covered=False), ()


@dataclass(frozen=True)
class Reopen(SessionAct):
    declared = Declaration(_("Reopened"), Step.MANAGE, role="organiser")

    def apply(self, session: SessionState) -> Outcome:
        refuse_unless(session.finished, _("This session is already open."))
        return replace(session, finished=False), ()


@dataclass(frozen=True)
class Archive(SessionAct):
    """Put away, never deleted."""

    declared = Declaration(_("Archived"), Step.MANAGE, role="organiser")

    def apply(self, session: SessionState) -> Outcome:
        refuse_unless(not session.archived, _("This session is already archived."))
        return replace(session, archived=True), ()


@dataclass(frozen=True)
class Restore(SessionAct):
    declared = Declaration(_("Restored"), Step.MANAGE, role="organiser")

    def apply(self, session: SessionState) -> Outcome:
        refuse_unless(session.archived, _("This session isn't archived."))
        return replace(session, archived=False), ()


@dataclass(frozen=True)
class Move(SessionAct):
    """A session that belonged to nobody is a table's from now on. Its log says so; the rules don't ask."""

    declared = Declaration(_("Moved to a table"), Step.MOVE, role="organiser")

    table: TableKey
    name: TableName

    def apply(self, session: SessionState) -> Outcome:
        return session, ()


ACTS: dict[str, type[SessionAct]] = acts_by_kind(
    SetCell,
    SetPlayers,
    TakeSeat,
    LeaveSeat,
    AddTally,
    Cover,
    Reveal,
    Finish,
    Reopen,
    Archive,
    Restore,
    Move,
)


class SessionEngine:
    acts = ACTS

    def start(self, data: Data) -> SessionState:
        session = from_plain(SessionState, dict(data))
        if session.game not in GAMES:
            raise Unfit("game", f"“{session.game}” is not a game")
        if session.players not in session.rules.players:
            raise Unfit("players", f"{session.players} can't play this")
        if session.tallies not in range(1, session.rules.tallies + 1):
            raise Unfit("tallies", f"there are never {session.tallies}")
        if session.covered or session.finished or session.archived:
            raise Unfit("", "a session begins open")
        begun = replace(session, cells={})
        for address, typed in session.cells.items():
            check_cell(session, address, tidy_text(typed))
            begun = begun.put(address, tidy_text(typed))
        return begun

    def apply(self, state: SessionState, kind: str, data: Data) -> Outcome:
        if kind not in ACTS:
            raise Unfit("", f"“{kind}” is no act of a session")
        return from_plain(ACTS[kind], dict(data)).apply(state)

    def owners(self, state: SessionState, declared: ActField, value: Any) -> list[str]:
        """Whose seat an act is about: a cell's, or one that is left."""
        if declared.kind not in (FieldKind.CELL, FieldKind.SEAT):
            return []
        is_seat = declared.kind == FieldKind.SEAT
        player = player_of(state, f"name{value}" if is_seat else str(value))
        return [player] if player else []

    def dump(self, state: SessionState) -> dict[str, Any]:
        dumped: dict[str, Any] = to_plain(state)
        return dumped

    def load(self, data: Data) -> SessionState:
        return from_plain(SessionState, dict(data))

    def rows(self, state: SessionState) -> dict[RowKey, dict[str, Any]]:
        """What sessions are looked up by: one row for the session, one per seat."""
        sheet = sheet_of(state)
        decided = has_result(state, sheet)
        card: dict[RowKey, dict[str, Any]] = {("card", ()): card_of(state)}
        return card | {
            ("seat", (("position", seat),)): {
                "name": name,
                "played_as": played_as(state, seat),
                "total": sheet.totals[seat],
                "place": sheet.places[seat],
                "wins": decided and seat in sheet.winners,
            }
            for seat, name in enumerate(state.names)
        }


def card_of(state: SessionState) -> dict[str, Any]:
    return {
        "game": state.game,
        "played_on": state.cells.get("played_on") or None,
        "place": state.cells.get("place", ""),
        "begun": bool(state.entered) or any(state.names),
        "covered": state.covered,
        "finished": state.finished,
        "archived": state.archived,
    }


def played_as(state: SessionState, seat: int) -> str:
    """The faction or clan of a seat: the first name that is asked for, by its key."""
    for key, entry in entries_of(state.rules.seat).items():
        if entry.kind is Kind.NAME:
            return known_key(state.cells.get(f"1s{seat}-{key}", ""), entry.choices)
    return ""


SESSION_ENGINE = SessionEngine()
