"""Copies of a PostgreSQL database: whole, checked, and restored whole or not at all."""

import shutil
import subprocess
from contextlib import closing
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from companion.hosting import backup, postgres_copies
from companion.tables.models import Table

ON_POSTGRESQL = pytest.mark.skipif(
    connection.vendor != "postgresql" or not shutil.which("pg_dump"),
    reason="needs PostgreSQL and its programs",
)


# What the programs say


def test_a_program_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(postgres_copies.DumpFailed, match="pg_dump isn't installed"):
        postgres_copies.run_program("pg_dump")


@pytest.mark.parametrize(
    ("told", "said"),
    [("one\npg_dump: no such host\n", "pg_dump: no such host"), ("", "pg_dump failed")],
)
def test_what_went_wrong_is_told_in_the_programs_last_words(monkeypatch, told, said):
    failed = subprocess.CompletedProcess([], 1, stdout="", stderr=told)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", lambda *_words, **_how: failed)
    with pytest.raises(postgres_copies.DumpFailed) as error:
        postgres_copies.run_program("pg_dump", connected=False)
    assert str(error.value) == said


def test_a_program_that_waits_for_ever_is_given_up(monkeypatch):
    def wait(*_words, timeout, **_how):
        raise subprocess.TimeoutExpired("pg_restore", timeout)

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", wait)
    with pytest.raises(postgres_copies.DumpFailed, match="pg_restore failed"):
        postgres_copies.run_program("pg_restore", connected=False)


# A real database


@pytest.fixture
def data(transactional_db, settings, tmp_path, monkeypatch):
    """Threads of earlier tests may still be connected, so nobody is asked who is."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(postgres_copies, "is_in_use", lambda: False)
    Table.objects.create(name="before")
    return tmp_path


def run(*words):
    out = StringIO()
    call_command(*map(str, words), stdout=out)
    return out.getvalue().strip()


def names():
    return sorted(Table.objects.values_list("name", flat=True))


@ON_POSTGRESQL
def test_a_dump_is_restored_and_what_it_replaces_is_kept(data):
    made = run("backup")
    Table.objects.update(name="after")
    told = run("restore", made)
    assert names() == ["before"]
    kept = backup.list_copies()[0]
    assert kept.name in told
    run("restore", kept)
    assert names() == ["after"]


@ON_POSTGRESQL
def test_a_dump_that_cannot_be_trusted_changes_nothing(data, monkeypatch):
    whole = backup.copy_database("finished").read_bytes()
    broken = data / "broken.dump"
    for raw, said in (
        (whole[:-40], "is damaged"),
        (b"no dump at all", "isn't an Empire Companion database"),
    ):
        broken.write_bytes(raw)
        with pytest.raises(CommandError, match=said):
            run("restore", broken)
    with pytest.raises(CommandError, match="File not found"):
        run("restore", data / "nowhere")
    monkeypatch.setattr(
        postgres_copies, "read_migrations", lambda _dump: {("campaign", "9999_later")}
    )
    with pytest.raises(CommandError, match="newer version"):
        run("restore", backup.list_copies()[0])
    assert names() == ["before"]
    assert len(backup.list_copies()) == 1, "trying again and again leaves no pile"


@ON_POSTGRESQL
def test_a_dump_tells_its_tables_and_migrations(data):
    made = backup.copy_database("finished")
    assert {"campaign_act", "companion_table"} <= postgres_copies.read_tables(made)
    assert ("campaign", "0001_initial") in postgres_copies.read_migrations(made)


@ON_POSTGRESQL
def test_no_dump_is_restored_under_a_running_server(data, monkeypatch):
    made = backup.copy_database("finished")
    Table.objects.update(name="acknowledged")
    monkeypatch.setattr(postgres_copies, "is_in_use", lambda: True)
    with pytest.raises(CommandError, match="Stop Empire Companion first"):
        run("restore", made)
    assert names() == ["acknowledged"]


@ON_POSTGRESQL
def test_a_server_that_is_connected_is_noticed(transactional_db):
    serving = connection.copy()
    serving.connect()
    with closing(serving):
        assert postgres_copies.count_others() >= 1


@pytest.mark.parametrize(
    ("connected", "in_use"), [([0], False), ([1, 1, 0], False), ([1] * 99, True)]
)
def test_who_is_just_leaving_is_waited_for(monkeypatch, connected, in_use):
    counts, ticks = iter(connected), iter(range(99))
    clock = SimpleNamespace(monotonic=lambda: next(ticks), sleep=lambda _seconds: None)
    monkeypatch.setattr(postgres_copies, "count_others", lambda: next(counts))
    monkeypatch.setattr(postgres_copies, "time", clock)
    assert postgres_copies.is_in_use() is in_use


@ON_POSTGRESQL
def test_the_oldest_dump_can_be_restored_though_its_place_is_needed(data, monkeypatch):
    oldest = backup.copy_database("finished")

    def keep_and_drop(why):
        oldest.unlink()
        return data / why

    monkeypatch.setattr(backup, "copy_database", keep_and_drop)
    Table.objects.update(name="after")
    run("restore", oldest)
    assert names() == ["before"]


@ON_POSTGRESQL
def test_which_dumps_are_whole_is_told(data):
    good, bad = backup.copy_database("finished"), backup.copy_database("daily")
    bad.write_bytes(bad.read_bytes()[:-40])  # its list of contents is still whole
    first, second = run("restore").splitlines()
    assert (first.split()[0], first.split()[-1]) == (str(bad), "damaged")
    assert (second.split()[0], second.split()[-1]) == (str(good), "good")
