"""What follows from a record alone, worked out once and kept in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

R = TypeVar("R")
T = TypeVar("T")


def remember_in_record(work: Callable[[R], T]) -> Callable[[R], T]:
    """For a frozen record, which never changes; one that is replaced starts anew.

    It lies beside the fields, so that records are compared and written without it.
    """
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def remembered(record: R) -> T:
        kept = vars(record)
        if name not in kept:
            kept[name] = work(record)
        found: T = kept[name]
        return found

    return remembered
