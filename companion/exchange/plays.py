"""A finished game night as it leaves the table: who played what, every row, every entry.

Counted from the log, and many at a time: a chunk of sessions costs two queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import groupby, islice
from typing import Any
from uuid import UUID, uuid5

from django.db.models import F, QuerySet

from companion.log.models import Act
from companion.log.replay import UNDO, undone_numbers
from companion.sessions.models import GameSession
from companion.sessions.present_names import with_former_names
from companion.sessions.services import session_state
from companion.sessions.session_form import DETAILS
from companion.sessions.timing import end_of_game, measure_span, noon_of
from companion.tables.models import Table
from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.sessions import SessionState, sheet_of, tallies_of
from scoring.sheet import Game, ScoreSheet, Tally

# What an id is made from; a changed one would make every file's games new again.
OURS = UUID("5b6a7a0e-2f0c-5f0e-9c58-6d5c1a0f6e11")
CHUNK = 500  # sessions in memory at once


@dataclass(frozen=True)
class PlayedNight:
    """One finished game night, of a single game or of a campaign."""

    id: UUID
    game: Game[Any, Any]
    sheet: ScoreSheet
    names: tuple[str, ...]
    played_as: tuple[str, ...]  # a faction or clan by its key, or an empire's name
    played_on: date | None = None
    ended: datetime | None = None  # where its log tells it
    minutes: int = 0  # 0: unknown
    place: str = ""
    note: str = ""
    totals_only: bool = False
    archived: bool = False
    tallies: int = 1
    cells: Mapping[str, str] = field(default_factory=dict)  # none in a campaign
    campaign: str = ""
    number: int = 0  # which of the campaign's sessions

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def moment(self) -> datetime | None:
        """When it was over, in UTC; noon where only its day is known."""
        if self.ended:
            return self.ended.astimezone(UTC)
        return noon_of(self.played_on).astimezone(UTC) if self.played_on else None

    @property
    def order(self) -> tuple[date, datetime]:
        """By day and by when it was over, as records count; what has no day comes first."""
        first = datetime.min.replace(tzinfo=UTC)
        return self.played_on or date.min, self.moment or first


def session_id(token: str, file_id: UUID | None = None, origin: str = "") -> UUID:
    """The same for ever, in every file and at every table; it doesn't tell the private link."""
    return UUID(origin) if origin else file_id or uuid5(OURS, token)


def play_of_session(session: GameSession) -> PlayedNight | None:
    """A finished session; None while people still enter."""
    return next(read_sessions([session]), None)


def plays_of_table(table: Table) -> Iterator[PlayedNight]:
    """Every finished session of single games, the oldest first."""
    finished = table.sessions.filter(card__finished=True)
    by_day = F("card__played_on").asc(nulls_first=True)
    rows = with_former_names(finished).defer("start").order_by(by_day, "pk")
    for _day, own in groupby(read_in_chunks(rows), key=lambda one: one.played_on):
        yield from sorted(own, key=lambda one: one.order)


def read_in_chunks(rows: QuerySet[GameSession]) -> Iterator[PlayedNight]:
    found = rows.iterator(chunk_size=CHUNK)
    while chunk := list(islice(found, CHUNK)):
        yield from read_sessions(chunk)


def read_sessions(sessions: Iterable[GameSession]) -> Iterator[PlayedNight]:
    chunk = list(sessions)
    ends = find_ends(chunk)
    for session in chunk:
        state = session_state(session)
        if state.finished:
            yield read_session(session, state, ends.get(session.pk))


def find_ends(sessions: Iterable[GameSession]) -> dict[int, datetime]:
    """When each was first finished, as far as that wasn't undone."""
    kinds = ("finish", UNDO, "amend")
    acts = Act.objects.filter(log__in=[one.pk for one in sessions], kind__in=kinds)
    by_log: dict[int, list[Act]] = defaultdict(list)
    for act in acts.order_by("log_id", "number"):
        by_log[act.log_id].append(act)
    return {
        log: end
        for log, own in by_log.items()
        if (end := first_finish(own)) is not None
    }


def first_finish(acts: list[Act]) -> datetime | None:
    gone = undone_numbers(acts)
    standing = (one for one in acts if one.kind == "finish" and one.number not in gone)
    return next((one.at for one in standing), None)


def read_session(
    session: GameSession, state: SessionState, ended: datetime | None
) -> PlayedNight:
    day = state.cells.get("played_on", "")
    played_on = date.fromisoformat(day) if day else None
    span = measure_span(session.created, ended, day)
    return PlayedNight(
        id=session_id(session.token, session.file_id, state.origin),
        game=state.rules,
        sheet=sheet_of(state),
        names=state.names,
        played_as=tuple(read_factions(state.rules, tallies_of(state)[0])),
        played_on=played_on,
        ended=end_of_game(session.created, ended, played_on),
        minutes=int(state.cells.get("minutes") or 0) or span.minutes,
        place=state.cells.get("place", ""),
        note=state.cells.get("note", ""),
        totals_only=state.totals_only,
        archived=state.archived,
        tallies=state.tallies,
        cells=counting_cells(state),
    )


def counting_cells(state: SessionState) -> dict[str, str]:
    """What was typed, without what waits for a seat or a chapter that is gone."""
    names = [f"name{seat}" for seat in range(state.players)]
    known = (*names, *DETAILS, *sorted(state.entered))
    return {key: state.cells[key] for key in known if key in state.cells}


def read_factions(game: Game[Any, Any], first: Tally[Any, Any]) -> list[str]:
    """The faction or clan of each seat by its key; nothing where a game has none."""
    for key, entry in entries_of(game.seat).items():
        if entry.kind is Kind.NAME:
            return [getattr(seat, key) for seat in first.seats]
    return [""] * len(first.seats)


def faction_label(game: Game[Any, Any], key: str) -> str:
    """A faction's own word, still to be translated; an empire's name as it is."""
    entries = entries_of(GAMES[game.slug].seat).values()
    choices = next((one.choices for one in entries if one.kind is Kind.NAME), {})
    return choices.get(key, key)
