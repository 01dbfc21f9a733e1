"""manage.py restore FILE: a copy of the database in place of the present one, which is copied first."""

import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from companion.hosting import backup

OURS = {"campaign_log", "campaign_act", "companion_table", "django_migrations"}
BESIDE = ("-wal", "-shm")  # what SQLite keeps next to a database in use


class Command(BaseCommand):
    help = "Restore a backup. The current database is backed up first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a backup file from backups/")

    def handle(self, **options: Any) -> None:
        given, target = Path(options["file"]), backup.database_file()
        if target is None:
            raise CommandError(
                "This restores only SQLite. Use pg_restore for PostgreSQL."
            )
        check_copy(given)
        with TemporaryDirectory(dir=target.parent) as folder:
            # First of all: making a copy may drop the oldest one, which may be this one.
            chosen = backup.copy_whole(given, Path(folder) / "chosen.sqlite3")
            kept = keep_present(target)
            put_in_place(chosen, target)
        self.stdout.write(f"Restored {given}.")
        if kept:
            self.stdout.write(f"Your previous data is in {kept}.")


def check_copy(given: Path) -> None:
    """Refuses whatever isn't a whole database of ours that this version understands."""
    if not given.is_file():
        raise CommandError(f"File not found: {given}")
    try:
        with closing(open_copy(given)) as database:
            sound = database.execute("PRAGMA quick_check").fetchone() == ("ok",)
            tables = {
                name for (name,) in database.execute("SELECT name FROM sqlite_master")
            }
            if not tables >= OURS:
                raise CommandError(f"{given} isn't an Empire Companion database.")
            if not sound:
                raise CommandError(f"{given} is damaged. Try another backup.")
            check_version(given, database)
    except sqlite3.Error:
        raise CommandError(f"{given} isn't an Empire Companion database.") from None


def open_copy(given: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{given.absolute().as_uri()}?mode=ro", uri=True)


def check_version(given: Path, database: sqlite3.Connection) -> None:
    ours = ("campaign", "companion")
    known = {
        one
        for one in MigrationLoader(connection, load=True).disk_migrations
        if one[0] in ours
    }
    applied = {
        (app, name)
        for app, name in database.execute("SELECT app, name FROM django_migrations")
        if app in ours
    }
    if applied - known:
        raise CommandError(
            f"{given} is from a newer version. Update Empire Companion first."
        )


def keep_present(target: Path) -> Path | None:
    """A copy of what is there, even if it can no longer be read as a database."""
    try:
        return backup.copy_database("before-restore")
    except backup.CopyFailed:
        spoiled = target.with_name(f"{target.name}.{backup.time_stamp()}.damaged")
        shutil.copyfile(target, spoiled)
        return spoiled


def put_in_place(chosen: Path, target: Path) -> None:
    """Written as SQLite writes, so that whoever has the database open sees the restored one."""
    connection.close()
    try:
        write_database(chosen, target)
    except sqlite3.OperationalError as error:
        raise CommandError(
            f"Stop Empire Companion first, then restore ({error})."
        ) from None
    except sqlite3.DatabaseError:  # too damaged to be written into
        for path in (target, *(target.with_name(target.name + end) for end in BESIDE)):
            path.unlink(missing_ok=True)
        write_database(chosen, target)


def write_database(chosen: Path, target: Path) -> None:
    with (
        closing(open_copy(chosen)) as source,
        closing(sqlite3.connect(target, timeout=5)) as there,
    ):
        source.backup(there)
