"""What was worked out once is kept until a log says something new.

Kept in this process and by the version of everything it follows from, so it can't be out of date;
a page of a table with two thousand games costs what one with twenty does.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

MOST = 256
T = TypeVar("T")
_kept: OrderedDict[Hashable, Any] = OrderedDict()
_lock = Lock()


def remember(key: Hashable, work_out: Callable[[], T]) -> T:
    """What was worked out under this key, or is now; two who ask at once may both work it out."""
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            found: T = _kept[key]
            return found
    made = work_out()
    with _lock:
        _kept[key] = made
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return made


def forget_everything() -> None:
    with _lock:
        _kept.clear()
