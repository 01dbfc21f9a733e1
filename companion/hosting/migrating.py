"""Only one program at a time migrates a database; whoever comes second waits and finds it done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from companion.hosting.file_locks import hold_lock

ADVISORY = 0x656D7069726573  # any number will do, as long as it is always the same


@contextmanager
def migrating_alone(database: BaseDatabaseWrapper) -> Iterator[None]:
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY])
        try:
            yield
        finally:
            give_back(database)
    elif is_in_memory(database):  # where no other program can be
        yield
    else:
        with hold_lock(lock_beside(str(database.settings_dict["NAME"]))):
            yield


def give_back(database: BaseDatabaseWrapper) -> None:
    """A connection that is gone has given it back already."""
    if database.connection is not None and database.is_usable():
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY])


def is_in_memory(database: BaseDatabaseWrapper) -> bool:
    name = str(database.settings_dict["NAME"])
    return name == ":memory:" or "mode=memory" in name


def lock_beside(name: str) -> Path:
    file = Path(name)
    return file.with_name(f"{file.name}.migrating")
