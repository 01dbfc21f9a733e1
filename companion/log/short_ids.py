"""Ids of acts of which half follows from the other half: a paper backup has to print only that half.

Sixty bits of chance are enough to tell the acts of a table apart.
"""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

HALF = 8  # bytes


def short_id(seed: UUID) -> UUID:
    """The id that begins like this one; always the same, as papers are read by it."""
    return from_half(seed.bytes[:HALF])


def from_half(half: bytes) -> UUID:
    """The whole id again; a half of any other id becomes an id too, but not that one."""
    return UUID(bytes=half + sha256(half).digest()[:HALF], version=5)


def is_short(given: UUID) -> bool:
    return given == short_id(given)
