"""A stream as a page hears it, and changes that somebody else makes meanwhile."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

from asgiref.sync import sync_to_async
from django.db import connections

from campaign.models import Campaign
from companion.log import live
from companion.log.record import record
from companion.sessions.models import GameSession

SOON = 20.0  # seconds; a second is the goal, machines are noisy
CELL = "1s0-track"


def played(scenario: Awaitable[Any]) -> Any:
    """Runs it on a loop and a thread of its own, bounded in time; leaves no connection behind.

    The browser of other tests keeps a loop in the main thread.
    """

    async def bounded() -> Any:
        try:
            return await asyncio.wait_for(scenario, 5 * SOON)
        finally:
            await sync_to_async(connections.close_all)()

    with ThreadPoolExecutor(max_workers=1) as aside:
        return aside.submit(asyncio.run, bounded()).result()


def write(log: GameSession | Campaign, typed: str) -> None:
    record(
        log,
        kind="set_cell",
        data={"cell": CELL, "typed": typed},
        client_id=uuid4(),
    )


async def elsewhere(act: Callable[..., object], *given: object) -> None:
    """In another thread, with a connection of its own."""

    def done() -> None:
        try:
            act(*given)
        finally:
            connections.close_all()

    await asyncio.to_thread(done)


async def next_event(stream: AsyncIterator[str]) -> tuple[str, int]:
    said = await asyncio.wait_for(anext(stream), SOON)
    found = re.fullmatch(r"event: (\w+)\ndata: (\d+)\n\n", said)
    assert found, said
    return found[1], int(found[2])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.01)


async def opened(topic: live.Topic) -> AsyncIterator[str]:
    """A stream whose first words, how long to wait before coming back, were heard."""
    stream = live.stream_versions(live.Page(topic))
    assert (await anext(stream)).startswith("retry: ")
    return stream
