"""A session of any game as a log: what was entered where, and what became of it.

Every cell of the page is one entry of the state, as it was typed, under the address it has on
the page. So two people never overwrite each other, and points are counted anew each time.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Annotated, Any, ClassVar, TypeAlias

from scoring.acts import ActField, Declaration, FieldKind, acts_by_kind
from scoring.engines import Data, Fact, RowKey
from scoring.entries import LONGEST, Entry, Kind, entries_of, known_key
from scoring.games import GAMES
from scoring.house import HOUSE
from scoring.missing import is_decided
from scoring.plain import from_plain, to_plain
from scoring.records import READABLE_TEXT, Unfit
from scoring.rules import Problem, RuleBroken
from scoring.sheet import Game, ScoreSheet, Tally, score_game
from scoring.typed import Unreadable, read_cell
from scoring.words import Words, _, make_message

Outcome: TypeAlias = "tuple[SessionState, tuple[Fact, ...]]"
ENTRY = re.compile(r"([1-9][0-9]?)(b|s(0|[1-9][0-9]?))-(\w{1,40})", re.ASCII)
NAME = re.compile(r"name(0|[1-9][0-9]?)", re.ASCII)
LONGEST_NOTE = 1000
FEWEST_BY_CHIPS = 2  # who plays alone says so with the number of players


@dataclass(frozen=True)
class SessionState:
    game: str
    players: int
    tallies: int = 1
    cells: dict[str, str] = field(default_factory=dict)  # as typed, by address
    covered: bool = False  # the result waits until the table asks for it
    finished: bool = False
    archived: bool = False

    @property
    def rules(self) -> Game[Any, Any]:
        return GAMES[self.game]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.cells.get(f"name{seat}", "") for seat in range(self.players))

    @property
    def entered(self) -> dict[str, str]:
        """What lies on the table: the cells that count with so many players and tallies."""
        there = {
            address: entry_at(self, address)
            for address in self.cells
            if ENTRY.fullmatch(address)
        }
        return {
            address: self.cells[address] for address, entry in there.items() if entry
        }

    def put(self, address: str, typed: str) -> SessionState:
        others = {key: value for key, value in self.cells.items() if key != address}
        return replace(self, cells={**others, address: typed} if typed else others)


class Meanwhile(RuleBroken):
    """Raised where a cell holds another value than the person saw; nothing was written."""

    def __init__(self, present: str) -> None:
        super().__init__(Problem(_("Somebody else just changed this."), HOUSE))
        self.present = present


def tidy_text(typed: str) -> str:
    """A text as it is kept: browsers end lines in two ways, and nobody sees blanks at the ends."""
    return typed.replace("\r\n", "\n").strip()


def check_write(session: SessionState, address: str, *, seen: str, typed: str) -> None:
    """Refuses what can't be written, and to write over what the person didn't see.

    The same value is no quarrel.
    """
    check_open(session)
    check_cell(session, address, tidy_text(typed))
    present = session.cells.get(address, "")
    if present not in (tidy_text(seen), tidy_text(typed)):
        raise Meanwhile(present)


def entry_at(session: SessionState, address: str) -> Entry | None:
    """The entry of 1s0-track (tally 1, seat 0) or 2b-first (the board of tally 2), if asked for."""
    found = ENTRY.fullmatch(address)
    if not found:
        return None
    tally, seat = int(found[1]), found[3]
    record = session.rules.seat if seat else session.rules.board
    entry = entries_of(record).get(found[4])
    there = 1 <= tally <= session.tallies and int(seat or 0) < session.players
    return entry if entry and there and entry.is_asked(session.players, tally) else None


def player_of(session: SessionState, address: str) -> str:
    """Whose cell it is; the board's and those of a seat without a name are everybody's."""
    entry, name = ENTRY.fullmatch(address), NAME.fullmatch(address)
    seat = entry[3] if entry else name[1] if name else None
    names = session.names
    return names[int(seat)] if seat and int(seat) < len(names) else ""


def check_cell(session: SessionState, address: str, typed: str) -> None:
    """Refuses a cell that isn't there (Unfit) and a value it can't hold (RuleBroken)."""
    entry = entry_at(session, address)
    try:
        if entry:
            read_cell(entry, typed)
        else:
            check_detail(session, address, typed)
    except Unreadable as unreadable:
        rule = entry.rule if entry else HOUSE
        raise RuleBroken(Problem(unreadable.message, rule)) from unreadable


def check_detail(session: SessionState, address: str, typed: str) -> None:
    """The cells every session has beside its entries: names, date, place and notes."""
    named = NAME.fullmatch(address)
    if (named and int(named[1]) < session.players) or address == "place":
        check_text(typed, LONGEST)
    elif address == "note":
        check_text(typed, LONGEST_NOTE)
    elif address == "played_on":
        check_date(typed)
    else:
        raise Unfit(address, "is no cell of this session")


def check_text(typed: str, longest: int) -> None:
    if len(typed) > longest or not READABLE_TEXT.fullmatch(typed):
        raise Unreadable(
            make_message(_("Too long. The limit is %(most)s characters."), most=longest)
        )


def check_date(typed: str) -> None:
    try:
        plain = not typed or date.fromisoformat(typed).isoformat() == typed
    except ValueError:
        plain = False
    if not plain:
        raise Unreadable(_("Enter a date like 2026-11-16."))


def tallies_of(session: SessionState) -> list[Tally[Any, Any]]:
    return [tally_of(session, number) for number in range(1, session.tallies + 1)]


def tally_of(session: SessionState, number: int) -> Tally[Any, Any]:
    seats = range(session.players)
    return Tally(
        number,
        record_of(session, session.rules.board, f"{number}b"),
        tuple(
            record_of(session, session.rules.seat, f"{number}s{seat}") for seat in seats
        ),
    )


def record_of(session: SessionState, kind: type, prefix: str) -> Any:
    given = {}
    for key in entries_of(kind):
        address = f"{prefix}-{key}"
        entry, typed = entry_at(session, address), session.cells.get(address, "")
        if entry and typed:
            given[key] = read_cell(entry, typed)
    return kind(**given)


def sheet_of(session: SessionState) -> ScoreSheet:
    return score_game(session.rules, tallies_of(session))


def given_entries(session: SessionState) -> set[tuple[int, str]]:
    """Which seat's entries of the last tally were typed, be it a 0."""
    found = (ENTRY.fullmatch(address) for address in session.entered)
    return {
        (int(one[3]), one[4])
        for one in found
        if one and one[3] and int(one[1]) == session.tallies
    }


def has_result(session: SessionState, sheet: ScoreSheet) -> bool:
    """Whether somebody can be called the winner: all is entered, or the table says it is."""
    if not session.entered:
        return False
    given = given_entries(session)
    return session.finished or is_decided(
        session.rules, tallies_of(session), sheet, given
    )


def refuse_unless(holds: bool, message: Words) -> None:
    if not holds:
        raise RuleBroken(Problem(message, HOUSE))


def check_open(session: SessionState) -> None:
    refuse_unless(not session.finished, _("This session is finished. Reopen it first."))
    refuse_unless(
        not session.archived, _("This session is archived. Restore it first.")
    )


class Step(StrEnum):
    """On which part of a session's page an act is offered."""

    ENTRIES = "entries"
    LINE_UP = "lineup"
    RESULT = "result"
    MANAGE = "manage"


CellAddress = Annotated[str, ActField(_("Cell"), FieldKind.CELL, typed=False)]
TypedValue = Annotated[str, ActField(_("Entry"), FieldKind.TEXT)]
PlayerCount = Annotated[int, ActField(_("Players"), FieldKind.COUNT)]
SeatName = Annotated[str, ActField(_("Name"), FieldKind.TEXT)]
SeatNumber = Annotated[int, ActField(_("Seat"), FieldKind.SEAT, first=1, typed=False)]
TallyNumber = Annotated[int, ActField(_("Number"), FieldKind.COUNT, typed=False)]


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
        refuse_unless(self.number == session.tallies + 1, _("It has already started."))
        refuse_unless(self.number <= session.rules.tallies, _("There are no more."))
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
