"""Under a path of its own behind a proxy: no address, file or cookie leaves it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import override_script_prefix
from django.urls import reverse

from companion.base.environment import read_prefix
from companion.base.public_address import configured_address
from companion.hosting.prefix import is_own_word, serve_below
from companion.hosting.recovery import RecoveryPage, first_page
from companion.hosting.starting import CannotServe
from companion.management.commands import serve
from tests.aside import run_aside
from tests.e2e.test_every_page import World

PREFIX = "/empires"
BELOW = {
    "COMPANION_PREFIX": PREFIX,
    "FORCE_SCRIPT_NAME": PREFIX,
    "STATIC_URL": f"{PREFIX}/static/",
    "SESSION_COOKIE_PATH": f"{PREFIX}/",
    "CSRF_COOKIE_PATH": f"{PREFIX}/",
    "LANGUAGE_COOKIE_PATH": f"{PREFIX}/",
}
OUR_HOST = "http://testserver"
QUOTED = re.compile(r'"(/[^"/][^"]*)"')
LEAST_PAGES = 100


@pytest.fixture
def below() -> Iterator[None]:
    with override_settings(**BELOW), override_script_prefix(f"{PREFIX}/"):
        yield


# What a page says


class AddressReader(HTMLParser):
    """Collects every attribute that names a place on this server, also within another address."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name != "d":  # of a drawing
                self.found += own_paths(value or "")


def own_paths(value: str) -> list[str]:
    """The paths a value leads to here: itself, the pages it asks to be led back to, JSON's texts."""
    value = value.removeprefix(OUR_HOST)
    if value.startswith(("{", "[")):
        return QUOTED.findall(value)
    if not value.startswith("/") or value.startswith("//"):
        return []
    asked = parse_qsl(urlsplit(value).query)
    return [value, *(text for _name, text in asked if text.startswith("/"))]


def addresses_of(html: str) -> list[str]:
    reader = AddressReader()
    reader.feed(html)
    return reader.found


def strays(paths: list[str]) -> list[str]:
    return [one for one in paths if not one.startswith(f"{PREFIX}/")]


def test_an_address_that_leaves_the_prefix_is_noticed():
    page = (
        '<a href="/empires/games/?next=%2Faccount%2F">'
        '<form action="/log-out/"><p data-live="/empires/tables/1/live/" data-words=\'{"to": "/x/"}\'>'
        '<a href="http://testserver/join/x/">'
    )
    assert strays(addresses_of(page)) == ["/account/", "/log-out/", "/x/", "/join/x/"]


def told_paths(answer: HttpResponse) -> list[str]:
    """Every place an answer names: in its page, its redirect and its cookies."""
    kind = answer.get("Content-Type", "").partition(";")[0]
    found = [one["path"] for one in answer.cookies.values()]
    if "Location" in answer:
        found += own_paths(answer["Location"])
    if kind == "text/html":
        found += addresses_of(answer.content.decode())
    elif kind in ("application/manifest+json", "text/javascript"):
        unescaped = answer.content.decode().replace("\\u0022", '"')
        found += QUOTED.findall(unescaped)
    return found


@pytest.mark.thorough
@pytest.mark.django_db
def test_nothing_an_organiser_or_a_stranger_opens_leads_out_of_the_prefix(below):
    world, organiser = World(), Client()
    organiser.force_login(world.account)
    files = [
        reverse(name).removeprefix(PREFIX) for name in ("manifest", "service-worker")
    ]
    pages, found = 0, {}
    for client in (organiser, Client()):
        for path in [*world.addresses(), *files, "/nowhere/"]:
            answer = client.get(path)
            pages += answer.status_code == 200
            if wrong := strays(told_paths(answer)):
                found[path] = wrong
    assert found == {}
    assert pages > LEAST_PAGES


@pytest.mark.django_db
def test_the_first_page_and_what_it_loads_lie_below_the_prefix(below, client):
    told = addresses_of(client.get("/").content.decode())
    assert {f"{PREFIX}/", f"{PREFIX}/static/icon.svg", f"{PREFIX}/log-in/"} <= {*told}
    assert strays(told) == []


@pytest.mark.django_db
def test_the_installed_app_and_its_worker_keep_to_the_prefix(below, client):
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    places = {manifest[name] for name in ("id", "scope", "start_url")}
    assert places == {f"{PREFIX}/"}
    worker = client.get("/sw.js")
    assert strays(told_paths(worker)) == []
    assert f"{PREFIX}/offline/en/" in told_paths(worker)


@pytest.mark.django_db
def test_cookies_belong_to_the_prefix(below, client):
    client.get("/log-in/")
    client.post("/theme/", {"theme": "dark"})
    kept: SimpleCookie = client.cookies
    assert {one["path"] for one in kept.values()} == {f"{PREFIX}/"}
    assert {"csrftoken", "theme"} <= {*kept}


# What the server is asked


def ask_below(path: str) -> tuple[str, list[dict[str, Any]]]:
    """The path the application gets for one that was asked for, and what was sent instead of it."""
    seen, sent = [], []

    async def application(scope, receive, send):
        seen.append(scope["path"])

    async def send(message):
        sent.append(message)

    asked = {"type": "http", "path": path}
    run_aside(serve_below(PREFIX, application)(asked, None, send))
    return "".join(seen), sent


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("/empires/", "/"),
        ("/empires/games/arcs/", "/games/arcs/"),
        (
            "/games/arcs/",
            "/games/arcs/",
        ),  # by a proxy that cuts it off, or on this machine
        ("/empiresque/", "/empiresque/"),
    ],
)
def test_a_path_is_found_with_and_without_the_prefix(asked, answered):
    assert ask_below(asked) == (answered, [])


def test_the_prefix_without_its_slash_leads_to_the_first_page():
    path, sent = ask_below("/empires")
    assert path == ""
    assert (sent[0]["status"], sent[0]["headers"][0]) == (
        308,
        (b"location", b"/empires/"),
    )


def test_without_a_prefix_nothing_stands_in_between():
    async def application(scope, receive, send):
        raise AssertionError

    assert serve_below("", application) is application


# How it is set


@pytest.mark.parametrize("given", ["empires", "/empires", "/empires/", " /empires/ "])
def test_the_prefix_may_be_written_with_or_without_slashes(given, monkeypatch):
    monkeypatch.setenv("COMPANION_PREFIX", given)
    assert read_prefix("COMPANION_PREFIX") == PREFIX


@pytest.mark.parametrize("given", ["a b", "../x", "/x//y", "x?y", "https://x"])
def test_what_is_no_path_ends_the_start(given, monkeypatch):
    monkeypatch.setenv("COMPANION_PREFIX", given)
    with pytest.raises(SystemExit, match="COMPANION_PREFIX"):
        read_prefix("COMPANION_PREFIX")


@pytest.mark.parametrize("given", ["/games", "/static/x", "/r"])
def test_a_prefix_that_looks_like_a_page_of_ours_is_refused(given):
    assert is_own_word(given)
    with override_settings(COMPANION_PREFIX=given), pytest.raises(CannotServe):
        serve.refuse_confusing_prefix()


def test_any_other_prefix_is_fine():
    assert not is_own_word(PREFIX)
    assert not is_own_word("")


def test_the_public_address_may_say_the_prefix_too():
    said = {
        "https://a.example",
        "https://a.example/empires",
        "https://a.example/empires/",
    }
    assert {configured_address(one, PREFIX) for one in said} == {"https://a.example"}


def test_a_path_in_the_public_address_without_a_prefix_is_refused():
    with pytest.raises(ImproperlyConfigured, match="COMPANION_PREFIX=/empires"):
        configured_address("https://a.example/empires")


# The page of a damaged database


def recovery_page(**headers: str) -> RecoveryPage:
    page = RecoveryPage.__new__(RecoveryPage)
    page.client_address = ("127.0.0.1", 4000)
    page.headers = {"host": "localhost", **headers}
    return page


@override_settings(COMPANION_PROXY=True)
def test_nobody_restores_through_the_proxy():
    """There everybody seems to be on this machine."""
    assert not recovery_page(**{"x-forwarded-for": "203.0.113.9"}).is_own
    assert recovery_page().is_own


@override_settings(COMPANION_PREFIX=PREFIX)
def test_a_restored_database_leads_back_below_the_prefix():
    assert first_page() == f"{PREFIX}/"
