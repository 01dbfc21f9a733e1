"""The big screen on a TV and on a laptop: large enough for two metres, and nothing to scroll."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scoring.rise_of_empire.stages import Stage
from tests.campaign import CAESAR
from tests.e2e.conftest import PHONE
from tests.evening import four, kept, member

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


def open_screen(visit, at, screen, scheme="light"):
    campaign = kept(at)
    here = visit(screen, scheme=scheme)
    client = Client()
    client.force_login(member(campaign, "tele", "spectator"))
    cookie = client.cookies["sessionid"].value
    here.page.context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": here.server}]
    )
    address = reverse("screen", args=[campaign.table_id])
    here.page.goto(here.server + address)
    return here


def in_play():
    return four().do("move_marker", empire="anna", mission=CAESAR, by=2)


def buying():
    return four().settle(anna=66, bara=61, cyril=40, dana=52).to(Stage.INVENTIONS)


@pytest.mark.parametrize("made", [in_play, buying])
@pytest.mark.parametrize("screen", [LAPTOP, TV], ids=["laptop", "tv"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_is_on_one_screen_and_large(visit, made, screen, scheme):
    here = open_screen(visit, made(), screen, scheme)
    expect(here.page.get_by_text("Session 3")).to_be_visible()
    assert here.page.evaluate(SMALLEST) >= LEAST * screen["width"]
    assert here.page.evaluate(BELOW) <= 0
    here.fits()
    here.accessible()


def test_a_glance_on_a_phone_fits_too(visit):
    here = open_screen(visit, in_play(), PHONE)
    here.fits()
    here.accessible()
