"""manage.py backup: a checked copy of the database, now."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from companion.base.terminal import speak_terminal_language
from companion.hosting.backup import CopyFailed, OnlyHere, copy_database


class Command(BaseCommand):
    help = "Make a backup now. It is checked before it counts."
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        with speak_terminal_language():
            self.stdout.write(str(make_backup()))


def make_backup() -> Path:
    try:
        made = copy_database("by-hand")
    except OnlyHere as error:
        said = _("The backup is in %(file)s, but not in the second place: %(error)s")
        raise CommandError(said % {"file": error.made, "error": error}) from error
    except CopyFailed as error:
        said = _("The backup failed: %(error)s") % {"error": error}
        raise CommandError(said) from error
    if made is None:
        raise CommandError(_("There is no data to back up yet."))
    return made
