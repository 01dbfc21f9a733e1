"""A campaign's file in the fewest letters, for paper: what every line repeats is said once.

Three parts: a text, the times and the ids. In the text every object is a list that begins with
the number of its shape (the names of its keys), and the numbers of lines are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any
from uuid import UUID

from companion.base.json_input import parse_json
from companion.base.uploads import LARGEST_FILE
from companion.log.short_ids import HALF, from_half, is_short
from scoring.plain import Unfit

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)
TIME = 8  # bytes of the time since the act before
FULL = 16  # bytes of an id that is not short
FIRST = ord("a")  # how the first of a column's names is written
MOST_LISTS = 150_000  # in a text; more than a file of the most acts has

Shape = tuple[str, ...]


class NotLean(ValueError):
    """Raised where this is no lean log, or would grow to more than a file may hold."""


@dataclass(frozen=True)
class LeanLog:
    text: bytes
    times: (
        bytes  # the first byte of every time, then the second of every one, and so on
    )
    ids: bytes


def make_lean(file: bytes, known: Sequence[Shape]) -> LeanLog:
    """Raises where the file isn't written as we write files."""
    header, *acts = (json.loads(line) for line in file.splitlines())
    shapes = Shapes(list(known))
    opening = shapes.fold(header)
    rows = [shapes.fold_act(act["kind"], act["data"]) for act in acts]
    ids = [UUID(act["client_id"]) for act in acts]
    people: list[str] = []
    columns = [
        "".join(name_letter(people, act[key]) for act in acts) for key in ("by", "for")
    ]
    kinds = "".join("s" if is_short(one) else "f" for one in ids)
    new = shapes.known[len(known) :]
    said = [new, opening, people, *columns, kinds, rows]
    return LeanLog(
        dump_lean(said),
        lay_times([act["at"] for act in acts]),
        b"".join(one.bytes[: HALF if is_short(one) else FULL] for one in ids),
    )


def grow_file(lean: LeanLog, known: Sequence[Shape]) -> bytes:
    """The file again, byte by byte; raises NotLean."""
    try:
        return b"".join(bounded_lines(lean, known))
    except (Unfit, ValueError, TypeError, LookupError, OverflowError) as error:
        raise NotLean from error


def bounded_lines(lean: LeanLog, known: Sequence[Shape]) -> Iterator[bytes]:
    size = 0
    for line in grown_lines(lean, known):
        written = json.dumps(line, sort_keys=True, ensure_ascii=False)
        yield (raw := f"{written}\n".encode())
        size += len(raw)
        if size > LARGEST_FILE:
            raise NotLean


def grown_lines(lean: LeanLog, known: Sequence[Shape]) -> Iterator[dict[str, Any]]:
    if lean.text.count(b"[") > MOST_LISTS:
        raise NotLean
    new, opening, people, by, behalf, kinds, rows = parse_json(lean.text)
    shapes = Shapes([*known, *map(tuple, new)])
    yield shapes.grow(opening)
    columns = zip(
        rows, by, behalf, grow_times(lean.times), grow_ids(lean.ids, kinds), strict=True
    )
    for number, (row, one, other, at, own) in enumerate(columns, start=1):
        kind, data = shapes.grow_act(row)
        yield {
            "number": number,
            "kind": kind,
            "data": data,
            "by": people[ord(one) - FIRST],
            "for": people[ord(other) - FIRST],
            "at": at,
            "client_id": str(own),
        }


def dump_lean(said: object) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def name_letter(people: list[str], name: str) -> str:
    if name not in people:
        people.append(name)
    return chr(FIRST + people.index(name))


@dataclass
class Shapes:
    """The names of keys that go together; an act's shape begins with its kind."""

    known: list[Shape]
    numbers: dict[Shape, int] = field(init=False)
    room: int = LARGEST_FILE  # for what keys grow to

    def __post_init__(self) -> None:
        self.numbers = {shape: number for number, shape in enumerate(self.known)}

    def number(self, shape: Shape) -> int:
        if shape not in self.numbers:
            self.numbers[shape] = len(self.known)
            self.known.append(shape)
        return self.numbers[shape]

    def fold(self, value: Any) -> Any:
        """A list begins with 0, an object with the number of its shape and one more."""
        if isinstance(value, dict):
            keys = sorted(value)
            return [self.number((*keys,)) + 1, *(self.fold(value[key]) for key in keys)]
        return [0, *map(self.fold, value)] if isinstance(value, list) else value

    def fold_act(self, kind: str, data: dict[str, Any]) -> list[Any]:
        keys = sorted(data)
        return [self.number((kind, *keys)), *(self.fold(data[key]) for key in keys)]

    def grow(self, folded: Any) -> Any:
        if not isinstance(folded, list):
            return folded
        number, *values = folded
        grown = [self.grow(one) for one in values]
        return self.name_values(self.known[number - 1], grown) if number else grown

    def grow_act(self, row: Any) -> tuple[str, dict[str, Any]]:
        number, *values = row
        kind, *keys = self.known[number]
        return kind, self.name_values((*keys,), [self.grow(one) for one in values])

    def name_values(self, keys: Shape, values: list[Any]) -> dict[str, Any]:
        self.room -= sum(map(len, keys))
        if self.room < 0:
            raise NotLean
        return dict(zip(keys, values, strict=True))


def lay_times(written: Sequence[str]) -> bytes:
    """Each as the time since the one before; bytes that resemble each other stand together."""
    times = [(datetime.fromisoformat(one) - EPOCH) // TICK for one in written]
    gaps = [now - before for before, now in zip([0, *times], times, strict=False)]
    each = [gap.to_bytes(TIME, signed=True) for gap in gaps]
    return b"".join(map(bytes, zip(*each, strict=True)))


def grow_times(laid: bytes) -> Iterator[str]:
    count, rest = divmod(len(laid), TIME)
    if rest:
        raise NotLean
    each = (bytes(laid[at::count]) for at in range(count))
    gaps = (int.from_bytes(one, signed=True) for one in each)
    return ((EPOCH + gap * TICK).isoformat() for gap in accumulate(gaps))


def grow_ids(raw: bytes, kinds: str) -> Iterator[UUID]:
    at = 0
    for kind in kinds:
        if kind == "s":
            yield from_half(raw[at : at + HALF])
        else:
            yield UUID(bytes=raw[at : at + FULL])
        at += HALF if kind == "s" else FULL
    if at != len(raw):
        raise NotLean
