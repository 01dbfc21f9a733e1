"""What nobody has entered yet, asked about before a session is finished without it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from companion.base.wording import player_names, translate
from scoring.entries import entries_of
from scoring.missing import missing_counts
from scoring.sessions import SessionState, given_entries, sheet_of, tallies_of


def find_unentered(session: SessionState) -> list[tuple[str, list[str]]]:
    """Who lacks what in the last tally; nothing where it is no matter, or something else is wrong."""
    closed = session.finished or session.archived or not session.entered
    sheet = sheet_of(session)
    if closed or sheet.problems or sheet.ending.sure:
        return []
    return list(name_missing(session))


def name_missing(session: SessionState) -> Iterator[tuple[str, list[str]]]:
    game, last = session.rules, tallies_of(session)[-1]
    names, own = player_names(list(session.names)), entries_of(game.seat)
    counts = missing_counts(game, last, given_entries(session))
    for seat, lacking in groupby(counts, key=lambda one: one[0]):
        yield names[seat], [translate(own[key].label) for _seat, key in lacking]
