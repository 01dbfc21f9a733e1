"""Runs what waits on an event loop of its own: the browser of other tests keeps one in the main thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_aside(work: Coroutine[Any, Any, Any]) -> Any:
    with ThreadPoolExecutor(max_workers=1) as aside:
        return aside.submit(asyncio.run, work).result()
