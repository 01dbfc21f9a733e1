"""One query over several models, put together once.

What every request asks for first (the log, the table, the visitor's role there) costs more to put
together as SQL than to run. Here the SQL is written once and the rows become models as ever.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.db import connection
from django.db.models import Field, Model


@dataclass(frozen=True)
class Joined:
    """A model of the query, under the alias its columns have; `inherits` where a parent's table has some."""

    model: type[Model]
    alias: str
    inherits: dict[str, str] = field(default_factory=dict)  # alias by parent's table
    late: frozenset[str] = frozenset()  # read only when somebody asks (ReadLate)
    left_out: frozenset[str] = frozenset()  # not even asked for until then

    @cached_property
    def fields(self) -> tuple[Field[Any, Any], ...]:
        every = self.model._meta.concrete_fields
        return tuple(one for one in every if one.attname not in self.left_out)

    def columns(self) -> list[str]:
        def place(one: Field[Any, Any]) -> str:
            return self.inherits.get(one.model._meta.db_table, self.alias)

        quote = connection.ops.quote_name
        return [f"{place(one)}.{quote(str(one.column))}" for one in self.fields]

    def make(self, values: Sequence[Any]) -> Model | None:
        """Nothing where an outer join found no row."""
        given = {
            one.attname: value for one, value in zip(self.fields, values, strict=True)
        }
        if given[self.key] is None:
            return None
        unread = {name: given.pop(name) for name in self.late}
        made = self.model.from_db(connection.alias, list(given), list(given.values()))
        if isinstance(made, ReadLate):
            made.unread = unread
        return made

    @cached_property
    def key(self) -> str:
        return next(one.attname for one in self.fields if one.primary_key)


class ReadLate(Model):
    """A model whose large fields are made of what the database said only once somebody asks."""

    unread: Mapping[str, Any] = MappingProxyType({})  # as it came, by field

    class Meta:
        abstract = True

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: Any = None,
    ) -> None:
        """Django comes here for a field that wasn't read yet."""
        fields = None if fields is None else list(fields)
        if fields and all(name in self.unread for name in fields):
            for name in fields:
                setattr(self, name, convert(type(self), name, self.unread[name]))
            self.unread = {
                name: value for name, value in self.unread.items() if name not in fields
            }
            return
        self.unread = {}
        super().refresh_from_db(using, fields, from_queryset)


def convert(model: type[Model], name: str, value: Any) -> Any:
    column = model._meta.get_field(name).cached_col  # type: ignore[union-attr]
    for one in converters_of(column):
        value = one(value, column, connection)
    return value


def converters_of(column: Any) -> list[Any]:
    """What makes values of what the database says."""
    backend = connection.ops.get_db_converters(column)
    return [*backend, *column.get_db_converters(connection)]


def name_inside(alias: str, column: str, key: str) -> str:
    """What stands under a key of a JSON column, as text."""
    if connection.vendor == "postgresql":
        return f"({alias}.{column} -> '{key}')::text"
    return f"JSON_EXTRACT({alias}.{column}, '$.{key}')"


class JoinedRows:
    """`SELECT <columns of all models> <rest>`, with the values of `rest` given each time.

    After the models come the values inside JSON that `inside` names, as `alias.column.key`.
    """

    def __init__(self, rest: str, *parts: Joined, inside: Sequence[str] = ()) -> None:
        self.rest, self.parts, self.inside = rest, parts, inside

    @cached_property
    def sql(self) -> str:
        columns = [name for part in self.parts for name in part.columns()]
        inside = [name_inside(*one.split(".")) for one in self.inside]
        return f"SELECT {', '.join([*columns, *inside])} {self.rest}"

    @cached_property
    def converters(self) -> list[tuple[int, Any, list[Any]]]:
        """Which columns come from the database in another form."""
        columns = [(one, part) for part in self.parts for one in part.fields]
        return [
            (number, one.cached_col, found)
            for number, (one, part) in enumerate(columns)
            if one.attname not in part.late and (found := converters_of(one.cached_col))
        ]

    def fetch(self, *given: Any) -> Iterator[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, given)
            rows = cursor.fetchall()
        models = sum(len(part.fields) for part in self.parts)
        for row in rows:
            inside = (json.loads(one) if one else None for one in row[models:])
            yield (*self.make_models(list(row[:models])), *inside)

    def make_models(self, values: list[Any]) -> Iterator[Model | None]:
        for number, column, converters in self.converters:
            for convert in converters:
                values[number] = convert(values[number], column, connection)
        begin = 0
        for part in self.parts:
            end = begin + len(part.fields)
            yield part.make(values[begin:end])
            begin = end
