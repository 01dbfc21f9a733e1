"""Which copies of the database there are, and which of them are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path

NAME = re.compile(
    r"companion-(?:n(?P<number>\d{6})-)?(?P<at>\d{8}-\d{6}-\d{6})-(?P<why>[a-z-]+)\.(?:sqlite3|dump)"
)
TIME = "%Y%m%d-%H%M%S-%f"
LAST, DAYS, WEEKS = 10, 14, 13  # how many of each are kept


@dataclass(frozen=True)
class DatabaseCopy:
    path: Path
    number: int  # copies are counted, because clocks are wrong and set back
    at: datetime
    why: str

    @property
    def day(self) -> date:
        return self.at.date()

    @property
    def week(self) -> tuple[int, int]:
        year, week, _day = self.at.isocalendar()
        return year, week


def list_copies(folder: Path) -> list[DatabaseCopy]:
    """The newest first."""
    found = (read_name(path) for path in folder.glob("companion-*"))
    copies = (copy for copy in found if copy)
    return sorted(copies, key=lambda one: (one.number, one.at), reverse=True)


def read_name(path: Path) -> DatabaseCopy | None:
    """A copy as its name tells it; None for any other file."""
    named = NAME.fullmatch(path.name)
    if not named:
        return None
    try:
        at = datetime.strptime(named["at"], TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return DatabaseCopy(path, int(named["number"] or 0), at, named["why"])


def name_for_copy(folder: Path, why: str, ending: str) -> Path:
    """A name after all that are there."""
    newest = next(iter(list_copies(folder)), None)
    number = newest.number + 1 if newest else 1
    at = datetime.now(UTC).strftime(TIME)
    return folder / f"companion-n{number:06}-{at}-{why}.{ending}"


def copies_to_keep(copies: Iterable[DatabaseCopy]) -> set[DatabaseCopy]:
    """Of copies in order, newest first: the last ones, then the last of each day and each week.

    Counted by their own days and weeks, not by today's: with a wrong clock nothing is lost.
    """
    listed = list(copies)
    return {
        *listed[:LAST],
        *last_of_each(listed, lambda one: one.day, DAYS),
        *last_of_each(listed, lambda one: one.week, WEEKS),
    }


def last_of_each(
    copies: Iterable[DatabaseCopy], span: Callable[[DatabaseCopy], Hashable], most: int
) -> list[DatabaseCopy]:
    first: dict[Hashable, DatabaseCopy] = {}
    for copy in copies:
        first.setdefault(span(copy), copy)
    return list(islice(first.values(), most))


def drop_copies(folder: Path) -> None:
    """Deletes the copies that need not be kept."""
    there = list_copies(folder)
    keep = copies_to_keep(there)
    for copy in there:
        if copy not in keep:
            copy.path.unlink(missing_ok=True)
