"""How a page records an act once, and learns which rules are against it."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.http import HttpRequest

from companion.log.engines import ENGINES
from companion.log.models import Log
from companion.log.record import record
from companion.log.short_ids import short_id
from companion.tables.access import Here, TableRequest
from companion.tables.services import person_acted_for, present_names
from scoring.engines import Data, Engine, concerned_players
from scoring.house import HOUSE, NOT_FOR_OTHERS, OUT_OF_DATE
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken
from scoring.words import _

NOT_YOURS = Problem(
    _("Somebody else did this. They or an organiser can undo it."), HOUSE
)


def request_id(request: HttpRequest) -> UUID:
    """The id the page made for this request, so that a second press counts once."""
    try:
        return UUID(request.POST.get("id", ""))
    except ValueError:
        return uuid4()


def read_whole_number(typed: str) -> int | None:
    """The whole number somebody sent, or None."""
    plain = typed.isascii() and typed.isdigit() and len(typed) < 10
    return int(typed) if plain else None


def button_id(request: HttpRequest, kind: str, said: str) -> UUID:
    """An id for one button of a form, as all its buttons share the form's id."""
    return short_id(uuid5(request_id(request), f"{kind} {said}"))


def may_do(here: Here, engine: Engine[Any], kind: str) -> bool:
    """Whether the visitor's role is enough for an act of this kind."""
    return kind not in engine.acts or here.may(engine.acts[kind].declared.role)


def try_act(
    request: TableRequest,
    log: Log,
    kind: str,
    data: Data,
    *,
    said: str = "",
    **options: Any,
) -> tuple[Problem, ...]:
    """Records an act of the visitor, or returns the problems the rules have with it.

    `said` is what was pressed and typed, where chance makes the content: a second press is the same.
    """
    here, engine = request.here, ENGINES[log.engine]
    written = concerned_players(engine, engine.load(log.state), kind, data)
    players = present_names(here.table, written)
    if not all(map(here.owns, players)) or not may_do(here, engine, kind):
        return (NOT_FOR_OTHERS,)
    alone = players[0] if len(players) == 1 else ""
    try:
        record(
            log,
            kind=kind,
            data=data,
            client_id=button_id(
                request, kind, said or json.dumps(data, sort_keys=True)
            ),
            by=here.person,
            for_person=person_acted_for(here.table, alone, here.person),
            **options,
        )
    except RuleBroken as broken:
        return broken.problems or (OUT_OF_DATE,)
    except Unfit:
        return (OUT_OF_DATE,)
    return ()
