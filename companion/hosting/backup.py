"""Copies of the database: made when a session is finished and before a migration, the last ones kept.

SQLite copies itself while it is in use. Another database is its owner's to copy (pg_dump), and
whoever looks is told so.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.models import Q

from companion.hosting.demo_rows import delete_demo_rows
from companion.log.models import Act
from companion.tables.models import Table

KEPT = 30
PATTERN = "companion-*.sqlite3"
PATIENCE = 20  # seconds to wait for somebody who writes
log = logging.getLogger(__name__)


class CopyFailed(Exception):
    """Raised with why there is no copy."""


def backup_folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def database_file() -> Path | None:
    """The file of the database, where it is one."""
    own = connections[DEFAULT_DB_ALIAS]
    if not isinstance(own, DatabaseWrapper) or own.is_in_memory_db():
        return None
    return Path(own.settings_dict["NAME"])


def list_copies() -> list[Path]:
    """The newest first; their names are their times."""
    return sorted(backup_folder().glob(PATTERN), reverse=True)


def copy_database(why: str) -> Path | None:
    """A new copy, or None where there is nothing of ours to copy; raises CopyFailed."""
    source = database_file()
    if source is None or not source.exists():
        return None
    try:
        backup_folder().mkdir(parents=True, exist_ok=True)
        made = copy_whole(
            source, backup_folder() / f"companion-{time_stamp()}-{why}.sqlite3"
        )
        failure_note().unlink(missing_ok=True)
        drop_oldest()
    except (OSError, sqlite3.Error) as error:
        raise CopyFailed(str(error)) from error
    return made


def time_stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


def copy_whole(source: Path, target: Path) -> Path:
    """Half a copy never bears the name of a whole one."""
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        write_copy(source, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target


def write_copy(source: Path, target: Path) -> None:
    here = sqlite3.connect(
        f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE
    )
    with closing(here), closing(sqlite3.connect(target, timeout=PATIENCE)) as there:
        here.backup(there)
        delete_demo_rows(there)
        # One file, whole in itself: a copy is carried around without what stands beside it.
        there.execute("PRAGMA journal_mode=DELETE")


def drop_oldest() -> None:
    for old in list_copies()[KEPT:]:
        old.unlink(missing_ok=True)


# After a finished session

FINISHING = ("finish_session", "finish")


def copy_after_finish(*, act: Act, **_signal: object) -> None:
    """Listens to the log: what a finished session left is worth a copy."""
    if act.kind in FINISHING and not is_demo(act):
        copy_after_commit("finished")


def is_demo(act: Act) -> bool:
    own = Table.objects.filter(Q(campaigns=act.log_id) | Q(sessions=act.log_id))
    return own.exclude(demo="").exists()


def copy_after_commit(why: str) -> None:
    """Copies once everything is safe; whatever goes wrong then, the act stands."""
    transaction.on_commit(lambda: copy_quietly(why), robust=True)


def copy_quietly(why: str) -> None:
    try:
        copy_database(why)
    except CopyFailed as error:
        log.warning("The database could not be copied: %s", error)
        with suppress(OSError):
            failure_note().write_text(str(error))


def failure_note() -> Path:
    """Beside the folder, which may be what is wrong."""
    return Path(settings.DATA_DIR) / "backup-failed.txt"


# What an organiser is told


@dataclass(frozen=True)
class LastCopy:
    """When the database was last copied, or why it isn't."""

    at: datetime | None = None
    name: str = ""
    failed: str = ""
    elsewhere: bool = False  # another database, for its owner to copy


def last_copy() -> LastCopy:
    if connection.vendor != "sqlite":
        return LastCopy(elsewhere=True)
    failed = failure_note().read_text() if failure_note().exists() else ""
    newest = next(iter(list_copies()), None)
    if newest is None:
        return LastCopy(failed=failed)
    at = datetime.fromtimestamp(newest.stat().st_mtime, UTC)
    return LastCopy(at, newest.name, failed)
