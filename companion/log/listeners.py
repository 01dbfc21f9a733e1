"""Who listens to live pages, and whether they still may."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

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
    moved = find_logs_at_tables([one.log for one in anybody]) if anybody else set()
    return {
        *select_welcome(visitors),
        *(one for one in anybody if one.log not in moved),
    }


def find_logs_at_tables(keys: list[int]) -> set[int]:
    """Those of the logs that have come to a table."""
    places = ", ".join(["%s"] * len(keys))
    selects = [
        f"SELECT log_ptr_id FROM {one._meta.db_table}"  # noqa: S608 - names of our own tables
        f" WHERE table_id IS NOT NULL AND log_ptr_id IN ({places})"
        for one in TABLE_LOGS
    ]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(selects), [*keys] * len(selects))
        return {key for (key,) in cursor.fetchall()}
