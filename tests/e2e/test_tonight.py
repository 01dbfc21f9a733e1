"""A phone that waits at the table sees the game somebody else starts, and goes to its seat there."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.devices import SLOW, start_table
from tests.e2e.pages import LAPTOP

SETTLERS = re.compile("Imperial Settlers")


@pytest.mark.smoke
def test_a_game_appears_on_the_phone_that_waits_for_it(device):
    laptop, phone = device(LAPTOP), device()
    place = start_table(laptop)
    phone.join(place.link, "Bára")
    phone.says("live")
    expect(phone.page.locator(".empty")).to_contain_text("No game is open")
    page = laptop.go(place.path)
    laptop.follow(page.get_by_role("button", name=SETTLERS))
    page.get_by_role("button", name=re.compile("^Everyone:")).click()
    card = phone.page.locator("a.session", has_text="Continue at your seat")
    expect(card).to_be_visible(timeout=SLOW)
    assert card.locator(".name").bounding_box()["height"] < 30  # on one line
    expect(phone.page.locator(".empty")).to_have_count(0)
    phone.follow(phone.page.get_by_role("button", name=SETTLERS))
    expect(phone.page.locator(".lead")).to_contain_text("has just started this game")
    phone.follow(phone.page.get_by_role("link", name="Continue at your seat"))
    expect(phone.page.locator(".seat.current legend")).to_contain_text("Bára")
