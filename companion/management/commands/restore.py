"""manage.py restore FILE: a copy of the database in place of the present one, which is kept."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from companion.base.terminal import speak_terminal_language
from companion.hosting import backup, postgres_copies
from companion.hosting.restoring import CannotRestore, restore_copy


class Command(BaseCommand):
    help = "Restore a backup. The current database is backed up first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a backup file from backups/")

    def handle(self, **options: Any) -> None:
        with speak_terminal_language():
            self.restore_and_say(Path(options["file"]))

    def restore_and_say(self, given: Path) -> None:
        try:
            kept = self.restore(given)
        except CannotRestore as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(_("Restored %(file)s.") % {"file": given})
        if kept:
            said = _("Your previous data is in %(file)s.")
            self.stdout.write(said % {"file": kept})

    def restore(self, given: Path) -> Path | None:
        if connection.vendor == "postgresql":
            return restore_postgresql(given)
        target = backup.database_file()
        if target is None:
            raise CommandError(_("There is no database file to restore to."))
        return restore_copy(given, target)


def restore_postgresql(given: Path) -> Path | None:
    try:
        postgres_copies.read_contents(given)
        kept = backup.copy_database("before-restore")
        postgres_copies.restore_dump(given)
    except (postgres_copies.DumpFailed, backup.CopyFailed) as error:
        said = _("Nothing was restored: %(error)s") % {"error": error}
        raise CommandError(said) from error
    return kept
