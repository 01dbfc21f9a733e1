"""What a reader may filter a log's history by: kinds of acts, groups of them, people, empires."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from companion.log.act_words import kind_label
from companion.log.models import Act, Log
from companion.log.replay import REWRITING
from scoring.acts import FieldKind, act_fields, concerned_empires
from scoring.engines import Engine

NOBODY = "-"  # acts whose doer gave no name
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
    done = set(log.acts.order_by().values_list("kind", "by_name").distinct())
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
