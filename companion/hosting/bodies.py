"""What is sent to us, gathered on the event loop before a thread of the pages is taken.

There are only a few threads. One that waited for a slow sender would answer nobody else.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
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
MOST_SENDERS = 500  # bodies on their way
# Bytes of bodies until they are answered. Forms have room of their own: whoever sends large files
# keeps nobody from saving, and one address leaves some for the files of others.
MOST_HELD = {"forms": 50_000_000, "files": 100_000_000}
MOST_OF_ONE = 40_000_000
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
        self.held: Counter[str] = Counter()  # bytes by what is_room asks about
        self.coming: dict[asyncio.Timeout, str] = {}  # the longest on its way first

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        body = Body(largest_body(scope["path"]), sender_of(scope))
        try:
            sent = await self.gather(body, scope, receive)
            await self.application(scope, replay_body(sent, receive), send)
        except Disconnected:
            return None
        except BodyRefused as refusal:
            return await answer_refusal(refusal.status, scope, send)
        finally:
            self.give_back(body)

    async def gather(self, body: Body, scope: Any, receive: Receive) -> bytes:
        if declared_size(scope) > body.most:
            await drain(scope, receive)
            raise BodyRefused(413)
        try:
            return await self.read_parts(body, receive)
        except TimeoutError:
            raise BodyRefused(408) from None
        except BodyRefused as refusal:
            if refusal.status == 503 and body.more:
                await drain(scope, receive)
            raise

    async def read_parts(self, body: Body, receive: Receive) -> bytes:
        begun, sent = asyncio.get_running_loop().time(), bytearray()
        async with asyncio.timeout_at(begun + PATIENCE) as deadline:
            self.begin_waiting(deadline, body.sender)
            try:
                while body.more:
                    part, body.more = await next_part(receive)
                    sent += part
                    self.hold(body, len(part))
                    deadline.reschedule(begun + PATIENCE + len(sent) / SLOWEST)
            finally:
                self.coming.pop(deadline, None)
        return bytes(sent)

    def begin_waiting(self, deadline: asyncio.Timeout, sender: str) -> None:
        """Of too many bodies on their way the longest of whoever sends most is given up."""
        self.coming[deadline] = sender
        if len(self.coming) > MOST_SENDERS:
            ((worst, _many),) = Counter(self.coming.values()).most_common(1)
            oldest = next(one for one, by in self.coming.items() if by == worst)
            del self.coming[oldest]
            oldest.reschedule(0)

    def hold(self, body: Body, size: int) -> None:
        body.size += size
        self.held.update(dict.fromkeys(body.counted, size))
        if body.size > body.most:
            raise BodyRefused(413)
        if any(self.held[name] > most for name, most in body.counted.items()):
            raise BodyRefused(503)

    def give_back(self, body: Body) -> None:
        """Only once it is answered: until then it takes room."""
        for name in body.counted if body.size else ():
            self.held[name] -= body.size
            if not self.held[name]:
                del self.held[name]


class Body:
    """One body, on its way and until it is answered."""

    def __init__(self, most: int, sender: str) -> None:
        self.most, self.sender = most, sender
        self.size, self.more = 0, True  # bytes so far, and whether it goes on
        kind = "files" if most > LARGEST_FORM else "forms"
        own = {} if kind == "forms" else {f"files of {sender}": MOST_OF_ONE}
        self.counted = {kind: MOST_HELD[kind], **own}  # how much of each there may be


def sender_of(scope: Any) -> str:
    """The address of a connection; behind a proxy that of the proxy."""
    return str((scope.get("client") or [""])[0])


def declared_size(scope: Any) -> int:
    """The length a sender announces; 0 where there is none that can be read."""
    written = dict(scope["headers"]).get(b"content-length", b"")
    return int(written) if written.isdigit() and len(written) < 20 else 0


async def next_part(receive: Receive) -> tuple[bytes, bool]:
    """A part of the body, and whether more will come."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Disconnected
    return message.get("body", b""), message.get("more_body", False)


async def drain(scope: Any, receive: Receive) -> None:
    """Lets a browser finish sending what is thrown away: it only listens afterwards."""
    if b"expect" in dict(scope["headers"]):  # this one asks before it sends
        return
    more = True
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN):
            while more:
                _part, more = await next_part(receive)


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
