"""The laptop goes and comes back: a page says how it is connected, and sends then what was pressed meanwhile."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from playwright.sync_api import expect

from tests.e2e.devices import LABELS, SLOW, Device, meet
from tests.e2e.pages import LAPTOP
from tests.e2e.served import PROJECT, Served


def test_the_page_says_how_it_is_connected(served, device):
    laptop, bara = device(LAPTOP), device(own_clock=True)
    meet(laptop, bara)
    mark = bara.page.locator("#connection")
    expect(mark).to_have_text("live")
    served.kill()
    bara.says("reconnecting")
    bara.page.clock.run_for(13_000)
    bara.says("offline")
    expect(mark).to_have_text(re.compile(r"Offline since \d"))
    served.start()
    for one in (bara, laptop):
        one.says("live")
    bara.context.set_offline(True)
    bara.says("offline")
    for _second in range(10):  # and it doesn't waver
        bara.page.clock.run_for(1000)
        assert mark.get_attribute("class") == "offline"
    bara.context.set_offline(False)
    bara.says("live")


KEEP_CAMPAIGN = """
from tests.campaign_visitor import four, kept, member
from tests.e2e.conftest import session_cookie
campaign = kept(four())
cookie = session_cookie(member(campaign, "killed", "organiser"), "http://x")
print("made", campaign.pk, cookie["name"], cookie["value"])
"""


def campaign_session(served: Served, phone: Device) -> str:
    """A campaign in the middle of its third session, and the phone of its organiser; the session's path."""
    made = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", KEEP_CAMPAIGN],
        cwd=PROJECT,
        env=served.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    key, name, value = made.stdout.rpartition("made")[2].split()
    cookie = {"name": name, "value": value, "url": phone.server}
    phone.context.add_cookies([cookie])
    return f"/campaigns/{key}/session/"


def test_a_score_pressed_while_the_laptop_is_down_is_saved_when_it_is_back(
    served, device
):
    phone = device()
    path = campaign_session(served, phone)
    page = phone.go(f"{path}scores/0/")
    phone.says("live")
    served.kill()
    phone.says("reconnecting")
    track = page.locator("#score").get_by_label(LABELS[0], exact=True)
    track.fill("33")
    page.get_by_role("button", name="Save Anna's score").click()
    told = page.get_by_role("alert").filter(has_text="This is sent when it's back")
    expect(told).to_be_visible(timeout=SLOW)
    expect(track).to_have_value("33")
    served.start()
    expect(page.locator("#score legend")).to_contain_text("Bara", timeout=SLOW)
    page.go_back()
    expect(track).to_have_value("33")
    saved = served.query("SELECT data FROM campaign_act WHERE kind = 'enter_score'")
    assert json.loads(saved[-1][0])["entries"]["track"] == 33
