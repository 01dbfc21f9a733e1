"""Programs that start at once don't migrate at once, and expired things are cleared out."""

import errno
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection, connections
from django.utils import timezone

from companion.base.locks import lock_key
from companion.hosting import housekeeping
from companion.hosting.file_locks import AlreadyLocked, hold_lock
from companion.hosting.migrating import ADVISORY, lock_beside, migrating_alone
from companion.hosting.secret import secret_key

pytestmark = pytest.mark.django_db


def is_taken() -> bool:
    """Whether another program would have to wait; asked as that program would."""
    if connection.vendor == "sqlite":
        try:
            with hold_lock(
                lock_beside(str(connection.settings_dict["NAME"])), wait=False
            ):
                return False
        except AlreadyLocked:
            return True
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY])
            return cursor.fetchone() == (False,)
    finally:
        other.close()  # and gives back what it got


def test_while_one_program_migrates_another_has_to_wait(monkeypatch):
    seen = []
    monkeypatch.setattr(
        migrate.Command, "handle", lambda *_said, **_options: seen.append(is_taken())
    )
    call_command("migrate", verbosity=0)
    assert seen == [True]
    assert not is_taken()


def test_a_migration_that_fails_keeps_nobody_waiting(monkeypatch):
    def fail(*_said, **_options):
        raise RuntimeError

    monkeypatch.setattr(migrate.Command, "handle", fail)
    with pytest.raises(RuntimeError):
        call_command("migrate", verbosity=0)
    assert not is_taken()


def test_a_database_in_memory_leaves_no_file_behind(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    name = "file:shared?mode=memory&cache=shared"
    monkeypatch.setitem(connection.settings_dict, "NAME", name)
    monkeypatch.setattr(connection, "vendor", "sqlite")
    with migrating_alone(connection):
        assert list(tmp_path.iterdir()) == []


def test_what_has_expired_is_cleared_out_and_nothing_else(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    now = timezone.now()
    for key, days in (("old", -1), ("new", 1)):
        expires = now + timedelta(days=days)
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    call_command("tidy")
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


def test_a_key_given_in_the_environment_is_used_and_none_is_made(monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_SECRET", "k" * 50)
    assert secret_key(tmp_path) == "k" * 50
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_could_be_guessed_is_refused_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_SECRET", "secret")
    with pytest.raises(SystemExit, match="too short"):
        secret_key(tmp_path)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite serves only one")
def test_of_several_servers_one_tidies(monkeypatch):
    tidied = []
    monkeypatch.setattr(housekeeping, "delete_old_demos", lambda: tidied.append(1))
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [lock_key("tidy")])
            call_command("tidy")
            assert tidied == []
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock_key("tidy")])
        call_command("tidy")
        assert tidied == [1]
    finally:
        other.close()


def test_where_no_key_can_be_kept_one_sentence_says_so(tmp_path, monkeypatch):
    def fill_disk(*_given, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.delenv("COMPANION_SECRET", raising=False)
    monkeypatch.setattr(Path, "write_text", fill_disk)
    with pytest.raises(SystemExit, match="No space left on device"):
        secret_key(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key.lock"]
