"""Numbers and names as short as a drawing on a page can have them."""

from __future__ import annotations

from functools import lru_cache

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FINE = 1000  # parts of a millimetre
MOST_NUMBERS = 4096  # kept ready


@lru_cache(MOST_NUMBERS)
def short_number(value: float, digits: int = 2) -> str:
    """Two digits suffice on a screen; a zero before the point says nothing."""
    written = f"{round(value, digits) + 0:.6g}"
    sign = "-" * written.startswith("-")
    body = written.removeprefix("-")
    return sign + (body.removeprefix("0") if body.startswith("0.") else body)


@lru_cache(MOST_NUMBERS)
def fine_number(thousandths: int) -> str:
    return short_number(thousandths / FINE)


def short_name(number: int) -> str:
    """0, 1 … 9, a … z, 10, 11 …"""
    first, last = divmod(number, len(DIGITS))
    return (short_name(first) if first else "") + DIGITS[last]
