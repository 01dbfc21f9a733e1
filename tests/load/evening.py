"""Many tables at once: 5 phones each join by link and play a session, on two processes and PostgreSQL.

How many acts a second are held, how long an act takes and how long until another phone shows it, what
is lost, and what the processes need. Only on this machine, and it ends what it started:

    make load TABLES=200            for a minute (SECONDS=60), each phone once a minute (EVERY=60)
"""

from __future__ import annotations

import asyncio
import bisect
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.hosting.connections import allow_many_files
from tests.clusters import PROGRAMS, Cluster
from tests.e2e.served import PROJECT, RUNNING, Served
from tests.load.pages import processor_time
from tests.load.phones import Phone, Refused

PHONES = 5  # at each table
PROCESSES = 2
NAMES = (
    *(f"process {number + 1}" for number in range(PROCESSES)),
    "PostgreSQL",
    "phones",
)
JOINING = 8  # at the same moment; later they are all there
GRACE = 20.0  # seconds in which the last act has to be shown everywhere
NO_POSTGRES = "PostgreSQL isn't installed here, and the evening needs it.\n"
PREPARE = """
import json
from companion.sessions.services import start_session
from companion.tables.joining import current_invitation
from companion.tables.models import Table
made = []
for number in range({tables}):
    table = Table.objects.create(name=f"Table {{number + 1}}")
    session = start_session(game="imperial_settlers", table=table, players=4)
    code = current_invitation(table=table, role="player").code
    made.append((code, f"/sessions/{{session.token}}/"))
print("made", json.dumps(made))
"""


class Worker(Served):
    """One of the processes: their database and their key are the same, their folders their own."""

    def __init__(self, folder: Path, shared: dict[str, str]) -> None:
        super().__init__(folder)
        self.shared = shared

    def environment(self) -> dict[str, str]:
        # Each phone has an address of its own, as behind a proxy, or the limits would stop them.
        return {**super().environment(), **self.shared, "COMPANION_PROXY": "1"}

    def run(self, *words: str) -> str:
        given = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            given,
            cwd=PROJECT,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(done.stderr)
        return done.stdout

    def database_time(self) -> float:
        """Of all processes of the cluster whose address we were given."""
        folder = Path(self.shared["DATABASE_URL"].partition("host=")[2])
        first = (folder / "files" / "postmaster.pid").read_text().split()[0]
        stats = [read_stat(file) for file in Path("/proc").glob("[0-9]*/stat")]
        ticks = sum(sum(map(int, one[11:15])) for one in stats if first in one[:2])
        own = read_stat(Path(f"/proc/{first}/stat"))
        return (ticks + sum(map(int, own[11:15]))) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MB of this process alone, where the system tells."""
        file = Path(f"/proc/{self.pid}/status")
        said = file.read_text() if file.exists() else ""
        lines = (line.split() for line in said.splitlines())
        return next((int(one[1]) / 1024 for one in lines if one[0] == "VmRSS:"), 0.0)


def read_stat(file: Path) -> list[str]:
    """What Linux counts of a process, from its state on; nothing of one that has ended."""
    try:
        return file.read_text().rpartition(") ")[2].split()
    except OSError:
        return []


@dataclass
class Evening:
    """What was measured, in seconds unless it says otherwise."""

    tables: int
    seconds: float
    joined: float = 0.0
    acts: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    fetches: int = 0
    endings: Counter[str] = field(default_factory=Counter)  # of streams that came back
    unwritten: int = 0  # acknowledged, but not in the database
    unseen: int = 0  # acts some phone never showed
    errors: list[str] = field(default_factory=list)
    spent: dict[str, float] = field(default_factory=dict)  # processor time, by whom
    memory: list[float] = field(default_factory=list)  # MB of each process
    busy: float = 0.0  # programs that wanted a core in the minute before

    def __str__(self) -> str:
        lost = self.unwritten + self.unseen
        return "\n".join(
            [
                f"{self.tables} tables, {self.tables * PHONES} phones on {PROCESSES} processes"
                f" for {self.seconds:.0f} s; all joined in {self.joined:.0f} s",
                f"acts: {len(self.acts)}, {len(self.acts) / self.seconds:.1f} a second,"
                f" {self.fetches / self.seconds:.0f} fetches a second",
                f"an act: {percentiles(self.acts)}",
                f"seen on another phone: {percentiles(self.seen)}",
                f"errors: {len(self.errors)} {self.errors[:2] or ''};"
                f" streams that ended and came back: {self.endings.total()}"
                f" {dict(self.endings) or ''}",
                f"lost: {lost} ({self.unwritten} not written, {self.unseen} not seen)",
                f"processor time, of a core: {self.describe_shares()};"
                f" {self.cost_of_an_act() * 1000:.0f} ms of ours for an act with its fetches",
                f"memory: {', '.join(f'{one:.0f} MB' for one in self.memory)}",
                f"the machine before: {os.cpu_count()} cores, load {self.busy:.1f}",
            ]
        )

    def describe_shares(self) -> str:
        shares = {name: spent / self.seconds for name, spent in self.spent.items()}
        return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())

    def cost_of_an_act(self) -> float:
        ours = sum(self.spent[name] for name in NAMES[:PROCESSES] if self.spent)
        return ours / max(len(self.acts), 1)


def percentiles(found: Iterable[float]) -> str:
    ordered = sorted(found)
    if not ordered:
        return "none"
    return ", ".join(
        f"p{percent} {ordered[len(ordered) * percent // 100] * 1000:.0f} ms"
        for percent in (50, 95, 99)
    )


@contextmanager
def served(folder: Path) -> Iterator[list[Worker]]:
    """A cluster and the processes, started and ended."""
    with ExitStack() as stack:
        cluster = Cluster(Path("/tmp") / f"companion-load-{os.getpid()}")
        cluster.control("start")
        stack.callback(cluster.remove)
        shared = {
            "DATABASE_URL": cluster.address,
            "COMPANION_SECRET": secrets.token_urlsafe(60),
        }
        names = [folder / f"process{number}" for number in range(PROCESSES)]
        workers = [Worker(name, shared) for name in names]
        workers[0].run("migrate", "--verbosity", "0")
        for worker in workers:
            stack.callback(worker.kill)
            worker.start()
        yield workers


def prepare_tables(worker: Worker, tables: int) -> list[tuple[str, str]]:
    """The code and the session of every table."""
    said = worker.run("shell", "--verbosity", "0", "-c", PREPARE.format(tables=tables))
    line = next(one for one in said.splitlines() if one.startswith("made "))
    return [(code, path) for code, path in json.loads(line.removeprefix("made "))]


def gather_phones(workers: list[Worker], tables: list[tuple[str, str]]) -> list[Phone]:
    return [
        Phone(
            port=workers[nth % len(workers)].port,
            code=code,
            session=session,
            nth=nth,
            address=f"10.{number // 250}.{number % 250}.{nth + 1}",
        )
        for number, (code, session) in enumerate(tables)
        for nth in range(PHONES)
    ]


async def join_all(phones: list[Phone], evening: Evening) -> list[asyncio.Task[None]]:
    """Everybody joins and opens the page, which listens and fetches from then on."""
    begun, gate = time.monotonic(), asyncio.Semaphore(JOINING)
    listening: list[asyncio.Task[None]] = []

    async def join(phone: Phone) -> None:
        async with gate:
            try:
                await phone.join()
            except (OSError, TimeoutError, EOFError, Refused) as error:
                evening.errors.append(f"join: {error!r}")
                return
        work = (phone.listen(), phone.follow())
        listening.extend(asyncio.create_task(one) for one in work)

    await asyncio.gather(*map(join, phones))
    evening.joined = time.monotonic() - begun
    return listening


async def play_evening(workers: list[Worker], tables: Any, seconds: float) -> Evening:
    evening = Evening(len(tables), seconds, busy=os.getloadavg()[0])
    phones = gather_phones(workers, tables)
    listening = await join_all(phones, evening)
    phones = [phone for phone in phones if phone.shown]
    await wait_until_all(lambda phone: phone.newest >= 0, phones)
    evening.fetches = -sum(phone.fetches for phone in phones)  # while they joined
    before = read_costs(workers)
    until = time.monotonic() + seconds
    await asyncio.gather(*(phone.play(until) for phone in phones))
    spent = [now - then for now, then in zip(read_costs(workers), before, strict=True)]
    evening.spent = dict(zip(NAMES, spent, strict=True))
    evening.memory = [worker.memory() for worker in workers]
    await asyncio.sleep(1)
    await wait_until_all(lambda phone: phone.shown[-1][0] >= phone.newest, phones)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    count_evening(evening, phones, await asyncio.to_thread(read_acts, workers[0]))
    said = [worker.output().partition(RUNNING)[2].strip() for worker in workers]
    evening.errors += [one[-500:] for one in said if "Traceback" in one]
    return evening


def read_costs(workers: list[Worker]) -> list[float]:
    """Processor time so far: of each process, of PostgreSQL and of these phones."""
    own = [processor_time(worker.pid) or 0.0 for worker in workers]
    return [*own, workers[0].database_time(), time.process_time()]


async def wait_until_all(holds: Any, phones: list[Phone]) -> None:
    deadline = time.monotonic() + GRACE
    while time.monotonic() < deadline and not all(map(holds, phones)):
        await asyncio.sleep(0.1)


def read_acts(worker: Worker) -> dict[str, int]:
    """Every act's number in its log, by the id its phone gave it."""
    import psycopg

    with psycopg.connect(worker.shared["DATABASE_URL"]) as own:
        rows = own.execute("SELECT client_id, number FROM campaign_act").fetchall()
    return {str(key): number for key, number in rows}


def count_evening(
    evening: Evening, phones: list[Phone], written: dict[str, int]
) -> None:
    """How long acts took, and how long until each of the others' phones showed them."""
    at_table: dict[str, list[Phone]] = {}
    for phone in phones:
        at_table.setdefault(phone.session, []).append(phone)
        evening.errors += phone.errors
        evening.fetches += phone.fetches
        evening.endings.update(phone.endings)
        evening.acts += [one.took for one in phone.entered]
    for phone in phones:
        others = [one for one in at_table[phone.session] if one is not phone]
        for one in phone.entered:
            number = written.get(str(one.id))
            if number is None:
                evening.unwritten += 1
                continue
            for other in others:
                at = bisect.bisect_left(other.shown, (number, 0.0))
                if at < len(other.shown):
                    evening.seen.append(other.shown[at][1] - one.sent)
                else:
                    evening.unseen += 1


def main() -> None:
    if not PROGRAMS:
        sys.stdout.write(NO_POSTGRES)
        return
    allow_many_files()
    tables = int(os.environ.get("TABLES") or 200)
    seconds = float(os.environ.get("SECONDS") or 60)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as workers:
        prepared = prepare_tables(workers[0], tables)
        bound = seconds + 120 + tables  # joining takes the longest
        played = play_evening(workers, prepared, seconds)
        evening = asyncio.run(asyncio.wait_for(played, bound))
    sys.stdout.write(f"{evening}\n")
