"""What has gone wrong before, tried again: the tests that show it, counted by the class they belong to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.e2e.served import PROJECT

# By class: the files, and which of their tests; none named means all of them.
CLASSES: dict[str, dict[str, tuple[str, ...]]] = {
    "roles": {
        "tests/tables/test_name_questions.py": (),
        "tests/base/test_lookalikes.py": (),
        "tests/tables/test_sent_out.py": (
            "test_a_phone_that_was_disconnected_needs_a_new_link",
            "test_phones_and_new_names_of_one_link_are_bounded",
            "test_joining_renews_the_key_of_the_browsers_session",
        ),
        "tests/sessions/test_session_begun.py": (
            "test_only_who_began_a_session_moves_it_to_a_table",
        ),
    },
    "backups and damage": {
        "tests/hosting/test_backup.py": (),
        "tests/hosting/test_copies.py": (),
        "tests/hosting/test_keeping_copies.py": (),
        "tests/hosting/test_restoring_cut_short.py": (),
        "tests/hosting/test_lost_database.py": (),
    },
    "sessions without end": {"tests/sessions/test_session_bounds.py": ()},
    "accidents at the start": {
        "tests/hosting/test_running.py": (
            "test_programs_that_start_at_once_agree_on_one_key",
            "test_two_that_start_at_once_on_a_fresh_folder_leave_one_running",
            "test_a_folder_nobody_can_write_into_is_named",
        ),
        "tests/hosting/test_health.py": (),
    },
    "tables for spreadsheets": {
        "tests/campaign/test_catalogue.py": (
            "test_no_cell_of_a_table_begins_what_a_spreadsheet_calculates",
            "test_a_file_that_is_none_of_ours_is_refused",
            "test_at_most_fifty_bad_rows_are_named",
        ),
    },
    "PostgreSQL restarts": {"tests/hosting/test_postgres_restart.py": ()},
}
TOLD = re.compile(r"^(PASSED|FAILED|ERROR) ([^\s:]+)::(\w+)", re.MULTILINE)
WORDS = ("-q", "-rA", "--no-header", "-p", "no:cacheprovider", "--show-capture=no")


def attack() -> dict[str, Outcome]:
    files = {file: names for own in CLASSES.values() for file, names in own.items()}
    wanted = [
        one for file, names in files.items() for one in names or [Path(file).stem]
    ]
    chosen = [*WORDS, "-n", "auto", "-k", " or ".join(wanted), *files]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *chosen],
        cwd=PROJECT,
        env={**os.environ, "THOROUGH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return {name: count_told(done.stdout, own) for name, own in CLASSES.items()}


def count_told(told: str, own: dict[str, tuple[str, ...]]) -> Outcome:
    """A class of which nothing was told has failed: its tests are gone or can't be run."""
    outcome = Outcome()
    for result, file, test in TOLD.findall(told):
        if file in own and test in (own[file] or (test,)):
            outcome.note(result == "PASSED", f"{result} {file}::{test}")
    if not outcome.tried and "PostgreSQL isn't installed" not in told:
        outcome.note(False, told[-300:])
    return outcome
