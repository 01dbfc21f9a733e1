"""Copies of the database: made, kept in number, said, restored."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.template.loader import render_to_string
from django.utils.translation import override

from companion.hosting import backup, copies, restoring, starting
from companion.hosting.file_locks import hold_lock
from companion.tables.models import Table
from scoring.rise_of_empire.stages import Stage
from tests.places import Place
from tests.played_campaign import founded_campaign
from tests.sessions.pages import do, entered

MADE = "CREATE TABLE {} (id integer, app text, name text)"


SQLITE = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="another database is its owner's to copy"
)


def make_database(path, note="first"):
    """A database that looks like ours, with something to tell it by."""
    with closing(sqlite3.connect(path)) as made:
        for name in (
            "campaign_log",
            "campaign_act",
            "companion_table",
            "django_migrations",
        ):
            made.execute(MADE.format(name))
        made.execute(
            "INSERT INTO django_migrations VALUES (1, 'campaign', '0001_initial')"
        )
        made.execute("INSERT INTO campaign_log VALUES (1, ?, '')", [note])
        made.commit()
    return path


def note_in(path):
    with closing(sqlite3.connect(path)) as found:
        return found.execute("SELECT app FROM campaign_log").fetchone()[0]


@pytest.fixture
def database(tmp_path, settings, monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL is copied by its own programs")
    settings.DATA_DIR = tmp_path
    path = make_database(tmp_path / "companion.sqlite3")
    monkeypatch.setattr(backup, "database_file", lambda: path)
    return path


# Copying


def test_a_copy_is_the_database_whole_and_in_one_file(database):
    made = backup.copy_database("finished")
    assert made.parent == database.parent / "backups"
    assert note_in(made) == "first"
    assert [one.name for one in made.parent.iterdir()] == [made.name]


def test_what_is_written_but_still_beside_the_file_is_copied_too(database):
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("UPDATE campaign_log SET app = 'second'")
        writer.commit()
        assert note_in(backup.copy_database("finished")) == "second"


def test_of_one_days_copies_the_last_ten_are_kept(database):
    for _nth in range(13):
        newest = backup.copy_database("finished")
    kept = backup.list_copies()
    assert len(kept) == copies.LAST == 10
    assert kept[0] == newest


def test_a_damaged_database_makes_no_copy_and_costs_none(database):
    good = backup.copy_database("finished")
    raw = bytearray(database.read_bytes())
    raw[4096:] = b"\xff" * (len(raw) - 4096)
    database.write_bytes(raw)
    with pytest.raises(backup.CopyFailed):
        backup.copy_database("finished")
    assert backup.list_copies() == [good]


def test_a_second_place_has_the_same_copies(database, settings, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    settings.COMPANION_BACKUPS = str(stick)
    made = backup.copy_database("finished")
    assert (stick / made.name).read_bytes() == made.read_bytes()
    stick.joinpath(made.name).unlink()
    stick.rmdir()
    with pytest.raises(backup.CopyFailed, match="isn't there"):
        backup.copy_database("finished")
    assert len(backup.list_copies()) == 2, "the copy here is made all the same"


def test_where_there_is_no_database_there_is_nothing_to_copy(database):
    database.unlink()
    assert backup.copy_database("finished") is None
    assert backup.list_copies() == []


def test_half_a_copy_never_bears_the_name_of_a_whole_one(database, monkeypatch):
    def break_off(_source, target):
        Path(target).write_bytes(b"half")
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(backup, "write_copy", break_off)
    with pytest.raises(backup.CopyFailed, match="disk full"):
        backup.copy_database("finished")
    assert list(backup.backup_folder().iterdir()) == []


# After a finished session


@SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_finished_session_is_copied_once_it_is_safe(monkeypatch):
    copied = []
    monkeypatch.setattr(backup, "copy_database", copied.append)
    place = Place(
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=43, bara=30)
        .to(Stage.FINISH)
    )
    place.do("finish_session")
    assert copied == ["finished"]
    place.do("write_note", text="x")
    assert copied == ["finished"]


@SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_strangers_finished_session_makes_no_copy(monkeypatch):
    copied = []
    monkeypatch.setattr(backup, "copy_database", copied.append)
    for table in (None, Table.objects.create(name="Thursday")):
        do(entered(table), "finish")
    assert copied == ["finished"]  # that of the table


@SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_copy_that_fails_loses_nothing_and_is_said(monkeypatch, settings, tmp_path):
    settings.DATA_DIR = tmp_path

    def fail(_why):
        raise backup.CopyFailed("disk full")

    monkeypatch.setattr(backup, "copy_database", fail)
    place = Place(
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=43, bara=30)
        .to(Stage.FINISH)
    )
    place.do("finish_session")
    assert place.last().kind == "finish_session"
    assert backup.last_copy().failed == "disk full"


@pytest.mark.django_db(transaction=True)
def test_a_folder_nobody_can_write_into_loses_nothing(monkeypatch, settings, tmp_path):
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_text("in the way")
    monkeypatch.setattr(
        backup, "database_file", lambda: make_database(tmp_path / "x.sqlite3")
    )
    place = Place(
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=43, bara=30)
        .to(Stage.FINISH)
    )
    place.do("finish_session")
    assert place.last().kind == "finish_session"


# What an organiser is told


@SQLITE
@pytest.mark.django_db
def test_the_home_page_can_say_when_the_last_copy_was_made(database):
    assert "No backup yet" in said()
    backup.copy_database("finished")
    last = backup.last_copy()
    assert abs((datetime.now(UTC) - last.at).total_seconds()) < 60
    assert "Last backup:" in said()
    backup.failure_note().write_text("disk full")
    assert "disk full" in said()
    assert "The newest backup is from" in said()
    backup.copy_database("finished")
    assert "disk full" not in said()


def said(**last):
    shown = {"backup": backup.LastCopy(**last) if last else backup.last_copy()}
    return render_to_string("tables/_backup.html", shown)


def test_on_postgresql_it_says_whose_task_it_is():
    assert "pg_dump" in said(elsewhere=True)
    with override("cs"):
        assert "pg_dump" in said(elsewhere=True)


# Before a migration


def test_nothing_is_migrated_without_a_copy(database, monkeypatch):
    def fail(_why):
        raise backup.CopyFailed("disk full")

    monkeypatch.setattr(backup, "copy_database", fail)
    with pytest.raises(starting.CannotServe, match="disk full"):
        starting.copy_before_migration()


@SQLITE
@pytest.mark.django_db
def test_a_database_is_copied_before_it_is_migrated(monkeypatch):
    order = []

    class Behind:
        def __init__(self, _connection):
            self.loader = self
            self.graph = self
            self.applied_migrations = {("campaign", "0001_initial"): None}

        def leaf_nodes(self):
            return []

        def migration_plan(self, _targets):
            return ["one"]

    monkeypatch.setattr(starting, "MigrationExecutor", Behind)
    monkeypatch.setattr(backup, "copy_database", order.append)
    monkeypatch.setattr(
        starting, "call_command", lambda *words, **_o: order.append(words[0])
    )
    assert starting.bring_database_up_to_date()
    assert order == ["before-migration", "migrate"]


@SQLITE
@pytest.mark.django_db
def test_a_migration_that_fails_leaves_the_database_as_it_was(
    database, monkeypatch, restore
):
    def fail(*_words, **_options):
        with closing(sqlite3.connect(database)) as writer:
            writer.execute("UPDATE campaign_log SET app = 'half'")
            writer.commit()
        raise RuntimeError("no such column")

    monkeypatch.setattr(starting, "call_command", fail)
    monkeypatch.setattr(
        starting.MigrationExecutor, "migration_plan", lambda *_given: ["one"]
    )
    with pytest.raises(starting.CannotServe, match="is as it was: no such column"):
        starting.bring_database_up_to_date()
    assert note_in(database) == "first"
    assert backup.list_copies() == [], "trying again and again leaves no pile"


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_left_alone(monkeypatch):
    later = {("campaign", "9999_later"): None}
    monkeypatch.setattr(
        "django.db.migrations.loader.MigrationRecorder.applied_migrations",
        lambda _self: later,
    )
    with pytest.raises(starting.CannotServe, match="newer version"):
        starting.bring_database_up_to_date()


# Restoring


@pytest.fixture
def restore(database, monkeypatch):
    monkeypatch.setattr(connections["default"], "close", lambda: None)  # the tests' own

    def run(*file):
        out = StringIO()
        call_command("restore", *map(str, file), stdout=out)
        return out.getvalue()

    return run


@pytest.mark.django_db
def test_a_copy_is_restored_and_what_it_replaces_is_kept(database, restore):
    copy = backup.copy_database("finished")
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("UPDATE campaign_log SET app = 'second'")
        writer.commit()
    told = restore(copy)
    assert note_in(database) == "first"
    kept = backup.list_copies()[0]
    assert "before-restore" in kept.name
    assert kept.name in told
    assert note_in(kept) == "second"


@pytest.mark.django_db
def test_the_oldest_copy_can_be_restored_though_its_place_is_needed(database, restore):
    oldest = backup.copy_database("finished")
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("UPDATE campaign_log SET app = 'second'")
        writer.commit()
    for _nth in range(9):
        backup.copy_database("finished")
    restore(oldest)
    assert note_in(database) == "first"


def cut_short(raw):
    return raw[: len(raw) // 2]


def lose_head(raw):
    return b"\x00" * 100 + raw[100:]


def lose_middle(raw):
    return raw[:4096] + b"\xff" * (len(raw) - 4096)


def become_text(_raw):
    return b"no database at all " * 400


def claim_other_pages(raw):
    return raw[:16] + b"\x00\x03" + raw[18:]


DAMAGES = [cut_short, lose_head, lose_middle, become_text, claim_other_pages]


@pytest.mark.django_db
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_kept_as_it_is_and_replaced(database, restore, damage):
    copy = backup.copy_database("finished")
    spoiled = damage(database.read_bytes())
    database.write_bytes(spoiled)
    assert restoring.is_damaged(database)
    restore(copy)
    assert note_in(database) == "first"
    (damaged,) = database.parent.glob("*.damaged")
    assert damaged.read_bytes() == spoiled
    assert not restoring.is_damaged(database)


def test_an_emptied_database_is_damaged_where_there_is_a_backup(database):
    backup.copy_database("finished")
    database.write_bytes(b"")
    assert restoring.is_damaged(database)


def test_an_empty_file_without_a_backup_is_a_new_database(database):
    database.write_bytes(b"")
    assert not restoring.is_damaged(database)


@pytest.mark.django_db
def test_nothing_is_kept_of_an_emptied_database(database, restore):
    copy = backup.copy_database("finished")
    database.write_bytes(b"")
    restore(copy)
    assert note_in(database) == "first"
    assert backup.list_copies() == [copy]


@pytest.mark.django_db
def test_what_lies_beside_a_damaged_database_does_not_spoil_the_restored_one(
    database, restore
):
    copy = backup.copy_database("finished")
    database.with_name("companion.sqlite3-wal").write_bytes(b"\xff" * 5000)
    database.write_bytes(become_text(b""))
    restore(copy)
    assert note_in(database) == "first"
    assert not database.with_name("companion.sqlite3-wal").exists()


@pytest.mark.django_db
def test_nothing_is_restored_under_a_running_server(database, restore):
    copy = backup.copy_database("finished")
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("UPDATE campaign_log SET app = 'acknowledged'")
        writer.commit()
    with (
        hold_lock(backup.serving_lock()),
        pytest.raises(CommandError, match="Stop it first"),
    ):
        restore(copy)
    assert note_in(database) == "acknowledged"


@pytest.mark.django_db
def test_which_copies_there_are_is_told_with_their_age_and_state(database, restore):
    assert restore() == "No backup yet.\n"
    good, bad = backup.copy_database("finished"), backup.copy_database("daily")
    bad.write_bytes(lose_middle(bad.read_bytes()))
    first, second = restore().splitlines()
    assert first.split() == [str(bad), "0", "minutes", "damaged"]
    assert second.split() == [str(good), "0", "minutes", "good"]
    assert note_in(database) == "first"


def test_the_newest_copy_that_is_whole_is_found(database):
    good = backup.copy_database("finished")
    bad = backup.copy_database("finished")
    bad.write_bytes(lose_middle(bad.read_bytes()))
    assert restoring.newest_whole_copy() == good


@pytest.mark.django_db
def test_what_is_no_database_of_ours_is_refused(database, restore, tmp_path):
    other = tmp_path / "other"
    for content in (b"", b"text", b"SQLite format 3\x00" + b"x" * 100):
        other.write_bytes(content)
        with pytest.raises(CommandError, match="isn't an Empire Companion database"):
            restore(other)
    with closing(sqlite3.connect(tmp_path / "shop")) as made:
        made.execute("CREATE TABLE orders (id integer)")
    with pytest.raises(CommandError, match="isn't an Empire Companion database"):
        restore(tmp_path / "shop")
    with pytest.raises(CommandError, match="File not found"):
        restore(tmp_path / "nowhere")
    assert note_in(database) == "first"
    assert backup.list_copies() == []


@pytest.mark.django_db
def test_a_copy_of_a_newer_version_is_refused(database, restore, tmp_path):
    newer = make_database(tmp_path / "newer")
    with closing(sqlite3.connect(newer)) as made:
        made.execute(
            "INSERT INTO django_migrations VALUES (2, 'campaign', '9999_later')"
        )
        made.commit()
    with pytest.raises(CommandError, match="newer version"):
        restore(newer)


@pytest.mark.django_db
def test_another_database_is_not_restored_here(monkeypatch, tmp_path):
    monkeypatch.setattr(backup, "database_file", lambda: None)
    with pytest.raises(CommandError):
        call_command("restore", str(tmp_path / "x"))


@pytest.mark.parametrize("name", [":memory:", "file:memorydb?mode=memory&cache=shared"])
def test_a_database_in_memory_is_none_to_copy(monkeypatch, name):
    monkeypatch.setitem(connection.settings_dict, "NAME", name)
    assert backup.database_file() is None


@SQLITE
@pytest.mark.django_db
def test_the_database_at_hand_is_copied_while_it_is_in_use(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    made = backup.copy_database("finished")
    with closing(sqlite3.connect(made)) as copy:
        tables = copy.execute("SELECT name FROM sqlite_master").fetchall()
    assert ("campaign_act",) in tables
