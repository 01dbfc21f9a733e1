"""Several processes on one campaign, and processes killed while they record."""

import os
import subprocess
import sys
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

from tests.crash import PROJECT, crash, new_database, told
from tests.thorough import THOROUGH

WRITERS, ACTS = (8, 60) if THOROUGH else (3, 12)
ROUNDS = 50 if THOROUGH else 6


def export(number, env):
    # The toy's rules aren't known to manage.py, but a log can be read without them.
    words = [sys.executable, "manage.py", "export", number]
    done = subprocess.run(words, cwd=PROJECT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def nothing_is_lost(env):
    outcome = told("write", WRITERS, ACTS, env=env)
    exported = export(str(outcome["number"]), env)
    assert outcome["acknowledged"] == WRITERS * ACTS
    assert all(client_id in exported for client_id in outcome["ids"])
    assert exported.count('"gain"') == WRITERS * ACTS
    assert outcome["differences"] == 0
    assert outcome["last"] == WRITERS * ACTS + 2


@pytest.mark.thorough
def test_processes_on_one_sqlite_file_lose_nothing(tmp_path):
    nothing_is_lost(new_database(tmp_path))


@pytest.mark.django_db(transaction=True)
def test_processes_on_postgresql_lose_nothing():
    if connection.vendor != "postgresql":
        pytest.skip("the database is not PostgreSQL")
    # The tests' own database, which has another name than the one in the environment.
    given = urlsplit(os.environ["DATABASE_URL"])
    name = connection.settings_dict["NAME"]
    url = urlunsplit(given._replace(path=f"/{name}"))
    nothing_is_lost({**os.environ, "DATABASE_URL": url})


@pytest.mark.thorough
def test_what_was_acknowledged_survives_a_killed_process(tmp_path):
    outcome = crash(tmp_path, rounds=ROUNDS)
    assert outcome["acknowledged"] >= ROUNDS
    assert outcome["lost"] == 0
    # An act may be safe although its process died before it could say so, at most one each time.
    opening = 2
    unsaid = outcome["acts"] - opening - outcome["acknowledged"]
    assert 0 <= unsaid <= outcome["rounds"]
    assert outcome["last"] == outcome["acts"]
    assert outcome["differences"] == 0
