"""How much a phone fetches for its first screen, in how many pieces, and that nothing moves meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from tests.e2e.pages import PATIENCE, PHONE
from tests.e2e.served import Served, one_server, served

__all__ = ["one_server", "served"]
MOST_REQUESTS = 8
MOST_BYTES = 120_000
MOST_BYTES_OF_HTML = 40_000
# All of a page is in sight, so that a part far below can't move unseen.
WHOLE_PAGE = {**PHONE, "height": 4000}
TWO_CHAPTERS = (
    "/games/arcs/?players=4&tallies=2&1b-first=tycoon&1s0-fuel=3&2s1-material=2"
)
# What moved after it was painted, without anybody having touched the page.
WATCH_SHIFTS = """
    window.moved = [];
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) {
            if (one.hadRecentInput) continue;
            const parts = one.sources.map(({ node }) => node && node.outerHTML ? node.outerHTML.slice(0, 90) : "");
            window.moved.push([one.value, ...parts]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
# The script has run and the stream has said that it is there; a page without one is done when it is loaded.
IN_PLACE = """() => document.readyState === "complete" && window.htmx
    && (!document.querySelector("main[data-live]") || document.querySelector("#connection.live"))"""
# Two frames later all of that has been painted and told.
FRAMES_PAINTED = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
SMALL_TEXTS = """() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || parent.closest("svg, script, .hidden")) continue;
        if (!parent.checkVisibility()) continue;
        if (parseFloat(getComputedStyle(parent).fontSize) < 14) found.add(parent.outerHTML.slice(0, 120));
    }
    return [...found];
}"""


@dataclass
class Fetched:
    """Everything one visit of a page asked for."""

    page: Page
    requests: list[Request] = field(default_factory=list)

    @property
    def addresses(self) -> set[str]:
        """An icon that is on the page and in its tab comes once."""
        return {one.url for one in self.requests}

    def size(self, kind: str = "") -> int:
        """Bytes on the wire; a stream has no end and no size."""
        return sum(
            max(0, one.sizes()["responseBodySize"]) + one.sizes()["responseHeadersSize"]
            for one in self.requests
            if one.resource_type != "eventsource" and kind in ("", one.resource_type)
        )


def after_paint(route: Route, request: Request) -> None:
    """Lets a script come as late as on a slow phone: when the page is painted already."""
    request.frame.page.wait_for_function(PAINTED)
    route.continue_()


@pytest.fixture
def first_visit(browser: Browser) -> Iterator:
    """Opens a page as a phone that has never been here."""
    contexts = []

    def fetch(address: str) -> Fetched:
        context = browser.new_context(viewport=WHOLE_PAGE, service_workers="block")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        fetched = Fetched(context.new_page())
        page = fetched.page
        page.add_init_script(WATCH_SHIFTS)
        page.on("request", lambda one: fetched.requests.append(one))
        page.route("**/*.js", after_paint)
        page.goto(address, wait_until="load")
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_function(IN_PLACE)
        page.evaluate(FRAMES_PAINTED)
        return fetched

    yield fetch
    for context in contexts:
        context.close()


def keep_session(page: Page) -> str:
    page.locator("form.keep button").click()
    page.wait_for_url("**/sessions/**")
    return page.url


def test_a_page_is_light_comes_in_few_pieces_and_stands_still(
    served: Served, first_visit
):
    home = first_visit(served.on_laptop)
    address = keep_session(first_visit(served.on_laptop + TWO_CHAPTERS).page)
    session = first_visit(address)
    assert session.size("document") <= MOST_BYTES_OF_HTML
    for fetched in (home, session):
        assert len(fetched.addresses) <= MOST_REQUESTS, fetched.addresses
        assert fetched.size() <= MOST_BYTES
        assert fetched.page.evaluate("window.moved") == []
        assert fetched.page.evaluate(SMALL_TEXTS) == []
