"""A copy of a PostgreSQL database put back in place of what is there."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from django.utils.translation import gettext as _

from companion.hosting import backup, postgres_copies
from companion.hosting.postgres_copies import DumpFailed
from companion.hosting.restoring import (
    OURS,
    CannotRestore,
    from_newer_version,
    is_newer,
    not_ours,
)


def restore_dump(given: Path) -> Path | None:
    """Puts a copy in place of the database, and returns where the present one is kept.

    Nobody may be serving meanwhile, here or elsewhere: what they acknowledged would be lost.
    """
    check_dump(given)
    if postgres_copies.is_in_use():
        raise CannotRestore(
            _("This database is in use. Stop Empire Companion first, then restore.")
        )
    try:
        return replace_contents(given)
    except (DumpFailed, backup.CopyFailed, OSError) as error:
        said = _("Nothing was restored: %(error)s") % {"error": error}
        raise CannotRestore(said) from error


def replace_contents(given: Path) -> Path | None:
    with TemporaryDirectory() as folder:
        # First of all: keeping the present one may drop the oldest copy, which may be this one.
        chosen = Path(folder) / "chosen.dump"
        shutil.copyfile(given, chosen)
        kept = backup.settle_for_here(lambda: backup.copy_database("before-restore"))
        postgres_copies.restore_dump(chosen)
    return kept


def check_dump(given: Path) -> None:
    """Refuses whatever isn't a whole copy of ours that this version understands."""
    if not given.is_file():
        raise CannotRestore(_("File not found: %(file)s") % {"file": given})
    try:
        if not postgres_copies.read_tables(given) >= OURS:
            raise not_ours(given)
    except DumpFailed:
        raise not_ours(given) from None
    try:
        postgres_copies.read_whole(given)
        applied = postgres_copies.read_migrations(given)
    except DumpFailed:
        said = _("%(file)s is damaged. Try another backup.")
        raise CannotRestore(said % {"file": given}) from None
    if is_newer(applied):
        raise from_newer_version(given)
