"""Copies of a PostgreSQL database, with PostgreSQL's own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _

LONGEST = 600  # seconds a program may take


class DumpFailed(Exception):
    """Raised with what the program said, or that it isn't there."""


def dump_database(target: Path) -> None:
    """Writes a copy and reads its list of contents, so that half a copy is noticed."""
    run_program("pg_dump", "--format=custom", "--no-owner", f"--file={target}")
    read_contents(target)


def read_contents(dump: Path) -> str:
    """What a copy holds; raises DumpFailed for what isn't one."""
    return run_program("pg_restore", "--list", str(dump), connected=False)


def restore_dump(dump: Path) -> None:
    """Puts a copy in place of what is there, whole or not at all."""
    run_program(
        "pg_restore",
        "--clean",
        "--if-exists",
        "--no-owner",
        "--single-transaction",
        f"--dbname={connection.settings_dict['NAME']}",
        str(dump),
    )


def run_program(name: str, *words: str, connected: bool = True) -> str:
    program = shutil.which(name)
    if program is None:
        said = _("%(program)s isn't installed. It comes with PostgreSQL's client.")
        raise DumpFailed(said % {"program": name})
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, our own words
        [program, *words],
        env={**os.environ, **(connection_variables() if connected else {})},
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    if done.returncode:
        raise DumpFailed(
            done.stderr.strip().splitlines()[-1]
            or _("%(program)s failed") % {"program": name}
        )
    return done.stdout


def connection_variables() -> dict[str, str]:
    """How the programs find the database; a password on the command line would be seen."""
    own = connection.settings_dict
    given = {
        "PGHOST": own["HOST"] or own.get("OPTIONS", {}).get("host", ""),
        "PGPORT": own["PORT"],
        "PGUSER": own["USER"],
        "PGPASSWORD": own["PASSWORD"],
        "PGDATABASE": own["NAME"],
    }
    return {name: str(value) for name, value in given.items() if value}
