"""manage.py restore FILE: a copy of the database in place of the present one, which is kept.

Without a file it tells which copies there are, how old each is and whether it is good.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from companion.base.terminal import speak_terminal_language
from companion.hosting import backup, copies
from companion.hosting.postgres_restoring import check_dump, restore_dump
from companion.hosting.restoring import CannotRestore, check_copy, restore_copy


class Command(BaseCommand):
    help = "Restore a backup. The current database is backed up first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        said = "a backup file from backups/; leave it out to see which there are"
        parser.add_argument("file", metavar="FILE", nargs="?", help=said)

    def handle(self, **options: Any) -> None:
        with speak_terminal_language():
            if options["file"]:
                self.restore_and_say(Path(options["file"]))
            else:
                self.stdout.write("\n".join(tell_copies()))

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
            return restore_dump(given)
        target = backup.database_file()
        if target is None:
            raise CommandError(_("There is no database file to restore to."))
        return restore_copy(given, target)


def tell_copies() -> Iterator[str]:
    """A line for each copy, the newest first: where it is, its age and its state."""
    found = copies.list_copies(backup.backup_folder())
    if not found:
        yield _("No backup yet.")
    for one in found:
        state = _("good") if is_good(one.path) else _("damaged")
        yield f"{one.path}  {timesince(one.at, depth=1)}  {state}"


def is_good(path: Path) -> bool:
    """Whether it could be restored; the whole of it is read."""
    try:
        if connection.vendor == "postgresql":
            check_dump(path)
        else:
            check_copy(path)
    except CannotRestore:
        return False
    return True
