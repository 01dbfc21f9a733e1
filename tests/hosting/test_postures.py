"""Two postures: at home over plain HTTP, and behind HTTPS, with one's own certificate or a proxy.

The settings come from the environment, so each posture is a server of its own.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from email.message import Message
from http.client import HTTPConnection, HTTPSConnection
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from companion.base import addresses
from companion.base.environment import read_switch
from companion.hosting.certificate import Unusable, read_certificate
from companion.log import record as log
from companion.management.commands import serve
from companion.sessions.models import GameSession
from tests.hosting.servers import PATIENCE, PROJECT, free_port
from tests.ready import make_ready
from tests.thorough import THOROUGH

OURS = ("DATABASE_URL", "COMPANION_", "DJANGO_ALLOW_ASYNC_UNSAFE")
NAME = "laptop.lan"
HOME, CERTIFICATE, PROXY = "home", "certificate", "proxy"
HOUSEHOLD = "127.0.0.2"  # loopback is a whole network, so one machine can be two
COOKIES = {"sessionid", "csrftoken", "django_language", "device"}
PASSWORD = "correct horse"


def variables(folder: Path, **own: str) -> dict[str, str]:
    """The environment with nothing of ours in it but this."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    return {**kept, "COMPANION_DATA": str(folder), "COMPANION_HOSTS": NAME, **own}


def manage(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


# A certificate


class Pair(NamedTuple):
    certificate: Path
    key: Path

    @property
    def variables(self) -> dict[str, str]:
        return {
            "COMPANION_CERTIFICATE": str(self.certificate),
            "COMPANION_KEY": str(self.key),
        }


def signed_by_itself(folder: Path, name: str, *locked: str) -> Pair:
    pair = Pair(folder / f"{name}.pem", folder / f"{name}.key")
    words = f"""req -x509 -newkey rsa:2048 -days 2 -subj /CN={NAME}
        -addext subjectAltName=DNS:{NAME} -keyout {pair.key} -out {pair.certificate}"""
    subprocess.run(
        ["openssl", *words.split(), *(locked or ["-nodes"])],
        check=True,
        capture_output=True,
    )
    return pair


@pytest.fixture(scope="module")
def pair(tmp_path_factory) -> Pair:
    if not shutil.which("openssl"):
        pytest.skip("openssl, which makes a certificate, is missing")
    return signed_by_itself(tmp_path_factory.mktemp("certificate"), "own")


# A server in each posture, and somebody's phone


class Answer(NamedTuple):
    status: int
    headers: Message
    body: str


@dataclass(frozen=True)
class Server:
    posture: str
    port: int
    output: Path
    trusted: Path | None = None

    @property
    def origin(self) -> str:
        """How a browser names it; the proxy is where one would expect it."""
        if self.posture == PROXY:
            return f"https://{NAME}"
        scheme = "https" if self.trusted else "http"
        return f"{scheme}://{NAME}:{self.port}"

    def connect(self, source: str) -> HTTPConnection:
        # Elsewhere than on Linux only 127.0.0.1 is there to come from.
        own = (source, 0) if sys.platform == "linux" else None
        plain = HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=own
        )
        if not self.trusted:
            return plain
        return OverTls(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=own
        ).trusting(self.trusted)


class OverTls(HTTPSConnection):
    """Connects to this machine and expects the certificate of its name."""

    def trusting(self, certificate: Path) -> OverTls:
        self.checked = ssl.create_default_context(cafile=certificate)
        return self

    def connect(self) -> None:
        HTTPConnection.connect(self)
        self.sock = self.checked.wrap_socket(self.sock, server_hostname=NAME)


@dataclass
class Phone:
    server: Server
    address: str = HOUSEHOLD
    cookies: dict[str, Morsel[str]] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, "", headers)

    def post(self, path: str, *, told: dict[str, str] | None = None, **typed: str):
        """As the page's own form does, unless the headers are told otherwise."""
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', self.get("/").body)
        sent = urlencode({"csrfmiddlewaretoken": token[1] if token else "", **typed})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        headers = {**kind, "Origin": self.server.origin, **(told or {})}
        return self.ask("POST", path, sent, headers)

    def ask(self, verb: str, path: str, sent: str, headers: dict[str, str]) -> Answer:
        with closing(self.server.connect(self.address)) as connected:
            connected.request(verb, path, sent, {**self.usual(), **headers})
            with connected.getresponse() as response:
                body = response.read().decode()
                answer = Answer(response.status, response.headers, body)
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.update(SimpleCookie(line))
        return answer

    def usual(self) -> dict[str, str]:
        kept = "; ".join(f"{k}={one.value}" for k, one in self.cookies.items())
        usual = {"Host": self.server.origin.partition("//")[2], "Cookie": kept}
        if self.server.posture == PROXY:
            usual |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.address}
        return usual


@contextmanager
def running(
    posture: str, folder: Path, own: dict[str, str], trusted: Path | None = None
) -> Iterator[Server]:
    make_ready(folder)
    server = Server(posture, free_port(), folder / "output", trusted)
    there = {"COMPANION_ADDRESS": "127.0.0.1", "COMPANION_PORT": str(server.port)}
    with server.output.open("w") as writing:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=PROJECT,
            env=variables(folder, **there, **own),
            stdout=writing,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_it_answers(server, process)
        yield server
    finally:
        process.kill()
        process.wait()


def wait_until_it_answers(server: Server, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            Phone(server).get("/static/")
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"it did not start: {server.output.read_text()}")


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Iterator[Server]:
    with running(HOME, tmp_path_factory.mktemp(HOME), {}) as server:
        yield server


@pytest.fixture(scope="module")
def certified(tmp_path_factory, pair: Pair) -> Iterator[Server]:
    wait_for_thoroughness()
    own = {"COMPANION_HTTPS": "1", **pair.variables}
    folder = tmp_path_factory.mktemp(CERTIFICATE)
    with running(CERTIFICATE, folder, own, pair.certificate) as server:
        yield server


@pytest.fixture(scope="module")
def proxied(tmp_path_factory) -> Iterator[Server]:
    wait_for_thoroughness()
    own = {"COMPANION_HTTPS": "1", "COMPANION_PROXY": "1"}
    with running(PROXY, tmp_path_factory.mktemp(PROXY), own) as server:
        yield server


def wait_for_thoroughness() -> None:
    """How it stands at home is tried every time, how it is hosted when there is time."""
    if not THOROUGH:
        pytest.skip("another server takes ten seconds")


POSTURES = {HOME: "home", CERTIFICATE: "certified", PROXY: "proxied"}


@pytest.fixture(params=POSTURES)
def server(request: pytest.FixtureRequest) -> Server:
    return request.getfixturevalue(POSTURES[request.param])


def logged_in(server: Server) -> Phone:
    """An organiser who started a table on one device, and logs in on another one."""
    laptop, phone = Phone(server, "127.0.0.1"), Phone(server)
    laptop.post("/tables/start/", table="Friday", organiser="Anna", password=PASSWORD)
    answer = phone.post("/log-in/", username="anna", password=PASSWORD)
    assert (answer.status, answer.headers["Location"]) == (302, "/"), answer.body
    return phone


def test_one_logs_in_from_another_address_and_stays_in(server):
    phone = logged_in(server)
    page = phone.get("/").body
    assert "Log out" in page
    assert "Friday" in page


def test_every_cookie_is_as_safe_as_the_posture_allows(server):
    phone = logged_in(server)
    phone.post("/language/", language="cs")
    assert set(phone.cookies) == COOKIES
    for name, cookie in phone.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert bool(cookie["secure"]) == (server.posture != HOME), name


def test_a_form_from_elsewhere_is_refused(server):
    phone = Phone(server)
    assert phone.post("/log-out/").status == 302
    evil = {"Origin": "https://evil.example"}
    assert phone.post("/log-out/", told=evil).status == 403


@pytest.mark.parametrize("path", ["/", "/log-in/", "/no-such-page/"])
def test_the_headers_of_a_page(server, path):
    headers = Phone(server).get(path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert {"private", "no-cache"} <= set(headers["Cache-Control"].split(", "))


def test_browsers_are_told_to_stay_with_https_behind_it_only(server):
    told = Phone(server).get("/").headers["Strict-Transport-Security"]
    lasting = "max-age=2592000; includeSubDomains; preload"
    assert told == (None if server.posture == HOME else lasting)


def test_at_home_nobody_is_sent_to_https(home):
    assert Phone(home).get("/").status == 200


def test_behind_a_proxy_plain_http_is_sent_to_https(proxied):
    answer = Phone(proxied).get("/games/arcs/?x=1", **{"X-Forwarded-Proto": "http"})
    assert answer.status == 301
    assert answer.headers["Location"] == f"https://{NAME}/games/arcs/?x=1"


def test_nobody_but_a_proxy_says_that_plain_http_is_https(home):
    """Not even a program on the laptop itself, whose word uvicorn would take."""
    secure = f"https://{NAME}:{home.port}"
    told = {"X-Forwarded-Proto": "https", "Origin": secure}
    assert Phone(home, "127.0.0.1").post("/log-out/", told=told).status == 403


def closed_after(phone: Phone, times: int, claimed: str) -> bool:
    """Whether so many codes that are none were too many, with an address made up each time."""
    for number in range(times):
        made_up = claimed.format(number)
        answer = phone.get("/join/NONE/", **{"X-Forwarded-For": made_up})
    return answer.status == 429


def test_at_home_an_address_can_not_be_made_up(home):
    assert closed_after(Phone(home, "127.0.0.1"), 11, "10.0.0.{}")
    if sys.platform == "linux":
        assert not closed_after(Phone(home), 1, "127.0.0.1")


def test_behind_a_proxy_everybody_has_their_own_address(proxied):
    phone = Phone(proxied)
    assert closed_after(phone, 11, "10.0.{}.1, 203.0.113.5")
    assert not closed_after(phone, 1, "203.0.113.5, 203.0.113.6")


def test_the_server_says_its_https_address(certified):
    told = certified.output.read_text()
    assert f"https://localhost:{certified.port}/" in told
    assert "http://" not in told


def test_with_a_certificate_plain_http_gets_no_page(certified):
    plain = Phone(replace(certified, trusted=None))
    with pytest.raises(ConnectionError):
        plain.get("/")


def test_behind_a_proxy_phones_are_promised_no_address(proxied):
    told = proxied.output.read_text()
    assert f"for your proxy    http://localhost:{proxied.port}/" in told
    assert "on your phones" not in told


# What is announced, and on which address


def test_phones_are_told_the_name_the_certificate_is_made_out_to(settings, monkeypatch):
    monkeypatch.setattr(addresses, "own_addresses", lambda: iter(["192.168.1.23"]))
    settings.COMPANION_CERTIFICATE = "own.pem"
    settings.COMPANION_HOSTS = [NAME]
    assert f"https://{NAME}:8443/" in serve.announcement("0.0.0.0", 8443)
    settings.COMPANION_HOSTS = []
    assert "https://192.168.1.23/" in serve.announcement("0.0.0.0", 443)


def test_behind_a_proxy_only_this_machine_is_answered_unless_told(
    settings, monkeypatch
):
    monkeypatch.delenv("COMPANION_ADDRESS", raising=False)
    settings.COMPANION_PROXY = True
    assert serve.chosen_address() == "127.0.0.1"
    monkeypatch.setenv("COMPANION_ADDRESS", "192.168.1.5")
    assert serve.chosen_address() == "192.168.1.5"


# What is checked before anything starts


@pytest.mark.thorough
def test_the_settings_behind_https_pass_every_check(tmp_path):
    hosted = {
        "COMPANION_HTTPS": "1",
        "COMPANION_PROXY": "1",
        "COMPANION_SECRET": secrets.token_urlsafe(50),
        "COMPANION_PREFIX": "/empires",
        "DATABASE_URL": "postgres://companion@/companion",
    }
    env = variables(tmp_path, **hosted)
    done = manage("check", "--deploy", "--fail-level", "WARNING", env=env)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout
    assert done.stderr == ""


@pytest.mark.thorough
def test_the_settings_at_home_leave_out_only_what_belongs_to_https(tmp_path):
    done = manage(
        "check", "--deploy", "--fail-level", "WARNING", env=variables(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    assert "no issues (4 silenced)" in done.stdout


@pytest.mark.parametrize("name", ["COMPANION_HTTPS", "COMPANION_PROXY"])
def test_a_switch_that_is_neither_on_nor_off_is_said_in_one_sentence(tmp_path, name):
    done = manage("serve", env=variables(tmp_path, **{name: "yes"}))
    assert done.returncode == 1
    assert done.stderr == f"{name} is 'yes'. Use 1 or 0.\n"


@pytest.mark.parametrize(
    ("value", "meant"),
    [(None, False), ("", False), ("0", False), ("1", True), (" 1 ", True)],
)
def test_a_switch(monkeypatch, value, meant):
    monkeypatch.delenv("COMPANION_HTTPS", raising=False)
    if value is not None:
        monkeypatch.setenv("COMPANION_HTTPS", value)
    assert read_switch("COMPANION_HTTPS") is meant


@pytest.mark.thorough
def test_https_without_a_certificate_or_a_proxy_is_said_in_one_sentence(tmp_path):
    done = manage("serve", env=variables(tmp_path, COMPANION_HTTPS="1"))
    assert done.returncode == 1
    assert re.fullmatch(
        r"COMPANION_HTTPS=1 needs COMPANION_CERTIFICATE .*\.\n", done.stderr
    )
    assert not (tmp_path / "companion.sqlite3").exists()


def refusal(settings, certificate: object, key: object) -> str:
    settings.COMPANION_CERTIFICATE, settings.COMPANION_KEY = map(
        str, (certificate, key)
    )
    with pytest.raises(Unusable) as refused:
        read_certificate()
    return str(refused.value)


def test_one_file_without_the_other_is_refused(settings, pair):
    said = "{} is missing. Set both COMPANION_CERTIFICATE and COMPANION_KEY."
    assert refusal(settings, pair.certificate, "") == said.format("COMPANION_KEY")
    assert refusal(settings, "", pair.key) == said.format("COMPANION_CERTIFICATE")


def test_a_file_that_can_not_be_read_is_named(settings, pair, tmp_path):
    missing = tmp_path / "none.pem"
    assert refusal(settings, missing, pair.key) == (
        f"Can't read {missing} (No such file or directory). Check COMPANION_CERTIFICATE."
    )
    assert refusal(settings, pair.certificate, tmp_path).startswith(
        f"Can't read {tmp_path} ("
    )


def test_files_that_do_not_belong_together_are_refused(settings, pair, tmp_path):
    other = signed_by_itself(tmp_path, "other")
    locked = signed_by_itself(tmp_path, "locked", "-passout", "pass:secret")
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("nothing")
    for certificate, key in (
        (pair.certificate, other.key),
        (pair.key, pair.certificate),
        (nonsense, nonsense),
        locked,
    ):
        assert "don't work together" in refusal(settings, certificate, key)


def test_files_that_belong_together_are_used(settings, pair):
    settings.COMPANION_CERTIFICATE, settings.COMPANION_KEY = map(str, pair)
    assert read_certificate() == (str(pair.certificate), str(pair.key))


# The private link of a session


@pytest.mark.django_db
def test_the_private_link_of_a_session_is_told_to_no_other_site(client):
    start = {"game": "imperial_settlers", "players": 2, "cells": {"1s0-track": "12"}}
    session = log.begin_log(GameSession(engine="session"), start=start)
    answer = client.get(reverse("session", args=[session.token]))
    assert answer.status_code == 200
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "private" in answer.headers["Cache-Control"]
    elsewhere = re.findall(
        r'(?:href|src|action)="((?:https?:)?//(?!testserver/)[^"]*)',
        answer.content.decode(),
    )
    assert elsewhere == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["log-in", "start-table"])
def test_a_page_with_a_password_on_it_is_kept_nowhere(client, name):
    assert "no-store" in client.get(reverse(name)).headers["Cache-Control"]
