"""Copies in a second place, and the one of every day, whatever stick and clock do."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command

from companion.hosting import backup, copies, starting
from companion.sessions.services import start_session
from tests.hosting.test_backup import SQLITE, database, note_in
from tests.sessions.pages import put

__all__ = ["database"]
EVENING = datetime(2026, 11, 17, 20, tzinfo=UTC)


def test_a_stick_that_writes_something_else_is_noticed(
    database, settings, tmp_path, monkeypatch
):
    stick = tmp_path / "stick"
    stick.mkdir()
    settings.COMPANION_BACKUPS = str(stick)

    def spoil_the_end(source, target):
        target.write_bytes(source.read_bytes()[:-1] + b"?")

    monkeypatch.setattr(backup.shutil, "copyfile", spoil_the_end)
    with pytest.raises(backup.OnlyHere, match="read again") as told:
        backup.copy_database("finished")
    assert note_in(told.value.made) == "first"
    assert not list(stick.iterdir())


@pytest.mark.django_db
def test_a_stick_that_is_not_plugged_in_stops_nothing_else(database, settings):
    settings.COMPANION_BACKUPS = str(database.with_name("gone"))
    kept = starting.copy_before_migration()
    assert note_in(kept) == "first"
    with pytest.raises(CommandError, match=r"is in .*, but not in the second place"):
        call_command("backup")


def leave_copy(at):
    with time_machine.travel(at, tick=False):
        backup.backup_folder().mkdir(exist_ok=True)
        copies.name_for_copy(backup.backup_folder(), "daily", "sqlite3").touch()


@SQLITE
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("last", "made"),
    [
        (None, ["daily"]),
        (EVENING.replace(day=16), ["daily"]),
        (EVENING.replace(hour=21), []),  # nothing was done since
        (EVENING.replace(year=2041), ["daily"]),  # by a clock that was ahead
    ],
)
def test_what_was_done_since_the_last_copy_is_copied_every_day(
    database, monkeypatch, last, made
):
    done = []
    monkeypatch.setattr(backup, "copy_quietly", done.append)
    with time_machine.travel(EVENING, tick=False):
        put(start_session(game="arcs"), name0="Anna")
    if last:
        leave_copy(last)
    with time_machine.travel(EVENING.replace(day=18), tick=False):
        backup.copy_daily()
    assert done == made
