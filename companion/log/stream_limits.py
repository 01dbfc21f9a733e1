"""How many live pages one table and one stranger may hold open, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager, suppress

from django.conf import settings

from companion.tables.access import TableRequest
from companion.tables.rate_limits import TooMany, address_of

MOST_PER_TABLE = 1000
SOON = 1  # minutes until a page that was refused comes again
OPEN: Counter[str] = Counter()


def stream_keys(request: TableRequest) -> list[str]:
    """Under what a page is counted: its table, or the address where it belongs to none."""
    table = request.here.table
    if table is None or request.here.looks_only:
        return [f"address {address_of(request)}"]
    return [f"table {table.pk}"]


def check_streams(keys: list[str]) -> None:
    """Raises TooMany where no more pages may listen."""
    for key in keys:
        own = key.startswith("address")
        most = settings.COMPANION_STREAMS_PER_ADDRESS if own else MOST_PER_TABLE
        if OPEN[key] >= most:
            raise TooMany(SOON, "stream")


@contextmanager
def hold_place(keys: list[str]) -> Iterator[None]:
    """Counts a page while it listens; raises TooMany where no more may.

    Only on the event loop: of pages that come at once each is counted before the next is looked at.
    """
    check_streams(keys)
    OPEN.update(keys)
    try:
        yield
    finally:
        OPEN.subtract(keys)
        for key in keys:
            if not OPEN[key]:
                del OPEN[key]


async def count_stream(
    events: AsyncIterator[str], keys: list[str]
) -> AsyncGenerator[str]:
    """The events of a stream that counts for as long as it is open; none where there are too many."""
    with suppress(TooMany), hold_place(keys):
        async for event in events:
            yield event
