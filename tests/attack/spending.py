"""What a piece of work takes: the time of the processor and the memory, in a process of its own."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connections

LONGEST = 30  # seconds of the processor after which it is cut off
HUGE = 3_000_000_000  # bytes it can't have more of


@dataclass(frozen=True)
class Spent:
    seconds: float  # of the processor: what else the machine does is left out
    megabytes: float  # more than there were before
    status: int


def spend(work: Callable[[], int]) -> Spent:
    """Does the work in a copy of this process, so that nothing before or after it counts."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        tell_and_end(work, writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        answer = told.read()
    os.waitpid(child, 0)
    return Spent(**json.loads(answer)) if answer else Spent(LONGEST, 0, 599)


def tell_and_end(work: Callable[[], int], writing: int) -> None:
    """What is left open is the parent's: nothing is closed, flushed or cleaned up here."""
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    resource.setrlimit(resource.RLIMIT_AS, (HUGE, HUGE))
    try:
        for one in connections.all(initialized_only=True):
            if one.vendor != "sqlite":
                one.connection = None
        before = usage()
        status = work()
        after = usage()
        told = {
            "seconds": after[0] - before[0],
            "megabytes": (after[1] - before[1]) / 1024,
            "status": status,
        }
        os.write(writing, json.dumps(told).encode())
    finally:
        os._exit(0)


def usage() -> tuple[float, int]:
    """Seconds of the processor, and the most kilobytes so far; with processes it began."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = sum(one.ru_utime + one.ru_stime for one in (own, begun))
    return seconds, own.ru_maxrss + begun.ru_maxrss
