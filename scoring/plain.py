"""Nested records to plain JSON data and back: one reader of records, whatever says how a field is read.

What comes from outside is refused by name where it doesn't fit, never bent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

R = TypeVar("R")
Reader: TypeAlias = Callable[[Any, str], Any]
# How each field of a record is read, and which must be there.
Shape: TypeAlias = tuple[Mapping[str, Reader], tuple[str, ...]]
# A NUL or half a surrogate pair can stand in JSON but can't be written anywhere.
READABLE = r"^[^\x00\ud800-\udfff]*$"
READABLE_TEXT = re.compile(READABLE)
LONGEST_TEXT = 2000  # a note; names are bounded where they are used
# A field that came later is left out while it has its default: older data stays what it was, to the letter.
UNSAID = {"unsaid": True}
# Most of what a record holds; looked for by its very type, because a state has thousands.
PLAIN_ALREADY = frozenset({str, int, bool, float, NoneType})
WRITTEN = "as it is written"  # no field has such a name


class Unfit(ValueError):
    """Raised for data that is not what it should be, saying where and why."""

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        super().__init__(f"{where}: {why}" if where else why)


def to_plain(value: Any) -> Any:
    """A record as dicts, lists and scalars."""
    kind: Any = type(value)
    if kind in PLAIN_ALREADY:
        return value
    if (names := written_names(kind)) is not None:
        if (known := vars(value).get(WRITTEN)) is not None:
            return known.copy()
        return {
            # Said here once more: most fields need no call then.
            name: inner if type(inner) in PLAIN_ALREADY else to_plain(inner)
            for name, unsaid in names
            if (inner := getattr(value, name)) not in unsaid
        }
    if isinstance(value, dict):
        return {str(key): to_plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(one) for one in value]
    return value


@cache
def written_names(kind: type) -> tuple[tuple[str, tuple[Any, ...]], ...] | None:
    """The fields of a record, each with the value it is left out for; worked out once."""
    if not is_dataclass(kind):
        return None
    return tuple((one.name, unsaid_values(one)) for one in fields(kind))


def unsaid_values(declared: Field[Any]) -> tuple[Any, ...]:
    if not declared.metadata.get("unsaid"):
        return ()
    made = declared.default_factory
    return (declared.default if made is MISSING else made(),)


@cache
def typed_shape(kind: type) -> Shape:
    """A record read by the types of its fields; worked out once."""
    hints = get_type_hints(kind)
    readers = {one.name: value_reader(hints[one.name]) for one in fields(kind)}
    return readers, tuple(one.name for one in fields(kind) if is_required(one))


def from_plain(
    kind: type[R],
    data: Any,
    where: str = "",
    shape_of: Callable[[type], Shape] = typed_shape,
) -> R:
    """A record from data; what is missing keeps its default, where it has one."""
    readers, required = shape_of(kind)
    read_mapping(data, where, readers, required)
    prefix = f"{where}." if where else ""
    values = {key: readers[key](value, prefix + key) for key, value in data.items()}
    return kind(**values)


@lru_cache(maxsize=4096, typed=True)  # 1 isn't True
def known_record(kind: type, names: tuple[str, ...], *values: Any) -> Any:
    """A record that is read again and again, so how it is written lies beside its fields."""
    record: Any = from_plain(kind, dict(zip(names, values, strict=True)))
    written = to_plain(record)
    if all(type(one) in PLAIN_ALREADY for one in written.values()):
        vars(record)[WRITTEN] = written
    return record


def read_mapping(
    data: Any, where: str, known: Collection[str], required: Iterable[str] = ()
) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Unfit(where, "must be an object")
    for key in data:
        if key not in known:
            raise Unfit(where, f"“{key}” is unknown here")
    for key in required:
        if key not in data:
            raise Unfit(where, f"“{key}” is missing")
    return data


def read_sequence(data: Any, where: str, fewest: int, most: int) -> list[Any]:
    if not isinstance(data, list):
        raise Unfit(where, "must be a list")
    if not fewest <= len(data) <= most:
        size = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise Unfit(where, f"must have {size} items, not {len(data)}")
    return data


def is_required(declared: Field[Any]) -> bool:
    return declared.default is MISSING and declared.default_factory is MISSING


def value_reader(kind: Any) -> Reader:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return optional_reader(
            value_reader(next(one for one in inner if one is not NoneType))
        )
    if origin is tuple:
        return sequence_reader(inner)
    if origin is dict:
        return mapping_reader(inner[0], value_reader(inner[1]))
    if isinstance(kind, type) and is_dataclass(kind):
        return record_reader(kind)
    return SCALARS[kind]


def record_reader(kind: type) -> Reader:
    """A record without records in it is read once and then known again: a state has hundreds of cards."""
    flat = all(is_flat(hint) for hint in get_type_hints(kind).values())

    def read(value: Any, where: str) -> Any:
        if flat and isinstance(value, dict):
            try:  # a context would take as long as the reading
                return known_record(kind, tuple(value), *value.values())
            except (TypeError, Unfit):
                pass  # what doesn't fit may be unhashable; it is refused below, with its place
        return from_plain(kind, value, where)

    return read


def is_flat(hint: Any) -> bool:
    return hint in SCALARS or set(get_args(hint)) <= {str, int, bool, NoneType}


def optional_reader(inner: Reader) -> Reader:
    return lambda value, where: None if value is None else inner(value, where)


def sequence_reader(kinds: tuple[Any, ...]) -> Reader:
    if kinds[-1] is Ellipsis:
        return list_reader(value_reader(kinds[0]))
    return row_reader([value_reader(kind) for kind in kinds])


def list_reader(each: Reader) -> Reader:
    """Any number of the same kind."""

    def read(value: Any, where: str) -> tuple[Any, ...]:
        refuse_unless_list(value, where)
        # Where nothing is wrong, nobody asks for the place of each.
        with suppress(Unfit):
            return tuple([each(item, where) for item in value])
        return tuple(each(item, f"{where}[{at}]") for at, item in enumerate(value))

    return read


def row_reader(items: Sequence[Reader]) -> Reader:
    """So many, each of its own kind."""

    def read(value: Any, where: str) -> tuple[Any, ...]:
        refuse_unless_list(value, where)
        if len(items) != len(value):
            raise Unfit(where, f"must have {len(items)} items, not {len(value)}")
        read_items = enumerate(zip(items, value, strict=True))
        return tuple(one(item, f"{where}[{at}]") for at, (one, item) in read_items)

    return read


def refuse_unless_list(value: Any, where: str) -> None:
    if not isinstance(value, list | tuple):
        raise Unfit(where, "must be a list")


def mapping_reader(key: Any, inner: Reader) -> Reader:
    def read(value: Any, where: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise Unfit(where, "must be an object")
        with suppress(Unfit):
            return {
                key_of(key, name, where): inner(one, where)
                for name, one in value.items()
            }
        return {
            key_of(key, name, where): inner(one, f"{where}.{name}")
            for name, one in value.items()
        }

    return read


def key_of(kind: Any, key: str, where: str) -> Any:
    """JSON writes every key as a text, also those that are numbers here."""
    if kind is int:
        if not (key.isascii() and key.isdigit() and len(key) < 10):
            raise Unfit(where, f"“{key}” must be a whole number")
        return int(key)
    return read_text(key, where)


def read_text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise Unfit(where, "must be a text")
    return read_short_text(value, where, LONGEST_TEXT)


def read_short_text(value: Any, where: str, longest: int) -> str:
    if (
        not isinstance(value, str)
        or len(value) > longest
        or not READABLE_TEXT.fullmatch(value)
    ):
        raise Unfit(where, f"must be a text of at most {longest} characters")
    return value


def read_whole_number(value: Any, where: str) -> int:
    if type(value) is not int:
        raise Unfit(where, "must be a whole number")
    return value


def read_truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise Unfit(where, "must be true or false")
    return value


def read_anything(value: Any, _where: str) -> Any:
    """For plain data that somebody else reads by its own types."""
    return value


SCALARS: dict[Any, Reader] = {
    str: read_text,
    int: read_whole_number,
    bool: read_truth,
    Any: read_anything,
}
