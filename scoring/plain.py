"""Nested records to plain JSON data and back, by their type annotations.

What comes from outside is refused by name where it doesn't fit.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.records import READABLE_TEXT, Unfit

R = TypeVar("R")
LONGEST_TEXT = 2000  # a note; names are bounded where they are used


def plain(value: Any) -> Any:
    """A record as dicts, lists and scalars."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


def build(kind: type[R], data: Any, where: str = "") -> R:
    """A record from data; what is missing keeps its default, where it has one."""
    if not isinstance(data, dict):
        raise Unfit(where, "must be an object")
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    for key in data:
        if key not in known:
            raise Unfit(where, f"“{key}” is unknown here")
    for name, declared in known.items():
        if name not in data and is_required(declared):
            raise Unfit(where, f"“{name}” is missing")
    hints = types_of(kind)  # type: ignore[arg-type]
    return kind(
        **{
            key: value_of(hints[key], value, f"{where}.{key}" if where else key)
            for key, value in data.items()
        }
    )


@cache
def types_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def is_required(declared: Field[Any]) -> bool:
    return declared.default is MISSING and declared.default_factory is MISSING


def value_of(kind: Any, value: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return optional(kind, value, where)
    if origin is tuple:
        return sequence(get_args(kind), value, where)
    if origin is dict:
        return mapping(get_args(kind), value, where)
    if is_dataclass(kind) and isinstance(kind, type):
        return build(kind, value, where)
    return scalar(kind, value, where)


def optional(kind: Any, value: Any, where: str) -> Any:
    if value is None and NoneType in get_args(kind):
        return None
    (inner,) = (one for one in get_args(kind) if one is not NoneType)
    return value_of(inner, value, where)


def sequence(kinds: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise Unfit(where, "must be a list")
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise Unfit(where, f"must have {len(kinds)} items, not {len(value)}")
    return tuple(
        value_of(kind, one, f"{where}[{index}]")
        for index, (kind, one) in enumerate(zip(kinds, value, strict=True))
    )


def mapping(kinds: tuple[Any, ...], value: Any, where: str) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise Unfit(where, "must be an object")
    return {
        key_of(kinds[0], key, where): value_of(kinds[1], one, f"{where}.{key}")
        for key, one in value.items()
    }


def key_of(kind: Any, key: str, where: str) -> Any:
    """JSON writes every key as a text, also those that are numbers here."""
    if kind is int:
        if not (key.isascii() and key.isdigit() and len(key) < 10):
            raise Unfit(where, f"“{key}” must be a whole number")
        return int(key)
    return scalar(kind, key, where)


def scalar(kind: Any, value: Any, where: str) -> Any:
    if kind is str and isinstance(value, str):
        if len(value) > LONGEST_TEXT or not READABLE_TEXT.fullmatch(value):
            raise Unfit(where, f"must be a text of at most {LONGEST_TEXT} characters")
        return value
    if kind is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if kind is bool and isinstance(value, bool):
        return value
    names = {str: "a text", int: "a whole number", bool: "true or false"}
    raise Unfit(where, f"must be {names.get(kind, kind)}")
