"""A restore that is killed on its way: what was there is there, or what was chosen is."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.hosting import backup, restoring
from tests.hosting.test_backup import database, make_database, note_in

__all__ = ["database"]
MOST_STEPS = 60
STEPS = (
    *((Path, name) for name in ("mkdir", "touch", "unlink", "replace", "chmod")),
    *((shutil, name) for name in ("copyfile", "rmtree")),
)
pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="only where processes can be copied"
)


def write_unfinished(database, note):
    """As a killed server leaves it: what it acknowledged last lies beside the file."""
    used = database.with_name("used")
    shutil.copyfile(database, used)
    with closing(sqlite3.connect(used)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("UPDATE campaign_log SET app = ?", [note])
        writer.commit()
        shutil.copyfile(used, database)
        shutil.copyfile(f"{used}-wal", f"{database}-wal")
    used.unlink()


def restore_until(step, given, database):
    """Does it in a copy of this process that ends before its step; whether it got to the end."""
    child = os.fork()
    if not child:
        try:
            end_before(step)
            restoring.replace_database(given, database)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def end_before(step):
    left = [step]

    def counted(do):
        def run(*given, **named):
            left[0] -= 1
            if left[0] < 0:
                os._exit(9)
            return do(*given, **named)

        return run

    for owner, name in STEPS:
        setattr(owner, name, counted(getattr(owner, name)))


def test_a_restore_that_is_killed_leaves_one_whole_database_and_no_litter(
    database, monkeypatch
):
    monkeypatch.setattr(restoring.connection, "close", lambda: None)  # the tests' own
    chosen = make_database(database.with_name("chosen copy"), "chosen")
    found = set()
    for step in range(MOST_STEPS):
        write_unfinished(database, "acknowledged")
        done = restore_until(step, chosen, database)
        restoring.finish_replacing(database)  # as the next start does
        found.add(note_in(database))
        assert not restoring.is_damaged(database)
        left = {one.name for one in database.parent.iterdir()}
        assert left - {"backups", "backups.lock", chosen.name} <= {
            one.name for one in restoring.files_of(database)
        }
        if done:
            break
    assert done
    assert not list(backup.backup_folder().glob("*.part"))
    assert note_in(database) == "chosen"
    assert found == {"acknowledged", "chosen"}
