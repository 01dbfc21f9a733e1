"""Much work at once without the search for unused objects, which would go through all of it again and again."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def collect_later(work: Callable[P, R]) -> Callable[P, R]:
    """The same work, a tenth to a fifth quicker where it makes very many objects.

    What it leaves is found afterwards. Other threads are collected late with it, by as long as
    this takes.
    """

    @wraps(work)
    def done(*args: P.args, **named: P.kwargs) -> R:
        if not gc.isenabled():
            return work(*args, **named)
        gc.disable()
        try:
            return work(*args, **named)
        finally:
            gc.enable()

    return done
