"""What is said when the server can't do its work."""

from collections import namedtuple
from uuid import uuid4

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from companion.hosting import health
from companion.sessions.models import GameSession

Usage = namedtuple("Usage", "total used free")


@pytest.mark.django_db
def test_a_server_that_can_save_is_well():
    answer = Client().get(reverse("health"))
    assert answer.status_code == 200
    assert answer.json()["well"] is True


@pytest.mark.django_db
def test_a_full_disk_is_said(monkeypatch):
    full = Usage(100, 100, 0)
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _folder: full)
    answer = Client().get(reverse("health"))
    assert answer.status_code == 503
    assert answer.json()["room"] is False


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (OperationalError("database or disk is full"), 507, "no room left"),
        (OSError(28, "No space left on device"), 507, "no room left"),
        (
            OperationalError("attempt to write a readonly database"),
            507,
            "may not write",
        ),
        (OSError(30, "Read-only file system"), 507, "may not write"),
        (OperationalError("connection refused"), 503, "be reached right now"),
        (InterfaceError("the connection is closed"), 503, "be reached right now"),
        (RuntimeError("secret inside"), 500, "Something went wrong on our side."),
    ],
)
def test_an_error_has_a_code_that_stands_in_the_log(
    monkeypatch, caplog, error, status, said
):
    def fail(*_given, **_named):
        raise error

    monkeypatch.setattr("companion.home.views.own_tables", fail)
    answer = Client(raise_request_exception=False).get("/")
    page = answer.content.decode()
    assert answer.status_code == status
    assert said in page
    assert answer.has_header("Retry-After") is (status == 503)
    assert "secret inside" not in page
    code = page.partition("mention this code: ")[2][:6]
    assert f"Error {code} at /" in caplog.text


@pytest.mark.django_db
def test_an_error_page_keeps_the_theme_and_asks_nobody_to_log_in(monkeypatch):
    def fail(*_given, **_named):
        raise RuntimeError

    monkeypatch.setattr("companion.home.views.own_tables", fail)
    client = Client(raise_request_exception=False)
    client.cookies["theme"] = "dark"
    page = client.get("/").content.decode()
    assert 'data-theme="dark"' in page
    assert reverse("log-in") not in page
    assert 'class="button primary" href="/"' in page


@pytest.fixture
def full_database(transactional_db):
    """SQLite itself refuses to grow, as it does on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # room that earlier tests left is room too
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1073741823")


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="only SQLite can be told so in a test"
)
@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_one_reads_that_nothing_was_saved(full_database):
    client = Client(raise_request_exception=False)
    for _try in range(200):  # until the free pages are used up
        before = GameSession.objects.count()
        sent = {"game": "arcs", "id": str(uuid4())}
        answer = client.post("/sessions/start/", sent)
        if answer.status_code == 507:
            break
    assert "no room left, so nothing was saved" in answer.content.decode()
    assert GameSession.objects.count() == before
