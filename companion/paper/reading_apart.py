"""Strangers' pictures read in a process of its own, which may take only so much time and memory.

A scan can be small and yet unpack to gigabytes: then that process ends, and nothing else does.
It tells every code as soon as it has read it, so what was read until then counts.
"""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

# Of the processor for each file: after these seconds no further look is begun, then it is ended.
SECONDS, MOST_SECONDS = 1.4, 1.8
BYTES = 200_000_000
LONGEST = 60  # seconds to wait on a machine that does much else
AT_ONCE = 2  # of these processes; each of them holds up a thread that answers pages
QUEUE = 1.0  # seconds to wait for one of them
SIZE = 4  # bytes that say how long the next file is
BAD, END = "bad", "end"


@dataclass(frozen=True)
class ReadPictures:
    codes: list[bytes]
    bad: int | None = None  # which of the files is no picture
    ended: bool = True  # whether it got through all of them


class TooBusy(Exception):
    """Raised where others' pictures are being read, and would be for a while."""


reading = threading.BoundedSemaphore(AT_ONCE)


def read_apart(files: Sequence[bytes]) -> ReadPictures:
    """What the codes on these pictures say."""
    if not reading.acquire(timeout=QUEUE):
        raise TooBusy
    try:
        return read_in_process(files)
    finally:
        reading.release()


def read_in_process(files: Sequence[bytes]) -> ReadPictures:
    sent = b"".join(len(raw).to_bytes(SIZE) + raw for raw in files)
    try:
        done = subprocess.run(  # noqa: S603 - our own module, told nothing but the files
            [sys.executable, "-m", __name__],
            input=sent,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": import_path()},
            timeout=LONGEST,
            check=False,
        )
        told = done.stdout
    except subprocess.TimeoutExpired as late:
        told = late.stdout or b""
    return read_lines(told.decode("ascii").split("\n"))


def import_path() -> str:
    own = str(Path(__file__).parents[2])
    return os.pathsep.join(filter(None, (own, os.environ.get("PYTHONPATH"))))


def read_lines(lines: Sequence[str]) -> ReadPictures:
    """Lines of codes, the last of them perhaps cut short; then how it ended."""
    *whole, _rest = lines
    codes = [base64.b64decode(one) for one in whole if " " not in one and one != END]
    bad = next(
        (int(one.split()[1]) for one in whole if one.startswith(BAD + " ")), None
    )
    return ReadPictures(codes, bad, ended=END in whole or bad is not None)


# In that process


def main() -> None:
    # Here alone: whoever serves pages does without what reads pictures.
    from companion.paper.code_reader import NoPicture, read_codes

    files = list(given_files(sys.stdin.buffer.read()))
    limit_work(len(files))
    for number, raw in enumerate(files, start=1):
        try:
            for code in read_codes(raw, partial(is_time_left, SECONDS * number)):
                write_line(base64.b64encode(code).decode())
        except NoPicture:
            write_line(f"{BAD} {number - 1}")
            return
    write_line(END)


def is_time_left(seconds: float) -> bool:
    return time.process_time() < seconds


def given_files(sent: bytes) -> list[bytes]:
    files, at = [], 0
    while at < len(sent):
        end = at + SIZE + int.from_bytes(sent[at : at + SIZE])
        files.append(sent[at + SIZE : end])
        at = end
    return files


def write_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def limit_work(files: int) -> None:
    """Windows knows no such limits: there only the looks and the time it waits are bounded."""
    with suppress(ImportError):
        import resource

        seconds = MOST_SECONDS * files
        signal.setitimer(signal.ITIMER_PROF, seconds - time.process_time())
        resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(5)


if __name__ == "__main__":
    main()
