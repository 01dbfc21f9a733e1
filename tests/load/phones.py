"""A phone at a table as its browser behaves: joins by link, listens, enters, fetches what is new."""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlencode
from uuid import UUID, uuid4, uuid5

# Seconds between two entries of one phone: a table of five makes 300 in an hour.
THINKS = float(os.environ.get("EVERY") or 60)
FIELDS = ("track", "common", "faction", "shrine", "hand")
SEATS = 4
PATIENCE = 30.0  # seconds for one answer
LAST_CHUNK = b"0\r\n"
VERSION = re.compile(r'data-version="(\d+)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
COOKIE = re.compile(r"^set-cookie: (\w+=[^;]*)", re.IGNORECASE | re.MULTILINE)


class Refused(Exception):
    """An answer no phone should get."""


@dataclass
class Connection:
    """One connection that stays open between two requests, as browsers keep it."""

    port: int
    pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, str, str]:
        """The status, the headers and the content; again where an idle connection was closed."""
        kept = self.pair is not None
        try:
            return await asyncio.wait_for(self.exchange(request), PATIENCE)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            if not kept:
                raise
            return await asyncio.wait_for(self.exchange(request), PATIENCE)

    async def exchange(self, request: bytes) -> tuple[int, str, str]:
        if self.pair is None:
            self.pair = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.pair
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        body = await read_body(reader, head.lower())
        if "content-encoding: gzip" in head.lower():
            body = zlib.decompress(body, wbits=31)
        return int(head.split()[1]), head, body.decode()

    def close(self) -> None:
        if self.pair:
            self.pair[1].close()
        self.pair = None


async def read_body(reader: asyncio.StreamReader, head: str) -> bytes:
    if found := re.search(r"content-length: (\d+)", head):
        return await reader.readexactly(int(found[1]))
    body = b""
    while "transfer-encoding: chunked" in head:
        size = int((await reader.readline()).split(b";")[0], 16)
        body += (await reader.readexactly(size + 2))[:-2]
        if not size:
            break
    return body


@dataclass
class Entered:
    """One act of a phone: when it was sent, and how long until it was acknowledged."""

    id: UUID
    sent: float
    took: float


@dataclass
class Phone:
    """The nth phone of a table; every second one talks to the other process."""

    port: int
    code: str
    session: str
    nth: int
    address: str  # what the proxy would say
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    newest: int = -1  # what the stream has told
    shown: list[tuple[int, float]] = field(default_factory=list)  # versions, and when
    entered: list[Entered] = field(default_factory=list)
    fetches: int = 0
    endings: list[str] = field(default_factory=list)  # of streams, and why
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pages = Connection(self.port)
        self.told = asyncio.Event()

    def head(self, method: str, path: str, body: str = "", **more: str) -> bytes:
        cookies = "; ".join(f"{name}={said}" for name, said in self.cookies.items())
        headers = {
            "Host": f"127.0.0.1:{self.port}",
            "User-Agent": "Mozilla/5.0 (Android 14; Mobile)",
            "X-Forwarded-For": self.address,
            "Cookie": cookies,
            **more,
        }
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Content-Length"] = str(len(body))
        lines = [f"{name}: {said}" for name, said in headers.items() if said]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", body]).encode()

    async def request(self, method: str, path: str, **sent: object) -> tuple[int, str]:
        given = {"csrfmiddlewaretoken": self.token, **sent} if sent else {}
        part = {"HX-Request": "true"} if path.startswith("/sessions/") else {}
        asked = self.head(
            method, path, urlencode(given), **{"Accept-Encoding": "gzip", **part}
        )
        status, head, content = await self.pages.ask(asked)
        for cookie in COOKIE.findall(head.replace("\r", "")):
            name, _, value = cookie.partition("=")
            self.cookies[name] = value
        if found := TOKEN.search(content):
            self.token = found[1]
        return status, content

    async def join(self) -> None:
        path = f"/join/{self.code}/"
        await self.request("GET", path)
        status, said = await self.request("POST", path, name=f"Player {self.nth}")
        if status != 302:
            raise Refused(f"join: {status} {said[-200:]}")
        await self.look()

    async def look(self) -> None:
        """Fetches what is new, as the page does when its stream says so."""
        status, said = await self.request("GET", self.session)
        if status != 200 or not VERSION.search(said):
            raise Refused(f"look: {status} {said[-200:]}")
        self.fetches += 1
        self.show(said)

    def show(self, said: str) -> None:
        """What an answer brings, unless something newer is shown already."""
        found = VERSION.search(said)
        if found and (not self.shown or int(found[1]) > self.shown[-1][0]):
            self.shown.append((int(found[1]), time.time()))

    async def events(self) -> AsyncIterator[bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self.head("GET", f"{self.session}live/"))
            while line := await reader.readline():
                yield line
        finally:
            writer.close()

    async def listen(self) -> None:
        """Hears which version there is, until it is cancelled; comes back as browsers do."""
        while True:
            try:
                self.endings.append(await self.hear())
            except OSError as error:
                self.endings.append(type(error).__name__)
            await asyncio.sleep(random.uniform(1, 5))

    async def hear(self) -> str:
        """Until the stream ends; says how."""
        async with aclosing(self.events()) as lines:
            status = name = b""
            async for line in lines:
                status = status or line
                if line.startswith(b"event: "):
                    name = line[7:].strip()
                elif line.startswith(b"data: ") and name != b"phones":
                    self.newest = max(self.newest, int(line[6:]))
                    self.told.set()
                elif line == LAST_CHUNK:
                    return "said goodbye"
        if status.split()[1:2] == [b"200"]:
            return "cut off"
        return f"answered {status.decode().strip() or 'nothing'}"

    async def follow(self) -> None:
        """Fetches whenever the stream told something newer than what is shown."""
        while True:
            await self.told.wait()
            self.told.clear()
            while self.newest > self.shown[-1][0]:
                try:
                    await self.look()
                except (OSError, TimeoutError, EOFError, Refused) as error:
                    self.errors.append(f"look: {error!r}")
                    await asyncio.sleep(1)

    async def play(self, until: float) -> None:
        """Enters something every few seconds, into cells nobody else uses."""
        seats = [(self.nth, name) for name in FIELDS[:-1]]
        own = seats if self.nth < SEATS else [(n, FIELDS[-1]) for n in range(SEATS)]
        cells = [f"1s{seat}-{name}" for seat, name in own]
        seen = dict.fromkeys(cells, "")
        entered = Connection(self.port)  # browsers fetch and send at the same time
        await asyncio.sleep(random.uniform(0, THINKS))
        for number in count():
            if time.monotonic() >= until:
                break
            cell, typed = cells[number % len(cells)], str(number % 30 + 1)
            if await self.enter(entered, cell, typed, seen[cell]):
                seen[cell] = typed
            await asyncio.sleep(random.uniform(0.5 * THINKS, 1.5 * THINKS))
        entered.close()

    async def enter(self, way: Connection, cell: str, typed: str, seen: str) -> bool:
        key, begun = uuid4(), time.time()
        given = {"id": key, "cell": cell, "typed": typed, "seen": seen}
        body = urlencode({"csrfmiddlewaretoken": self.token, **given})
        more = {"HX-Request": "true", "Accept-Encoding": "gzip"}
        asked = self.head("POST", f"{self.session}cells/", body, **more)
        try:
            status, _head, said = await way.ask(asked)
        except (OSError, TimeoutError, EOFError) as error:
            status, said = 0, repr(error)
        if status == 200:
            own = uuid5(
                key, f"{cell}={typed}"
            )  # what the server makes of the page's id
            self.entered.append(Entered(own, begun, time.time() - begun))
            self.show(said)
        else:
            self.errors.append(f"{cell}: {status} {said[-200:]}")
        return status == 200
