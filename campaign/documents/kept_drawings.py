"""Parts of a sheet, drawn once for as long as what they show stays the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from typing import Any, ParamSpec

from django.utils.translation import get_language

from companion.base.kept import KeptOnce
from companion.paper.shapes import Shapes
from scoring.rise_of_empire.state import SheetState

P = ParamSpec("P")

MOST_BYTES, BYTES_OF_A_SHAPE = 2_000_000, 220
DRAWINGS: KeptOnce[Shapes] = KeptOnce(
    MOST_BYTES, lambda shapes: BYTES_OF_A_SHAPE * (1 + len(shapes))
)


def shows(*seen: str) -> Callable[[Callable[P, Shapes]], Callable[P, Shapes]]:
    """For what draws a part of a sheet: the fields it shows, and what of them is starred if corrected.

    It is given no others, so it can't show what would leave it out of date.
    """

    def decorate(draw: Callable[P, Shapes]) -> Callable[P, Shapes]:
        @wraps(draw)
        def draw_once(*args: P.args, **named: P.kwargs) -> Shapes:
            given: Any = [keep_fields(one, seen) for one in args]
            key = (draw, get_language(), *map(as_key, given), *named.items())
            return DRAWINGS.get_or_make(key, lambda: draw(*given, **named)) or ()

        return draw_once

    return decorate


def keep_fields(given: object, seen: tuple[str, ...]) -> object:
    """A sheet of which nothing is known but what is seen; anything else as it is."""
    if not isinstance(given, SheetState):
        return given
    shown = {"name": "", "faction": ""} | {
        one: getattr(given, one) for one in seen if hasattr(given, one)
    }
    corrected = tuple(one for one in given.corrected if one in seen)
    return SheetState(**shown, corrected=corrected)


def as_key(given: object) -> Hashable:
    return tuple(given.items()) if isinstance(given, Mapping) else given
