"""Projections: the rows in the database that follow from a log, and how they are updated.

Rows of the present state and rows of facts are written alike; each has a key to find it by.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models

from companion.log.models import Act, Log
from scoring.engines import Fact, RowKey, Rows

Fields = Mapping[str, Any]
AT_ONCE = 500  # rows named in one statement; databases bound its length


@dataclass(frozen=True)
class Projection:
    """One kind of row that follows from a log: its model and its key."""

    model: type[models.Model]
    key: tuple[str, ...]
    # Unique among several rows, so a changed row is put in anew after the others have gone:
    # two cards that swap their colours would otherwise meet in the middle.
    contested: tuple[str, ...] = ()
    parent: bool = False  # other rows point here
    owner: str = "campaign"  # the column that says whose log a row belongs to

    @cached_property
    def columns(self) -> dict[str, models.Field[Any, Any]]:
        fields = self.model._meta.concrete_fields
        return {one.name: one for one in fields if one.name not in ("id", self.owner)}

    @property
    def unique(self) -> tuple[str, ...]:
        """What no two rows share; a key that names no other row counts within its log."""
        alone = not REFERENCES.keys() & set(self.key)
        return (self.owner, *self.key) if alone else self.key

    @cached_property
    def others(self) -> list[str]:
        return [name for name in self.columns if name not in self.key]


# Rooms register theirs when Django starts, parents first: rows are written in this order.
PROJECTIONS: dict[str, Projection] = {}
# Columns that point to a row of another model, which the engine knows by this name.
REFERENCES: dict[str, tuple[type[models.Model], str, str]] = {
    "act": (Act, "log", "number"),
}


def register_projections(tables: Mapping[str, Projection]) -> None:
    PROJECTIONS.update(tables)


def register_reference(
    column: str, model: type[models.Model], owner: str, name: str
) -> None:
    """Rows may name a row of this model by `name`, unique for its `owner`."""
    REFERENCES[column] = (model, owner, name)


def fact_rows(facts: Iterable[tuple[int, Fact]]) -> Rows:
    """Facts with their acts, as rows. Of two about the same thing the later one counts."""
    rows: dict[RowKey, Fields] = {}
    seen: Counter[tuple[str, int]] = Counter()
    for number, fact in facts:
        key, fields = PROJECTIONS[fact.projection].key, dict(fact.fields)
        if (
            "act" in PROJECTIONS[fact.projection].columns
        ):  # a picture that nothing changes any more has none
            fields["act"] = number
        if "nth" in key:
            fields["nth"] = seen[fact.projection, number]
            seen[fact.projection, number] += 1
        identity = tuple((name, fields.pop(name)) for name in key)
        rows[fact.projection, identity] = fields
    return rows


@dataclass(frozen=True)
class Difference:
    gone: Collection[RowKey]
    changed: Rows
    replaced: Collection[RowKey]  # of the changed: those that can't change in place

    def __len__(self) -> int:
        return len(self.gone) + len(self.changed)


def difference(old: Rows, new: Rows) -> Difference:
    changed = {key: fields for key, fields in new.items() if old.get(key) != fields}
    replaced = [
        key
        for key in changed
        if key in old and changes_contested(old[key], new[key], key)
    ]
    return Difference(old.keys() - new.keys(), changed, replaced)


def changes_contested(old: Fields, new: Fields, key: RowKey) -> bool:
    return any(old[name] != new[name] for name in PROJECTIONS[key[0]].contested)


def as_stored(rows: Rows) -> Rows:
    """Rows with the values the database gives back, so that they can be compared with it."""
    return {
        (table, key): {
            name: as_column(PROJECTIONS[table].columns[name], value)
            for name, value in fields.items()
        }
        for (table, key), fields in rows.items()
    }


def as_column(field: models.Field[Any, Any], value: Any) -> Any:
    if isinstance(field, models.JSONField):
        return json.loads(json.dumps(value))  # tuples come back as lists
    if field.null and value in ("", None):
        return None
    return value if field.is_relation else field.to_python(value)


def stored_log_rows(log: Log) -> Rows:
    """All rows of a log that are in the database."""
    return {
        (table, key): fields
        for table in PROJECTIONS
        for key, _pk, fields in stored_rows(log, table)
    }


def stored_rows(
    log: Log, table: str
) -> Iterator[tuple[tuple[tuple[str, Any], ...], int, Fields]]:
    shape = PROJECTIONS[table]
    paths = {name: column_path(name) for name in shape.columns}
    rows = shape.model._default_manager.filter(**{shape.owner: log.pk})
    for row in rows.values("pk", *paths.values()).iterator():
        named = {name: row[path] for name, path in paths.items()}
        key = tuple((name, named.pop(name)) for name in shape.key)
        yield key, row["pk"], named


def column_path(column: str) -> str:
    return f"{column}__{REFERENCES[column][2]}" if column in REFERENCES else column


def write_difference(log: Log, found: Difference, *, acts: Mapping[int, int]) -> None:
    """Writes a difference; what other rows point to goes last, when nothing does any more."""
    rows = ProjectionWriter(
        log, found, {**{name: {} for name in REFERENCES}, "act": dict(acts)}
    )
    for table, shape in reversed(PROJECTIONS.items()):
        if not shape.parent:
            rows.remove(table, [*found.gone, *found.replaced])
    for table in PROJECTIONS:
        rows.put(table)
    for table, shape in reversed(PROJECTIONS.items()):
        if shape.parent:
            rows.remove(table, found.gone)


@dataclass(frozen=True)
class ProjectionWriter:
    """Writes one difference to the database."""

    log: Log
    found: Difference
    pks: dict[str, dict[Any, int]]  # of the rows that are pointed to, as far as known

    def remove(self, table: str, keys: Iterable[RowKey]) -> None:
        wanted = {key for name, key in keys if name == table}
        if not wanted:
            return
        pks = [pk for key, pk, _row in stored_rows(self.log, table) if key in wanted]
        rows = PROJECTIONS[table].model._default_manager
        for first in range(0, len(pks), AT_ONCE):
            rows.filter(pk__in=pks[first : first + AT_ONCE]).delete()

    def put(self, table: str) -> None:
        """Inserts or updates the rows of one projection."""
        shape, changed = PROJECTIONS[table], self.found.changed.items()
        rows = [{**dict(key), **row} for (name, key), row in changed if name == table]
        if not rows:
            return
        for column in REFERENCES.keys() & shape.columns.keys():
            self.look_up(column)
        shape.model._default_manager.bulk_create(
            [self.instance(shape, row) for row in rows],
            update_conflicts=True,
            unique_fields=shape.unique,
            update_fields=shape.others,
        )

    def instance(self, shape: Projection, row: Fields) -> models.Model:
        values = {f"{shape.owner}_id": self.log.pk}
        for name, value in row.items():
            if name not in REFERENCES:
                values[name] = as_column(shape.columns[name], value)
            elif value is not None:
                values[f"{name}_id"] = self.pks[name][value]
        return shape.model(**values)

    def look_up(self, column: str) -> None:
        """Finds the primary keys a column needs, in one query."""
        model, owner, name = REFERENCES[column]
        rows = ({**dict(key), **row} for (_, key), row in self.found.changed.items())
        missing = {row.get(column) for row in rows} - {None, *self.pks[column]}
        if not missing:
            return
        found = model._default_manager.filter(**{owner: self.log.pk})
        if len(missing) <= AT_ONCE:  # more than that come quicker all together
            found = found.filter(**{f"{name}__in": missing})
        self.pks[column].update(found.values_list(name, "pk"))
