"""How soon every phone shows a board anew after an act: one real server process, each phone its own.

As live.js does it: a phone hears of the version over its stream, then asks for its part.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from tests.e2e.served import Served
from tests.load.pages import processor_time

PHONES, WANTED = (50, 200, 500), 200
ACTS = 5
SECRET = "b" * 32  # of the token of forms, which a browser keeps in a cookie
SETTINGS = {"DJANGO_SETTINGS_MODULE": "companion.settings"}
GOAL = 1.0  # seconds, for 200
AT_ONCE = 20
PATIENCE = 30


@dataclass
class Phone:
    """A connection for its stream and one for its questions, with a cookie of its own."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    tag: str = ""
    shown: dict[int, float] = field(default_factory=dict)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    def head(self, method: str, path: str, **more: str) -> bytes:
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = {
            "Host": f"127.0.0.1:{self.port}",
            "Cookie": kept,
            "Accept-Encoding": "gzip",
            **more,
        }
        told = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode()

    async def ask(
        self, method: str, path: str, body: bytes = b"", **more: str
    ) -> tuple[int, str, bytes]:
        if body:
            more |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(body)),
            }
        asked = self.head(method, path, **more) + body
        try:
            return await self.send(asked)
        except (OSError, asyncio.IncompleteReadError):  # idle for too long
            self.writer = None
            return await self.send(asked)

    async def send(self, asked: bytes) -> tuple[int, str, bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port
            )
        assert self.reader
        self.writer.write(asked)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        return int(head.split()[1]), head, await self.read_body(head)

    async def read_body(self, head: str) -> bytes:
        assert self.reader
        if found := re.search(r"(?i)content-length: (\d+)", head):
            return await self.reader.readexactly(int(found[1]))
        content = b""
        while size := int(await self.reader.readline(), 16):
            content += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return content

    async def watch(self, board: str, ready: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self.head("GET", f"{board}live/"))
        while line := await reader.readline():
            if line.startswith(b"data: "):
                ready.set()
                await self.refresh(board, int(line[6:]))

    async def refresh(self, board: str, version: int) -> None:
        more = {"X-Live": "true"} | ({"If-None-Match": self.tag} if self.tag else {})
        status, head, _content = await self.ask("GET", board, **more)
        assert status in (200, 304), head
        if found := re.search(r"(?i)etag: (\S+)", head):
            self.tag = found[1]
        self.shown[version] = time.time()


def prepare(phones: int) -> None:
    """In a process of its own, whose database it is: a demo campaign, its host and who watches."""
    import django

    django.setup()
    from django.contrib.sessions.backends.db import SessionStore

    from campaign.board.services import try_demo
    from companion.tables.models import Table

    table = Table.objects.create(name="Bench")
    campaign = try_demo(table=table, name="Demo", client_id=uuid4())
    cookies = []
    for role in ("organiser", *["spectator"] * phones):
        phone = table.phones.create(role=role)
        session = SessionStore()
        session["phones"] = [phone.pk]
        session.create()
        cookies.append(session.session_key)
    sys.stdout.write(json.dumps([f"/campaigns/{campaign.pk}/", cookies]))


async def press(host: Phone, board: str) -> float:
    """An act of the host; when its answer was there."""
    sent = {"csrfmiddlewaretoken": SECRET, "text": "It rained.", "id": str(uuid4())}
    body = urlencode(sent).encode()
    status, head, _content = await host.ask(
        "POST", f"{board}session/do/write_note/", body
    )
    assert status in (200, 302), head
    return time.time()


async def watch_acts(
    server: Served, board: str, cookies: list[str]
) -> tuple[list[float], float]:
    """Seconds from the moment an act is sent until a phone shows it, for every phone and act.

    Also the server's processor time per act, which says more where the machine is busy.
    """
    host, *phones = [
        Phone(server.port, {"sessionid": one, "csrftoken": SECRET}) for one in cookies
    ]
    tasks = []
    for start in range(0, len(phones), AT_ONCE):
        group = [(phone, asyncio.Event()) for phone in phones[start : start + AT_ONCE]]
        tasks += [asyncio.create_task(one.watch(board, ready)) for one, ready in group]
        await asyncio.gather(*(ready.wait() for _one, ready in group))
    await settle(phones, 0)
    taken, worked = [], processor_time(server.pid) or 0
    for _act in range(ACTS):
        before = {id(one): max(one.shown, default=0) for one in phones}
        sent = time.time()
        await press(host, board)
        await settle(phones, 1 + max(before.values()))
        taken += [one.shown[max(one.shown)] - sent for one in phones]
    worked = (processor_time(server.pid) or 0) - worked
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return taken, worked / ACTS


async def settle(phones: list[Phone], version: int) -> None:
    """Waits until every phone shows this version or a later one."""
    deadline = time.monotonic() + PATIENCE
    while any(max(one.shown, default=-1) < version for one in phones):
        assert time.monotonic() < deadline, "a phone never showed the act"
        await asyncio.sleep(0.01)


def measure_phones() -> None:
    for count in PHONES:
        with tempfile.TemporaryDirectory() as folder:
            server = Served(Path(folder), COMPANION_STREAMS=str(count))
            told = subprocess.run(
                [sys.executable, "-m", "tests.bench_phones", str(count)],
                env={**os.environ, **SETTINGS, "COMPANION_DATA": folder},
                capture_output=True,
                check=True,
            )
            board, cookies = json.loads(told.stdout)
            try:
                server.start()
                taken, worked = asyncio.run(watch_acts(server, board, cookies))
            finally:
                server.kill()
        report(count, sorted(taken), worked)


def report(count: int, taken: list[float], worked: float) -> None:
    p95 = taken[len(taken) * 95 // 100]
    goal = f" (goal: p95 {GOAL:.0f} s)" if count == WANTED else ""
    sys.stdout.write(
        f"{count} phones on one board show an act after p50 {statistics.median(taken):.2f} s,"
        f" p95 {p95:.2f} s, at most {taken[-1]:.2f} s{goal};"
        f" the server worked {worked:.2f} s for it\n"
    )


if __name__ == "__main__":
    prepare(int(sys.argv[1]))
