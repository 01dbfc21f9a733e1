"""Locks between processes of this machine, kept in a file of the data folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class AlreadyLocked(Exception):
    """Raised where another process holds the lock."""


@contextmanager
def hold_lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Holds the lock until the end; a process that dies gives it back."""
    # Opened for appending: what another process has written there stays.
    with path.open("a", encoding="utf-8") as file:
        lock_file(file, wait=wait)
        yield


def lock_file(file: IO[str], *, wait: bool) -> None:
    try:
        if sys.platform == "win32":
            how = msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK
            msvcrt.locking(file.fileno(), how, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        raise AlreadyLocked(file.name) from error
