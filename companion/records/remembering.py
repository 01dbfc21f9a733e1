"""What was worked out once is kept until a log says something new.

Kept in this process and by the version of everything it follows from, so it can't be out of date;
a page of a table with two thousand games costs what one with twenty does. Of every table only the
newest version is kept, and only of the tables somebody looked at last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

MOST_TABLES, MOST_OF_A_TABLE = 16, 64
T = TypeVar("T")


@dataclass
class Memory:
    """What is known of one table in one version."""

    version: Hashable
    found: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)


_tables: OrderedDict[int, Memory] = OrderedDict()
_lock = Lock()


def remember(
    table: int, version: Hashable, key: Hashable, work_out: Callable[[], T]
) -> T:
    """What was worked out under this key, or is now; two who ask at once may both work it out."""
    with _lock:
        memory = memory_of(table, version)
        if key in memory.found:
            memory.found.move_to_end(key)
            kept: T = memory.found[key]
            return kept
    made = work_out()
    with _lock:
        memory.found[key] = made
        forget_oldest(memory.found, MOST_OF_A_TABLE)
    return made


def memory_of(table: int, version: Hashable) -> Memory:
    memory = _tables.get(table)
    if memory is None or memory.version != version:
        memory = _tables[table] = Memory(version)
    _tables.move_to_end(table)
    forget_oldest(_tables, MOST_TABLES)
    return memory


def forget_oldest(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
