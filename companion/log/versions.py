"""Which version something has reached that live pages show: a log, a table, its phones."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from django.db import connection
from django.db.models.signals import post_save

from companion.base.changes import LiveChange, tell_live_pages
from companion.log.models import Log
from companion.tables.models import Phone, Table

# "log" with its key; "table", or "phones" for who is connected there, with the table's.
Topic = tuple[str, int]
NO_TABLE = -1
TABLE_LOGS: list[type[Log]] = []  # what a table's version counts


def register_table_logs(*models: type[Log]) -> None:
    """Counts the logs of another room into the version of their table."""
    TABLE_LOGS.extend(models)


def version_of(table: Table) -> int:
    """A number that grows with every act, every new log and every phone that joins or goes."""
    return read_versions([("table", table.pk)])["table", table.pk]


def read_versions(topics: Collection[Topic]) -> dict[Topic, int]:
    """The version of every topic, in one query; a deleted table has none, a deleted log isn't there."""
    keys: dict[str, list[int]] = {"log": [], "table": [], "phones": []}
    for kind, key in topics:
        keys[kind].append(key)
    found: dict[Topic, int] = {("table", key): 0 for key in keys["table"]}
    found |= {("phones", key): NO_TABLE for key in keys["phones"]}
    for kind, key, number in fetch_numbers(keys):
        counted = found["table", key] if kind == "table" else 0
        found[kind, key] = counted + number
    return found


def fetch_numbers(keys: dict[str, list[int]]) -> list[tuple[str, int, int]]:
    """Rows of kind, key and number; what belongs to one table is to be added up."""
    parts: list[str] = []
    given: list[int] = []
    for kind, selects in select_numbers().items():
        if own := keys[kind]:
            places = ", ".join(["%s"] * len(own))
            parts += [one.replace("KEYS", places) for one in selects]
            given += own * len(selects)
    if not parts:
        return []
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), given)
        rows: list[tuple[str, int, int]] = cursor.fetchall()
    return rows


@cache
def select_numbers() -> dict[str, list[str]]:
    """The SQL by kind: asked after every act and by every page, so put together only once."""
    log, table, phone = (one._meta.db_table for one in (Log, Table, Phone))
    of_logs = [
        f"""SELECT 'table', own.table_id, SUM(log.last + 1) FROM {one._meta.db_table} own
JOIN {log} log ON log.id = own.log_ptr_id WHERE own.table_id IN (KEYS) GROUP BY own.table_id"""  # noqa: S608 - names of our own tables
        for one in TABLE_LOGS
    ]
    return {
        "log": [f"SELECT 'log', id, last FROM {log} WHERE id IN (KEYS)"],  # noqa: S608
        "phones": [
            f"SELECT 'phones', id, phones_version FROM {table} WHERE id IN (KEYS)"  # noqa: S608
        ],
        "table": [
            *of_logs,
            f"""SELECT 'table', table_id, SUM(CASE WHEN gone THEN 2 ELSE 1 END) FROM {phone}
WHERE table_id IN (KEYS) GROUP BY table_id""",  # noqa: S608
        ],
    }


def tell_of_phone(*, instance: Phone, **_saved: object) -> None:
    """The table's version counts the phones that joined and went."""
    tell_live_pages(LiveChange(table=instance.table_id))


post_save.connect(tell_of_phone, sender=Phone)
