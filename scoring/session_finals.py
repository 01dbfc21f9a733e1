"""A session whose game was counted on paper: names and totals, and the way back to all entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.final_scores import ALONE_KEY, FINAL_SCORE, WON_TIE
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken
from scoring.session_base import (
    FinalTotals,
    Outcome,
    SeatNames,
    SessionAct,
    SessionPart,
)
from scoring.sessions import (
    ENTRY,
    SessionState,
    check_cell,
    check_open,
    refuse_unless,
    seat_address,
    seat_of,
    sheet_of,
    tidy_text,
)
from scoring.twins import repeated_names
from scoring.words import _, make_message


def put_final_scores(
    session: SessionState, names: Sequence[str], scores: Sequence[str]
) -> SessionState:
    """The session with these people and their totals; what was entered before waits."""
    names = [tidy_text(name) for name in names]
    refuse_unless(not repeated_names(names), _("This name is already in use."))
    check_player_count(session, len(names))
    seated = seat_people(session, names)
    seated = replace(seated, tallies=1, totals_only=True)
    problems: list[Problem] = []
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        refuse_unless(bool(tidy_text(score)), _("Enter a score for everybody."))
        cells = final_cells(seat, name, tidy_text(score))
        problems += final_problems_at(seated, seat, cells)
        for address, typed in cells.items():
            seated = seated.put(address, typed)
    if problems:
        raise RuleBroken(*problems)
    return seated


def final_cells(seat: int, name: str, score: str) -> dict[str, str]:
    """A seat's cells; who won a tie or a game alone is asked anew."""
    return {
        f"name{seat}": name,
        f"1s{seat}-{FINAL_SCORE}": score,
        f"1s{seat}-{WON_TIE}": "",
        f"1s{seat}-{ALONE_KEY}": "",
    }


def final_problems_at(
    session: SessionState, seat: int, cells: Mapping[str, str]
) -> list[Problem]:
    """What can't be read of a name and a total, each with the seat it is about."""
    problems: list[Problem] = []
    for address, typed in cells.items():
        try:
            # What isn't asked with so many players is only cleared.
            if typed:
                check_cell(session, address, typed)
        except RuleBroken as broken:
            problems += [replace(one, seat=seat) for one in broken.problems]
    return problems


def check_player_count(session: SessionState, number: int) -> None:
    most = session.rules.players[-1]
    refuse_unless(number > 0, _("Enter at least one score."))
    refuse_unless(
        number <= most,
        make_message(_("At most %(most)s people can play this."), most=most),
    )
    refuse_unless(
        number in session.rules.players, _("This game isn't for that many players.")
    )


def seat_people(session: SessionState, names: Sequence[str]) -> SessionState:
    """Everybody in this order, with what was entered for them; who isn't named waits behind."""
    known = [session.cells.get(f"name{seat}", "") for seat in known_seats(session)]
    free = [seat for seat in range(session.players) if not known[seat]]
    moved: dict[int, int] = {}
    for place, name in enumerate(names):
        own = find_own_seat(known, free, name)
        if own is not None:
            moved[own] = place
            free = [seat for seat in free if seat != own]
    waiting = [seat for seat in known_seats(session) if seat not in moved]
    moved |= {seat: len(names) + nth for nth, seat in enumerate(waiting)}
    cells = {seat_address(key, moved): typed for key, typed in session.cells.items()}
    return replace(session, players=len(names), cells=cells)


def find_own_seat(known: Sequence[str], free: Sequence[int], name: str) -> int | None:
    """Where this person sits or sat; else the first seat without a name."""
    sitting = [one.casefold() for one in known]
    if name and name.casefold() in sitting:
        return sitting.index(name.casefold())
    return free[0] if free else None


def known_seats(session: SessionState) -> range:
    """All seats with cells, also those that wait for somebody's return."""
    found = (seat_of(address) for address in session.cells)
    ends = (seat + 1 for seat in found if seat is not None)
    return range(max([session.players, *ends]))


def count_everything(session: SessionState) -> SessionState:
    """All entries of the game again, with as many chapters as something was entered in."""
    refuse_unless(session.totals_only, _("You're already entering the whole score."))
    found = (ENTRY.fullmatch(key) for key in session.cells)
    chapters = [int(one[1]) for one in found if one]
    return replace(session, totals_only=False, tallies=max(chapters, default=1))


def find_open_question(session: SessionState) -> tuple[int, ...]:
    """Who may have won where totals don't tell: those tied for first, or who played alone."""
    scored = [f"1s{seat}-{FINAL_SCORE}" in session.cells for seat in seats_of(session)]
    if not session.totals_only or not all(scored):
        return ()
    if session.players == 1:
        return () if session.cells.get(f"1s0-{ALONE_KEY}") else (0,)
    sheet = sheet_of(session)
    first = tuple(seat for seat in seats_of(session) if sheet.places[seat] == 1)
    return first if len(first) > 1 else ()


def seats_of(session: SessionState) -> range:
    return range(session.players)


@dataclass(frozen=True)
class EnterFinalScores(SessionAct):
    """People counted on paper: who played, and what each of them came to."""

    declared = Declaration(_("Final scores"), SessionPart.FINAL_SCORES)

    names: SeatNames
    scores: FinalTotals

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        if len(self.names) != len(self.scores):
            raise Unfit("scores", "must be as many as there are names")
        return put_final_scores(session, self.names, self.scores), ()


@dataclass(frozen=True)
class CountEverything(SessionAct):
    """All entries of the game instead of final scores only. None of them was lost."""

    declared = Declaration(_("Whole score"), SessionPart.ENTRIES)

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        return count_everything(session), ()
