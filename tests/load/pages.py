"""python -m tests.load.pages: many open pages and sessions that write, on one real server process.

What a stream costs to connect and to hold, how long after its act a change is heard, what is lost,
and what so many open pages cost while nothing happens. Only on this machine; bounded by LOAD_SECONDS
(20; the whole minute: 60).
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from companion.hosting.connections import allow_many_files
from tests.e2e.served import Served

SUBSCRIBERS, WRITERS = 2000, 20  # each writer at a session of its own
PAUSE = (1.0, 3.0)  # seconds between two entries of one writer
AT_ONCE = 25  # pages that come in the same moment
IDLE = 5.0  # seconds over which the cost of idle pages is measured
GRACE = 5.0  # seconds in which the last change has to be heard


@dataclass
class Browser:
    """As little of one as is needed: a connection that stays open, a cookie and a token."""

    port: int
    cookie: str = ""
    token: str = ""

    async def request(self, method: str, path: str, **sent: object) -> tuple[int, str]:
        body = urlencode({"csrfmiddlewaretoken": self.token, **sent}) if sent else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self.head(method, path, body).encode() + body.encode())
            answer = (await asyncio.wait_for(reader.read(), 30)).decode()
        finally:
            writer.close()
        head, _, content = answer.partition("\r\n\r\n")
        if found := re.search(r"set-cookie: (csrftoken=[^;]+)", head, re.IGNORECASE):
            self.cookie = found[1]
        if found := re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', content):
            self.token = found[1]
        return int(head.split()[1]), head + content

    def head(
        self, method: str, path: str, body: str = "", *, stays: bool = False
    ) -> str:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Connection: {'keep-alive' if stays else 'close'}",
            f"Cookie: {self.cookie}",
            "HX-Request: true",
        ]
        if body:
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        return "\r\n".join(lines) + "\r\n\r\n"


@dataclass
class Load:
    """What happens meanwhile, as it is heard."""

    browser: Browser
    session: str
    heard: list[list[tuple[int, float]]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    async def listen(self, ready: asyncio.Event) -> None:
        """One open page: what it hears, and when."""
        own: list[tuple[int, float]] = []
        self.heard.append(own)
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.browser.port
            )
            asked = self.browser.head("GET", f"{self.session}live/", stays=True)
            writer.write(asked.encode())
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    own.append((int(line[6:]), time.time()))
                    ready.set()
            self.errors.append("a stream ended")
        except OSError as error:
            self.errors.append(f"a stream: {error}")
        finally:
            ready.set()

    async def write(self, cell: str, until: float) -> int:
        """Somebody at the table, who enters something every other second."""
        seen, written = "", 0
        await asyncio.sleep(random.uniform(0, PAUSE[1]))
        while time.monotonic() < until:
            typed = str(written % 30 + 1)
            sent = {"id": uuid4(), "cell": cell, "typed": typed, "seen": seen}
            try:
                status, said = await self.browser.request(
                    "POST", f"{self.session}cells/", **sent
                )
            except (OSError, TimeoutError) as error:
                status, said = 0, str(error)
            if status == 200:
                seen, written = typed, written + 1
            else:
                self.errors.append(f"{cell}: {status} {said[-200:]}")
            await asyncio.sleep(random.uniform(*PAUSE))
        return written


@dataclass(frozen=True)
class Outcome:
    subscribers: int
    writers: int
    seconds: float
    connecting: float | None  # seconds of processor time for one page
    memory: float | None  # KB for one page
    acts: int
    latencies: list[float]  # seconds from an act to its event, for every page
    lost: int  # events that pages waited for in vain
    idle: float | None  # share of a core while nothing happens
    errors: list[str]

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.subscribers} pages on one process:"
                f" {self.cost('connecting', 1000, 'ms to connect (goal: 2)')},"
                f" {self.cost('memory', 1, 'KB each (goal: 20)')},"
                f" {self.cost('idle', 100, '% of a core while idle')}",
                f"{self.writers} writers, {self.seconds:.0f} s, {self.acts} acts:"
                f" heard after p50 {self.after(50)}, p95 {self.after(95)},"
                f" at most {self.after(100)} (goal: p95 within 1 s)",
                f"lost events: {self.lost} of {self.lost + len(self.latencies)};"
                f" errors: {len(self.errors)} {self.errors[:1] or ''}",
            ]
        )

    def cost(self, name: str, times: int, words: str) -> str:
        found: float | None = getattr(self, name)
        return f"{'?' if found is None else f'{found * times:.1f}'} {words}"

    def after(self, percent: int) -> str:
        if not self.latencies:
            return "never"
        ordered = sorted(self.latencies)
        return f"{ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000:.0f} ms"


async def session_of(browser: Browser) -> str:
    """A session of four that whoever has its link may enter into."""
    await browser.request("GET", "/")
    _status, said = await browser.request(
        "POST", "/sessions/start/", game="imperial_settlers", id=uuid4()
    )
    path = re.search(r"location: (\S+)", said, re.IGNORECASE)[1]
    await browser.request(
        "POST", f"{path}do/", kind="set_players", players=4, id=uuid4()
    )
    return path


async def crowd(loads: list[Load], subscribers: int) -> list[asyncio.Task[None]]:
    """Comes in groups, so that connecting isn't what is measured."""
    tasks: list[asyncio.Task[None]] = []
    for start in range(0, subscribers, AT_ONCE):
        group = range(start, min(start + AT_ONCE, subscribers))
        ready = [asyncio.Event() for _page in group]
        tasks += [
            asyncio.create_task(loads[page % len(loads)].listen(one))
            for page, one in zip(group, ready, strict=True)
        ]
        await asyncio.wait_for(asyncio.gather(*(one.wait() for one in ready)), 30)
    return tasks


async def share_of_a_core(pid: int, seconds: float) -> float | None:
    before, begun = processor_time(pid), time.monotonic()
    await asyncio.sleep(seconds)
    after = processor_time(pid)
    if before is None or after is None:
        return None
    return (after - before) / (time.monotonic() - begun)


def processor_time(pid: int) -> float | None:
    """Seconds of all threads of a process; only Linux tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float | None:
    """KB of a process; only Linux tells."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def difference(before: float | None, after: float | None, among: int) -> float | None:
    return None if before is None or after is None else (after - before) / among


def written_at(server: Served, load: Load) -> dict[int, float]:
    """When each act was made, a moment before it was committed, by its number."""
    rows = server.query(
        "SELECT number, at FROM campaign_act JOIN campaign_gamesession"
        " ON log_id = log_ptr_id WHERE token = ?",
        load.session.split("/")[2],
    )
    return {
        number: datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()
        for number, at in rows
    }


def waits(
    heard: list[tuple[int, float]], written: dict[int, float]
) -> Iterator[float | None]:
    """For every act how long a page waited until it heard of it or a later one; None for never."""
    events = iter(sorted(heard, key=lambda one: one[1]))
    version, at = next(events, (-1, 0.0))
    for number in sorted(written):
        while version < number:
            version, at = next(events, (sys.maxsize, 0.0))
        yield at - written[number] if version != sys.maxsize else None


async def loaded(
    server: Served, seconds: float, subscribers: int, writers: int
) -> Outcome:
    loads = [await begin_load(server) for _writer in range(writers)]
    already = [len(written_at(server, load)) for load in loads]
    listening = await crowd(loads, writers)  # the first brings more with it
    before = processor_time(server.pid), memory_of(server.pid)
    listening += await crowd(loads, subscribers - writers)
    after = processor_time(server.pid), memory_of(server.pid)
    costs = [
        difference(*pair, subscribers - writers)
        for pair in zip(before, after, strict=True)
    ]
    idle = await share_of_a_core(server.pid, min(IDLE, seconds))
    until = time.monotonic() + seconds
    await asyncio.gather(*(load.write("1s0-track", until) for load in loads))
    await heard_out(server, loads)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    acts, found = 0, []
    for load, count in zip(loads, already, strict=True):
        written = {n: at for n, at in written_at(server, load).items() if n > count}
        acts += len(written)
        found += [wait for own in load.heard for wait in waits(own, written)]
    return Outcome(
        subscribers,
        writers,
        seconds,
        *costs,
        acts,
        [wait for wait in found if wait is not None],
        found.count(None),
        idle,
        [error for load in loads for error in load.errors],
    )


async def begin_load(server: Served) -> Load:
    browser = Browser(server.port)
    return Load(browser, await session_of(browser))


async def heard_out(server: Served, loads: list[Load]) -> None:
    """Waits until every page has heard of the last act of its session, for a while."""
    last = [max(written_at(server, load)) for load in loads]
    deadline = time.monotonic() + GRACE
    while time.monotonic() < deadline:
        if all(
            own and own[-1][0] >= number
            for load, number in zip(loads, last, strict=True)
            for own in load.heard
        ):
            return
        await asyncio.sleep(0.1)


def measure(
    seconds: float, subscribers: int = SUBSCRIBERS, writers: int = WRITERS
) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COMPANION_STREAMS"] = str(subscribers)
        server = Served(Path(folder))
        try:
            server.start()
            bound = seconds + 120
            work = loaded(server, seconds, subscribers, writers)
            return asyncio.run(asyncio.wait_for(work, bound))
        finally:
            server.kill()


def main() -> None:
    allow_many_files()
    outcome = measure(float(os.environ.get("LOAD_SECONDS") or 20))
    sys.stdout.write(f"{outcome}\n")


if __name__ == "__main__":
    main()
