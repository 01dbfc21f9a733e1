"""Locks that hold across processes until the transaction ends."""

from hashlib import blake2b

from django.db import connection


def lock_until_commit(name: str) -> None:
    """Waits until nobody else holds this lock. SQLite has one writer at a time anyway."""
    if connection.vendor != "postgresql":
        return
    key = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
