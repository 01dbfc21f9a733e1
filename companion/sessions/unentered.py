"""What nobody has entered yet, asked about before a session is finished without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from companion.base.wording import player_names, translate
from scoring.entries import entries_of
from scoring.missing import ask_for_tie, is_key_open, missing_counts
from scoring.sessions import SessionState, given_entries, sheet_of, tallies_of


@dataclass(frozen=True)
class Unentered:
    """What somebody, or the whole table, hasn't entered, and where on the page that is."""

    name: str
    fields: list[tuple[str, str]]  # cell and label
    tally: int
    seat: int | None = None  # or the whole table
    breaks_tie: bool = False

    @property
    def anchor(self) -> str:
        return f"id_{self.fields[0][0]}"


def find_unentered(session: SessionState) -> list[Unentered]:
    """Who lacks what; nothing where it is no matter, or something else is wrong."""
    closed = session.finished or session.archived or not session.entered
    sheet = sheet_of(session)
    if closed or sheet.problems:
        return []
    if missing := list(find_missing(session)):
        return missing
    if key := sheet.ending.asks:
        label = translate(entries_of(session.rules.board)[key].label)
        cell = f"{session.tallies}b-{key}"
        return [Unentered(gettext("The table"), [(cell, label)], session.tallies)]
    ties = list(open_tie_breaks(session))
    return list(name_missing(session, session.tallies, ties, breaks_tie=True))


def find_missing(session: SessionState) -> Iterator[Unentered]:
    """The counts nobody has entered, chapter by chapter."""
    for tally in tallies_of(session):
        given = given_entries(session, tally.number)
        missing = missing_counts(session.rules, tally, given)
        yield from name_missing(session, tally.number, missing)


def open_tie_breaks(session: SessionState) -> Iterator[tuple[int, str]]:
    """What those who are level still have to enter to break their tie."""
    game, tallies, given = session.rules, tallies_of(session), given_entries(session)
    tie = ask_for_tie(game, tallies, sheet_of(session), given)
    for seat in tie.seats:
        for key in tie.keys:
            if (seat, key) not in given and is_key_open(game, key, tie.seats, given):
                yield seat, key


def name_missing(
    session: SessionState,
    number: int,
    missing: list[tuple[int, str]],
    *,
    breaks_tie: bool = False,
) -> Iterator[Unentered]:
    names, own = player_names(list(session.names)), entries_of(session.rules.seat)
    several = session.rules.tally_name if session.tallies > 1 else ""
    before = f"{translate(several)} {number} · " if several else ""
    for seat in sorted({seat for seat, _key in missing}):
        keys = [key for one, key in missing if one == seat]
        fields = [(f"{number}s{seat}-{key}", translate(own[key].label)) for key in keys]
        yield Unentered(before + names[seat], fields, number, seat, breaks_tie)
