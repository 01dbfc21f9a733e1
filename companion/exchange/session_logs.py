"""Sessions of single games as logs: each a line that says what it is, then an act per line.

Kept again elsewhere a session has the same acts, so its log is the same byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaign.files.importing import new_act
from campaign.files.lines import GivenAct, act_line, numbered_lines, read_acts
from companion.base.json_input import parse_json
from companion.exchange.plays import session_id
from companion.log.engines import ENGINES
from companion.log.record import append_all, begin_log
from companion.log.replay import effective_acts, replay_acts
from companion.sessions.models import GameSession
from companion.sessions.services import ENGINE
from companion.tables.models import Person, Table
from scoring.records import Unfit
from scoring.sessions import SessionState


@dataclass(frozen=True)
class GivenLog:
    """A finished session with every act it has."""

    start: dict[str, Any]
    acts: tuple[GivenAct, ...]
    state: SessionState
    id: UUID | None = None  # pages from before had none


SEAT = ("name", "played_as", "total", "place", "wins")


def session_bytes(session: GameSession) -> bytes:
    """What a campaign's file is for a campaign, with the result first."""
    card = session.card
    seats = [{key: getattr(one, key) for key in SEAT} for one in session.seats.all()]
    played_on = card.played_on.isoformat() if card.played_on else ""
    head = {
        "session": card.game,
        "engine": session.engine,
        "start": session.start,
        "id": str(session_id(session.token, session.file_id, read_origin(session))),
        "played_on": played_on,
        "finished": card.finished,
        "seats": seats,
    }
    return as_lines([head, *map(act_line, session.acts.all())])


def read_origin(session: GameSession) -> str:
    """Under which id another file brought it."""
    return str(session.state.get("origin", ""))


def as_lines(records: list[dict[str, object]]) -> bytes:
    written = (json.dumps(one, sort_keys=True, ensure_ascii=False) for one in records)
    return "".join(f"{line}\n" for line in written).encode()


def read_session_logs(raw: bytes) -> Iterator[GivenLog]:
    """The sessions of a log that holds several; raises Unfit for what is none."""
    own: list[tuple[int, bytes]] = []
    head: Mapping[str, Any] = {}
    for number, line in numbered_lines(raw):
        found = parse_json(line)
        if not isinstance(found, dict):
            raise Unfit(f"line {number}", "must be an object")
        if "session" in found:
            if head:
                yield read_log(head, own)
            head, own = found, []
        else:
            own.append((number, line))
    if head:
        yield read_log(head, own)


def read_log(head: Mapping[str, Any], lines: Iterable[tuple[int, bytes]]) -> GivenLog:
    engine, start = ENGINES[ENGINE], head.get("start")
    if not isinstance(start, dict):
        raise Unfit("start", "is missing")
    begun = engine.start(start)
    acts = read_acts(engine, lines)
    played = replay_acts(engine, begun, effective_acts(acts))
    if played.fallen or not played.state.finished or not acts:
        raise Unfit("", "isn't a finished session")
    return GivenLog(start, tuple(acts), played.state, read_log_id(head, played.state))


def read_log_id(head: Mapping[str, Any], state: SessionState) -> UUID | None:
    try:
        return UUID(state.origin or str(head.get("id")))
    except ValueError:
        return None


def keep_log(
    given: GivenLog, *, table: Table, people: dict[str, Person]
) -> GameSession:
    """The session with the acts it had, under their own ids and times."""
    session = GameSession(engine=ENGINE, table=table, file_id=given.id)
    begin_log(session, start=given.start)
    append_all(session, (new_act(one, people) for one in given.acts))
    return session
