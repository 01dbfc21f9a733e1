"""Who listens to live pages, and whether they still may."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.log.versions import TABLE_LOGS, Topic
from companion.tables.access import TableRequest
from companion.tables.staying import Visitor, find_visitor, select_welcome


@dataclass(frozen=True, slots=True)
class Anybody:
    """Whoever has the link of what belongs to no table."""

    log: int


Listener = Visitor | Anybody


def find_listener(request: TableRequest, topic: Topic) -> Listener | None:
    """Whom to ask about again; nobody where everybody may look."""
    if request.here.table is None:
        return Anybody(topic[1])
    return find_visitor(request.here, request.user)


def select_listeners(listeners: Collection[Listener]) -> set[Listener]:
    """Those of them who still may listen, in at most three queries."""
    visitors = [one for one in listeners if isinstance(one, Visitor)]
    anybody = [one for one in listeners if isinstance(one, Anybody)]
    moved = find_logs_at_tables({one.log for one in anybody}) if anybody else set()
    return {
        *select_welcome(visitors),
        *(one for one in anybody if one.log not in moved),
    }


def find_logs_at_tables(keys: Collection[int]) -> set[int]:
    """Those of the logs that have come to a table."""
    return {
        key
        for model in TABLE_LOGS
        if model._meta.get_field("table").null
        for key in model._default_manager.filter(
            pk__in=keys, table__isnull=False
        ).values_list("pk", flat=True)
    }
