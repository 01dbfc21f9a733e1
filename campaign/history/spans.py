"""The acts of a campaign by session: from the opening of one to the opening of the next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from django.db import connection

from campaign.models import Campaign, Session, SessionEnd
from campaign.session.settled import settled_version
from companion.base.kept import KeptOnce
from companion.log.history_pages import HistoryRow, HistoryRun, runs_of
from companion.log.models import Act

SPANS_PER_PAGE = 20  # folded sessions around the open one


class SessionRow(NamedTuple):
    """A session with the acts that opened and finished it, and its day."""

    number: int
    opened: int
    finished: int | None = None
    day: date | None = None


MOST_BYTES, ABOUT_A_SESSION = 2_000_000, 200
FINISHED: KeptOnce[tuple[SessionRow, ...]] = KeptOnce(
    MOST_BYTES, lambda rows: ABOUT_A_SESSION * (1 + len(rows))
)


class SessionSpan(NamedTuple):
    """A session with what was done after it; number 0 is before the first."""

    number: int
    first: int  # the number of its first act
    last: int
    finished: int | None = None  # the number of the act that finished it
    played_on: date | None = None
    winners: str = ""
    found: int | None = None  # how many of its acts a search found

    @property
    def acts(self) -> int:
        return self.last - self.first + 1

    @property
    def entries(self) -> int:
        """How many the page counts for it."""
        return self.acts if self.found is None else self.found

    @property
    def text(self) -> str:
        return str(self.number)

    def follows(self, number: int) -> bool:
        """Whether an act came after the session was finished."""
        return self.finished is not None and number > self.finished


def find_spans(campaign: Campaign) -> list[SessionSpan]:
    """The oldest first; sessions that were undone belong to the one before them."""
    opened = [
        SessionRow(0, 1),
        *read_sessions(campaign),
        SessionRow(0, campaign.last + 1),
    ]
    spans = [
        SessionSpan(one.number, one.opened, after.opened - 1, one.finished, one.day)
        for one, after in pairwise(opened)
    ]
    return [one for one in spans if one.acts > 0]


def read_sessions(campaign: Campaign) -> Iterator[SessionRow]:
    """In order; finished ones stay as they are until one comes, goes or changes, so they are kept."""
    version, played = settled_version(campaign), campaign.state["played"]

    def read() -> tuple[SessionRow, ...]:
        return tuple(ask_for_sessions(campaign, 1, played))

    yield from FINISHED.get_or_make((version, played), read) or read()
    yield from ask_for_sessions(campaign, played + 1, played + 1)


def ask_for_sessions(campaign: Campaign, first: int, last: int) -> Iterator[SessionRow]:
    with connection.cursor() as cursor:
        cursor.execute(sessions_query(), [campaign.pk, campaign.pk, first, last])
        rows = cursor.fetchall()
    for number, opened, finished, day in rows:
        # SQLite keeps a day as it is written.
        read = date.fromisoformat(day) if isinstance(day, str) else day
        yield SessionRow(number, opened, finished, read)


@cache
def sessions_query() -> str:
    """Put together once: every page of the history asks, of a long campaign for hundreds.

    Their ends by a short index: joined, they would be read with the long states they left.
    """
    tables = (one._meta.db_table for one in (Act, SessionEnd, Session, Act))
    query = """SELECT session.number, opening.number, (
    SELECT finish.number FROM {} finish JOIN {} ended ON ended.act_id = finish.id
    WHERE ended.campaign_id = %s AND ended.session_id = session.id LIMIT 1
), session.played_on
FROM {} session JOIN {} opening ON opening.id = session.act_id
WHERE session.campaign_id = %s AND session.number BETWEEN %s AND %s ORDER BY session.number"""
    return query.format(*tables)


def span_at(spans: Sequence[SessionSpan], act: int) -> SessionSpan | None:
    """The span an act lies in."""
    place = bisect_right([one.first for one in spans], act) - 1
    return spans[place] if place >= 0 and act <= spans[place].last else None


def session_ends(spans: Sequence[SessionSpan]) -> list[tuple[int, int]]:
    """Every finished session with the act that finished it."""
    return [(one.number, one.finished) for one in spans if one.finished is not None]


def name_winners(campaign: Campaign, spans: Sequence[SessionSpan]) -> list[SessionSpan]:
    numbers = [one.number for one in spans]
    won = campaign.results.filter(place=1, session__number__in=numbers)
    players: Mapping[int, list[str]] = defaultdict(list)
    for number, player in won.values_list("session__number", "empire__player"):
        players[number].append(player)
    return [one._replace(winners=", ".join(players[one.number])) for one in spans]


@dataclass(frozen=True)
class SpanBlock:
    """Acts of one span: those of the session, or those that came after it."""

    after: bool
    runs: list[HistoryRun]


@dataclass(frozen=True)
class SpanSection:
    """A span on the page: open with its acts, or folded to one line."""

    span: SessionSpan
    blocks: list[SpanBlock]


def nearby_spans(spans: Sequence[SessionSpan], chosen: SessionSpan) -> dict[str, Any]:
    """The newest first, as many as a page lists, and where the others are."""
    newest = list(reversed(spans))
    page = newest.index(chosen) // SPANS_PER_PAGE
    before, after = page * SPANS_PER_PAGE, (page + 1) * SPANS_PER_PAGE
    return {
        "spans": newest[before:after],
        "newer": newest[before - 1] if before else None,
        "older": newest[after] if after < len(newest) else None,
    }


def unfold_span(
    spans: Iterable[SessionSpan], rows: Sequence[HistoryRow], folded: set[int]
) -> list[SpanSection]:
    """Every span, with those rows that lie in it."""
    return [
        SpanSection(span, blocks_of(span, rows_within(span, rows), folded))
        for span in spans
    ]


def count_found(
    spans: Iterable[SessionSpan], rows: Sequence[HistoryRow]
) -> list[SessionSpan]:
    """Those in which something was found, with how much."""
    numbers = sorted(row.line.act.number for row in rows)
    counted = (
        (one, bisect_right(numbers, one.last) - bisect_left(numbers, one.first))
        for one in spans
    )
    return [one._replace(found=many) for one, many in counted if many]


def rows_within(span: SessionSpan, rows: Iterable[HistoryRow]) -> list[HistoryRow]:
    return [row for row in rows if span.first <= row.line.act.number <= span.last]


def blocks_of(
    span: SessionSpan, rows: Iterable[HistoryRow], folded: set[int]
) -> list[SpanBlock]:
    parts = groupby(rows, key=lambda row: span.follows(row.line.act.number))
    return [SpanBlock(after, runs_of(part, folded)) for after, part in parts]
