"""Processes that record at the same time, and processes that are killed while they record.

    python -m tests.crash write WRITERS ACTS   records in so many processes on a new campaign
    python -m tests.crash kill ROUNDS          kills such a process again and again

Both print JSON: the campaign's number, what was acknowledged and what became of it.
They run on the database of the environment, never inside the tests' own transaction.
"""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from tests.ready import DATABASE, copy_database, own_database

PROJECT = Path(__file__).resolve().parent.parent
LONGEST_LIFE = 0.05  # seconds between a process's first act and its end


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "tests.crash", *map(str, words)]


def new_database(folder: Path) -> dict[str, str]:
    """The environment of processes with an empty database of their own."""
    copy_database(folder / DATABASE)
    return own_database(folder)


def told(*words: object, env: Mapping[str, str]) -> dict[str, Any]:
    done = subprocess.run(
        command(*words), cwd=PROJECT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def crash(folder: Path, rounds: int) -> dict[str, Any]:
    """Kills a recording process `rounds` times on a new SQLite file; tells what became of its acts."""
    return told("kill", rounds, env=new_database(folder))


def begin() -> int:
    from campaign.models import Campaign
    from companion.log import record as log
    from companion.tables.models import Table

    table = Table.objects.create(name="Crash")
    campaign = log.begin_log(
        Campaign(table=table, name="Crash", engine="toy"), start={}
    )
    opening = [("found", {"empire": "anna"}), ("open", {"missions": [61]})]
    for kind, data in opening:
        log.record(campaign, kind=kind, data=data, client_id=uuid4())
    return int(campaign.pk)


def write(number: int, acts: int) -> Iterator[UUID]:
    """Records acts that each change a picture and add facts; yields an id when its act is safe."""
    from companion.log import record as log
    from companion.log.models import Log

    campaign = Log.objects.get(pk=number)
    for _act in range(acts):
        client_id = uuid4()
        data = {"empire": "anna", "amount": 1}
        log.record(campaign, kind="gain", data=data, client_id=client_id)
        yield client_id


def write_together(writers: int, acts: int) -> dict[str, Any]:
    """What became of acts that so many processes recorded at the same time.

    They are forked: starting each would take far longer than recording does.
    """
    from django.db import connections

    number = begin()
    connections.close_all()  # a fork must not share a connection
    fork = multiprocessing.get_context("fork")
    ready = fork.Barrier(writers)
    # One task each: whoever comes in the place of one that is done waits for ever.
    with fork.Pool(writers, initializer=ready.wait, maxtasksperchild=1) as pool:
        written = pool.starmap(write_all, [(number, acts)] * writers, chunksize=1)
    acknowledged = [one for ids in written for one in ids]
    return {"ids": [*map(str, acknowledged)], **outcome(number, acknowledged)}


def write_all(number: int, acts: int) -> list[UUID]:
    return list(write(number, acts))


def kill(rounds: int) -> dict[str, Any]:
    """Forks rather than starts each process, which would take longer than it lives."""
    number = begin()
    acknowledged = [one for _round in range(rounds) for one in killed_writer(number)]
    return {"rounds": rounds, **outcome(number, acknowledged)}


def outcome(number: int, acknowledged: list[UUID]) -> dict[str, Any]:
    from companion.log import record as log
    from companion.log.models import Log

    campaign = Log.objects.get(pk=number)
    kept = set(campaign.acts.values_list("client_id", flat=True))
    return {
        "number": number,
        "acknowledged": len(set(acknowledged)),
        "lost": len(set(acknowledged) - kept),
        "acts": len(kept),
        "last": campaign.last,
        "differences": log.rebuild(campaign),
    }


def killed_writer(number: int) -> list[UUID]:
    """What a process acknowledged before it was killed, at some moment after its first act."""
    from django.db import connections

    connections.close_all()  # a fork must not share a connection
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        write_until_killed(number, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as acknowledged:
        first = acknowledged.read(16)
        time.sleep(random.uniform(0, LONGEST_LIFE))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        rest = acknowledged.read()
    ids = first + rest
    return [UUID(bytes=ids[at : at + 16]) for at in range(0, len(ids), 16)]


def write_until_killed(number: int, writing: int) -> None:
    try:
        for client_id in write(number, sys.maxsize):
            os.write(writing, client_id.bytes)
    finally:
        os._exit(1)  # a fork never goes on with its parent's work


def set_up() -> None:
    import django

    django.setup()
    from companion.log.engines import ENGINES
    from tests.toy import TOY

    ENGINES["toy"] = TOY


def main(word: str, *numbers: str) -> None:
    does = {"write": write_together, "kill": kill}[word]
    sys.stdout.write(json.dumps(does(*map(int, numbers))))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    set_up()
    main(*sys.argv[1:])
