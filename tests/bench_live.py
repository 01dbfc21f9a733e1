"""What live pages cost: an act while 1,000 tables are watched, and letting a phone listen."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from asgiref.sync import sync_to_async
from django.db import connections
from django.test import Client
from django.urls import reverse

from companion.log import live
from companion.log.stream_server import StreamServer
from companion.sessions.models import GameSession
from companion.sessions.services import session_state, set_cell, start_session
from companion.tables import joining
from companion.tables.models import Table

WATCHED = 1000  # tables, and the page of a log each
ROUNDS = 30
PHONES = 200
IDLE = 1.0  # seconds
CELL = "1s0-track"


def measure_live(base: float) -> None:
    """Processor time, so that what else this machine does counts less."""
    tables = Table.objects.bulk_create(
        Table(name=f"Watched {number}") for number in range(WATCHED)
    )
    session = start_session(game="imperial_settlers", table=tables[0], players=4)
    alone = asyncio.run(measure_acts(session, []))
    watched = asyncio.run(measure_acts(session, tables))
    sys.stdout.write(
        f"an act: {alone:.1f} ms; with {WATCHED} tables watched:"
        f" {watched - alone:+.1f} ms (goal: at most 5)\n"
    )
    took = asyncio.run(measure_phones(session))
    sys.stdout.write(
        f"let a phone listen: {took:.1f} ms (goal: 2){took / base:8.1f} ×\n"
    )


async def measure_acts(session: GameSession, tables: list[Table]) -> float:
    """The median of acts, from recording one until whoever watches its table has heard."""
    pages = [live.Page(("table", table.pk)) for table in tables]
    pages += [live.Page(("log", 10**6 + table.pk)) for table in tables]
    listening = [asyncio.create_task(hear(page)) for page in pages]
    watcher, own = live.own_watcher(), ("table", session.table_id)
    await until(lambda: len(watcher.pages) == len(pages))
    await asyncio.sleep(IDLE)
    idle = await processor_share(IDLE)
    taken = []
    for _round in range(ROUNDS):
        before = watcher.versions.get(own)
        begun, began = time.process_time(), time.monotonic()
        await sync_to_async(write)(session)
        if pages:
            await until(lambda before=before: watcher.versions[own] != before)
        spent = time.process_time() - begun - idle * (time.monotonic() - began)
        taken.append(spent * 1000)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await sync_to_async(connections.close_all)()
    return statistics.median(taken)


def write(session: GameSession) -> None:
    """Something else than what is there."""
    seen = session_state(GameSession.objects.get(pk=session.pk)).cells.get(CELL, "")
    typed = str((int(seen or 0) + 1) % 30)
    set_cell(session, cell=CELL, typed=typed, seen=seen, client_id=uuid4())


async def hear(page: live.Page) -> None:
    async for _event in live.stream_versions(page):
        pass


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


async def processor_share(seconds: float) -> float:
    """What watching costs while nothing happens, a second."""
    begun, began = time.process_time(), time.monotonic()
    while time.monotonic() < began + seconds:
        await asyncio.sleep(0.01)
    return (time.process_time() - begun) / (time.monotonic() - began)


async def measure_phones(session: GameSession) -> float:
    """From the request to the first version, without the server around it."""
    scope = await sync_to_async(join)(session)
    server, heard = StreamServer(otherwise=refuse), asyncio.Semaphore(0)
    gone = asyncio.Event()

    async def receive() -> dict[str, str]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if b"event: version" in message.get("body", b""):
            heard.release()

    async def listen(phones: int) -> list[asyncio.Task[None]]:
        scopes = ({**scope, "headers": [*scope["headers"]]} for _phone in range(phones))
        coming = [server(one, receive, send) for one in scopes]
        listening = [asyncio.create_task(one) for one in coming]
        for _phone in range(phones):
            await asyncio.wait_for(heard.acquire(), 60)
        return listening

    listening = await listen(1)
    begun = time.process_time()
    listening += await listen(PHONES)
    took = time.process_time() - begun
    gone.set()
    await asyncio.gather(*listening)
    await sync_to_async(connections.close_all)()
    return took / PHONES * 1000


async def refuse(*_asked: object) -> None:
    raise AssertionError("no phone is refused here")


def join(session: GameSession) -> dict[str, Any]:
    """What the server knows of a request by a phone of the table."""
    client = Client(headers={"host": "localhost"})
    code = joining.current_invitation(table=session.table, role="player").code
    client.post(reverse("join", args=[code]), {"name": "Bára"})
    cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
    return {
        "type": "http",
        "method": "GET",
        "path": reverse("session-live", args=[session.token]),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"cookie", cookies.encode())],
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8000),
    }
