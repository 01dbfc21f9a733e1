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
    labels: list[str]
    anchor: str
    breaks_tie: bool = False


def find_unentered(session: SessionState) -> list[Unentered]:
    """Who lacks what in the last tally; nothing where it is no matter, or something else is wrong."""
    closed = session.finished or session.archived or not session.entered
    sheet = sheet_of(session)
    if closed or sheet.problems:
        return []
    last, given = tallies_of(session)[-1], given_entries(session)
    if missing := missing_counts(session.rules, last, given):
        return list(name_missing(session, missing))
    if key := sheet.ending.asks:
        label = translate(entries_of(session.rules.board)[key].label)
        anchor = f"id_{session.tallies}b-{key}"
        return [Unentered(gettext("The table"), [label], anchor)]
    return list(name_missing(session, list(open_tie_breaks(session)), True))


def open_tie_breaks(session: SessionState) -> Iterator[tuple[int, str]]:
    """What those who are level still have to enter to break their tie."""
    game, tallies, given = session.rules, tallies_of(session), given_entries(session)
    tie = ask_for_tie(game, tallies, sheet_of(session), given)
    for seat in tie.seats:
        for key in tie.keys:
            if (seat, key) not in given and is_key_open(game, key, tie.seats, given):
                yield seat, key


def name_missing(
    session: SessionState, missing: list[tuple[int, str]], breaks_tie: bool = False
) -> Iterator[Unentered]:
    names, own = player_names(list(session.names)), entries_of(session.rules.seat)
    for seat in sorted({seat for seat, _key in missing}):
        keys = [key for one, key in missing if one == seat]
        labels = [translate(own[key].label) for key in keys]
        anchor = f"id_{session.tallies}s{seat}-{keys[0]}"
        yield Unentered(names[seat], labels, anchor, breaks_tie)
