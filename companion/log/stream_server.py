"""Streams with as little around them as can be: thousands of them wait in one process.

The view says who may listen, behind the part of Django's middleware it needs. Once it has, the
events are sent without Django; whatever else it answers is left to Django as a whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Iterable,
    MutableMapping,
)
from contextlib import ExitStack
from io import BytesIO
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBase
from django.urls import resolve
from django.utils.module_loading import import_string

from companion.log.live import Page
from companion.log.live_views import StreamAnswer
from companion.log.stream_limits import hold_place
from companion.tables.rate_limits import TooMany

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]
# Who asks, whether this host is ours, and the headers that protect the answer.
NEEDED = (
    "companion.base.hosts.OnlyOurHosts",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "companion.base.browser_sessions.RememberBrowsers",
    "companion.base.odd_requests.RefuseOddRequests",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "companion.hosting.observing.TellServer",
)


class Stream(NamedTuple):
    """What is left of an answer once it is granted."""

    page: Page
    keys: list[str]  # under which it is counted
    events: AsyncGenerator[str]
    head: list[tuple[bytes, bytes]]


class StreamServer:
    """Sends the streams that the views grant; `otherwise` answers everything else."""

    def __init__(self, otherwise: Application) -> None:
        self.otherwise = otherwise
        self.open_stream = sync_to_async(
            with_middleware(call_view, settings.MIDDLEWARE)
        )

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        stream = await self.find_stream(scope)
        with ExitStack() as place:
            if stream and has_place(stream, place):
                scope["headers"].clear()  # nobody asks again, and they would stay
                await send_stream(stream, receive, send)
                return
        await self.otherwise(scope, receive, send)

    async def find_stream(self, scope: Any) -> Stream | None:
        try:
            answer = await self.open_stream(ASGIRequest(scope, BytesIO()))
        except Exception:  # Django says what is wrong, and asks a database that is back
            await sync_to_async(close_old_connections)()
            return None
        if not isinstance(answer, StreamAnswer):
            return None
        # Without the answer itself, which would take as much memory as all the rest.
        head = [(name.lower().encode(), said.encode()) for name, said in answer.items()]
        return Stream(answer.page, answer.keys, answer.events, head)


def with_middleware(
    view: Callable[[HttpRequest], HttpResponseBase], used: Iterable[str]
) -> Callable[[HttpRequest], HttpResponseBase]:
    """The view behind those of the middleware it needs, in their order."""
    for name in reversed([name for name in used if name in NEEDED]):
        view = import_string(name)(view)
    return view


def call_view(request: HttpRequest) -> HttpResponseBase:
    found = resolve(request.path_info)
    answer: HttpResponseBase = found.func(request, *found.args, **found.kwargs)
    return answer


def has_place(stream: Stream, place: ExitStack) -> bool:
    """Whether it may listen; others may have come since the view was asked, who then says no."""
    try:
        place.enter_context(hold_place(stream.keys))
    except TooMany:
        return False
    return True


async def send_stream(stream: Stream, receive: Receive, send: Send) -> None:
    """Until the page goes, on either side."""
    page, _keys, events, head = stream
    gone = asyncio.create_task(wait_until_gone(receive))
    gone.add_done_callback(lambda _done: page.end())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": head})
        head.clear()
        async for event in events:
            await send_part(event.encode(), send, more=True)
        await send_part(b"", send, more=False)
    finally:
        gone.cancel()
        await events.aclose()


async def send_part(body: bytes, send: Send, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
