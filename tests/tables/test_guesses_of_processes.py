"""Guesses at the same moment, by several processes: exactly ten are looked at."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from companion.tables.models import Attempt
from companion.tables.rate_limits import GUESSES
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[2]
PROCESSES, EACH = 4 if THOROUGH else 2, 10
PATIENCE = 240  # seconds, on a machine that does much else


def database_address() -> str:
    """The database of this test, as another process is told of it."""
    own = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{own['NAME']}"
    return f"postgres://{own['USER']}@/{own['NAME']}?host={quote(own['HOST'] or own['OPTIONS'].get('host', ''))}"


def start_guessing(folder: Path) -> subprocess.Popen[str]:
    given = {
        "COMPANION_DATA": str(folder),
        "DATABASE_URL": database_address(),
        "DJANGO_SETTINGS_MODULE": "companion.settings",
        "PYTHONWARNINGS": "ignore",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tests.tables.guess_in_process", str(EACH)],
        cwd=PROJECT,
        env={**os.environ, **given},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.thorough
def test_of_many_guesses_by_several_processes_exactly_ten_are_looked_at(tmp_path):
    running = [start_guessing(tmp_path) for _ in range(PROCESSES)]
    try:
        for one in running:
            assert one.stdout.readline() == "ready\n", one.stderr.read()
        for one in running:
            one.stdin.write("go\n")
            one.stdin.flush()
        said = [one.communicate(timeout=PATIENCE) for one in running]
    finally:
        for one in running:
            one.kill()
    codes = [code for out, _faults in said for code in json.loads(out)]
    looked_at, refused = codes.count(404), codes.count(429)
    assert (looked_at, refused) == (GUESSES.most, PROCESSES * EACH - GUESSES.most)
    assert Attempt.objects.filter(kind="join").count() == GUESSES.most
