"""The big screen on a TV and on a laptop: large enough for two metres, and nothing to scroll."""

from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import record
from companion.sessions.services import start_session
from companion.tables.models import Account, Membership, Table
from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import four, kept, member
from tests.e2e.pages import PHONE
from tests.played_campaign import CAESAR

pytestmark = pytest.mark.django_db(transaction=True)
LAPTOP, TV = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
LEAST = (
    24 / 1280
)  # of the width: the smallest letters, seven millimetres on a 13-inch laptop
SMALLEST = """() => Math.min(...[...document.querySelectorAll("main *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((one) => !one.closest(".hidden"))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
BELOW = "document.documentElement.scrollHeight - innerHeight"


def open_screen(visit, at, screen):
    campaign = kept(at)
    path = reverse("screen", args=[campaign.table_id])
    account = member(campaign, "tele", "spectator")
    return visit(screen, path=path, account=account)


def in_play():
    return four().do("move_marker", empire="anna", mission=CAESAR, by=2)


def buying():
    return four().settle(anna=66, bara=61, cyril=40, dana=52).to(Stage.INVENTIONS)


def closed():
    """Three sessions are over: boxes, icons, a fall, records, and what comes next."""
    at = four().complete(CAESAR, "anna").complete(136, "bara", "anna")
    return at.settle(anna=76, bara=61, cyril=40, dana=3).finish()


@pytest.mark.smoke
@pytest.mark.parametrize("made", [in_play, buying, closed])
@pytest.mark.parametrize("screen", [LAPTOP, TV], ids=["laptop", "tv"])
def test_everything_is_on_one_screen_and_large(visit, made, screen):
    here = open_screen(visit, made(), screen)
    expect(here.page.get_by_text("Session 3")).to_be_visible()
    assert here.page.evaluate(SMALLEST) >= LEAST * screen["width"]
    assert here.page.evaluate(BELOW) <= 0
    here.looks_right_by_day_and_by_night()


def test_four_winners_with_long_names_are_on_one_screen(visit):
    table = Table.objects.create(name="Friday")
    names = ("Maximiliana Konstantinopolska", "Bořivoj Přemyslovec ze Šternberka")
    players = (*names, "Svatopluk Rastislavovič Moravský", "Drahomíra Stodoranská")
    cells = {f"name{seat}": name for seat, name in enumerate(players)}
    tied = {f"1s{seat}-track": "50" for seat in range(len(players))}
    session = start_session(
        game="imperial_settlers", table=table, players=4, cells=cells | tied
    )
    record(session, kind="finish", data={}, client_id=uuid4())
    account = Account.objects.create_user("tele")
    Membership.objects.create(table=table, account=account, role="spectator")
    path = reverse("screen", args=[table.pk])
    here = visit({"width": 1280, "height": 800}, path=path, account=account)
    expect(here.page.locator("h1")).to_contain_text("Drahomíra")
    assert here.page.evaluate(BELOW) <= 0


def test_a_glance_on_a_phone_fits_too(visit):
    here = open_screen(visit, in_play(), PHONE)
    here.looks_right()
