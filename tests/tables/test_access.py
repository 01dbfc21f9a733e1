"""Every address of the site states who may use it, and nobody else learns that it exists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.views.i18n import set_language

from companion.tables.access import FINDERS
from companion.tables.models import Account, Membership, Table

NOT_OURS = {set_language}  # and the admin, which asks for staff itself
ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
# For arguments that don't say whose something is.
ANY = {"int": "1", "slug": "x", "str": "x", "uuid": str(uuid4()), "path": "x"}


class Address(NamedTuple):
    route: str
    view: Callable[..., Any]

    def __str__(self) -> str:
        return self.route or "home"

    @property
    def access(self) -> str | None:
        return self.view.access

    def at(self, keys: dict[str, Any]) -> str:
        """The address with these keys in it."""

        def filled(found: re.Match[str]) -> str:
            return str(keys.get(found[2]) or ANY[found[1] or "str"])

        return "/" + ARGUMENT.sub(filled, self.route)


def walk(resolver: URLResolver, before: str = "") -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield Address(route, pattern.callback)
        elif pattern.namespace != "admin":
            yield from walk(pattern, route)


ALL = list(walk(get_resolver()))
OURS = [one for one in ALL if one.view not in NOT_OURS]
CLOSED = [one for one in OURS if getattr(one.view, "access", None)]
closed = pytest.mark.parametrize("address", CLOSED, ids=str)


def test_every_view_says_who_may_use_it():
    assert [str(one) for one in OURS if not hasattr(one.view, "access")] == []


def test_every_address_within_a_table_is_closed():
    names = {f"<{kind}{name}>" for kind in ("int:", "str:", "") for name in FINDERS}
    open_ones = [one for one in OURS if one not in CLOSED]
    assert [one for one in open_ones if any(name in one.route for name in names)] == []


def test_the_walk_finds_what_is_there():
    routes = {one.route for one in ALL}
    assert {"", "log-in/", "tables/<int:table>/", "games/<slug:slug>/"} <= routes
    assert {one.access for one in CLOSED} == {"spectator", "player", "organiser"}


def test_views_start_from_the_table_and_save_nothing(settings):
    for app in ("companion", "campaign"):
        for path in (settings.BASE_DIR / app).rglob("*views.py"):
            assert not re.search(r"\.(objects|save\()", path.read_text()), path


def visitor(table: Table, role: str) -> Client:
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=table, account=account, role=role)
    client = Client()
    client.force_login(account)
    return client


# 405 would tell that there is something: at_table goes above require_POST and its like.
NOTHING = [404, 404]
