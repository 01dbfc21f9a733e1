"""Whether the server can do its work."""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass

from django.conf import settings
from django.db import DatabaseError, connection, transaction

from companion import __version__

LEAST_ROOM = 50_000_000  # bytes; with less a backup may not fit


@dataclass(frozen=True)
class Health:
    version: str
    database: bool  # answers, and lets somebody write
    room: bool  # on the disk of the data folder

    @property
    def is_well(self) -> bool:
        return self.database and self.room

    def as_data(self) -> dict[str, str | bool]:
        return {"well": self.is_well, **asdict(self)}


def check_health() -> Health:
    return Health(__version__, can_write(), has_room())


def can_write() -> bool:
    """Whether a write lock can be had; nothing is written."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def has_room() -> bool:
    try:
        return shutil.disk_usage(settings.DATA_DIR).free > LEAST_ROOM
    except OSError:
        return False
