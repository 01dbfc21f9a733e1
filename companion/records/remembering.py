"""What this process read of a table is kept, so that only what changed is read again.

A page of a table with two thousand games costs what one with twenty does, also right after an act.
Kept are the tables somebody looked at last.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from companion.records.shelf import GameShelf

MOST_TABLES = 16
EMPTY = GameShelf()
_shelves: OrderedDict[int, GameShelf] = OrderedDict()
_lock = Lock()


def find_shelf(table: int) -> GameShelf:
    """What was read last; nothing yet where nobody looked."""
    return _shelves.get(table, EMPTY)


def keep_shelf(table: int, shelf: GameShelf) -> None:
    with _lock:
        _shelves[table] = shelf
        _shelves.move_to_end(table)
        while len(_shelves) > MOST_TABLES:
            _shelves.popitem(last=False)
