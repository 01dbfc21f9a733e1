"""A copy put back in place of the database. What is there is never opened: it may be damaged."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from companion.hosting import backup, copies
from companion.hosting.file_locks import AlreadyLocked, hold_lock

OURS = {"campaign_log", "campaign_act", "companion_table", "django_migrations"}
BESIDE = ("-wal", "-shm")  # what SQLite keeps next to a database in use


class CannotRestore(Exception):
    """Raised with one sentence for people; nothing was changed."""


def restore_copy(given: Path, target: Path) -> Path | None:
    """Puts a copy in place of the database, and returns where the present one is kept.

    Nobody may be serving meanwhile: what they acknowledged would be lost.
    """
    check_copy(given)
    try:
        with hold_lock(backup.serving_lock(), wait=False):
            return replace_database(given, target)
    except AlreadyLocked:
        raise CannotRestore(
            _("Empire Companion is running. Stop it first, then restore.")
        ) from None
    except OSError as error:
        said = _("Can't write to %(folder)s (%(error)s).")
        values = {"folder": target.parent, "error": error.strerror}
        raise CannotRestore(said % values) from error


def replace_database(given: Path, target: Path) -> Path | None:
    """What is killed on its way has changed nothing, or is done by the next start."""
    connection.close()
    finish_replacing(target)
    folder = workshop_beside(target)
    folder.mkdir(mode=0o700)
    try:
        # First of all: setting the present one aside may drop the oldest copy, which may be this one.
        chosen = folder / "chosen.sqlite3"
        backup.copy_bytes(given, chosen)
        chosen.chmod(0o600)
        kept = keep_present(target, folder)
        chosen.replace(chosen_beside(target))  # from here on it is decided
    finally:
        finish_replacing(target)
    return kept


def finish_replacing(target: Path) -> None:
    """Puts in place what was chosen, if anything was, and clears away what was begun.

    First without what stands beside the present database: it would be written into the other one.
    """
    chosen = chosen_beside(target)
    if chosen.exists():
        for path in files_of(target)[1:]:
            path.unlink(missing_ok=True)
        chosen.replace(target)
    shutil.rmtree(workshop_beside(target), ignore_errors=True)


def chosen_beside(target: Path) -> Path:
    return target.with_name(f"{target.name}.chosen")


def workshop_beside(target: Path) -> Path:
    return target.with_name(f"{target.name}.restoring")


def files_of(database: Path) -> list[Path]:
    return [database, *(database.with_name(database.name + end) for end in BESIDE)]


def keep_present(target: Path, folder: Path) -> Path | None:
    """A copy of what is there: a whole one among the backups, or the damaged files as they are."""
    if is_empty(target):
        return None
    twin = folder / "present.sqlite3"
    for path, other in zip(files_of(target), files_of(twin), strict=True):
        if path.exists():
            shutil.copyfile(path, other)
    try:
        return backup.settle_for_here(
            lambda: backup.keep_copy(
                "before-restore", "sqlite3", lambda part: backup.write_copy(twin, part)
            )
        )
    except backup.CopyFailed:
        return keep_damaged(target)


def is_empty(database: Path) -> bool:
    """Whether nothing was ever written there, or nothing of it is left."""
    return not database.exists() or not database.stat().st_size


def keep_damaged(target: Path) -> Path:
    at = datetime.now(UTC).strftime(copies.TIME)
    kept = target.with_name(f"{target.name}.{at}.damaged")
    for path, other in zip(files_of(target), files_of(kept), strict=True):
        if path.exists():
            shutil.copyfile(path, other)
    return kept


def check_copy(given: Path) -> None:
    """Refuses whatever isn't a whole database of ours that this version understands."""
    if not given.is_file():
        raise CannotRestore(_("File not found: %(file)s") % {"file": given})
    try:
        with closing(open_copy(given)) as database:
            tables = {
                name for (name,) in database.execute("SELECT name FROM sqlite_master")
            }
            if not tables >= OURS:
                raise not_ours(given)
            try:
                backup.check_whole(database)
            except sqlite3.DatabaseError:
                said = _("%(file)s is damaged. Try another backup.")
                raise CannotRestore(said % {"file": given}) from None
            check_version(given, database)
    except sqlite3.Error:
        raise not_ours(given) from None


def not_ours(given: Path) -> CannotRestore:
    said = _("%(file)s isn't an Empire Companion database.")
    return CannotRestore(said % {"file": given})


def open_copy(given: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{given.absolute().as_uri()}?mode=ro", uri=True)


def check_version(given: Path, database: sqlite3.Connection) -> None:
    applied = set(database.execute("SELECT app, name FROM django_migrations"))
    if is_newer(applied):
        raise from_newer_version(given)


def from_newer_version(given: Path) -> CannotRestore:
    said = _("%(file)s is from a newer version. Update Empire Companion first.")
    return CannotRestore(said % {"file": given})


def is_newer(applied: set[tuple[str, str]]) -> bool:
    """Whether a database knows migrations of ours that this version doesn't."""
    ours = ("campaign", "companion")
    known = MigrationLoader(None).disk_migrations
    return any(one not in known for one in applied if one[0] in ours)


def newest_whole_copy() -> Path | None:
    """The newest backup that can be restored."""
    for path in backup.list_copies():
        try:
            check_copy(path)
        except CannotRestore:
            continue
        return path
    return None


def is_lost(target: Path) -> bool:
    """Whether nothing is there although there are backups: then something has taken it away."""
    copies_here = (path.suffix == target.suffix for path in backup.list_copies())
    return is_empty(target) and any(copies_here)


def is_damaged(target: Path) -> bool:
    """Whether a database is lost, can't be read, or not as a whole. A new one is none of it."""
    if is_empty(target):
        return is_lost(target)
    try:
        with closing(open_copy(target)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()
            return bool(found != ("ok",))
    except sqlite3.OperationalError as error:
        return "locked" not in str(error)
    except sqlite3.DatabaseError:
        return True
