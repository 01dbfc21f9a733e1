"""Numbers of several stretches of games, added up: each stretch is counted once, and again only when it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar


class Addable(Protocol):
    """What two stretches of games give together."""

    def __add__(self: A, more: A, /) -> A: ...


A = TypeVar("A", bound=Addable)
K = TypeVar("K")


def add_up(parts: Iterable[Mapping[K, A]]) -> dict[K, A]:
    """What stands under the same key, added in the order it came."""
    together: dict[K, A] = {}
    for part in parts:
        for key, value in part.items():
            together[key] = together[key] + value if key in together else value
    return together
