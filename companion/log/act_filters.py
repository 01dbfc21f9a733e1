"""What a reader may filter a log's history by: kinds of acts, groups of them, people, empires."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Subquery

from companion.log.act_words import kind_label
from companion.log.models import Act, Log
from companion.log.replay import REWRITING
from scoring.acts import FieldKind, act_fields, concerned_empires
from scoring.engines import Engine

NOBODY = "-"  # acts whose doer gave no name
MOST_LOGS = 64  # whose kinds and people are kept
REWRITTEN = "rewriting"  # everything undone or edited


def kinds_of_group(engine: Engine[Any], wanted: str) -> list[str]:
    """The kinds a filter stands for: those of a group, or itself."""
    if wanted == REWRITTEN:
        return list(REWRITING)
    group = [kind for kind, act in engine.acts.items() if act.declared.group == wanted]
    return group or [wanted]


def filter_by_kind(
    acts: QuerySet[Act], engine: Engine[Any], wanted: str
) -> QuerySet[Act]:
    return acts.filter(kind__in=kinds_of_group(engine, wanted)) if wanted else acts


def filter_by_person(acts: QuerySet[Act], wanted: str) -> QuerySet[Act]:
    if not wanted:
        return acts
    return acts.filter(by_name="" if wanted == NOBODY else wanted)


def acts_of_empire(engine: Engine[Any], log: Log, key: str) -> Q:
    """What was done by or for an empire; acts of several name them in a list."""
    together = [
        kind
        for kind, act in engine.acts.items()
        for one in act_fields(act).values()
        if one.kind == FieldKind.EMPIRE and one.several
    ]
    shared = log.acts.filter(kind__in=together).values_list("number", "kind", "data")
    numbers = [
        number
        for number, kind, data in shared
        if key in concerned_empires(engine.acts[kind], data)
    ]
    return Q(data__empire=key) | Q(number__in=numbers)


def filter_choices(engine: Engine[Any], log: Log) -> dict[str, Any]:
    """What there is to choose from: only kinds and people that are there."""
    done = find_kinds_and_people(log)
    kinds = {kind for kind, _name in done}
    return {
        "kinds": [
            (kind, kind_label(engine, kind))
            for kind in (*engine.acts, *REWRITING)
            if kind in kinds
        ],
        "people": [
            (name or NOBODY, name) for name in sorted({name for _k, name in done})
        ],
    }


@dataclass(frozen=True)
class DoneSoFar:
    """The kinds of acts in a log and who did them, up to one of its acts."""

    number: int
    client_id: UUID | None
    done: frozenset[tuple[str, str]]


LOGS: OrderedDict[int, DoneSoFar] = OrderedDict()
_lock = Lock()


def find_kinds_and_people(log: Log) -> frozenset[tuple[str, str]]:
    """Acts are only ever appended, so those this process has seen aren't looked at again."""
    with _lock:
        seen = LOGS.get(log.pk)
    found = read_on(log, seen) if seen else None
    found = found or read_all(log)
    with _lock:
        LOGS[log.pk] = found
        LOGS.move_to_end(log.pk)
        while len(LOGS) > MOST_LOGS:
            LOGS.popitem(last=False)
    return found.done


def read_on(log: Log, seen: DoneSoFar) -> DoneSoFar | None:
    """With what was done since; nothing where the last act seen isn't the same any more."""
    columns = ("number", "client_id", "kind", "by_name")
    acts = log.acts.filter(number__gte=seen.number).order_by("number")
    new = list(acts.values_list(*columns))
    if not new or new[0][:2] != (seen.number, seen.client_id):
        return None
    number, client_id, *_last = new[-1]
    done = seen.done | {(kind, name) for _number, _id, kind, name in new}
    return DoneSoFar(number, client_id, done)


def read_all(log: Log) -> DoneSoFar:
    """The last act is read by the same query, so that none after it is ever left out."""
    last = log.acts.order_by("-number")
    done = log.acts.order_by().values_list("kind", "by_name").distinct()
    rows = list(
        done.annotate(
            number=Subquery(last.values("number")[:1]),
            last_id=Subquery(last.values("client_id")[:1]),
        )
    )
    number, client_id = rows[0][2:] if rows else (0, None)
    return DoneSoFar(number, client_id, frozenset(row[:2] for row in rows))
