"""When a live page hears nothing more: it was disconnected, or the server stops."""

import asyncio
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from companion.log import live
from companion.sessions.services import start_session
from tests.aside import run_aside

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60  # seconds


async def hear_all(stream):
    return [event async for event in stream]


def listen(topic, *, is_welcome=live.welcome_everybody, meanwhile=None):
    """Everything a page hears until its stream ends by itself."""

    async def scenario():
        heard = asyncio.create_task(hear_all(live.stream_versions(topic, is_welcome)))
        while not live.own_watcher().subscribers.get(topic):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        if meanwhile:
            meanwhile()
        try:
            return await asyncio.wait_for(heard, PATIENCE)
        finally:
            await sync_to_async(connections.close_all)()

    return run_aside(scenario())


def test_a_server_that_stops_ends_every_stream():
    session = start_session(game="arcs", client_id=uuid4())
    heard = listen(("log", session.pk), meanwhile=live.end_streams)
    assert heard[1:] == ["event: version\ndata: 0\n\n"]


def test_a_phone_that_was_disconnected_hears_nothing_more(monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.05)
    session = start_session(game="arcs", client_id=uuid4())

    async def is_welcome():
        return False

    heard = listen(("log", session.pk), is_welcome=is_welcome)
    assert heard[1:] == ["event: version\ndata: 0\n\n"]
