"""manage.py backup: a checked copy of the database, now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.hosting.backup import CopyFailed, copy_database


class Command(BaseCommand):
    help = "Make a backup now. It is checked before it counts."
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        try:
            made = copy_database("by-hand")
        except CopyFailed as error:
            raise CommandError(f"The backup failed: {error}") from error
        if made is None:
            raise CommandError("There is no data to back up yet.")
        self.stdout.write(str(made))
