"""Copies of the database: made when a session is finished, every day, and before a migration.

Every copy is checked before it gets its name, so a bad one never takes the place of a good one.
"""

from __future__ import annotations

import filecmp
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.hosting import copies, postgres_copies
from companion.hosting.demo_rows import delete_demo_rows
from companion.hosting.file_locks import hold_lock
from companion.log.models import Act
from companion.tables.models import Table

PATIENCE = 20  # seconds to wait for somebody who writes
log = logging.getLogger(__name__)


class CopyFailed(Exception):
    """Raised with why there is no copy."""


class OnlyHere(CopyFailed):
    """There is a copy, but not in the second place; says which and why."""

    def __init__(self, made: Path, why: str) -> None:
        super().__init__(why)
        self.made = made


def backup_folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def serving_lock() -> Path:
    """Held by whoever serves these data: nobody else serves or restores them meanwhile."""
    return Path(settings.DATA_DIR) / "serving.lock"


def database_file() -> Path | None:
    """The file of the database, where it is one."""
    own = connections[DEFAULT_DB_ALIAS]
    if not isinstance(own, DatabaseWrapper) or own.is_in_memory_db():
        return None
    return Path(own.settings_dict["NAME"])


def list_copies() -> list[Path]:
    """The newest first."""
    return [one.path for one in copies.list_copies(backup_folder())]


def copy_database(why: str) -> Path | None:
    """A new copy, or None where there is nothing of ours to copy; raises CopyFailed."""
    if connection.vendor == "postgresql":
        return keep_copy(why, "dump", postgres_copies.dump_database)
    source = database_file()
    if source is None or not source.exists():
        return None
    return keep_copy(why, "sqlite3", lambda target: write_copy(source, target))


def keep_copy(why: str, ending: str, write: Callable[[Path], None]) -> Path:
    """Writes a copy, here and in the second place; raises CopyFailed."""
    folder = backup_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with hold_lock(folder.with_name("backups.lock")):
            made = write_whole(copies.name_for_copy(folder, why, ending), write)
            copies.drop_copies(folder)
    except (OSError, sqlite3.Error, postgres_copies.DumpFailed) as error:
        raise CopyFailed(str(error)) from error
    try:
        copy_elsewhere(made)
        failure_note().unlink(missing_ok=True)
    except OSError as error:
        raise OnlyHere(made, str(error)) from error
    return made


def settle_for_here(make: Callable[[], Path | None]) -> Path | None:
    """The same where one copy is enough to go on: a stick that isn't plugged in stops nobody."""
    try:
        return make()
    except OnlyHere as error:
        log.warning("The backup is only in %s: %s", error.made.parent, error)
        return error.made


def write_whole(target: Path, write: Callable[[Path], None]) -> Path:
    """Half a copy never bears the name of a whole one. Only under a lock: it clears others away."""
    part = target.with_suffix(".part")
    for left in target.parent.glob("companion-*.part"):  # by somebody who was killed
        left.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        write(part)
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
        check_whole(there)
        delete_demo_rows(there)
        # One file, whole in itself: a copy is carried around without what stands beside it.
        there.execute("PRAGMA journal_mode=DELETE")


def check_whole(database: sqlite3.Connection) -> None:
    """Raises DatabaseError where SQLite finds any damage."""
    if database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError(_("the database is damaged"))


def copy_elsewhere(made: Path) -> None:
    """The second place, a stick or a share, has the same copies for as long."""
    if not settings.COMPANION_BACKUPS:
        return
    folder = Path(settings.COMPANION_BACKUPS)
    if not folder.is_dir():
        raise FileNotFoundError(_("%(folder)s isn't there") % {"folder": folder})
    with hold_lock(backup_folder().with_name("backups-elsewhere.lock")):
        write_whole(folder / made.name, partial(copy_bytes, made))
        copies.drop_copies(folder)


def copy_bytes(source: Path, target: Path) -> None:
    """Every byte, on the disk and read again: sticks are cheap, and power fails."""
    shutil.copyfile(source, target)
    with target.open("rb+") as written:
        os.fsync(written.fileno())
    if not filecmp.cmp(source, target, shallow=False):
        said = _("%(file)s could not be read again as it was written")
        raise OSError(said % {"file": target})


# After a finished session

FINISHING = ("finish_session", "finish")


def copy_after_finish(*, act: Act, **_signal: object) -> None:
    """Listens to the log: what a finished session left at a table is worth a copy."""
    if act.kind in FINISHING and is_at_table(act):
        copy_after_commit("finished")


def is_at_table(act: Act) -> bool:
    """Whether the log is a real table's: demos and strangers' sessions make no copies."""
    if connection.vendor != "sqlite":  # its owner decides when: the command `backup`
        return False
    own = Table.objects.filter(Q(campaigns=act.log_id) | Q(sessions=act.log_id))
    return own.filter(demo="").exists()


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


def copy_daily() -> None:
    """A copy a day, if anything was done since the last one."""
    if connection.vendor != "sqlite":
        return
    newest = next(iter(copies.list_copies(backup_folder())), None)
    if newest and newest.at > timezone.now():  # made while the clock was ahead
        newest = None
    since = Act.objects.filter(at__gt=newest.at) if newest else Act.objects.all()
    if since.exists():
        copy_quietly("daily")


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
    found = copies.list_copies(backup_folder())
    if not found:
        return LastCopy(failed=failed)
    newest = found[0].path
    at = datetime.fromtimestamp(newest.stat().st_mtime, UTC)
    return LastCopy(at, newest.name, failed)
