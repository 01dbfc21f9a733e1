"""The acts of a session of any game, and the engine that keeps them in a log."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from scoring.acts import (
    ActField,
    Declaration,
    FieldKind,
    acts_by_kind,
    listed_values,
)
from scoring.engines import Data, RowKey
from scoring.entries import entries_of
from scoring.games import GAMES
from scoring.helper_acts import USING_A_HELPER, HelperAct
from scoring.helper_list import reseat_helpers
from scoring.plain import from_plain, to_plain
from scoring.records import Unfit
from scoring.rematches import PlayAgain
from scoring.rules import RuleBroken
from scoring.session_base import (
    SEAT_NAMES,
    CarryBoards,
    CellAddress,
    Outcome,
    PlayerCount,
    SeatName,
    SeatNumber,
    SessionAct,
    SessionPart,
    TableKey,
    TableName,
    TallyNumber,
    TypedValue,
)
from scoring.session_files import ImportSession
from scoring.session_finals import CountEverything, EnterFinalScores
from scoring.session_rows import session_rows
from scoring.sessions import (
    FEWEST_BY_CHIPS,
    SessionState,
    check_cell,
    check_open,
    player_of,
    refuse_unless,
    seat_address,
    sheet_of,
    tallies_of,
    tidy_text,
)
from scoring.words import _


@dataclass(frozen=True)
class SetCell(SessionAct):
    """One cell as somebody typed it."""

    declared = Declaration(_("Entry"), SessionPart.ENTRIES)

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

    declared = Declaration(_("Players"), SessionPart.LINE_UP)

    players: PlayerCount

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        can_play = self.players in session.rules.players
        refuse_unless(can_play, _("This game isn't for that many players."))
        return replace(session, players=self.players), ()


@dataclass(frozen=True)
class TakeSeat(SessionAct):
    """Somebody joins the line-up: at the first seat without a name, else at one more."""

    declared = Declaration(_("Joined"), SessionPart.LINE_UP)

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

    declared = Declaration(_("Left"), SessionPart.LINE_UP)

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
        helpers = reseat_helpers(session.helpers, moved, session.around)
        return replace(session, players=last, cells=cells, helpers=helpers), ()


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

    declared = Declaration(_("Next round of scoring"), SessionPart.ENTRIES)

    number: TallyNumber
    carry: CarryBoards = 0  # 1: what people rarely change stands there again

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
        begun = replace(session, tallies=self.number)
        return (carry_boards(begun) if self.carry else begun), ()


def carry_boards(session: SessionState) -> SessionState:
    """The new tally with what has a default of its own as it was left; other counts are only suggested."""
    own = entries_of(session.rules.seat)
    before = tallies_of(session)[-2]
    for seat, kept in enumerate(session.rules.carried(before)):
        for key, number in kept.items():
            if own[key].default and own[key].default != number:
                address = f"{session.tallies}s{seat}-{key}"
                session = session.put(address, str(number))
    return session


@dataclass(frozen=True)
class Cover(SessionAct):
    """The result is kept from everybody until the table asks for it."""

    declared = Declaration(_("Scores hidden"), SessionPart.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        return replace(session, covered=True), ()


@dataclass(frozen=True)
class Reveal(SessionAct):
    declared = Declaration(_("Scores revealed"), SessionPart.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        return replace(session, covered=False), ()


@dataclass(frozen=True)
class Finish(SessionAct):
    """The result stands; entries that break a rule can't be a result."""

    declared = Declaration(_("Finished"), SessionPart.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        refuse_unless(bool(session.entered), _("Nothing has been entered yet."))
        problems = sheet_of(session).problems
        if problems:
            raise RuleBroken(*problems)
        return replace(session, finished=True, covered=False), ()


@dataclass(frozen=True)
class Reopen(SessionAct):
    """Whoever may finish may reopen: a mistake is mended by those who made it, and the log shows both."""

    declared = Declaration(_("Reopened"), SessionPart.RESULT)

    def apply(self, session: SessionState) -> Outcome:
        refuse_unless(session.finished, _("This session is already open."))
        return replace(session, finished=False), ()


@dataclass(frozen=True)
class Archive(SessionAct):
    """Put away, never deleted."""

    declared = Declaration(_("Archived"), SessionPart.MANAGE, role="organiser")

    def apply(self, session: SessionState) -> Outcome:
        refuse_unless(not session.archived, _("This session is already archived."))
        return replace(session, archived=True), ()


@dataclass(frozen=True)
class Restore(SessionAct):
    declared = Declaration(_("Restored"), SessionPart.MANAGE, role="organiser")

    def apply(self, session: SessionState) -> Outcome:
        refuse_unless(session.archived, _("This session isn't archived."))
        return replace(session, archived=False), ()


@dataclass(frozen=True)
class MoveToTable(SessionAct):
    """A session that belonged to nobody is a table's from now on. Its log says so; the rules don't ask."""

    declared = Declaration(_("Moved to a table"), SessionPart.MOVE, role="organiser")
    recorded_as = "move"

    table: TableKey
    name: TableName

    def apply(self, session: SessionState) -> Outcome:
        return session, ()


@dataclass(frozen=True)
class UseSessionHelper(HelperAct, SessionAct):
    """A tap in the dice log, the rounds, the turn clock and their like."""

    declared = USING_A_HELPER

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        game = GAMES[session.game]
        helpers = self.move_helper(game, session.helpers, session.players)
        return replace(session, helpers=helpers), ()


ACTS: dict[str, type[SessionAct]] = acts_by_kind(
    SetCell,
    SetPlayers,
    TakeSeat,
    LeaveSeat,
    AddTally,
    EnterFinalScores,
    CountEverything,
    Cover,
    Reveal,
    Finish,
    Reopen,
    Archive,
    Restore,
    MoveToTable,
    ImportSession,
    PlayAgain,
    UseSessionHelper,
)


def act_of(kind: str, data: Data) -> SessionAct:
    """The act that was recorded; raises Unfit for what isn't one."""
    if kind not in ACTS:
        raise Unfit("", f"“{kind}” is no act of a session")
    return from_plain(ACTS[kind], dict(data))


# What old logs know nothing of is written only where it says something.
NEWER = ("totals_only",)


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
        if replace(session, cells={}) != SessionState(
            session.game,
            session.players,
            session.tallies,
            totals_only=session.totals_only,
        ):
            raise Unfit("", "a session begins open")
        begun = replace(session, cells={})
        for address, typed in session.cells.items():
            check_cell(session, address, tidy_text(typed))
            begun = begun.put(address, tidy_text(typed))
        return begun

    def check_data(self, kind: str, data: Data) -> None:
        act_of(kind, data)

    def apply(self, state: SessionState, kind: str, data: Data) -> Outcome:
        return act_of(kind, data).apply(state)

    def owners(self, state: SessionState, declared: ActField, value: Any) -> list[str]:
        """Whose seat an act is about: a cell's, one that is left, or those of final scores."""
        if declared.kind == SEAT_NAMES:
            return [name for name in listed_values(declared, value) if name]
        if declared.kind not in (FieldKind.CELL, FieldKind.SEAT):
            return []
        is_seat = declared.kind == FieldKind.SEAT
        player = player_of(state, f"name{value}" if is_seat else str(value))
        return [player] if player else []

    def dump(self, state: SessionState) -> dict[str, Any]:
        dumped: dict[str, Any] = to_plain(state)
        return {key: one for key, one in dumped.items() if one or key not in NEWER}

    def load(self, data: Data) -> SessionState:
        return from_plain(SessionState, dict(data))

    def rows(self, state: SessionState) -> dict[RowKey, dict[str, Any]]:
        return session_rows(state)


SESSION_ENGINE = SessionEngine()
