"""python -m tests.load: many idle pages and a table that writes, on one real server process.

How long after its act a change is heard, what is lost, and what so many open pages cost while
nothing happens. Only on this machine; bounded by LOAD_SECONDS (20; the whole minute: 60).
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

from tests.e2e.served import Served

SUBSCRIBERS, WRITERS = 500, 20
PAUSE = (1.0, 3.0)  # seconds between two entries of one writer
AT_ONCE = 25  # pages that come in the same moment
IDLE = 5.0  # seconds over which the cost of idle pages is measured
GRACE = 5.0  # seconds in which the last change has to be heard
FIELDS = ("track", "common", "faction", "shrine", "hand")


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
    acts: int
    latencies: list[float]  # seconds from an act to its event, for every page
    lost: int  # events that pages waited for in vain
    idle: float | None  # share of a core while nothing happens
    errors: list[str]

    def __str__(self) -> str:
        idle = "not measured" if self.idle is None else f"{self.idle:.1%} of a core"
        return "\n".join(
            [
                f"{self.subscribers} idle pages on one process: {idle}",
                f"{self.writers} writers, {self.seconds:.0f} s, {self.acts} acts:"
                f" heard after p50 {self.after(50)}, p95 {self.after(95)},"
                f" at most {self.after(100)} (goal: p95 within 1 s)",
                f"lost events: {self.lost} of {self.acts * self.subscribers};"
                f" errors: {len(self.errors)} {self.errors[:1] or ''}",
            ]
        )

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


async def crowd(load: Load, subscribers: int) -> list[asyncio.Task[None]]:
    """Comes in groups, so that connecting isn't what is measured."""
    tasks: list[asyncio.Task[None]] = []
    for start in range(0, subscribers, AT_ONCE):
        group = [
            asyncio.Event() for _ in range(start, min(start + AT_ONCE, subscribers))
        ]
        tasks += [asyncio.create_task(load.listen(ready)) for ready in group]
        await asyncio.wait_for(asyncio.gather(*(one.wait() for one in group)), 30)
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


def written_at(server: Served) -> dict[int, float]:
    """When each act was made, a moment before it was committed, by its number."""
    rows = server.query("SELECT number, at FROM campaign_act")
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
    browser = Browser(server.port)
    load = Load(browser, await session_of(browser))
    already = len(written_at(server))
    listening = await crowd(load, subscribers)
    idle = await share_of_a_core(server.pid, min(IDLE, seconds))
    until = time.monotonic() + seconds
    cells = [f"1s{number % 4}-{FIELDS[number // 4]}" for number in range(writers)]
    await asyncio.gather(*(load.write(cell, until) for cell in cells))
    await heard_out(load, len(written_at(server)))
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    written = {n: at for n, at in written_at(server).items() if n > already}
    found = [wait for own in load.heard for wait in waits(own, written)]
    return Outcome(
        subscribers,
        writers,
        seconds,
        len(written),
        [wait for wait in found if wait is not None],
        found.count(None),
        idle,
        load.errors,
    )


async def heard_out(load: Load, last: int) -> None:
    """Waits until every page has heard of the last act, for a while."""
    deadline = time.monotonic() + GRACE
    while time.monotonic() < deadline:
        if all(own and own[-1][0] >= last for own in load.heard):
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
    outcome = measure(float(os.environ.get("LOAD_SECONDS") or 20))
    sys.stdout.write(f"{outcome}\n")


if __name__ == "__main__":
    main()
