"""An evening under a path of its own, as behind a proxy that has other programs too."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.devices import Device, meet
from tests.e2e.pages import LAPTOP, PHONE, Pages
from tests.e2e.served import Served

PREFIX = "/empires"


class DeviceBelow(Device):
    """A browser that comes by the prefix, and what it asked for elsewhere."""

    def __init__(self, page: Page, server: str) -> None:
        super().__init__(page, server)
        self.strays: list[str] = []
        self.context.on("request", self.notice)

    def notice(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if not path.startswith(f"{PREFIX}/"):
            self.strays.append(path)

    def go(self, path: str) -> Page:
        return super().go(PREFIX + path.removeprefix(PREFIX))


@pytest.fixture
def pair(pages: Pages, tmp_path) -> Iterator[tuple[DeviceBelow, DeviceBelow]]:
    """The laptop and a phone, with a server of their own."""
    server = Served(tmp_path / "below", COMPANION_PREFIX=PREFIX).start()
    laptop = DeviceBelow(pages.open(False, "en"), server.on_laptop)
    laptop.page.set_viewport_size(LAPTOP)
    phone = DeviceBelow(pages.open(True, "en"), server.on_phones)
    phone.page.set_viewport_size(PHONE)
    yield laptop, phone
    for one in (laptop, phone):
        one.context.close()
    server.kill()
    assert laptop.faults + phone.faults + laptop.strays + phone.strays == []


def test_an_evening_never_leaves_the_prefix(pair):
    laptop, phone = pair
    place = meet(laptop, phone)
    assert place.link.startswith(f"{PREFIX}/join/")
    laptop.enter(0, "31")
    laptop.saved()
    phone.reaches(laptop.version())
    phone.enter(1, "12")
    phone.saved()
    expect(laptop.page.locator("#standings li").nth(1)).to_contain_text("12")

    page = laptop.page
    page.locator("form.themes button[value=dark]").click()
    page.locator("nav.helpers a[data-over]").first.click()
    expect(page.frame_locator("dialog iframe").locator("h1")).to_be_visible()
    page.go_back()
    paths = {one["name"]: one["path"] for one in laptop.context.cookies()}
    assert set(paths.values()) == {f"{PREFIX}/"}
    assert {"theme", "companion_session"} <= {*paths}
    scope = "async () => (await navigator.serviceWorker.ready).scope"
    assert urlsplit(page.evaluate(scope)).path == f"{PREFIX}/"
    paper = page.request.get(page.url.partition("#")[0] + "result.pdf")
    assert paper.body().startswith(b"%PDF")
