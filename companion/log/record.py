"""The only way to write to a log: record, undo, amend.

The acts are the truth; the state and the projections follow from them. All three are written in
one transaction, so that they always agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone

from companion.base.changes import LiveChange, tell_live_pages
from companion.base.joined_rows import Joined, JoinedRows
from companion.base.writable import as_json
from companion.log import projection
from companion.log.engines import ENGINES
from companion.log.models import Act, Log
from companion.log.replay import (
    AMEND,
    REPAIR,
    REWRITING,
    UNDO,
    Replay,
    WouldFall,
    amended_number,
    amends,
    check_rewriting,
    check_still_counts,
    effective_acts,
    replay_acts,
)
from companion.tables.models import Person
from scoring.engines import Data, Engine, State

__all__ = [
    "MovedOn",
    "NewAct",
    "WouldFall",
    "amend",
    "append_all",
    "begin_log",
    "rebuild",
    "record",
    "undo",
]


L = TypeVar("L", bound=Log)
recorded = Signal()  # sent with `act`, inside the transaction
SAME_REQUEST = "SELECT id FROM campaign_act WHERE log_id = %s AND client_id = %s"
NEW_STATE = "UPDATE campaign_log SET state = %s, last = %s WHERE id = %s"


class MovedOn(Exception):
    """Raised where somebody recorded something after what was looked at; nothing was written."""


@dataclass(frozen=True)
class NewAct:
    """An act that is not in a log yet; names default to those of the people."""

    kind: str
    data: Data
    client_id: UUID = field(default_factory=uuid4)
    by: Person | None = None
    by_name: str = ""
    for_person: Person | None = None
    for_name: str = ""
    at: datetime = field(default_factory=timezone.now)

    def to_act(self, log: Log, number: int) -> Act:
        by, other = self.by, self.for_person
        return Act(
            log=log,
            number=number,
            kind=self.kind,
            data=as_json(self.data),
            client_id=self.client_id,
            by=by,
            by_name=self.by_name or (by.name if by else ""),
            for_person=other,
            for_name=self.for_name or (other.name if other else ""),
            at=self.at,
        )


@transaction.atomic
def begin_log(log: L, *, start: Data) -> L:
    """Saves a new log with its start, before the first act."""
    rules = ENGINES[log.engine]
    log.start = as_json(start)
    state = rules.start(log.start)
    log.state = rules.dump(state)
    log.save(force_insert=True)
    projection.write_difference(
        log, projection.difference({}, rules.rows(state)), acts={}
    )
    tell_pages_of(log)
    return log


@transaction.atomic
def record(
    log: Log,
    *,
    kind: str,
    data: Data,
    client_id: UUID,
    by: Person | None = None,
    by_name: str = "",
    for_person: Person | None = None,
    along: bool = False,
    given: Callable[[Any], None] | None = None,
    last: int | None = None,
) -> Act:
    """Appends an act and writes what follows from it; a repeated request gets the first act.

    Raises RuleBroken or Unfit, WouldFall where an undo or amendment would fell later acts that it
    doesn't take along, and whatever `given` raises that looks at the present state first: it holds
    for this moment, where the act's own rules also hold in every replay. MovedOn where something
    was recorded after the act `last` that somebody looked at. Then nothing was written.
    """
    kept = lock_log(log)
    if earlier := find_repeated(kept, client_id):
        return earlier
    kept.check_room(kind)
    if last is not None and kept.last != last:
        raise MovedOn
    if given:
        given(ENGINES[kept.engine].load(kept.state))
    new = NewAct(kind, data, client_id, by=by, by_name=by_name, for_person=for_person)
    act = new.to_act(kept, kept.last + 1)
    (rewrite_log if kind in REWRITING else append_act)(kept, act, along=along)
    recorded.send(sender=Log, act=act)
    return act


@transaction.atomic
def append_all(log: Log, acts: Iterable[NewAct]) -> None:
    """Appends many acts and writes what follows from all of them at once.

    Raises RuleBroken or Unfit at the first act that doesn't hold, WouldFall where an undo or an
    amendment among them fells others; then nothing was written. Far quicker than one by one, for
    logs that come from elsewhere: a file, a demo, a simulation, a test.
    """
    kept = lock_log(log)
    new = [act.to_act(kept, kept.last + nth) for nth, act in enumerate(acts, start=1)]
    if any(act.kind in REWRITING for act in new):
        append_and_replay(kept, new)
    else:
        append_in_turn(kept, new)


def append_in_turn(log: Log, new: Sequence[Act]) -> None:
    engine = ENGINES[log.engine]
    before = state = engine.load(log.state)
    facts = []
    for act in new:
        state, made = engine.apply(state, act.kind, act.data)
        facts += [(act.number, fact) for fact in made]
    Act.objects.bulk_create(new)
    rows = {**engine.rows(state), **projection.fact_rows(facts)}
    found = projection.difference(engine.rows(before), rows)
    projection.write_difference(log, found, acts={act.number: act.pk for act in new})
    save_state(log, engine.dump(state), log.last + len(new))


def append_and_replay(log: Log, new: Sequence[Act]) -> None:
    engine, acts = ENGINES[log.engine], list(log.acts.order_by("number"))
    for act in new:
        if act.kind in REWRITING:
            check_rewriting(acts, act)
        acts.append(act)
    played = replay_acts(engine, engine.start(log.start), effective_acts(acts))
    if played.fallen:
        raise WouldFall(played.fallen)
    Act.objects.bulk_create(new)
    write_replay(log, engine, played, len(acts))


def undo(
    log: Log,
    numbers: Iterable[int],
    *,
    client_id: UUID,
    along: bool = False,
    **who: Any,
) -> Act:
    """Undoes acts; with `along` also the later acts that depend on them."""
    data = {"of": sorted(set(numbers))}
    return record(log, kind=UNDO, data=data, client_id=client_id, along=along, **who)


def amend(
    log: Log,
    number: int,
    data: Data,
    *,
    client_id: UUID,
    along: bool = False,
    **who: Any,
) -> Act:
    """Replaces the content of an act; with `along` undoes the later acts that no longer hold."""
    data = {"of": number, "by": data}
    return record(log, kind=AMEND, data=data, client_id=client_id, along=along, **who)


@transaction.atomic
def rebuild(log: Log) -> int:
    """Replays the log and rewrites what follows; returns how many rows were wrong."""
    kept = lock_log(log)
    engine, acts = ENGINES[kept.engine], list(kept.acts.order_by("number"))
    played = replay_acts(engine, engine.start(kept.start), effective_acts(acts))
    if played.fallen:
        raise WouldFall(played.fallen)
    state, last = engine.dump(played.state), len(acts)
    apart = int(as_json(state) != kept.state) + int(last != kept.last)
    return apart + write_replay(kept, engine, played, last)


def lock_log(log: L) -> L:
    """The log, locked: a second writer waits here (SQLite: at the start of its transaction)."""
    kind = type(log)
    for (found,) in locked_rows(kind).fetch(log.pk):
        kept: L = found
        return kept
    raise kind.DoesNotExist


@cache
def locked_rows(kind: type[Log]) -> JoinedRows:
    """Every act asks, so this is put together once; its start, as large as the state, is left to replays."""
    log, own = Log._meta.db_table, kind._meta
    rest = f"FROM {log} log"
    if kind is not Log:
        rest += f" JOIN {own.db_table} own ON own.{own.pk.column} = log.id"
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    whole = Joined(kind, "own", {log: "log"}, left_out=frozenset({"start"}))
    return JoinedRows(f"{rest} WHERE log.id = %s {lock}", whole)


def find_repeated(log: Log, client_id: UUID) -> Act | None:
    """The act of the same request, where it came before; every act asks, so the SQL is written once."""
    asked = Act._meta.get_field("client_id").get_db_prep_value(client_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(SAME_REQUEST, [log.pk, asked])
        found = cursor.fetchone()
    return log.acts.get(pk=found[0]) if found else None


def append_act(log: Log, act: Act, **_options: Any) -> None:
    """Applies an act to the present state, so its cost doesn't depend on the log's length."""
    engine = ENGINES[log.engine]
    before = engine.load(log.state)
    after, facts = engine.apply(before, act.kind, act.data)
    act.save()
    new = projection.fact_rows((act.number, fact) for fact in facts)
    found = projection.difference(engine.rows(before), {**engine.rows(after), **new})
    projection.write_difference(log, found, acts={act.number: act.pk})
    save_state(log, engine.dump(after), act.number)


def rewrite_log(log: Log, act: Act, *, along: bool) -> None:
    """Replays the log with an undo or amendment, which may change anything after it."""
    engine, acts = ENGINES[log.engine], list(log.acts.order_by("number"))
    check_rewriting(acts, act)
    check_still_counts(acts, act)
    played = replay_acts(engine, engine.start(log.start), effective_acts([*acts, act]))
    if played.fallen:
        refuse_own_fault(acts, act, played)
        if not along or act.kind == REPAIR:
            raise WouldFall(played.fallen)
        # The fallen were left out of the replay: without them it is what it was.
        add_fallen_acts(act, [fallen.number for fallen in played.fallen])
    act.save()
    write_replay(log, engine, played, act.number)


def refuse_own_fault(acts: list[Act], act: Act, played: Replay[Any]) -> None:
    """Raises the amended act's own mistake before any act that would fall with it."""
    for fallen in played.fallen:
        if amends(act) and fallen.number == amended_number(acts, act):
            raise fallen.broken


def add_fallen_acts(act: Act, fallen: list[int]) -> None:
    name = "of" if act.kind == UNDO else "without"
    act.data = {**act.data, name: sorted({*act.data.get(name, ()), *fallen})}


def write_replay(
    log: Log, engine: Engine[State], played: Replay[State], last: int
) -> int:
    """Writes the state and the projections of a replay; returns how many rows differed."""
    rows = {**engine.rows(played.state), **projection.fact_rows(played.facts)}
    found = projection.difference(
        projection.stored_log_rows(log), projection.as_stored(rows)
    )
    projection.write_difference(log, found, acts={})
    save_state(log, engine.dump(played.state), last)
    return len(found)


def save_state(log: Log, state: dict[str, Any], last: int) -> None:
    log.state, log.last = state, last
    # What kind of log it is stands in a table of its own, which an act doesn't touch.
    written = Log._meta.get_field("state").get_db_prep_save(state, connection)
    with connection.cursor() as cursor:
        cursor.execute(NEW_STATE, [written, last, log.pk])
    tell_pages_of(log)


def tell_pages_of(log: Log) -> None:
    """Live pages hear how far the log is and at which table, once this is committed."""
    table: int | None = getattr(log, "table_id", None)
    tell_live_pages(LiveChange(table=table, log=log.pk, last=log.last))
