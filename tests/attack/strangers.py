"""A real server and strangers who want to stop it: slow, idle, too large, guessing."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from statistics import median

from django.conf import settings

from tests.attack import odd_requests
from tests.attack.outcome import Outcome
from tests.e2e.served import Served
from tests.load.pages import Browser, session_of

SLOW, IDLE, GUESSES = 200, 1100, 40
LOOKED_AT = 10  # guesses of one address
WITHIN = 1.0  # seconds in which a page answers meanwhile
PAGES = 8
LONGEST = 30.0  # seconds to wait for any answer
HOST = "Host: localhost\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
FILES, FILE, MANY_FILES = "/campaigns/1/cards/file/", 9_000_000, 16  # of them half
STATUS = re.compile(rb"^HTTP/1\.[01] (\d+)", re.MULTILINE)
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Strangers:
    def __init__(self, server: Served, stack: AsyncExitStack) -> None:
        self.server, self.stack = server, stack

    async def connect(self, sent: str = "") -> Connection:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        self.stack.callback(writer.close)
        writer.write(sent.encode())
        await writer.drain()
        return reader, writer

    async def ask(self, sent: str) -> tuple[int, float]:
        """The status of the answer, and after how many seconds it came."""
        begun = time.monotonic()
        reader, _writer = await self.connect(sent)
        line = await asyncio.wait_for(reader.readline(), LONGEST)
        return int(line.split()[1]) if line else 0, time.monotonic() - begun

    async def get(self, path: str = "/") -> tuple[int, float]:
        return await self.ask(f"GET {path} HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n")

    async def pages_answer(self) -> Outcome:
        """Whether pages come within a second: half of them, because the machine does more."""
        outcome = Outcome()
        times = []
        for _ in range(PAGES):
            status, seconds = await self.get()
            outcome.note(status == 200, f"answered {status}")
            times.append(seconds)
        usual = median(times)
        outcome.note(usual < WITHIN, f"a page takes {usual:.1f} s")
        return outcome

    # The attacks

    async def send_half_a_form(self) -> Outcome:
        half = f"POST /sessions/start/ HTTP/1.1\r\n{HOST}{FORM}Content-Length: 1000\r\n\r\ngame="
        await asyncio.gather(*(self.connect(half) for _ in range(SLOW)))
        await asyncio.gather(*(self.connect() for _ in range(IDLE)))
        return await self.pages_answer()

    async def send_half_a_head(self) -> Outcome:
        await asyncio.gather(
            *(self.connect(f"GET / HTTP/1.1\r\n{HOST}X-Slow: ") for _ in range(IDLE))
        )
        return await self.pages_answer()

    async def send_too_much(self) -> Outcome:
        outcome = Outcome()
        for path in (
            "/",
            "/sessions/start/",
            "/log-in/",
            "/nowhere/",
            "/sessions/x/live/",
        ):
            head = f"POST {path} HTTP/1.1\r\n{HOST}{FORM}Expect: 100-continue\r\n"
            status, _seconds = await self.ask(
                f"{head}Content-Length: 300000000\r\n\r\n"
            )
            outcome.note(status == 413, f"{path}: {status}")
        return outcome

    async def send_half_of_many_files(self) -> Outcome:
        """As much as is ever held of files; a form is taken all the same (without a token: 403)."""
        head = f"POST {FILES} HTTP/1.1\r\n{HOST}{FORM}Content-Length: {FILE}\r\n\r\n"
        half = head + "x" * (FILE // 2)
        await asyncio.gather(*(self.connect(half) for _ in range(MANY_FILES)))
        form = f"POST /sessions/start/ HTTP/1.1\r\n{HOST}{FORM}Content-Length: 9\r\n\r\ngame=arcs"
        outcome = Outcome()
        for path, sent, right in (
            ("a form", form, 403),
            ("a file", head + "x" * FILE, 503),
        ):
            status, _seconds = await self.ask(sent)
            outcome.note(status == right, f"{path}: {status}")
        return outcome

    async def send_odd_requests(self) -> Outcome:
        """Each is refused, once, and never as a fault of ours."""
        outcome = Outcome()
        for name, sent in {**odd_requests.FORMS, **odd_requests.TWO_ENDS}.items():
            reader, _writer = await self.connect(sent)
            said = await asyncio.wait_for(reader.read(), LONGEST)
            answers = [int(one) for one in STATUS.findall(said)]
            refused = len(answers) == 1 and 400 <= answers[0] < 500
            outcome.note(refused, f"{name}: {answers}")
        return outcome

    async def listen_at_once(self) -> Outcome:
        """Twice as many live pages of one address as may be open; the first ones stay."""
        most = settings.COMPANION_STREAMS_PER_ADDRESS
        path = await session_of(Browser(self.server.port))
        sent = f"GET {path}live/ HTTP/1.1\r\n{HOST}\r\n"
        answers = await asyncio.gather(*(self.ask(sent) for _ in range(2 * most)))
        outcome = Outcome(tried=2 * most)
        found = [status for status, _seconds in answers]
        if sorted(found) != [200] * most + [429] * most:
            outcome.failed.append(f"{found.count(200)} of {2 * most} listen")
        return outcome

    async def guess_at_once(self) -> Outcome:
        """Forty codes at the same moment: ten are looked at, the others are told to wait."""
        answers = await asyncio.gather(
            *(self.get("/join/wrong/") for _ in range(GUESSES))
        )
        statuses = sorted(status for status, _seconds in answers)
        right = [404] * LOOKED_AT + [429] * (GUESSES - LOOKED_AT)
        outcome = Outcome(tried=GUESSES)
        if statuses != right:
            outcome.failed.append(f"{statuses.count(404)} of {GUESSES} were looked at")
        return outcome


ATTACKS: dict[str, Callable[[Strangers], Awaitable[Outcome]]] = {
    "half-sent forms and idle connections": Strangers.send_half_a_form,
    "half-sent headers": Strangers.send_half_a_head,
    "bodies that are too large": Strangers.send_too_much,
    "files that never end": Strangers.send_half_of_many_files,
    "requests no browser sends": Strangers.send_odd_requests,
    "live pages at the same moment": Strangers.listen_at_once,
    "guesses at the same moment": Strangers.guess_at_once,
}


async def attack(server: Served) -> dict[str, Outcome]:
    found = {}
    for name, one in ATTACKS.items():
        async with AsyncExitStack() as stack:
            found[name] = await one(Strangers(server, stack))
    return found
