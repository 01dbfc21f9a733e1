"""How many live pages may be open."""

import asyncio

import pytest
from django.test import AsyncRequestFactory

from companion.log import stream_limits
from companion.tables.access import Here, Role
from companion.tables.models import Table
from companion.tables.rate_limits import TooMany
from tests.aside import run_aside


def asking(here):
    request = AsyncRequestFactory().get("/")
    request.META["REMOTE_ADDR"], request.here = "192.168.1.5", here
    return request


def test_a_page_without_a_table_counts_for_its_address():
    keys = stream_limits.stream_keys(asking(Here(None, Role.ORGANISER)))
    assert keys == ["address 192.168.1.5"]


def test_looking_at_the_demo_counts_for_the_address_too():
    demo = Table(pk=3, demo=Table.Demo.SHARED)
    keys = stream_limits.stream_keys(asking(Here(demo, Role.ORGANISER)))
    assert keys == ["address 192.168.1.5"]


def test_a_page_of_a_table_counts_for_the_table():
    here = Here(Table(pk=7), Role.PLAYER)
    assert stream_limits.stream_keys(asking(here)) == ["table 7"]


def test_the_last_one_too_many_is_refused_and_one_that_closes_makes_room(settings):
    settings.COMPANION_STREAMS_PER_ADDRESS = 1
    keys = ["address 10.0.0.1"]

    async def never_ends():
        yield "hello"
        await asyncio.Event().wait()

    async def scenario():
        stream_limits.check_streams(keys)
        events = stream_limits.count_stream(never_ends(), keys)
        assert await anext(events) == "hello"
        with pytest.raises(TooMany):
            stream_limits.check_streams(keys)
        late = stream_limits.count_stream(never_ends(), keys)
        assert [event async for event in late] == []
        await events.aclose()
        stream_limits.check_streams(keys)

    run_aside(scenario())
    assert not stream_limits.OPEN
