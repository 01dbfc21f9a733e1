"""Locks that hold across processes."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b

from django.db import connection


def lock_until_commit(name: str) -> None:
    """Waits until nobody else holds this lock. SQLite has one writer at a time anyway."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock_key(name)])


@contextmanager
def lock_if_free(name: str) -> Iterator[bool]:
    """Whether nobody else has it, and then nobody gets it until the end. SQLite serves only one."""
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [lock_key(name)])
        free = cursor.fetchone() == (True,)
        try:
            yield free
        finally:
            if free:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [lock_key(name)])


def lock_key(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), signed=True)
