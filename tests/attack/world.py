"""A table with its campaign and sessions, and browsers of everybody who might ask for something."""

from __future__ import annotations

import random
from uuid import uuid4

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from companion.sessions.services import start_session
from companion.tables import joining
from companion.tables.models import Account
from scoring.games import GAMES
from tests.attack.harvest import Form
from tests.attack.treasure import hide_treasure
from tests.places import Place
from tests.played_campaign import founded_campaign
from tests.sessions.pages import do, entered

MOST = 600  # links and forms remembered


class World:
    """Made anew now and then: people log out, delete their tables and lock themselves out."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True)
        ContentType.objects.clear_cache()
        self.place = Place(self.some_campaign())
        self.sessions = [
            start_session(game=slug, table=table, client_id=uuid4())
            for slug in GAMES
            for table in (None, self.place.table)
        ]
        self.sessions += (entered(table) for table in (None, self.place.table))
        for session in self.sessions[-2:]:
            do(session, "finish")
        self.clients = self.all_clients()
        for client in self.clients.values():
            client.raise_request_exception = False
        self.keys = hide_treasure(self.place, self.sessions[-2:])
        self.keys["session"] = [one.token for one in self.sessions]
        self.links = self.first_links()
        self.forms: list[Form] = []

    def some_campaign(self):
        """Founded, with a session begun, or after one, perhaps in the midst of the next."""
        begun = founded_campaign("anna", "bara")
        turn = self.chance.randrange(6)
        if turn < 2:
            return begun.open() if turn else begun
        begun.session(anna=43, bara=30)
        if turn > 3:
            begun.open()
        scores = {one.key: 50 for one in begun.state.alive}
        return begun.settle(**scores) if turn > 4 else begun

    def all_clients(self) -> dict[str, Client]:
        place = self.place
        owner = Account.objects.create_superuser("owner", password="correct horse")
        owning = Client()
        owning.force_login(owner)
        return {
            "stranger": Client(),
            "other site": self.visit_from_other_site(),
            "player": place.join("cyril", "player"),
            "spectator": place.join("dana", "spectator"),
            "organiser": place.organiser,
            "admin": owning,
            "phone": self.join_by_link("Emil"),
            "asking phone": self.join_by_link("Anna"),  # somebody else's name
        }

    def visit_from_other_site(self) -> Client:
        """Has the cookie of forms, but never the token in them."""
        client = Client(enforce_csrf_checks=True)
        client.get(reverse("log-in"))
        return client

    def join_by_link(self, name: str) -> Client:
        link = joining.current_invitation(table=self.place.table, role="player")
        client = Client()
        client.post(reverse("join", args=[link.code]), {"name": name})
        return client

    def first_links(self) -> list[str]:
        """Where everybody begins; the pages lead on from there."""
        table, campaign = self.place.table.pk, self.place.campaign.pk
        sessions = [f"/sessions/{one.token}/" for one in self.sessions]
        own = [f"/tables/{table}/", f"/campaigns/{campaign}/", "/account/"]
        kinds = [one._meta for one in admin.site._registry]
        lists = [f"/admin/{one.app_label}/{one.model_name}/" for one in kinds]
        return ["/", *own, *sessions, *lists, *self.treasure_links()]

    def treasure_links(self) -> list[str]:
        """What no page of the others leads to."""
        ways = ("join", "r", "campaigns/code")
        codes = [f"/{way}/{code}/" for code in self.keys["code"] for way in ways]
        campaign = f"/campaigns/{self.place.campaign.pk}"
        photos = [f"{campaign}/photos/{one}.jpg" for one in self.keys.get("digest", ())]
        return [*codes, *photos, f"{campaign}/print/result.pdf?session=1"]

    def some_visitor(self) -> str:
        """Mostly the organiser, whose pages lead furthest."""
        far = self.chance.random() < 0.4
        return "organiser" if far else self.chance.choice(sorted(self.clients))

    def browser_of(self, who: str, headers: dict[str, str]) -> Client:
        """Another one for a strange cookie, because the answer takes the real one away."""
        strange = Client(raise_request_exception=False)
        return strange if "Cookie" in headers else self.clients[who]

    def remember(self, links: list[str], forms: list[Form]) -> None:
        """For everybody: what one is shown another tries. Forgets by chance what is too much."""
        forms = [one for one in forms if one.action != "/log-out/"]  # on every page
        for known, new in ((self.links, links), (self.forms, forms)):
            there = set(known)
            known.extend(one for one in dict.fromkeys(new) if one not in there)
            while len(known) > MOST:
                known.pop(self.chance.randrange(len(known)))
