"""What has to be right before anything is served; whatever isn't is said in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from companion.base.terminal import speak_terminal_language
from companion.hosting import backup
from companion.hosting.file_locks import AlreadyLocked, hold_lock
from companion.hosting.restoring import files_of, is_newer


class CannotServe(Exception):
    """Something has to be changed first; the message is the one sentence people read."""


@contextmanager
def serving_alone() -> Iterator[None]:
    """Nobody else serves these data: two versions of the program would spoil them for each other."""
    if connection.vendor != "sqlite":  # PostgreSQL serves many
        yield
        return
    try:
        with hold_lock(backup.serving_lock(), wait=False):
            yield
    except AlreadyLocked:
        raise CannotServe(already_running()) from None
    except OSError as error:
        raise CannotServe(unwritable(error)) from error


def already_running() -> str:
    with speak_terminal_language():
        said = _("Empire Companion is already running with the data in %(folder)s.")
        return said % {"folder": settings.DATA_DIR}


def unwritable(error: OSError) -> str:
    with speak_terminal_language():
        said = _("Can't write to the data folder %(folder)s (%(error)s).")
        return said % {"folder": settings.DATA_DIR, "error": error.strerror}


def bring_database_up_to_date() -> bool:
    """Whether there was anything to migrate; asking is much quicker than migrating nothing."""
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    if is_newer(set(applied)):
        raise CannotServe(
            _(
                "These data are from a newer version of Empire Companion. Update it first."
            )
        )
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    kept = copy_before_migration() if applied else None
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:
        take_migration_back(kept)
        said = _("The database could not be updated and is as it was: %(error)s")
        raise CannotServe(said % {"error": error}) from error
    return True


def take_migration_back(kept: Path | None) -> None:
    """Half a migration is none; the copy made for it has done its work."""
    target = backup.database_file()
    connection.close()
    if kept and target:
        for path in files_of(target)[1:]:
            path.unlink(missing_ok=True)
        kept.replace(target)


def copy_before_migration() -> Path | None:
    """Without a copy nothing is migrated: then it couldn't be taken back."""
    if connection.vendor != "sqlite":  # it takes back by itself what fails
        return None
    try:
        return backup.settle_for_here(lambda: backup.copy_database("before-migration"))
    except backup.CopyFailed as error:
        said = _(
            "The backup to %(folder)s failed, so the database was not updated: %(error)s."
        )
        values = {"folder": backup.backup_folder(), "error": error}
        raise CannotServe(said % values) from error


def make_private() -> None:
    """What an older version has left readable for others is so no more."""
    own = backup.database_file()
    files = files_of(own) if own else []
    for path in (*files, *backup.list_copies()):
        if path.exists():
            path.chmod(0o600)
