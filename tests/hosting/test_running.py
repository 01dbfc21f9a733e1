"""The server as people run it: what it answers, keeps and says, bad luck at its start, and how it ends."""

import errno
import os
import re
import runpy
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.utils import ConnectionHandler

from companion.hosting.backup import write_copy
from companion.hosting.secret import secret_key
from companion.management.commands import serve
from tests.hosting.servers import (
    PATIENCE,
    PROJECT,
    Running,
    answer_on,
    begin_serving,
    free_port,
    running,
    serving,
)
from tests.ready import make_ready
from tests.thorough import THOROUGH

# What is kept


def test_the_secret_key_is_made_once_and_only_for_its_owner(tmp_path: Path):
    key = secret_key(tmp_path)
    assert len(key) >= 50
    assert secret_key(tmp_path) == key
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"secret-key", "secret-key.lock"}
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_two_machines_have_different_secret_keys(tmp_path: Path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "other")


@pytest.mark.django_db
def test_what_sqlite_acknowledged_survives_a_power_cut(monkeypatch, tmp_path: Path):
    # Read again, because the tests open their own database in a quicker way.
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    settings = runpy.run_path(str(PROJECT / "companion" / "settings.py"))
    database = ConnectionHandler(settings["DATABASES"])["default"]
    with database.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


# The whole of it, as people run it


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("served")) as started:
        yield started


def test_the_home_page_and_its_style_are_served(server: Running):
    page = server.get("/")
    assert page.status == 200
    style = re.search(r'href="(/static/[^"]+\.css)"', page.body.decode())
    assert style
    answer = server.get(style[1], **{"Accept-Encoding": "gzip, br"})
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] in ("gzip", "br")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "max-age=315360000" in answer.headers["Cache-Control"]


def test_a_missing_page_tells_nothing_about_the_inside(server: Running):
    answer = server.get("/there-is-no-such-page")
    assert answer.status == 404
    assert not re.search(r"DEBUG|URLconf|Traceback", answer.body.decode())


def test_the_server_refuses_a_foreign_name(server: Running):
    assert server.get("/", Host="evil.example").status == 400
    assert server.get("/static/anything.css", Host="evil.example").status == 400


def test_the_server_does_not_say_what_it_is(server: Running):
    assert server.get("/").headers["Server"] is None


def test_the_server_says_where_it_is_and_how_to_stop_it(server: Running):
    told = server.output.read_text()
    assert f"http://localhost:{server.port}/" in told
    assert "Phones can't join. COMPANION_ADDRESS" in told
    assert "Press Ctrl+C to stop" in told


def test_a_second_server_on_the_port_says_so_in_one_sentence(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    changes: list[str] = []
    monkeypatch.setenv("COMPANION_ADDRESS", "127.0.0.1")
    monkeypatch.setenv("COMPANION_PORT", str(server.port))
    for name in ("bring_database_up_to_date", "collect_changed_assets"):
        monkeypatch.setattr(serve, name, lambda name=name: changes.append(name))
    with pytest.raises(SystemExit) as ended:
        call_command("serve")
    assert re.fullmatch(
        rf"Port {server.port} is in use .* COMPANION_PORT=\d+\.", str(ended.value)
    )
    assert changes == []


@pytest.mark.thorough
@pytest.mark.skipif(
    os.name != "posix", reason="Ctrl+C can't be sent to a process there"
)
def test_ctrl_c_ends_it_at_once_and_quietly(tmp_path: Path):
    make_ready(tmp_path)
    with (
        running(tmp_path) as server,
        closing(HTTPConnection("127.0.0.1", server.port)) as kept_open,
    ):
        assert answer_on(kept_open, "/", {}).status == 200
        before = server.output.read_text()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=PATIENCE) == 0
        assert server.output.read_text() == before


# Bad luck when it starts


@pytest.mark.thorough
def test_a_damaged_database_is_said_and_a_backup_is_offered(tmp_path: Path):
    make_ready(tmp_path)
    target = tmp_path / "companion.sqlite3"
    tmp_path.joinpath("backups").mkdir()
    name = "companion-n000001-20261116-120000-000000-daily.sqlite3"
    write_copy(target, tmp_path / "backups" / name)
    target.write_bytes(b"no database at all " * 400)
    with running(tmp_path) as damaged, ExitStack() as stack:
        page = damaged.get("/", **{"Accept-Language": "cs"})
        assert page.status == 503
        assert "Data se nedají přečíst" in page.body.decode()
        told = damaged.output.read_text()
        assert f"The newest good backup is {name}." in told
        assert "Traceback" not in told
        token = re.search(r'name="token" value="([^"]+)"', page.body.decode())[1]
        assert token not in damaged.get("/", Host="evil.example").body.decode()
        assert post(damaged, f"token={token}x") == 503
        assert post(damaged, f"token={token}", Host="evil.example") == 503
        slow = stack.enter_context(closing(half_asked(damaged)))
        assert damaged.get("/").status == 503
        assert is_open(slow), "it was waited for"
        assert post(damaged, f"token={token}") == 303
        wait_for_line(damaged, "Empire Companion is running.")
        assert damaged.get("/").status == 200
    (kept,) = tmp_path.glob("*.damaged")
    assert kept.read_bytes().startswith(b"no database at all")


def half_asked(server: Running) -> socket.socket:
    slow = socket.create_connection(("127.0.0.1", server.port))
    slow.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    return slow


def is_open(connected: socket.socket) -> bool:
    connected.setblocking(False)
    try:
        return connected.recv(1) != b""
    except BlockingIOError:
        return True


def post(server: Running, body: str, **headers: str) -> int:
    with closing(
        HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    ) as connected:
        connected.request("POST", "/", body, headers)
        return connected.getresponse().status


def wait_for_line(server: Running, line: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while line not in server.output.read_text():
        assert time.monotonic() < deadline, server.output.read_text()
        time.sleep(0.05)


def test_a_second_server_with_the_same_data_says_so_in_one_sentence(server: Running):
    folder = server.output.parent
    other = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=PROJECT,
        env=serving(free_port(), folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert other.returncode == 1
    said = f"Empire Companion is already running with the data in {folder}."
    assert other.stderr.strip() == said
    assert server.get("/").status == 200


@pytest.mark.skipif(not THOROUGH, reason="two first starts take ten seconds")
def test_two_that_start_at_once_on_a_fresh_folder_leave_one_running(tmp_path: Path):
    started = [begin_serving(tmp_path, f"output-{nth}") for nth in range(2)]
    try:
        wait_until(lambda: any(one.process.poll() is not None for one in started))
        (ended,) = [one for one in started if one.process.poll() is not None]
        (stayed,) = [one for one in started if one is not ended]
        said = "Empire Companion is already running with the data in"
        assert ended.output.read_text().startswith(said)
        assert ended.output.read_text().count("\n") == 1
        wait_for_line(stayed, "Empire Companion is running.")
        assert stayed.get("/").status == 200
    finally:
        for one in started:
            one.process.kill()
            one.process.wait()


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_the_files_of_the_data_folder_are_for_their_owner_alone(server: Running):
    folder = server.output.parent
    private = ["companion.sqlite3", "secret-key", "serving.lock"]
    for name in private:
        assert stat.S_IMODE(folder.joinpath(name).stat().st_mode) == 0o600, name


def test_programs_that_start_at_once_agree_on_one_key(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _nth: secret_key(tmp_path), range(16)))
    assert len(keys) == 1
    assert keys == {tmp_path.joinpath("secret-key").read_text()}


def test_a_folder_nobody_can_write_into_is_named(monkeypatch, settings, tmp_path):
    def fail(*_given, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(serve, "bring_database_up_to_date", fail)
    with pytest.raises(serve.CannotServe, match="No space left on device"):
        serve.Command().prepare()
