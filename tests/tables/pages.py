"""A table as tests visit it: how it is started, its links, its phones, and what its pages say."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

from django.db.models import F
from django.test import Client
from django.urls import reverse

from companion.log import record as log
from companion.sessions.models import GameSession
from companion.sessions.services import session_state, start_session
from companion.tables import joining
from companion.tables.models import Invitation, Phone, Table

PASSWORD = "correct horse"
SIGN_UP = {"table": "Friday table", "organiser": "Anna", "password": PASSWORD}
ROLES = ("organiser", "player", "spectator")
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"
NAMES = {"name0": "Anna", "name1": "Bára"}
TRACK = "1s{}-track".format
ONE_GAME = {
    "game": "imperial_settlers",
    "players": 2,
    "cells": {"1s0-track": "12", "name0": "Anna"},
}
RTL, FAMILY = "محمد", "👩‍👩‍👧‍👦 Nováci"
LONGEST, TOO_LONG = "a" * 60, "a" * 61


def link(table: Table, role="player") -> str:
    return reverse(
        "join", args=[joining.current_invitation(table=table, role=role).code]
    )


def phone(table: Table, name="Bára", role="player", **sent) -> Client:
    """A browser that has just joined."""
    client = Client(headers={"user-agent": IPHONE})
    answer = client.post(link(table, role), {"name": name, **sent})
    assert answer.status_code == 302
    return client


def inside(client: Client, table: Table) -> int:
    return client.get(reverse("table", args=[table.pk])).status_code


def html(answer, status=200) -> str:
    assert answer.status_code == status
    return unescape(answer.content.decode())


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def game(table: Table, **cells: str) -> GameSession:
    return start_session(
        game="imperial_settlers", table=table, players=2, cells={**NAMES, **cells}
    )


def put(client: Client, session: GameSession, cell: str, typed: str, seen="", **more):
    sent = {"id": uuid4(), "cell": cell, "typed": typed, "seen": seen, **more}
    address = reverse("session-cells", args=[session.token])
    return client.post(address, sent, headers={"HX-Request": "true"})


def cells(session: GameSession) -> dict[str, str]:
    return session_state(GameSession.objects.get(pk=session.pk)).cells


def pass_by(**time: float) -> None:
    """So much time goes by for everything that has a time."""
    Phone.objects.update(seen=F("seen") - timedelta(**time))
    Invitation.objects.update(expires=F("expires") - timedelta(**time))


def play(table: Table | None, number: int = 1) -> list[GameSession]:
    sessions = [GameSession(engine="session", table=table) for _ in range(number)]
    return [log.begin_log(one, start=ONE_GAME) for one in sessions]


def source(response, status=200):
    """A page as it is sent, with its escapes."""
    assert response.status_code == status
    return response.content.decode()


def names(table: Table) -> list[str]:
    return sorted(table.people.values_list("name", flat=True))


def table_page(table: Table) -> str:
    return reverse("table", args=[table.pk])
