"""A real browser on a real server. Without a browser these tests are skipped, in CI they fail."""

import os
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect, sync_playwright

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Playwright keeps an event loop in this thread, in which Django would refuse its ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def browser():
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        message = "no Chromium found: install it to run the browser tests"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


class Watched:
    """A page that remembers what went wrong on it and whom it asked."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self.listen)
        page.on("request", self.watch)

    def listen(self, message) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def watch(self, request) -> None:
        if not request.url.startswith(self.server):
            self.faults.append(f"asked {request.url}")

    def accessible(self) -> None:
        found = Axe().run(self.page).response["violations"]
        assert not found, [
            (one["id"], [n["html"] for n in one["nodes"]]) for one in found
        ]

    def fits(self) -> None:
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wider) <= 0, "the page scrolls sideways"


@pytest.fixture
def visit(browser, live_server):
    """Opens the home page as somebody with this screen, language and light would."""
    contexts = []

    def open_home(screen=PHONE, language="en", scheme="light") -> Watched:
        context = browser.new_context(
            viewport=screen,
            locale=language,
            color_scheme=scheme,
            has_touch=screen is PHONE,
        )
        context.set_default_timeout(10_000)
        contexts.append((context, Watched(context.new_page(), live_server.url)))
        contexts[-1][1].page.goto(live_server.url)
        return contexts[-1][1]

    yield open_home
    for context, watched in contexts:
        context.close()
        assert watched.faults == []
