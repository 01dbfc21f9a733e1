"""A real browser on a real server. Without a browser these tests are skipped, in CI they fail."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.contrib.staticfiles import handlers
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.test import Client, override_settings
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from companion import settings as at_the_table
from companion.tables.models import Account
from tests.e2e.devices import device
from tests.e2e.pages import PATIENCE, PHONE, Pages, Screen, Watched
from tests.e2e.served import NAME, one_server, served
from tests.ready import STATIC, ready_folder

# The first does the same with half the work, where Debian's package of that name is installed.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
)
HERE = Path(__file__).parent
# Playwright keeps an event loop in this thread, in which Django would refuse its ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
expect.set_options(timeout=PATIENCE)

Visit = Callable[..., Watched]
Collected = dict[str, Any]
__all__ = ["device", "one_server", "served"]


def pytest_configure(config: pytest.Config) -> None:
    Watched.audited = "smoke" not in config.option.markexpr


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test here, and keeps one cell of a smoke test that exists in several."""
    seen: set[str] = set()
    for item in items:
        if HERE not in item.path.parents:
            continue
        item.add_marker(pytest.mark.browser)
        function = item.nodeid.partition("[")[0]
        if function in seen:
            item.own_markers[:] = [x for x in item.own_markers if x.name != "smoke"]
        seen.add(function)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        message = "no Chromium found: install it to run the browser tests"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


class Answering:
    """The server's threads that have begun to answer a request and aren't done."""

    def __init__(self) -> None:
        self.threads: set[threading.Thread] = set()
        self.changed = threading.Condition()
        request_started.connect(self.begin, weak=False)
        request_finished.connect(self.end, weak=False)

    def begin(self, **_sent: object) -> None:
        with self.changed:
            self.threads.add(threading.current_thread())

    def end(self, **_sent: object) -> None:
        with self.changed:
            self.threads.discard(threading.current_thread())
            self.changed.notify_all()

    def is_busy(self) -> bool:
        # What the tests' own client asks is asked in the main thread.
        others = self.threads - {threading.main_thread()}
        return any(thread.is_alive() for thread in others)

    def wait(self) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: not self.is_busy(), PATIENCE / 1000)


@pytest.fixture(scope="session")
def answering() -> Answering:
    return Answering()


@pytest.fixture(scope="session")
def collected() -> Collected:
    """The settings with which a page loads few files, and a browser keeps them, as at the table."""
    root = ready_folder() / STATIC
    return {"STORAGES": at_the_table.STORAGES, "STATIC_ROOT": root}


def hand_on(handler: WSGIHandler) -> WSGIHandler:
    """Leaves static files to the middleware that serves them at the table."""
    return handler


@pytest.fixture(scope="session")
def live_server(collected: Collected) -> Iterator[LiveServer]:
    with pytest.MonkeyPatch.context() as patched, override_settings(**collected):
        patched.setattr(handlers, "StaticFilesHandler", hand_on)
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def server(
    live_server: LiveServer, collected: Collected, answering: Answering, settings
) -> Iterator[str]:
    """The address under which phones find the server; the tables are emptied when it has nothing to do."""
    for name, value in collected.items():
        setattr(settings, name, value)
    settings.COMPANION_HOSTS = [*settings.COMPANION_HOSTS, NAME]
    yield f"http://{NAME}:{live_server.thread.port}"
    answering.wait()


def session_cookie(account: Account, server: str) -> dict[str, str]:
    """Lets a browser in as somebody who has logged in."""
    client = Client()
    client.force_login(account)
    name = configured.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": server}


@pytest.fixture
def visit(pages: Pages, server: str) -> Iterator[Visit]:
    """Opens a page as somebody with this screen, language, light and account would."""
    lent: list[Watched] = []

    def open_page(
        screen: Screen = PHONE,
        language: str = "en",
        scheme: str = "light",
        *,
        path: str | None = "/",
        account: Account | None = None,
    ) -> Watched:
        # Colours are the most expensive to look at, and the same in every language.
        page = pages.lend(screen, language, scheme)
        here = Watched(page, server, colours=language == "en")
        lent.append(here)
        if account:
            here.page.context.add_cookies([session_cookie(account, server)])
        if path:
            here.page.goto(server + path)
        return here

    yield open_page
    for here in lent:
        here.let_go()
        pages.take_back(here.page, server)
    assert [here.faults for here in lent if here.faults] == []


@pytest.fixture
def without_script(browser: Browser, server: str) -> Iterator[Callable[..., object]]:
    """Opens a page in a browser that runs no scripts."""
    contexts = []

    def open_page(path: str, account: Account | None = None):
        context = browser.new_context(viewport=PHONE, java_script_enabled=False)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if account:
            context.add_cookies([session_cookie(account, server)])
        page = context.new_page()
        page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
