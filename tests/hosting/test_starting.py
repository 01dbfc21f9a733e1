"""Starting on a laptop: the first run, the next ones, who is answered, and how it ends."""

import ast
import errno
import os
import re
import runpy
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.db.utils import ConnectionHandler
from django.test import Client

import start
from companion.base import addresses, terminal
from companion.base.hosts import own_names
from companion.hosting import command, restoring
from companion.hosting.backup import write_copy
from companion.hosting.secret import secret_key
from companion.management.commands import serve
from tests.thorough import THOROUGH

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds; a busy machine takes its time
PLAIN: frozenset[str] = frozenset()
DEV = start.DEVELOPMENT_EXTRAS


# The first run and the next ones


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(
        '[project]\ndependencies = ["one"]\n'
        '[project.optional-dependencies]\ndev = ["two"]\npostgres = ["three"]\n'
    )
    (folder / "requirements.lock").write_text("one==1\n")
    (folder / "requirements-dev.lock").write_text("one==1\ntwo==2\nthree==3\n")
    return folder


@pytest.fixture
def environment(project: Path) -> Path:
    """An environment made by this Python, with nothing installed in it."""
    folder = project / ".venv"
    start.programs(folder).mkdir(parents=True)
    start.python_of(folder).touch()
    return folder


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have been run."""
    seen: list[list[str]] = []
    monkeypatch.setattr(start, "run", lambda command, failure: seen.append(command))
    return seen


def stamp(environment: Path, extras: frozenset[str], **other: str) -> None:
    made = start.new_stamp(environment, environment.parent, extras)
    start.write_stamp(environment, {**made, **other})


def test_a_second_start_installs_nothing(project, environment, commands):
    stamp(environment, PLAIN)
    start.prepare(environment, project, PLAIN)
    assert commands == []


def test_the_development_tools_cover_a_plain_start(project, environment, commands):
    stamp(environment, DEV)
    start.prepare(environment, project, PLAIN)
    assert commands == []


def with_tools(project: Path) -> list[str]:
    """What the first of two installations takes when the tools come too."""
    return ["-r", str(project / "requirements-dev.lock")]


def test_a_plain_start_does_not_cover_the_development_tools(
    project, environment, commands
):
    stamp(environment, PLAIN)
    start.prepare(environment, project, DEV)
    assert [command[-2:] for command in commands[:-1]] == [with_tools(project)]
    assert start.is_ready(environment, project, DEV)


def test_a_changed_lock_is_installed_with_the_tools_that_were_there(
    project, environment, commands
):
    stamp(environment, DEV)
    (project / "requirements.lock").write_text("one==1.1\n")
    start.prepare(environment, project, PLAIN)
    assert [command[-2:] for command in commands[:-1]] == [with_tools(project)]
    assert start.is_ready(environment, project, DEV)


def test_a_changed_dependency_is_installed(project, environment, commands):
    stamp(environment, PLAIN)
    (project / "pyproject.toml").write_text('[project]\ndependencies = ["one>1"]\n')
    start.prepare(environment, project, PLAIN)
    needed, itself = commands
    assert needed[-3:] == ["--require-hashes", "-r", str(project / "requirements.lock")]
    assert itself[-4:] == [
        *("--no-deps", "--no-build-isolation"),
        *("-e", str(project)),
    ]


def test_the_settings_of_a_tool_install_nothing(project, environment, commands):
    stamp(environment, PLAIN)
    with (project / "pyproject.toml").open("a") as file:
        file.write("[tool.ruff]\n")
    start.prepare(environment, project, PLAIN)
    assert commands == []


@pytest.mark.parametrize("broken", ["no python", "no stamp", "other python"])
def test_an_environment_that_cannot_be_trusted_is_made_anew(
    project, environment, commands, broken
):
    stamp(environment, PLAIN)
    if broken == "no python":
        start.python_of(environment).unlink()
    elif broken == "no stamp":
        start.stamp_path(environment).unlink()
    else:
        stamp(environment, PLAIN, python="3.9")
    start.prepare(environment, project, PLAIN)
    assert "--clear" in commands[0]
    assert len(commands) == 3  # the environment, what it needs, the project itself


def test_in_a_moved_folder_the_server_starts_without_the_internet(
    project, environment, commands
):
    stamp(environment, DEV, place="/where/it/was/.venv")
    start.prepare(environment, project, PLAIN)
    assert commands == []


def test_in_a_moved_folder_the_tools_are_installed_anew(project, environment, commands):
    stamp(environment, DEV, place="/where/it/was/.venv")
    start.prepare(environment, project, DEV)
    assert "--clear" in commands[0]
    assert commands[1][-2:] == with_tools(project)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere it is a process of its own")
@pytest.mark.parametrize(
    ("words", "run"),
    [
        ([], ["python", "manage.py", "serve"]),
        (["score", "arcs"], ["python", "manage.py", "score", "arcs"]),
        (["--dev", "ruff", "check"], ["ruff", "check"]),
    ],
)
def test_it_hands_over_to_the_command_or_to_a_tool(
    environment, monkeypatch, words, run
):
    (start.programs(environment) / "ruff").touch()
    for path in start.programs(environment).iterdir():
        path.chmod(0o755)
    ran: list[list[str]] = []
    monkeypatch.setattr(start, "ENVIRONMENT", environment)
    monkeypatch.setattr(start, "prepare", lambda *given: None)
    monkeypatch.setattr(start.os, "execve", lambda path, words, env: ran.append(words))
    monkeypatch.setattr(start.subprocess, "Popen", lambda *given, **named: None)
    monkeypatch.setattr(start, "wait_for", lambda process: 0)
    start.start(words)
    [(program, *given)] = ran
    assert Path(program) == start.programs(environment) / run[0]
    assert [Path(one).name for one in given] == run[1:]


def test_a_tool_that_is_not_there_is_named(environment, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(start.CannotStart, match="no command ruff in"):
        start.hand_over(environment, ["ruff"])


def test_an_installation_cut_short_leaves_no_stamp(project, environment, monkeypatch):
    def interrupted(command: list[str], failure: str) -> None:
        raise KeyboardInterrupt

    stamp(environment, PLAIN)
    monkeypatch.setattr(start, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        start.install(environment, project, DEV)
    assert not start.can_be_added_to(environment)
    assert not start.is_ready(environment, project, PLAIN)


def test_a_failed_installation_says_why_and_keeps_what_was_there(
    project, environment, monkeypatch
):
    stamp(environment, PLAIN)
    fails = [sys.executable, "-c", "raise SystemExit('no route to the packages')"]
    monkeypatch.setattr(start, "installer", lambda environment: fails)
    with pytest.raises(start.CannotStart, match=r"(?s)no route.*needs the internet"):
        start.prepare(environment, project, DEV)
    assert start.is_ready(environment, project, PLAIN)


def test_a_python_without_venv_is_told_the_missing_package(monkeypatch):
    monkeypatch.setattr(start.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(start.CannotStart, match="python3-venv"):
        start.check_venv()


def test_an_old_python_gets_one_sentence():
    # With --help, so that a start that should have been refused does nothing.
    source = (
        "import runpy, sys; sys.version_info = (3, 8, 18); sys.argv[1:] = ['--help'];"
        "runpy.run_path('start.py', run_name='__main__')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", source], cwd=PROJECT, capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert (
        ended.stderr
        == "Empire Companion needs Python 3.11 or newer, but this is Python 3.8.\n"
    )


def test_an_old_python_can_read_the_script():
    ast.parse((PROJECT / "start.py").read_text(), feature_version=(3, 7))


# Who is answered


@pytest.mark.django_db
@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        *sorted(own_names() - {"localhost"}),
        socket.gethostname().split(".")[0] + ".local:8000",
        "companion.example",
    ],
)
def test_a_name_of_this_machine_is_answered(client: Client, settings, host):
    settings.COMPANION_HOSTS = ["companion.example"]
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.django_db
def test_an_address_of_this_machine_is_answered(client: Client, monkeypatch):
    monkeypatch.setattr(addresses, "own_addresses", lambda: iter(["10.0.0.7"]))
    assert client.get("/", headers={"host": "10.0.0.7"}).status_code == 200
    assert client.get("/", headers={"host": "10.0.0.8"}).status_code == 400


@pytest.mark.django_db
def test_the_address_a_phone_has_reached_is_answered(client: Client):
    reached = {"SERVER_NAME": "192.168.1.20"}
    host = {"host": "192.168.1.20:8000"}
    assert client.get("/", headers=host, **reached).status_code == 200
    assert (
        client.get("/", headers={"host": "192.168.1.21"}, **reached).status_code == 400
    )


@pytest.mark.parametrize("path", ["/", "/static/anything.css"])
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "192.168.254.20:8000",
        "localhost.evil.example",
        "192.168.1.20.evil.example",
        "8.8.8.8",
        "[2001:4860:4860::8888]",
        "",
        "local host",
        "localhost:port",
        "[::1",
    ],
)
def test_any_other_name_is_refused(client: Client, path, host):
    assert client.get(path, headers={"host": host}).status_code == 400


@pytest.mark.django_db
def test_a_page_may_load_nothing_inline_and_nothing_from_elsewhere(client: Client):
    answer = client.get("/", headers={"host": "localhost"})
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-" not in policy
    assert "http" not in policy
    assert "*" not in policy


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


# The addresses people are told


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses this machine seems to have."""
    seeming: list[str] = []
    monkeypatch.setattr(addresses, "own_addresses", lambda: iter(seeming))
    return seeming


def test_phones_are_told_an_address_that_leads_here(found):
    found[:] = ["127.0.1.1", "203.0.113.9", "192.168.1.23", "10.0.0.9"]
    assert addresses.network_address() == "192.168.1.23"


def test_both_addresses_are_announced_with_a_code_to_scan(found, capsys):
    found[:] = ["192.168.1.23"]
    told = serve.announcement("0.0.0.0", 8001)
    assert "http://localhost:8001/" in told
    assert "http://192.168.1.23:8001/" in told
    assert "▀" in told
    assert "Ctrl+C" in told


def test_without_a_network_no_address_is_promised_to_phones(found):
    told = serve.announcement("0.0.0.0", 8000)
    assert told.count("http://") == 1
    assert "Phones can't join yet" in told


def test_a_czech_terminal_is_told_in_czech(found, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    with terminal.speak_terminal_language():
        told = serve.announcement("0.0.0.0", 8000)
    assert "Empire Companion běží." in told
    assert "Telefony se zatím nepřipojí." in told


def test_a_first_start_speaks_czech_before_anything_is_installed(monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    with pytest.raises(start.CannotStart, match="potřebuje Python"):
        start.check_python((3, 8, 1))
    assert start.start(["--help"]) == 0
    assert "spustit jiný příkaz" in capsys.readouterr().out


def test_every_text_of_the_first_start_has_its_czech():
    source = ast.parse(Path(start.__file__).read_text(encoding="utf-8"))
    said = {
        node.args[0].value
        for node in ast.walk(source)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "say"
        and isinstance(node.args[0], ast.Constant)
    }
    named = {
        node.value.value
        for node in ast.walk(source)
        if isinstance(node, ast.Assign)
        and getattr(node.targets[0], "id", "") == "said"
        and isinstance(node.value, ast.Constant)
    }
    assert said | named == set(start.CZECH)
    for english, czech in start.CZECH.items():
        assert english.count("{}") == czech.count("{}")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--help"], "vrátit se k záloze"),
        (["--version"], "data v "),
    ],
)
def test_the_installed_command_explains_itself_in_czech(
    monkeypatch, capsys, words, told
):
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    command.main(words)
    assert told in capsys.readouterr().out


def test_a_damaged_database_and_a_wrong_file_are_told_in_czech(monkeypatch):
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    with terminal.speak_terminal_language():
        assert "žádná dobrá záloha tu není" in serve.damage_message(None, "0.0.0.0", 1)
        with pytest.raises(restoring.CannotRestore, match="Soubor nenalezen: nowhere"):
            restoring.check_copy(Path("nowhere"))


@pytest.mark.parametrize(
    ("named", "encoding", "language"),
    [
        ({"LANG": "cs_CZ.UTF-8"}, "utf-8", "cs"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "cs_CZ.UTF-8"}, "utf-8", "en"),
        ({"LC_ALL": "C.UTF-8"}, "utf-8", "en"),
        ({"LANG": "cs_CZ"}, "cp1252", "en"),
        ({"LANG": "Czech_Czechia.1250"}, "cp1250", "cs"),
    ],
)
def test_czech_is_spoken_where_it_is_asked_for_and_can_be_shown(
    monkeypatch, named, encoding, language
):
    for name in terminal.NAMED_BY:
        monkeypatch.setenv(name, named.get(name, ""))
    with Path(os.devnull).open("w", encoding=encoding) as output:
        monkeypatch.setattr(sys, "stdout", output)
        assert terminal.terminal_language() == language


def test_an_output_without_blocks_shows_the_plain_address(found, monkeypatch):
    found[:] = ["192.168.1.23"]
    with Path(os.devnull).open("w", encoding="cp1252") as output:
        monkeypatch.setattr(sys, "stdout", output)
        told = serve.announcement("0.0.0.0", 8000)
    assert "http://192.168.1.23:8000/" in told
    assert told.isascii()


def test_the_routed_address_is_one_of_ours():
    assert list(addresses.routed_address("127.0.0.1")) == ["127.0.0.1"]


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight", "8000 ", "²"])
def test_a_port_that_is_none_is_refused_in_one_sentence(monkeypatch, port):
    monkeypatch.setenv("COMPANION_PORT", port)
    with pytest.raises(serve.CannotServe, match=r"^COMPANION_PORT is .*\.$"):
        serve.chosen_port()


def test_the_port_is_8000_and_every_address_listens_unless_told(monkeypatch):
    monkeypatch.delenv("COMPANION_PORT", raising=False)
    monkeypatch.delenv("COMPANION_ADDRESS", raising=False)
    assert (serve.chosen_address(), serve.chosen_port()) == ("0.0.0.0", 8000)


# The whole of it, as people run it


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def answer_on(connected: HTTPConnection, path: str, headers: dict[str, str]) -> Answer:
    connected.request("GET", path, headers=headers)
    with connected.getresponse() as response:
        return Answer(response.status, response.headers, response.read())


@dataclass(frozen=True)
class Running:
    process: subprocess.Popen[str]
    port: int
    output: Path

    def get(self, path: str, **headers: str) -> Answer:
        with closing(
            HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        ) as connected:
            return answer_on(connected, path, headers)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def serving(port: int, folder: Path) -> dict[str, str]:
    """The variables of a server that only this machine reaches, with its own database."""
    own = {
        "COMPANION_ADDRESS": "127.0.0.1",
        "COMPANION_DATA": str(folder),
        "COMPANION_PORT": str(port),
    }
    others = ("COMPANION_", "DATABASE_URL")
    return {k: v for k, v in os.environ.items() if not k.startswith(others)} | own


def begin_serving(folder: Path, said_to: str = "output") -> Running:
    port, output = free_port(), folder / said_to
    with output.open("w") as writing:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=PROJECT,
            env=serving(port, folder),
            stdout=writing,
            stderr=subprocess.STDOUT,
            text=True,
        )
    return Running(process, port, output)


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    server = begin_serving(folder)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        server.process.kill()
        server.process.wait()


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def wait_until_it_answers(server: Running) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            server.get("/static/")
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"it did not start: {server.output.read_text()}")


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


@pytest.mark.skipif(
    os.name != "posix", reason="Ctrl+C can't be sent to a process there"
)
def test_ctrl_c_ends_it_at_once_and_quietly(server: Running, tmp_path: Path):
    # What the first server made ready is ready for this one too.
    made_ready(server, tmp_path)
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


def made_ready(server: Running, folder: Path) -> Path:
    """A data folder like that of a server that has run before; its database."""
    first = server.output.parent
    shutil.copytree(first / "static", folder / "static")
    shutil.copy(first / "static.collected", folder)
    target = folder / "companion.sqlite3"
    write_copy(first / "companion.sqlite3", target)
    return target


def test_a_damaged_database_is_said_and_a_backup_is_offered(
    server: Running, tmp_path: Path
):
    target = made_ready(server, tmp_path)
    tmp_path.joinpath("backups").mkdir()
    name = "companion-n000001-20261116-120000-000000-daily.sqlite3"
    write_copy(target, tmp_path / "backups" / name)
    target.write_bytes(b"no database at all " * 400)
    with running(tmp_path) as damaged:
        page = damaged.get("/", **{"Accept-Language": "cs"})
        assert page.status == 503
        assert "Data se nedají přečíst" in page.body.decode()
        told = damaged.output.read_text()
        assert f"The newest good backup is {name}." in told
        assert "Traceback" not in told
        token = re.search(r'name="token" value="([^"]+)"', page.body.decode())[1]
        assert post(damaged, f"token={token}x") == 503
        assert post(damaged, f"token={token}") == 303
        wait_for_line(damaged, "Empire Companion is running.")
        assert damaged.get("/").status == 200
    (kept,) = tmp_path.glob("*.damaged")
    assert kept.read_bytes().startswith(b"no database at all")


def post(server: Running, body: str) -> int:
    with closing(
        HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    ) as connected:
        connected.request("POST", "/", body)
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
