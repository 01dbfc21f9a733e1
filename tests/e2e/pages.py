"""Pages of a real browser, lent to one test after another: opening one costs more than most tests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request

Screen = dict[str, int]
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
PATIENCE = 20_000  # ms; whoever waits for a state waits no longer than needed

# What the browser says of every page over plain HTTP.
ON_PLAIN_HTTP = r"Cross-Origin-Opener-Policy header has been ignored"
# htmx ends a request itself when a newer one of the same form takes its place.
REPLACED = r"^htmx:(afterRequest|sendAbort)\b"
# It can't tell a network that failed from a page that was left while the answer was on its way.
NO_ANSWER = "htmx:sendError"
ABORTED = "net::ERR_ABORTED"
# What is said of a network that was switched off.
OFFLINE = rf"net::ERR_INTERNET_DISCONNECTED|^{NO_ANSWER}"
ABOUT_COLOUR = ("color-contrast", "link-in-text-block")

# What still moves is half transparent or not in its place yet.
AT_REST = """async () => {
    const moving = document.getAnimations().filter(
        (one) => one.playState === "running" && one.effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(moving.map((one) => one.finished));
}"""
LEGIBLE = (Path(__file__).parent / "legible.js").read_text()
RUN_AXE = """async (chosen) => {
    const quick = { resultTypes: ["violations"], selectors: false, preload: false, iframes: false };
    const { violations } = await axe.run({ ...quick, ...chosen });
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}"""


class Pages:
    """The pages nobody uses now. Each has a context of its own, and so its own cookies."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: defaultdict[tuple[bool, str], list[Page]] = defaultdict(list)
        self.kinds: dict[Page, tuple[bool, str]] = {}

    def lend(self, screen: Screen, language: str, scheme: str) -> Page:
        kind = (screen == PHONE, language)
        page = self.free[kind].pop() if self.free[kind] else self.open(*kind)
        page.set_viewport_size(screen)
        page.emulate_media(color_scheme=scheme)
        return page

    def open(self, touch: bool, language: str) -> Page:
        context = self.browser.new_context(locale=language, has_touch=touch)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        self.kinds[page] = (touch, language)
        return page

    def take_back(self, page: Page, server: str) -> None:
        """Whatever cannot be made as good as new is thrown away."""
        kind = self.kinds.pop(page)
        try:
            clean(page, server)
        except (Error, AssertionError):
            page.context.close()
        else:
            self.kinds[page] = kind
            self.free[kind].append(page)


def clean(page: Page, server: str) -> None:
    """Leaves nothing of a test behind: no cookie, nothing stored, no other tab, no network that is off."""
    context = page.context
    assert page.url.startswith(server)
    page.evaluate("sessionStorage.clear()")
    page.unroute_all()
    for other in context.pages:
        if other != page:
            other.close()
    page.goto("about:blank")
    context.set_offline(False)
    context.clear_cookies()
    storage = context.new_cdp_session(page)
    storage.send(
        "Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"}
    )
    storage.detach()


class Watched:
    """A page that remembers what went wrong on it and whom it asked."""

    audited = True  # by axe; a quick run leaves it to the run of all

    def __init__(self, page: Page, server: str, *, colours: bool = True) -> None:
        self.page, self.server = page, server
        self.colours = colours  # whether they are looked at
        self.said: list[str] = []
        self.allowed = [ON_PLAIN_HTTP, REPLACED]
        self.departures = self.arrivals = 0
        self.under_way: dict[Request, int] = {}  # and how many arrivals were before it
        self.left_behind = 0  # requests that ended because the page went elsewhere
        self.heard = {
            "pageerror": lambda error: self.said.append(f"{error} {error.stack}"),
            "console": self.listen,
            "request": self.watch,
            "requestfinished": lambda request: self.under_way.pop(request, None),
            "requestfailed": self.miss,
            "domcontentloaded": self.arrive,
        }
        for event, hear in self.heard.items():
            page.on(event, hear)

    def listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

    def watch(self, request: Request) -> None:
        if not request.url.startswith(self.server):
            self.said.append(f"asked {request.url}")
        if request.is_navigation_request():
            self.departures += not request.redirected_from
        else:
            self.under_way[request] = self.arrivals

    def arrive(self, _event: object = None) -> None:
        self.arrivals = self.departures

    def miss(self, request: Request) -> None:
        """Tells a request whose page went elsewhere meanwhile from one that failed."""
        if request.is_navigation_request():
            self.arrive()  # a download: the page stays where it is
            return
        arrivals = self.under_way.pop(request, self.departures)
        left = self.departures > arrivals
        self.left_behind += left and request.failure == ABORTED

    def allows(self, *patterns: str) -> None:
        """What the browser itself will complain about, and rightly, in this test."""
        self.allowed.extend(patterns)

    @property
    def faults(self) -> list[str]:
        return list(self.serious())

    def serious(self) -> Iterator[str]:
        unanswered = 0
        for text in self.said:
            unanswered += text.startswith(NO_ANSWER)
            if text.startswith(NO_ANSWER) and unanswered <= self.left_behind:
                continue
            if not any(re.search(pattern, text) for pattern in self.allowed):
                yield text

    def let_go(self) -> None:
        """From here on the page is on its own; everything it said so far has arrived."""
        self.page.evaluate("true")
        for event, hear in self.heard.items():
            self.page.remove_listener(event, hear)

    def follow(self, target: Locator) -> None:
        """Presses what leads to another page, and stays until that is there."""
        with self.page.expect_navigation():
            target.click()

    def accessible(self) -> None:
        enabled = {rule: {"enabled": self.colours} for rule in ABOUT_COLOUR}
        self.passes({"rules": enabled})

    def passes(self, chosen: dict[str, Any]) -> None:
        """Finds nothing against the page by the rules of axe that were chosen."""
        self.page.evaluate(AT_REST)
        if not self.audited:
            return
        if not self.page.evaluate("Boolean(window.axe)"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(RUN_AXE, chosen)
        assert not found, found

    def fits(self) -> None:
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wider) <= 0, "the page scrolls sideways"

    def looks_right(self) -> None:
        self.accessible()
        self.fits()
        self.legible()

    def legible(self) -> None:
        """Nothing is written over something else, and no word is squeezed to a letter a line."""
        found = self.page.evaluate(LEGIBLE)
        assert found == {"overlapping": [], "squeezed": []}, found

    def looks_right_by_day_and_by_night(self) -> None:
        """Night has other colours on the same page, so only what is about colours is looked at twice."""
        self.looks_right()
        self.page.emulate_media(color_scheme="dark")
        if self.colours:
            self.passes({"runOnly": ABOUT_COLOUR})
        self.fits()
        self.page.emulate_media(color_scheme="light")
