"""Every address of the site, for everybody: with an account, with a phone, from elsewhere."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponseNotFound
from django.template.backends.django import Template
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.safestring import SafeString

from campaign.files.lines import campaign_bytes
from campaign.models import DeletedCampaign, Photo
from companion import urls
from companion.log.record import record
from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from companion.tables import joining
from companion.tables.access import RANKS
from companion.tables.models import Person, Phone, Table
from tests.campaign_visitor import kept
from tests.played_campaign import founded_campaign
from tests.tables.test_access import CLOSED, NOTHING, OURS, Address, visitor
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db
OPEN = [one for one in OURS if one not in CLOSED]
ELSEWHERE = "of another table"
# What an argument stands for, where it isn't the key of a table, a session or a campaign.
KEYS = {
    "cards/<int:number>/": {"number": 126},
    "session/do/<slug:kind>/": {"kind": "write_note"},
    "/correct": {"kind": "correct_knowledge"},
    "helpers/<slug:page>/": {"page": "turn-clock"},
    "records/games/<slug:slug>/": {"slug": "arcs"},
}
# What has to be sent so that an address has something to do.
SENT: dict[str, dict[str, Any]] = {
    "join/renew/": {"role": "player"},
    "join/revoke/": {"role": "player"},
    "do/": {"kind": "cover"},
    "manage/": {"kind": "archive"},
    "sessions/start/<int:table>/": {"game": "arcs"},
}
ASKED = {"print/result.pdf": {"session": 1}}
ROLES = ("organiser", "player", "spectator")


Way = Callable[[Table, str], Client]


# Each its own name: a second phone would have to ask for it.
NAMES = {"organiser": "Anna", "player": "Bara", "spectator": "Cyril"}


def joined(table: Table, role: str, name: str = "") -> Client:
    """A browser that has joined by the link of this role."""
    client, name = Client(), name or NAMES[role]
    code = joining.current_invitation(table=table, role=role).code
    client.post(reverse("join", args=[code]), {"name": name})
    return client


def browser(cookies: SimpleCookie) -> Client:
    client = Client()
    client.cookies = deepcopy(cookies)
    return client


class World:
    """Two tables with something of everything; the keys are those of the first one."""

    def __init__(self) -> None:
        at = founded_campaign("anna", "bara").session(anna=60, bara=55).open()
        self.campaign = kept(at)
        self.campaign.example = True  # only such a one may be thrown away
        self.campaign.save(update_fields=("example",))
        self.table = self.campaign.table
        self.session = self.game(self.table)
        self.photo = Photo.objects.create(
            table=self.table, digest="ab12" * 16, image=b"", width=1, height=1
        )
        self.copy = DeletedCampaign.objects.create(
            table=self.table,
            name="Gone",
            acts=self.campaign.last,
            content=zlib.compress(campaign_bytes(self.campaign)),
        )
        self.guest = self.table.people.create(name="Guest")
        joined(self.table, "player", "Guest")
        self.elsewhere = Table.objects.create(name="Sunday")
        self.game(self.elsewhere)
        self.cookies = {
            (way, table.pk, role): way(table, role).cookies
            for way in (visitor, joined)
            for table in (self.table, self.elsewhere)
            for role in ROLES
        }
        self.sent_out = joined(self.table, "organiser", "Dana").cookies
        Phone.objects.filter(person__name="Dana").update(gone=True)

    def client(self, way: Way, table: Table, role: str) -> Client:
        """A browser of its own, of somebody who came in this way before."""
        return browser(self.cookies[way, table.pk, role])

    def game(self, table: Table) -> GameSession:
        cells = {"name0": "Anna", "name1": "Bara"}
        session = start_session(
            game="imperial_settlers", table=table, players=2, cells=cells
        )
        data = {"cell": "1s0-track", "typed": "12"}
        record(session, kind="set_cell", data=data, client_id=uuid4())
        return session

    @property
    def keys(self) -> dict[str, Any]:
        return {
            "table": self.table.pk,
            "session": self.session.token,
            "campaign": self.campaign.pk,
            "other": self.campaign.pk,
            "part": "map",
            "person": self.guest.pk,
            "phone": Phone.objects.get(person=self.guest).pk,
            "act": 1,
            "number": 1,
            "empire": "anna",
            "seat": 0,
            "age": "ancient",
            "form": "json",
            "copy": self.copy.pk,
            "digest": self.photo.short,
        }

    def address(self, one: Address) -> str:
        more = next((KEYS[part] for part in KEYS if part in one.route), {})
        return one.at({**self.keys, **more})

    def sent(self, one: Address) -> dict[str, Any]:
        found = next((SENT[end] for end in SENT if one.route.endswith(end)), {})
        if one.route.endswith("move/"):
            found = {"table": self.table.pk}
        return {"id": str(uuid4()), **found}

    def answers(
        self, client: Client, one: Address, *, follow: bool = False
    ) -> list[int]:
        at = self.address(one)
        opened = client.get(at, asked_of(one))
        if follow:
            leads_to_a_page(client, opened)
        return [opened.status_code, client.post(at, self.sent(one)).status_code]


def asked_of(one: Address) -> dict[str, Any]:
    return next((ASKED[end] for end in ASKED if one.route.endswith(end)), {})


def leads_to_a_page(client: Client, opened: Any) -> None:
    """Also where an address only takes what is sent: a refused form leaves its sender there."""
    assert opened.status_code != 405
    if opened.status_code == 302:
        landed = client.get(opened.url, follow=True)
        assert landed.status_code == 200, (opened.url, landed.redirect_chain)


@pytest.fixture(autouse=True)
def plain_answer_where_nothing_is(monkeypatch):
    """What is asked here is who finds nothing; to draw the page that says so costs more than the rest."""

    def answer(_request, exception):
        return HttpResponseNotFound()

    monkeypatch.setattr(urls, "handler404", answer)


@pytest.fixture
def blank_pages(monkeypatch):
    """A quick run asks who gets a page, not what stands on it: that is seen where the page is tested."""

    def render(_template, context=None, request=None):
        return SafeString("")

    if not THOROUGH:
        monkeypatch.setattr(Template, "render", render)


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker) -> Iterator[World]:
    """Made once: every test goes back to it, and after the last one nothing is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture
def world(made, db) -> World:
    return made


# Open to players, but these acts were somebody else's: they are the organiser's.
REWRITING = ("/undo/", "/put-back/", "/amend/")


# The end of a table is for an organiser with an account, not for a phone with their link.
OWNERS = ("tables/<int:table>/copy/", "tables/<int:table>/delete/")


def lowest(address: Address) -> str:
    """Who may at least use it, on what it is used on here."""
    # What a helper counts belongs to nobody: any player undoes it.
    others = address.route.endswith(REWRITING) and "/helpers/" not in address.route
    return RANKS[-1] if others else address.access


# By account and by phone; a quick run takes the two in turn.
WAYS = {
    f"{address}-{name}": (address, way)
    for number, address in enumerate(CLOSED)
    for nth, (name, way) in enumerate({"account": visitor, "phone": joined}.items())
    if THOROUGH or (number + nth) % 2
}
# Who may most at another table may nothing here, and so nobody else of it.
OTHERS = ROLES if THOROUGH else ROLES[:1]


def roles_around(address: Address) -> Iterator[str]:
    """A quick run leaves out who may as much as somebody else who is asked."""
    limits = {RANKS.index(address.access), RANKS.index(lowest(address))}
    for rank, role in enumerate(RANKS):
        if THOROUGH or limits & {rank, rank + 1} or role == RANKS[-1]:
            yield role


@pytest.mark.usefixtures("blank_pages")
@pytest.mark.parametrize(("address", "way"), WAYS.values(), ids=WAYS)
def test_every_address_is_for_whom_it_says(world, address, way):
    """From the least to the most: who may nothing comes before who may change it."""
    strangers = {
        "a stranger": Client(),
        **{
            f"{role} {ELSEWHERE}": world.client(way, world.elsewhere, role)
            for role in OTHERS
        },
    }
    for who, client in strangers.items():
        assert world.answers(client, address) == NOTHING, who
    for role in roles_around(address):
        client, most = world.client(way, world.table, role), role == RANKS[-1]
        codes = world.answers(client, address, follow=most)
        if way is joined and address.route in OWNERS:
            assert codes in (NOTHING, [404, 405]), role
        elif RANKS.index(role) < RANKS.index(address.access):
            assert codes == NOTHING, role
        elif RANKS.index(role) < RANKS.index(lowest(address)):
            # Opened, it leads to its page at most; sent, it does nothing.
            assert codes == [302, 404], role
        else:
            assert set(codes) & {200, 204, 302, 409, 422}, (role, codes)
            assert max(codes) < 500, (role, codes)


@pytest.mark.usefixtures("blank_pages")
@pytest.mark.parametrize("address", OPEN, ids=str)
def test_every_address_can_be_opened_and_loaded_again(world, address):
    """The open ones here, all others where it is seen for whom they are."""
    client = world.client(visitor, world.table, "organiser")
    answer = client.get(world.address(address), asked_of(address))
    if not address.route.startswith("favicon"):
        leads_to_a_page(client, answer)


@pytest.mark.parametrize("address", CLOSED if THOROUGH else CLOSED[::2], ids=str)
def test_a_phone_that_was_sent_out_finds_nothing(world, address):
    assert world.answers(browser(world.sent_out), address) == NOTHING


@pytest.mark.usefixtures("blank_pages")
@pytest.mark.parametrize("address", CLOSED if THOROUGH else CLOSED[1::2], ids=str)
def test_a_spectator_changes_nothing(world, address):
    """Whatever is answered: nothing that a spectator sends becomes an act or a person."""
    client = world.client(joined, world.table, "spectator")
    before = counted(world)
    client.post(world.address(address), world.sent(address))
    assert counted(world) == before


def counted(world: World) -> list[Any]:
    logs = [world.session.acts.count(), world.campaign.acts.count()]
    table = Table.objects.filter(pk=world.table.pk).values().get()
    people = list(Person.objects.values_list("name", flat=True))
    there = [world.table.sessions.count(), world.table.campaigns.count()]
    # Not by when they were last seen: to be there is no change.
    phones = list(Phone.objects.order_by("pk").values_list("role", "gone"))
    return [logs, table, people, there, phones]


@pytest.mark.parametrize("address", OPEN, ids=str)
def test_an_open_address_tells_nobody_of_a_table(world, address):
    at = "/" + address.route.replace("<slug:slug>", "arcs").replace(
        "<slug:language>", "cs"
    ).replace("<str:code>", "nonsense")
    answer = Client().get(at)
    assert answer.status_code < 500
    told = b"".join(answer) if answer.streaming else answer.content
    for secret in (world.table.name, world.session.token, "Guest"):
        assert secret.encode() not in told


# The words of the agreement: what is whose.
LOWEST = {
    "table-settings": "organiser",
    "invite": "organiser",
    "renew-invitation": "organiser",
    "revoke-invitation": "organiser",
    "send-out": "organiser",
    "whose-entries": "organiser",
    "people": "organiser",
    "session-manage": "organiser",
    "session-cells": "player",
    "session-undo": "player",
    "campaign-session-do": "player",
    "campaign-session-score": "player",
    "campaign-session-take-back": "player",
    "table": "spectator",
    "session": "spectator",
    "session-history": "spectator",
    "campaign": "spectator",
    "campaign-session": "spectator",
    "campaign-history": "spectator",
    "table-live": "spectator",
    "screen": "spectator",
}


def names() -> dict[str, str]:
    found = {}
    for pattern in walked(get_resolver()):
        found[pattern.name] = getattr(pattern.callback, "access", None)
    return found


def walked(resolver):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from walked(pattern)
        else:
            yield pattern


@pytest.mark.parametrize("name", LOWEST)
def test_settings_and_finished_things_are_the_organisers_and_reading_is_everybodys(
    name,
):
    assert names()[name] == LOWEST[name]
