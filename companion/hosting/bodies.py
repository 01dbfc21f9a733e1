"""What is sent to us, gathered on the event loop before a thread of the pages is taken.

There are only a few threads. One that waited for a slow sender would answer nobody else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cache
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils import translation

from companion.base.themes import chosen_theme
from companion.base.uploads import LARGEST_FORM, largest_body

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

PATIENCE = 20.0  # seconds a body may take
SLOWEST = 64 * 1024  # bytes a second with which a large one may take longer
MOST_AT_ONCE = 100_000_000  # bytes of all bodies on their way
NO_SCRIPTS = b"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'"
DRAIN = 2.0  # seconds in which a sender who doesn't wait for an answer may finish


class BodyRefused(Exception):
    """The body isn't taken; says with which status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Disconnected(Exception):
    """The sender has gone; nobody waits for an answer."""


class GatherBodies:
    """Calls the application once the whole body is there."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.held = 0  # bytes of bodies on their way

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        try:
            body = await self.gather(scope, receive)
        except Disconnected:
            return None
        except BodyRefused as refusal:
            return await answer_refusal(refusal.status, scope, send)
        return await self.application(scope, replay_body(body, receive), send)

    async def gather(self, scope: Any, receive: Receive) -> bytes:
        most = largest_body(scope["path"])
        if declared_size(scope) > most:
            await drain(scope, receive)
            raise BodyRefused(413)
        body, begun = bytearray(), time.monotonic()
        try:
            while True:
                left = begun + PATIENCE + len(body) / SLOWEST - time.monotonic()
                part, more = await next_part(receive, left)
                body += part
                self.held += len(part)
                if len(body) > most:
                    raise BodyRefused(413)
                if self.held > MOST_AT_ONCE:
                    raise BodyRefused(503)
                if not more:
                    return bytes(body)
        finally:
            self.held -= len(body)


def declared_size(scope: Any) -> int:
    """The length a sender announces; 0 where there is none that can be read."""
    written = dict(scope["headers"]).get(b"content-length", b"")
    return int(written) if written.isdigit() and len(written) < 20 else 0


async def next_part(receive: Receive, seconds: float) -> tuple[bytes, bool]:
    """A part of the body, and whether more will come."""
    try:
        message = await asyncio.wait_for(receive(), max(seconds, 0))
    except TimeoutError:
        raise BodyRefused(408) from None
    if message["type"] == "http.disconnect":
        raise Disconnected
    return message.get("body", b""), message.get("more_body", False)


async def drain(scope: Any, receive: Receive) -> None:
    """Lets a browser finish sending what is thrown away: it only listens afterwards."""
    if b"expect" in dict(scope["headers"]):  # this one asks before it sends
        return
    until, more = time.monotonic() + DRAIN, True
    try:
        while more:
            _part, more = await next_part(receive, until - time.monotonic())
    except BodyRefused:
        pass


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Gives the gathered body once; after it only the end of the connection is heard."""
    messages: list[Message] = [
        {"type": "http.request", "body": body, "more_body": False}
    ]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


async def answer_refusal(status: int, scope: Any, send: Send) -> None:
    """A page in the reader's language, and the end of the connection."""
    asked = ASGIRequest(scope, BytesIO())
    language = translation.get_language_from_request(asked)
    takes_files = largest_body(scope["path"]) > LARGEST_FORM
    theme = chosen_theme(asked)
    page = render_refusal(status, language, theme, takes_files=takes_files)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", NO_SCRIPTS),
        (b"connection", b"close"),
    ]
    if status == 503:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": page})


@cache
def render_refusal(
    status: int, language: str, theme: str, *, takes_files: bool
) -> bytes:
    told = {"status": status, "takes_files": takes_files, "theme": theme}
    with translation.override(language):
        return render_to_string("refused.html", told).encode()
