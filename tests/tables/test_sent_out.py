"""Phones at a table: seen, counted and sent out by the organiser."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.sessions.models import GameSession
from companion.tables import rate_limits, services
from companion.tables.models import Person, Phone, Table
from tests.tables.pages import (
    TRACK,
    game,
    html,
    inside,
    link,
    pass_by,
    phone,
    put,
    text,
)

pytestmark = pytest.mark.django_db


def everywhere(table: Table, session: GameSession) -> list[str]:
    return [
        reverse("table", args=[table.pk]),
        reverse("table-live", args=[table.pk]),
        reverse("sessions", args=[table.pk]),
        reverse("session", args=[session.token]),
        reverse("session-history", args=[session.token]),
        reverse("session-live", args=[session.token]),
    ]


def test_the_organiser_sees_the_phones_and_sends_one_out(anna, table):
    session, gone, stays = game(table), phone(table), phone(table, "Cyril")
    page = text(html(anna.get(reverse("invite", args=[table.pk]))))
    assert re.search(r"Bára Player · iPhone", page)
    assert re.search(r"Cyril Player · iPhone", page)
    key = Phone.objects.get(person__name="Bára").pk
    assert anna.post(reverse("send-out", args=[table.pk, key])).status_code == 302
    for address in everywhere(table, session):
        assert gone.get(address).status_code == 404, address
        assert stays.get(address).status_code != 404, address
    assert put(gone, session, TRACK(1), "5").status_code == 404
    assert not session.acts.exists()
    page = text(html(anna.get(reverse("invite", args=[table.pk]))))
    assert "iPhone" in page
    assert not re.search(r"Bára Player", page)
    assert "Friday" not in text(html(gone.get("/")))


def test_a_phone_under_two_names_is_sent_out_with_the_one_it_shows(anna, table):
    client = phone(table, "Bára")
    client.post(link(table), {"name": "Cyril"})
    page = html(anna.get(reverse("invite", args=[table.pk])))
    outs = re.findall(rf"/tables/{table.pk}/phones/\d+/out/", page)
    assert len(outs) == 1, "one browser is one phone"
    anna.post(outs[0])
    assert inside(client, table) == 404


def test_a_phone_that_was_disconnected_needs_a_new_link(anna, table):
    client, other = phone(table), phone(table, "Cyril")
    anna.post(reverse("send-out", args=[table.pk, Phone.objects.first().pk]))
    gone = client if inside(client, table) == 404 else other
    assert gone.post(link(table), {"name": "Bára"}).status_code == 404
    assert inside(gone, table) == 404
    anna.post(reverse("renew-invitation", args=[table.pk]), {"role": "player"})
    gone.post(link(table), {"name": "Bára"})
    assert inside(gone, table) == 200


def test_phones_and_new_names_of_one_link_are_bounded(table, monkeypatch):
    three = rate_limits.Limit(3, timedelta(minutes=15))
    monkeypatch.setitem(rate_limits.LIMITS, "person", three)
    names = [f"Player {number}" for number in range(4)]
    told = [Client().post(link(table), {"name": name}) for name in names]
    assert [one.status_code for one in told] == [302, 302, 302, 429]
    assert told[-1]["Retry-After"] == "900"
    assert table.people.filter(name__startswith="Player").count() == 3
    known = Client().post(link(table), {"name": names[0]})
    assert known.status_code == 302, "who is at the table comes in"


def test_joining_renews_the_key_of_the_browsers_session(table, settings):
    client = Client()
    client.get("/")
    client.post(reverse("set-theme"), {"theme": "dark"})
    session = client.session
    session["phones"] = []
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    client.post(link(table), {"name": "Bára"})
    assert client.session.session_key != session.session_key
    assert inside(client, table) == 200


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_only_an_organiser_sends_out_and_renews(table, role):
    client = phone(table, "Cyril", role)
    key = Phone.objects.get().pk
    old = link(table, role)
    assert client.post(reverse("send-out", args=[table.pk, key])).status_code == 404
    for name in ("invite", "renew-invitation", "whose-entries"):
        address = reverse(name, args=[table.pk])
        assert client.get(address).status_code == 404
        assert client.post(address, {"role": role}).status_code == 404
    assert link(table, role) == old
    assert inside(client, table) == 200


def test_an_organiser_by_phone_may_what_an_organiser_may(table):
    client = phone(table, "Dana", "organiser")
    assert client.get(reverse("invite", args=[table.pk])).status_code == 200
    assert client.get(reverse("table-settings", args=[table.pk])).status_code == 200


def test_nobody_sends_out_a_phone_of_another_table(anna, table):
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client = phone(other)
    key = Phone.objects.get().pk
    assert anna.post(reverse("send-out", args=[table.pk, key])).status_code == 404
    assert anna.post(reverse("send-out", args=[other.pk, key])).status_code == 404
    assert inside(client, other) == 200


def test_the_page_tells_when_a_phone_was_last_seen(anna, table):
    client = phone(table)
    pass_by(seconds=30)
    before = Phone.objects.get().seen
    inside(client, table)
    assert Phone.objects.get().seen == before  # to the minute is enough
    pass_by(minutes=10)
    inside(client, table)
    assert timezone.now() - Phone.objects.get().seen < timedelta(seconds=20)


def test_a_removed_person_takes_their_phone_along_or_stays(anna, table):
    client = phone(table, "Dana")
    dana = Person.objects.get(name="Dana")
    anna.post(reverse("remove-person", args=[table.pk, dana.pk]))
    there = Person.objects.filter(name="Dana").exists()
    assert inside(client, table) == (200 if there else 404)
