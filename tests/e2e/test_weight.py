"""How much a phone fetches for its first screen, in how many pieces, and that nothing moves meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.e2e.pages import PATIENCE, PHONE
from tests.e2e.served import Served, one_server, served

__all__ = ["one_server", "served"]
MOST_REQUESTS = 8
MOST_BYTES = 120_000
MOST_BYTES_OF_HTML = 40_000
TWO_CHAPTERS = (
    "/games/arcs/?players=4&tallies=2&1b-first=tycoon&1s0-fuel=3&2s1-material=2"
)
# What moved after it was painted, without anybody having touched the page.
SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 500);
})"""
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


@pytest.fixture
def first_visit(browser: Browser) -> Iterator:
    """Opens a page as a phone that has never been here."""
    contexts = []

    def fetch(address: str) -> Fetched:
        context = browser.new_context(viewport=PHONE, service_workers="block")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        fetched = Fetched(context.new_page())
        fetched.page.on("request", lambda one: fetched.requests.append(one))
        fetched.page.goto(address, wait_until="load")
        fetched.page.evaluate("document.fonts.ready.then(() => true)")
        return fetched

    yield fetch
    for context in contexts:
        context.close()


def keep_session(page: Page) -> str:
    page.locator("form.keep button").click()
    page.wait_for_url("**/sessions/**")
    return page.url


@pytest.mark.smoke
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
        assert fetched.page.evaluate(SHIFT) < 0.01
        assert fetched.page.evaluate(SMALL_TEXTS) == []
