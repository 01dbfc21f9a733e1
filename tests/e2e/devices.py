"""Browsers of several people in one room, and the table at which they meet."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages import LAPTOP, PHONE, Pages, Screen
from tests.e2e.served import Served

PASSWORD = "correct horse"
NAMES = ("Anna", "Bára", "Cyril", "Dana")
# Who begins a table needs a name nobody has on this server.
ORGANISERS = (f"Olga {number}" for number in itertools.count(1))
SLOW = 30_000  # ms: a page waits up to five seconds before it comes back, machines are noisy
LABELS = ("Points on the track", "Common locations", "Faction locations")


class Device:
    """Somebody's browser, and what went wrong in its scripts."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.context = page, page.context
        self.server = server
        self.faults: list[str] = []
        page.on("pageerror", self.hear)

    def hear(self, error: Exception) -> None:
        self.faults.append(f"{error} {getattr(error, 'stack', '')}")

    def go(self, path: str) -> Page:
        self.page.goto(self.server + path)
        return self.page

    def follow(self, target: Locator) -> None:
        with self.page.expect_navigation():
            target.click()

    def join(self, path: str, name: str) -> None:
        self.go(path)
        self.come_in(name)

    def come_in(self, name: str) -> None:
        self.page.locator("form.asking input[name=name]").fill(name)
        self.page.locator("form.asking button.primary").click()
        expect(self.page.locator("h1")).to_have_text("Friday")

    def cell(self, seat: int, label: str = LABELS[0]) -> Locator:
        return self.page.locator(f"[id='1s{seat}']").get_by_label(label, exact=True)

    def turn_to(self, seat: int) -> None:
        self.page.locator("#standings a").nth(seat).click()

    def enter(self, seat: int, value: str, label: str = LABELS[0]) -> None:
        """Types a value and leaves the field, as somebody does who is done."""
        self.turn_to(seat)
        field = self.cell(seat, label)
        field.fill(value)
        field.blur()

    def saved(self) -> None:
        state = self.page.locator("#save-state")
        expect(state).to_have_class(re.compile("saved|refused"), timeout=SLOW)
        said = self.page.locator(".mistake:not(:empty)").all_inner_texts()
        assert state.get_attribute("class") != "refused", said
        expect(state).to_have_class("saved", timeout=SLOW)  # it may save once more

    def says(self, state: str) -> None:
        expect(self.page.locator("#connection")).to_have_class(state, timeout=SLOW)

    def version(self) -> str:
        return self.page.locator("main").get_attribute("data-version") or ""

    def reaches(self, version: str) -> None:
        """The page comes to show this version."""
        main = self.page.locator("main")
        expect(main).to_have_attribute("data-version", version, timeout=SLOW)

    def standings(self) -> list[str]:
        texts = self.page.locator("#standings li").all_inner_texts()
        return [" ".join(text.split()) for text in texts]

    def shows(self, expected: dict[str, str]) -> None:
        """The cells come to hold these values."""
        for cell, value in expected.items():
            field = self.page.locator(
                f"#score [name='{cell}'], [form=score][name='{cell}']"
            )
            expect(field).to_have_value(value, timeout=SLOW)


Devices = Callable[..., Device]


@pytest.fixture
def device(pages: Pages, served: Served) -> Iterator[Devices]:
    """Another browser in the room; one with a clock of its own can be told to let time pass."""
    lent: list[Device] = []
    own: list[Device] = []

    def another(screen: Screen = PHONE, *, own_clock: bool = False) -> Device:
        server = served.on_laptop if screen is LAPTOP else served.on_phones
        if own_clock:
            own.append(Device(pages.open(screen is PHONE, "en"), server))
            own[-1].page.clock.install()
            return own[-1]
        lent.append(Device(pages.lend(screen, "en", "light"), server))
        return lent[-1]

    yield another
    for one in lent:
        one.page.remove_listener("pageerror", one.hear)
        pages.take_back(one.page, one.server)
    for one in own:
        one.context.close()
    assert [one.faults for one in (*lent, *own) if one.faults] == []


@dataclass(frozen=True)
class Place:
    """A table that was started on the laptop, and how phones get there."""

    path: str
    link: str
    code: str


def start_table(laptop: Device) -> Place:
    page = laptop.go("/tables/start/")
    page.get_by_label("Table name").fill("Friday")
    page.get_by_label("Your name").fill(next(ORGANISERS))
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    laptop.follow(page.locator("a[href$='/join/']").first)
    path = urlsplit(page.url).path.removesuffix("join/")
    link = urlsplit(page.locator("a.link").get_attribute("href") or "").path
    return Place(path, link, page.locator("strong.code").inner_text())


def begin_game(laptop: Device, place: Place) -> str:
    """A game of four on the laptop; the path of its page."""
    page = laptop.go(place.path)
    laptop.follow(page.get_by_role("button", name=re.compile("Imperial Settlers")))
    page.get_by_role("button", name=str(len(NAMES)), exact=True).click()
    expect(page.locator("#standings li")).to_have_count(len(NAMES))
    for seat, name in enumerate(NAMES):
        page.locator(f"#name{seat}").fill(name)
        page.locator(f"#name{seat}").press("Tab")
    laptop.saved()
    return urlsplit(page.url).path


def meet(laptop: Device, *phones: Device) -> Place:
    """They all come to the page of one session, and are live."""
    place = start_table(laptop)
    for phone, name in zip(phones, NAMES[1:], strict=False):
        phone.join(place.link, name)
    path = begin_game(laptop, place)
    for phone in phones:
        phone.go(path)
    for one in (laptop, *phones):
        one.says("live")
    return place
