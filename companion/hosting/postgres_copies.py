"""Copies of a PostgreSQL database, with PostgreSQL's own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _

LONGEST = 600  # seconds a program may take
LEAVING = 2.0  # seconds in which a program that is done has hung up
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'
"""


class DumpFailed(Exception):
    """Raised with what the program said, or that it isn't there."""


def dump_database(target: Path) -> None:
    """Writes a copy and reads it to its end, so that half a copy is noticed."""
    run_program("pg_dump", "--format=custom", "--no-owner", f"--file={target}")
    read_whole(target)


def read_whole(dump: Path) -> None:
    """Raises DumpFailed for what isn't a copy, or not a whole one."""
    run_program("pg_restore", f"--file={os.devnull}", str(dump), connected=False)


def read_tables(dump: Path) -> set[str]:
    """The names of the tables a copy holds."""
    told = run_program("pg_restore", "--list", str(dump), connected=False)
    entries = [line.split() for line in told.splitlines() if not line.startswith(";")]
    return {one[5] for one in entries if one[3] == "TABLE" and one[4] != "DATA"}


def read_migrations(dump: Path) -> set[tuple[str, str]]:
    """App and name of every migration the copied database had."""
    only = ("--data-only", "--table=django_migrations", "--file=-")
    told = run_program("pg_restore", *only, str(dump), connected=False)
    rows = (line.split("\t") for line in told.splitlines() if "\t" in line)
    return {(app, name) for _id, app, name, _at in rows}


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


def is_in_use() -> bool:
    """Whether others stay connected, as a running server does; who is leaving is waited for."""
    until = time.monotonic() + LEAVING
    while count_others():
        if time.monotonic() > until:
            return True
        time.sleep(0.05)
    return False


def count_others() -> int:
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        return int(cursor.fetchone()[0])


def run_program(name: str, *words: str, connected: bool = True) -> str:
    program = shutil.which(name)
    if program is None:
        said = _("%(program)s isn't installed. It comes with PostgreSQL's client.")
        raise DumpFailed(said % {"program": name})
    failed = _("%(program)s failed") % {"program": name}
    try:
        done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, our own words
            [program, *words],
            env={**os.environ, **(connection_variables() if connected else {})},
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:  # somebody holds what it waits for
        raise DumpFailed(failed) from None
    if done.returncode:
        raise DumpFailed((done.stderr.strip() or failed).splitlines()[-1])
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
