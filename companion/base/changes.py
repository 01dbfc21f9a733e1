"""What live pages are told after a commit: which log, which table, which version.

PostgreSQL carries it to every process by NOTIFY. SQLite can't, so there it is a row that is written
with the change and read by whoever serves live pages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from django.db import connection, transaction

from companion.base.models import Notice
from companion.base.sending import Sender

KEPT = 1000  # notices; who has missed more looks at everything


@dataclass(frozen=True, slots=True)
class LiveChange:
    """A log that has grown at a table or at none, or phones that came and went there.

    A log with phones has come to the table, so that others may listen to it than before.
    """

    table: int | None = None
    log: int | None = None
    last: int = 0  # act of the log
    phones: bool = False


def tell_live_pages(change: LiveChange) -> None:
    """Heard with the commit, and not at all where there is none."""
    if connection.vendor == "postgresql":
        transaction.on_commit(lambda: SENDER.send(change), robust=True)
    else:
        write_notice(change)


def write_notice(change: LiveChange) -> None:
    new = Notice.objects.create(said=write_changes([change]))
    if new.pk % KEPT == 0:
        Notice.objects.filter(pk__lte=new.pk - KEPT).delete()


def write_changes(changes: Iterable[LiveChange]) -> str:
    return json.dumps([astuple(change) for change in changes], separators=(",", ":"))


def read_changes(said: str) -> list[LiveChange]:
    return [LiveChange(*one) for one in json.loads(said)]


def merge_changes(changes: Iterable[LiveChange]) -> list[LiveChange]:
    """Each log once, with its newest act."""
    newest: dict[tuple[int | None, int | None, bool], LiveChange] = {}
    for change in changes:
        key = (change.table, change.log, change.phones)
        if key not in newest or newest[key].last < change.last:
            newest[key] = change
    return list(newest.values())


SENDER = Sender[LiveChange](
    group=lambda change: (change.table, None if change.table else change.log),
    merge=merge_changes,
    write=write_changes,
)
