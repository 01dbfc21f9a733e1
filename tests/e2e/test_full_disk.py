"""The laptop's disk is full: people read that nothing was saved, and what they typed stays."""

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import expect

from companion.sessions.services import start_session
from tests.e2e.pages import PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="only SQLite can be told so in a test"
    ),
]
NO_BOUND = 1_073_741_823  # pages


class Disk:
    """The room SQLite has for its pages."""

    def tidy(self):
        """Room that earlier tests left is room too; nobody may be asking for anything meanwhile."""
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")

    def fill(self):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1")

    def make_room(self):
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {NO_BOUND}")


@pytest.fixture
def disk():
    yield Disk()
    Disk().make_room()


def test_on_a_full_disk_nothing_is_said_to_be_saved_and_what_was_typed_stays(
    visit, disk
):
    session = start_session(game="imperial_settlers")
    disk.tidy()
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    here.allows("status of 507")
    note = page.get_by_label("Points on the track").first
    disk.fill()
    names = [f"Somebody {'x' * 40} {number}" for number in range(2)]
    page.locator("#name0").fill(names[0])
    page.locator("#name1").fill(names[1])
    for typed in range(30):  # until the last free bytes are used up
        note.fill(str(typed))
        note.press("Tab")
    expect(page.locator("#unsaved")).to_contain_text(
        "no room left, so nothing was saved"
    )
    expect(note).to_have_value("29")
    disk.make_room()
    expect(page.locator("#unsaved")).to_be_hidden()
    expect(page.locator("#save-state")).to_have_class("saved")
    page.reload()
    expect(page.get_by_label("Points on the track").first).to_have_value("29")
