"""Streams with as little around them as can be: thousands of them wait in one process.

The view says who may listen, behind the part of Django's middleware it needs. Once it has, the
events are sent without Django; whatever else it answers is left to Django as a whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import aclosing
from io import BytesIO
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBase
from django.urls import resolve
from django.utils.module_loading import import_string

from companion.log.live_views import StreamAnswer

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]
# Who asks, whether this host is ours, and the headers that protect the answer.
NEEDED = (
    "companion.base.hosts.OnlyOurHosts",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "companion.base.odd_requests.RefuseOddRequests",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)


class StreamServer:
    """Sends the streams that the views grant; `otherwise` answers everything else."""

    def __init__(self, otherwise: Application) -> None:
        self.otherwise = otherwise
        self.open_stream = sync_to_async(
            with_middleware(call_view, settings.MIDDLEWARE)
        )

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        answer = await self.find_stream(scope)
        if answer:
            await send_stream(answer, receive, send)
        else:
            await self.otherwise(scope, receive, send)

    async def find_stream(self, scope: Any) -> StreamAnswer | None:
        try:
            answer = await self.open_stream(ASGIRequest(scope, BytesIO()))
        except Exception:  # Django says what is wrong, and asks a database that is back
            await sync_to_async(close_old_connections)()
            return None
        return answer if isinstance(answer, StreamAnswer) else None


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


async def send_stream(answer: StreamAnswer, receive: Receive, send: Send) -> None:
    """Until the page goes, on either side."""
    head = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    gone = asyncio.create_task(wait_until_gone(receive))
    gone.add_done_callback(lambda _done: answer.page.end())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": head})
        async with aclosing(answer.events) as events:
            async for event in events:
                part = {"body": event.encode(), "more_body": True}
                await send({"type": "http.response.body", **part})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()


async def wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
