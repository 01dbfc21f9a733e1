"""A start without a database beside backups: nobody begins anew without having chosen it."""

import re
import threading
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.db import connection

from companion.base import terminal
from companion.hosting import backup, restoring
from companion.hosting.recovery import RecoveryServer
from companion.management.commands import serve
from tests.hosting.servers import PATIENCE, begin_serving, wait_until_it_answers
from tests.hosting.test_backup import make_database, note_in
from tests.hosting.test_running import wait_for_line
from tests.ready import make_ready

NAME = "companion-n000001-20261116-120000-000000-daily.sqlite3"


@pytest.fixture
def lost(tmp_path, settings, monkeypatch):
    """Where the database was, of which only a backup is left."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its own files")
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    make_database(tmp_path / "backups" / NAME)
    target = tmp_path / "companion.sqlite3"
    monkeypatch.setattr(backup, "database_file", lambda: target)
    return target


@contextmanager
def recovering(target: Path):
    listener = serve.listen("127.0.0.1", 0)
    server = RecoveryServer(listener, target)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    try:
        yield server
    finally:
        server.decided = True
        running.join(PATIENCE)
        server.server_close()


def ask(server, method="GET", body="", **headers):
    with closing(HTTPConnection(*server.server_address, timeout=PATIENCE)) as asked:
        asked.request(method, "/", body, headers)
        answer = asked.getresponse()
        return answer.status, answer.read().decode()


def test_a_database_that_is_gone_beside_a_backup_is_lost(lost):
    assert restoring.is_lost(lost)
    assert restoring.is_damaged(lost)
    lost.write_bytes(b"")
    assert restoring.is_lost(lost)
    make_database(lost)
    assert not restoring.is_lost(lost)


def test_where_no_backup_is_nothing_is_lost(lost):
    (lost.parent / "backups" / NAME).rename(lost.parent / "backups" / "x.dump")
    assert not restoring.is_damaged(lost)


def test_a_dump_of_another_database_is_no_backup_of_this_one(lost):
    folder = lost.parent / "backups"
    (folder / NAME).rename(folder / NAME.replace("sqlite3", "dump"))
    assert not restoring.is_lost(lost)


def test_the_page_offers_the_backup_and_to_start_without_data(lost):
    with recovering(lost) as server:
        status, page = ask(server)
        assert status == 503
        assert "Your data is missing" in page
        assert "Go back to this backup" in page
        assert "Start without data" in page
        assert "kept beside it" not in page
        czech = ask(server, **{"Accept-Language": "cs"})[1]
        assert "Data chybí" in czech
        assert "Začít bez dat" in czech
        assert "Start without data" not in ask(server, Host="evil.example")[1]


def test_the_backup_comes_back_by_one_button(lost):
    with recovering(lost) as server:
        assert ask(server, "POST", f"token={server.token}")[0] == 303
        assert server.decided
    assert note_in(lost) == "first"


def test_starting_without_data_is_chosen_here_and_costs_no_backup(lost):
    with recovering(lost) as server:
        assert ask(server, "POST", f"token={server.token}x&empty=1")[0] == 503
        sent = f"token={server.token}&empty=1"
        assert ask(server, "POST", sent, Host="evil.example")[0] == 503
        assert not server.decided
        assert ask(server, "POST", sent)[0] == 303
        assert server.decided
    assert not lost.exists()
    assert [one.name for one in backup.list_copies()] == [NAME]


def test_a_damaged_database_is_never_started_without(lost):
    lost.write_bytes(b"no database at all " * 400)
    with recovering(lost) as server:
        assert "Start without data" not in ask(server)[1]
        assert ask(server, "POST", f"token={server.token}&empty=1")[0] == 303
        assert not server.decided
    assert lost.read_bytes().startswith(b"no database at all")


def test_without_a_good_backup_it_says_so_and_starts_only_on_purpose(lost):
    (lost.parent / "backups" / NAME).write_bytes(b"x" * 5000)
    with recovering(lost) as server:
        page = ask(server)[1]
        assert "there is no good backup here" in page
        assert "Go back to this backup" not in page
        assert "Start without data" in page


def test_the_terminal_names_the_backup_and_the_way_without(monkeypatch):
    said = serve.tell_loss(Path(NAME), "127.0.0.1", 8000)
    assert said.startswith(f"The database is missing. The newest good backup is {NAME}")
    assert "serve --empty" in said
    assert "serve --empty" in serve.tell_loss(None, "127.0.0.1", 8000)
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    with terminal.speak_terminal_language():
        assert "Databáze chybí" in serve.tell_loss(Path(NAME), "127.0.0.1", 8000)


@pytest.mark.thorough
def test_a_start_waits_for_the_choice_and_a_word_makes_it(tmp_path: Path):
    make_ready(tmp_path)
    target = tmp_path / "companion.sqlite3"
    (tmp_path / "backups").mkdir()
    target.rename(tmp_path / "backups" / NAME)
    for words in ((), ("--empty",)):
        server = begin_serving(tmp_path, "output", *words)
        try:
            wait_until_it_answers(server)
            if words:
                wait_for_line(server, "Empire Companion is running.")
                assert server.get("/").status == 200
            else:
                assert server.get("/").status == 503
                assert not target.exists()
                assert re.search(rf"backup is {NAME}\.", server.output.read_text())
        finally:
            server.process.kill()
            server.process.wait()
    assert (tmp_path / "backups" / NAME).exists()
