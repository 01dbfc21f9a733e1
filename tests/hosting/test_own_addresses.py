"""Which names and addresses are answered, and which ones people are told, in their language."""

import ast
import os
import pickle
import socket
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

import start
from companion.base import addresses, terminal
from companion.base.hosts import own_names
from companion.hosting import command, restoring, running
from companion.hosting.connections import PatientProtocol
from companion.hosting.starting import CannotServe
from companion.management.commands import serve

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
        assert "žádná dobrá záloha tu není" in serve.tell_damage(None, "0.0.0.0", 1)
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


# Several processes


def test_several_processes_need_postgresql(settings):
    settings.COMPANION_WORKERS = 2
    if connection.vendor == "postgresql":
        serve.refuse_workers_on_sqlite()
        return
    with pytest.raises(CannotServe, match="PostgreSQL"):
        serve.refuse_workers_on_sqlite()


def test_one_process_runs_anywhere(settings):
    settings.COMPANION_WORKERS = 1
    serve.refuse_workers_on_sqlite()


def test_a_child_process_can_be_told_how_to_serve(settings):
    """It gets its configuration pickled, before Django is set up there."""
    config = pickle.loads(pickle.dumps(running.server_config(None, 3)))
    assert (config.workers, config.http) == (3, PatientProtocol)


def test_live_pages_are_told_goodbye_once_when_the_server_stops(monkeypatch):
    ended = []
    monkeypatch.setattr("companion.log.live.end_streams", lambda: ended.append(1))
    monkeypatch.setattr(PatientProtocol, "stopping", False)
    monkeypatch.setattr(HttpToolsProtocol, "shutdown", lambda _self: None)
    for _connection in range(3):
        PatientProtocol.shutdown(PatientProtocol.__new__(PatientProtocol))
    assert ended == [1]
