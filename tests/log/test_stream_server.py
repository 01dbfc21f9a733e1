"""Streams as the server sends them: the view says who may listen, Django is left out of the rest."""

import asyncio
from copy import deepcopy
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.test import AsyncClient, Client
from django.urls import reverse

from companion.log import live, stream_limits
from companion.log.stream_server import StreamServer, call_view, with_middleware
from companion.sessions.services import start_session
from companion.tables import joining
from tests.log.streams import elsewhere, played, until, write

pytestmark = pytest.mark.django_db(transaction=True)


class Browser:
    """A page that listens: what it is sent, until it goes."""

    def __init__(self, path: str, client: Client | None = None, **scope: Any) -> None:
        cookies = client.cookies.items() if client else ()
        said = "; ".join(f"{name}={one.value}" for name, one in cookies)
        headers = [(b"host", b"localhost"), (b"cookie", said.encode())]
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 5000),
            "server": ("127.0.0.1", 8000),
            **scope,
        }
        self.sent: list[Any] = []
        self.gone = asyncio.Event()
        self.asked = False

    async def receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """As a server writes it at once: nothing that was sent has to stay."""
        self.sent.append(deepcopy(message))

    @property
    def head(self) -> dict[str, str]:
        found = self.sent[0]["headers"]
        return {name.decode(): said.decode() for name, said in found}

    @property
    def heard(self) -> list[str]:
        return [one["body"].decode() for one in self.sent[1:]]


async def refuse(_scope: Any, _receive: Any, send: Any) -> None:
    """What stands behind the streams and answers everything else."""
    await send({"type": "http.response.start", "status": 404, "headers": []})


def listen(browser: Browser, meanwhile: Any = None) -> Browser:
    """Listens until the first version was heard, and once more after what happens meanwhile."""

    async def scenario() -> Browser:
        server = asyncio.create_task(
            StreamServer(refuse)(browser.scope, browser.receive, browser.send)
        )
        await until(lambda: server.done() or len(browser.sent) == 3)
        if meanwhile:
            await elsewhere(meanwhile)
            await until(lambda: server.done() or len(browser.sent) > 3)
        browser.gone.set()
        await server
        assert not live.own_watcher().pages
        return browser

    return played(scenario())


def joined(table: Any) -> Client:
    client = Client()
    code = joining.current_invitation(table=table, role="player").code
    client.post(reverse("join", args=[code]), {"name": "Bára"})
    return client


def test_a_page_hears_versions_until_it_goes(session, table):
    path = reverse("session-live", args=[session.token])
    page = listen(Browser(path, joined(table)), lambda: write(session, "1"))
    assert page.heard[0].startswith("retry: ")
    assert page.heard[1:] == [
        "event: version\ndata: 0\n\n",
        "event: version\ndata: 1\n\n",
        "",
    ]
    assert not stream_limits.OPEN


def test_a_disconnected_phone_hears_nothing_more(session, table):
    path = reverse("session-live", args=[session.token])
    client = joined(table)
    page = listen(
        Browser(path, client), lambda: joining.disconnect_phone(table.phones.get())
    )
    assert page.heard[2:] == [""]


def test_strangers_are_left_to_django(session, table):
    path = reverse("session-live", args=[session.token])
    assert listen(Browser(path)).sent[0]["status"] == 404
    other = Browser(path, joined(table), headers=[(b"host", b"evil.example.org")])
    assert listen(other).sent[0]["status"] == 404
    assert listen(Browser("/no/such/live/")).sent[0]["status"] == 404


def test_what_isnt_a_stream_is_left_to_django(session, table, settings):
    path = reverse("session-live", args=[session.token])
    posted = Browser(path, joined(table), method="POST")
    assert listen(posted).sent[0]["status"] == 404
    settings.SECURE_SSL_REDIRECT = True
    assert listen(Browser(path, joined(table))).sent[0]["status"] == 404


def test_of_pages_that_come_at_once_as_many_listen_as_may(settings):
    settings.COMPANION_STREAMS_PER_ADDRESS = 3
    session = start_session(game="imperial_settlers", players=2)
    path = reverse("session-live", args=[session.token])
    pages = [Browser(path) for _ in range(12)]
    everybody = asyncio.Barrier(len(pages))

    class AllAtOnce(StreamServer):
        """Lets nobody listen before the view has let everybody in."""

        async def find_stream(self, scope: Any) -> Any:
            found = await super().find_stream(scope)
            await everybody.wait()
            return found

    async def scenario() -> None:
        server = AllAtOnce(refuse)
        coming = [
            asyncio.create_task(server(one.scope, one.receive, one.send))
            for one in pages
        ]
        await until(lambda: all(page.sent for page in pages))
        for page in pages:
            page.gone.set()
        await asyncio.gather(*coming)

    played(scenario())
    statuses = [page.sent[0]["status"] for page in pages]
    assert (statuses.count(200), statuses.count(404)) == (3, 9)
    assert not stream_limits.OPEN


def test_a_stream_is_found_below_a_prefix(session, table):
    path = "/empires" + reverse("session-live", args=[session.token])
    page = listen(Browser(path, joined(table), root_path="/empires"))
    assert page.sent[0]["status"] == 200


def test_it_has_the_headers_django_gives_it(session, table):
    path, client = reverse("session-live", args=[session.token]), joined(table)

    async def ask_django() -> dict[str, str]:
        other = AsyncClient()
        other.cookies = client.cookies
        answer = await other.get(path)
        await answer.streaming_content.aclose()
        await sync_to_async(connections.close_all)()
        return {name.lower(): said for name, said in answer.items()}

    whole = played(ask_django())
    own = listen(Browser(path, client)).head
    assert whole.pop("content-language")  # it has no words
    assert {name.strip() for name in whole.pop("vary").split(",")} >= {own.pop("vary")}
    assert own == whole


def test_a_phone_is_let_in_with_three_queries(
    session, table, django_assert_max_num_queries
):
    page = Browser(reverse("session-live", args=[session.token]), joined(table))
    ask = with_middleware(call_view, settings.MIDDLEWARE)
    with django_assert_max_num_queries(3):  # its cookie, the session, its role
        assert ask(ASGIRequest(page.scope, None)).status_code == 200


def test_a_stream_that_waits_keeps_nothing_of_the_request_and_its_head(session, table):
    """Thousands of them wait in one process."""
    browser = Browser(reverse("session-live", args=[session.token]), joined(table))
    assert browser.scope["headers"]
    page = listen(browser)
    assert page.sent[0]["status"] == 200
    assert browser.scope["headers"] == []
