"""Which version something has reached that live pages show: a log, a table, its phones."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.signals import post_save

from companion.base.changes import Change, tell_live_pages
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
    found: dict[Topic, int] = dict.fromkeys(
        (("table", key) for key in keys["table"]), 0
    )
    found |= dict.fromkeys((("phones", key) for key in keys["phones"]), NO_TABLE)
    parts = list(select_versions(**keys))
    for kind, key, number in parts[0].union(*parts[1:], all=True) if parts else ():
        counted = found.get((kind, key), 0) if kind == "table" else 0
        found[kind, key] = counted + number
    return found


def select_versions(
    log: list[int], table: list[int], phones: list[int]
) -> Iterator[QuerySet[Any, tuple[str, int, int]]]:
    """Rows of kind, key and number; what belongs to one table is added up."""
    if log:
        logs = Log.objects.filter(pk__in=log).order_by()
        yield logs.values_list(Value("log"), "pk", "last")
    if phones:
        tables = Table.objects.filter(pk__in=phones).order_by()
        yield tables.values_list(Value("phones"), "pk", "phones_version")
    if table:
        for model in TABLE_LOGS:
            yield sum_by_table(model, table, Sum(F("last") + 1))
        gone = Count("pk", filter=Q(gone=True))
        yield sum_by_table(Phone, table, Count("pk") + gone)


def sum_by_table(
    model: type[Any], tables: list[int], number: Combinable
) -> QuerySet[Any, tuple[str, int, int]]:
    rows: QuerySet[Any] = model._default_manager.filter(table__in=tables).order_by()
    summed: QuerySet[Any, Any] = rows.values("table").annotate(number=number)
    return summed.values_list(Value("table"), "table", "number")


def tell_of_phone(*, instance: Phone, **_saved: object) -> None:
    """The table's version counts the phones that joined and went."""
    tell_live_pages(Change(table=instance.table_id))


post_save.connect(tell_of_phone, sender=Phone)
