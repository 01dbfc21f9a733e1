"""Reading goes on where nothing can be written, as on a full disk."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.sessions.services import start_session
from companion.tables import access, joining
from companion.tables.models import Phone, Table

pytestmark = pytest.mark.django_db


def fill_disk(monkeypatch):
    def fail(*_given, **_named):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Session, "save", fail)
    real = QuerySet.update

    def update(self, **values):
        return fail() if self.model is Phone else real(self, **values)

    monkeypatch.setattr(QuerySet, "update", update)


def page_of_game():
    return reverse("session", args=[start_session(game="arcs").token])


@pytest.fixture
def visitor():
    """A browser that is remembered already, and answers instead of raising."""
    client = Client(raise_request_exception=False)
    client.get(page_of_game())
    return client


def test_a_page_is_read_although_it_cannot_be_remembered(visitor, monkeypatch):
    page = page_of_game()
    fill_disk(monkeypatch)
    assert visitor.get(page).status_code == 200
    assert Client().get(page).status_code == 200


def test_who_sends_something_is_told_that_there_is_no_room(visitor, monkeypatch):
    fill_disk(monkeypatch)
    begun = visitor.post(reverse("start-session"), {"game": "arcs"})
    assert begun.status_code == 507


def test_a_session_that_somebody_else_has_ended_is_none_of_this(visitor):
    page = page_of_game()
    ended = visitor.session
    ended.delete()
    visitor.cookies["sessionid"] = ended.session_key
    assert visitor.get(page).status_code == 200


def test_a_phone_of_a_table_reads_its_pages_too(monkeypatch):
    table = Table.objects.create(name="Friday")
    code = joining.current_invitation(table=table, role="player").code
    client = Client()
    client.post(reverse("join", args=[code]), {"name": "Bára"})
    Phone.objects.update(seen=timezone.now() - timedelta(hours=1))
    access.SEEN.forget_everything()
    fill_disk(monkeypatch)
    assert client.get(reverse("table", args=[table.pk])).status_code == 200
