"""A session of any game as a log: what was entered where, and what became of it.

Every cell of the page is one entry of the state, as it was typed, under the address it has on
the page. So two people never overwrite each other, and points are counted anew each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from scoring.entries import LONGEST, Entry, entries_of
from scoring.final_scores import final_scores_game
from scoring.games import GAMES
from scoring.helping import Around, KeptStates, around_game
from scoring.house import HOUSE
from scoring.missing import is_decided
from scoring.plain import UNSAID
from scoring.records import READABLE_TEXT, Unfit
from scoring.rules import Problem, RuleBroken
from scoring.sheet import Ending, Game, ScoreSheet, Tally, score_game
from scoring.typed import Unreadable, read_cell
from scoring.words import Words, _, make_message

ENTRY = re.compile(r"([1-9][0-9]?)(b|s(0|[1-9][0-9]?))-(\w{1,40})", re.ASCII)
NAME = re.compile(r"name(0|[1-9][0-9]?)", re.ASCII)
LONGEST_NOTE = 1000
MOST_MINUTES = 24 * 60
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
    totals_only: bool = False  # counted on paper; what was entered before waits
    helpers: KeptStates = field(default_factory=dict, metadata=UNSAID)
    rematches: int = field(default=0, metadata=UNSAID)  # how many were begun from it
    origin: str = field(default="", metadata=UNSAID)  # its id in the file it came from

    @property
    def around(self) -> Around:
        """What helpers ask about this game."""
        return around_game(GAMES[self.game], self.players)

    @property
    def rules(self) -> Game[Any, Any]:
        game = GAMES[self.game]
        return final_scores_game(game) if self.totals_only else game

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


def call_by_present_names(
    session: SessionState, known: Mapping[str, str]
) -> SessionState:
    """The same session with everybody called what they are called now; `known` has former names in lower case."""
    named = {key: one for key, one in session.cells.items() if NAME.fullmatch(key)}
    if not any(typed.casefold() in known for typed in named.values()):
        return session
    now = rename_seats(list(named.values()), known)
    present = dict(zip(named, now, strict=True))
    return replace(session, cells={**session.cells, **present})


def rename_seats(names: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """What people are called now; a former name stays where two seats would be one person's."""
    now = [known.get(name.casefold(), name) for name in names]
    return [
        present if now.count(present) == 1 else name
        for name, present in zip(names, now, strict=True)
    ]


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


def seat_of(address: str) -> int | None:
    """The seat a cell belongs to; none for the board's and those of the session."""
    entry, name = ENTRY.fullmatch(address), NAME.fullmatch(address)
    seat = entry[3] if entry else name[1] if name else None
    return int(seat) if seat else None


def seat_address(address: str, moved: Mapping[int, int]) -> str:
    """Where a cell is once its seat has another number."""
    if named := NAME.fullmatch(address):
        return f"name{moved.get(int(named[1]), named[1])}"
    entry = ENTRY.fullmatch(address)
    if entry is None or not entry[3]:
        return address
    return f"{entry[1]}s{moved.get(int(entry[3]), entry[3])}-{entry[4]}"


def player_of(session: SessionState, address: str) -> str:
    """Whose cell it is; the board's and those of a seat without a name are everybody's."""
    seat, names = seat_of(address), session.names
    return names[seat] if seat is not None and seat < len(names) else ""


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
    elif address == "minutes":
        check_minutes(typed)
    else:
        raise Unfit(address, "is no cell of this session")


def check_text(typed: str, longest: int) -> None:
    if len(typed) > longest or not READABLE_TEXT.fullmatch(typed):
        raise Unreadable(
            make_message(_("Too long. The limit is %(most)s characters."), most=longest)
        )


def check_minutes(typed: str) -> None:
    """How long it took, where people say so themselves."""
    if not typed:
        return
    known = re.fullmatch(r"[0-9]{1,4}", typed, re.ASCII)
    if not known or not 1 <= int(typed) <= MOST_MINUTES:
        raise Unreadable(
            make_message(_("Enter whole minutes, up to %(most)s."), most=MOST_MINUTES)
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
        typed = session.cells.get(address)
        if typed and (entry := entry_at(session, address)):
            given[key] = read_cell(entry, typed)
    return kind(**given)


def sheet_of(
    session: SessionState, tallies: Sequence[Tally[Any, Any]] = ()
) -> ScoreSheet:
    """Of its `tallies`, where somebody has read them already."""
    sheet = score_game(session.rules, tallies or tallies_of(session))
    if not session.finished:
        return sheet
    early = not sheet.ending.over
    return end_early(sheet) if early else share_tie(sheet)


def share_tie(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet of a finished game: who is still tied for first shares the win."""
    if sheet.places.count(1) < 2:
        return sheet
    return replace(sheet, ending=replace(sheet.ending, first_wins=True))


def end_early(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet of a game the table ended before its rules did: who is first has won."""
    ending = Ending(
        True,
        _("You ended the game early."),
        sheet.ending.rule,
        first_wins=len(sheet.totals) > 1,
    )
    return replace(sheet, ending=ending, race=None, steps=())


def given_entries(session: SessionState, number: int = 0) -> set[tuple[int, str]]:
    """Which seat's entries of a tally were typed, be it a 0; of the last one unless told."""
    tally = number or session.tallies
    found = (ENTRY.fullmatch(address) for address in session.entered)
    return {
        (int(one[3]), one[4])
        for one in found
        if one and one[3] and int(one[1]) == tally
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
