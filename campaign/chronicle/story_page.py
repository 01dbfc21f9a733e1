"""What the chronicle's pages show of a campaign: read from what finished sessions left, as much as a page tells."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.core.paginator import Page, Paginator

from campaign.board.letters import letters_of_empires, name_empires
from campaign.chronicle.book import Life, SeatPart, grow_maps
from campaign.chronicle.facts import from_sheets, sheets_from_paper
from campaign.chronicle.records import FirstOfAge, LifeSize, Record, list_records
from campaign.chronicle.settled import Settled, find_settled
from campaign.chronicle.story import EmpireChapter, Event, age_events, fall_events
from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign
from campaign.session.days import session_day
from campaign.session.settled import settled_version
from scoring.rise_of_empire.finishing import last_paper_sheet
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState

SPREADS, LIVES = 12, 6  # of a page
T = TypeVar("T")


class LeftRow(NamedTuple):
    """An empire as a session left it."""

    session: int
    empire: int  # its row
    name: str
    age: str
    status: str
    fall: str
    falling: list[int]
    ticks: int
    maps: list[tuple[str, list[int]]]


LEFT = (
    *("session__number", "empire_id", "name", "age", "status", "fall", "falling"),
    *("ticks", "maps"),
)


class ResultRow(NamedTuple):
    session: int
    played_on: date | None
    empire: int
    score: int
    place: int


RESULT = (
    *("session__number", "session__played_on", "session__act__at"),
    *("empire_id", "score", "place"),
)


@dataclass(frozen=True)
class TimelineEntry:
    """A session in one line: who played, and which empires rose or fell."""

    number: int
    played_on: date | None
    parts: tuple[SeatPart, ...]  # the winner first


@dataclass(frozen=True)
class StoryPages:
    """A campaign of which a page at a time is read."""

    campaign: Campaign
    state: CampaignState

    @cached_property
    def empires(self) -> list[EmpireRow]:
        return read_empires(self.campaign)

    @cached_property
    def seats(self) -> dict[str, str]:
        return letters_of_empires(self.campaign, self.empires)

    @cached_property
    def empire_names(self) -> Hashable:
        return name_empires(self.campaign, self.empires)

    @cached_property
    def by_row(self) -> dict[int, EmpireRow]:
        return {one.pk: one for one in self.empires}

    @cached_property
    def from_paper(self) -> dict[str, SheetState]:
        return sheets_from_paper(self.campaign)

    @cached_property
    def version(self) -> Hashable:
        return settled_version(self.campaign)

    @cached_property
    def settled(self) -> Settled:
        return find_settled(self.campaign, self.version)

    # The timeline

    def timeline(self, wanted: int | None) -> Page[TimelineEntry]:
        """The sessions of a page, the newest first."""
        finished = self.campaign.sessions.filter(number__lte=self.state.played)
        rows = finished.order_by("-number").values_list(
            "number", "played_on", "act__at"
        )
        page: Page[Any] = Paginator(rows, SPREADS).get_page(wanted)
        days = [(number, session_day(*told)) for number, *told in page.object_list]
        page.object_list = self.entries(days)
        return page

    def entries(self, sessions: Sequence[tuple[int, date]]) -> list[TimelineEntry]:
        numbers = [number for number, _day in sessions]
        # And the session before each, which says how its empires began.
        needed = {*numbers, *(number - 1 for number in numbers)}
        left = self.left_rows(session__number__in=needed)
        found = {(one.session, one.empire): one for one in left}
        results = self.result_rows(session__number__in=numbers)
        parts: dict[int, list[SeatPart]] = {number: [] for number in numbers}
        for one in results:
            after = found.get((one.session, one.empire))
            before = found.get((one.session - 1, one.empire))
            parts[one.session].append(self.seat_part(one, before, after))
        return [
            TimelineEntry(number, day, tuple(parts[number])) for number, day in sessions
        ]

    def seat_part(
        self, result: ResultRow, before: LeftRow | None, after: LeftRow | None
    ) -> SeatPart:
        row = self.by_row[result.empire]
        return SeatPart(
            row.player,
            after.name if after else row.name,
            self.seats[row.player],
            result.score,
            result.place,
            self.turns(row, before, after),
        )

    def turns(
        self, row: EmpireRow, before: LeftRow | None, after: LeftRow | None
    ) -> tuple[Event, ...]:
        """A rise or a fall: all that a line has room for."""
        if after is None:
            return ()
        was = SheetState(row.name, row.faction, before.age) if before else None
        empire = empire_left(row, after)
        return (
            *age_events(self.state, was or self.from_paper.get(row.key), empire),
            *fall_events(empire),
        )

    # The lives of empires

    def lives(self, wanted: int | None) -> Page[Life]:
        """The empires of a page: the latest on the first, each page from the oldest on."""
        page: Page[Any] = Paginator(self.empires[::-1], LIVES).get_page(wanted)
        chosen = list(page.object_list)[::-1]
        keys = [one.pk for one in chosen]
        left = group_rows(self.left_rows(empire__in=keys))
        results = group_rows(self.result_rows(empire__in=keys))
        page.object_list = [
            self.life(one, left.get(one.pk, []), results.get(one.pk, []))
            for one in chosen
        ]
        return page

    def life(
        self, row: EmpireRow, left: Sequence[LeftRow], results: Iterable[ResultRow]
    ) -> Life:
        brought = self.from_paper.get(row.key)
        return Life(
            empire=self.standing(row, left),
            seat=self.seats[row.player],
            founded=row.founded,
            from_paper=brought is not None,
            chapters=tuple(self.chapters(row, left, results)),
            then=self.state,
            maps=grow_maps(self.state, boxes_ticked(brought, left)),
        )

    def standing(self, row: EmpireRow, left: Sequence[LeftRow]) -> EmpireState:
        """As it is, or as it was when its story ended."""
        if present := self.present.get(row.key):
            return present
        if left:
            return empire_left(row, left[-1])
        return from_sheets(self.campaign, row)

    def chapters(
        self, row: EmpireRow, left: Sequence[LeftRow], results: Iterable[ResultRow]
    ) -> Iterator[EmpireChapter]:
        after = {one.session: one for one in left}
        before = dict(zip((one.session for one in left[1:]), left, strict=False))
        for one in results:
            number = one.session
            turns = self.turns(row, before.get(number), after.get(number))
            yield EmpireChapter(number, one.played_on, one.score, one.place, turns)

    # Records

    def records(self) -> list[Record]:
        if not self.settled.lives:
            return []
        rows = {one.key: one for one in self.empires}
        players = {one.key: one.player for one in self.empires}
        ages = {
            age: FirstOfAge(number, rows[key].name, rows[key].player)
            for age, (number, key) in self.settled.ages.items()
        }
        return list_records(
            self.settled.records.name_holders(players),
            ages,
            [self.life_size(one) for one in self.empires],
        )

    @cached_property
    def present(self) -> dict[str, EmpireState]:
        return {one.key: one for one in self.state.empires}

    def life_size(self, row: EmpireRow) -> LifeSize:
        settled, present = self.settled.lives.get(row.key), self.present.get(row.key)
        sessions = settled.sessions if settled else 0
        if present or settled is None:
            sheet = last_paper_sheet(present or from_sheets(self.campaign, row))
            knowledge, held = sheet.knowledge, len(sheet.provinces)
        else:
            knowledge, held = settled.knowledge, settled.provinces
        extra = row.pk in self.scored_now
        return LifeSize(row.name, row.player, knowledge, held, sessions + extra)

    @cached_property
    def scored_now(self) -> frozenset[int]:
        """Whose score stands already, in a session that isn't finished."""
        session = self.state.session
        if session is None or not session.scored:
            return frozenset()
        own = self.campaign.results.filter(session__number=session.number)
        return frozenset(own.values_list("empire_id", flat=True))

    # Rows

    def left_rows(self, **which: Any) -> list[LeftRow]:
        rows = self.campaign.left.filter(**which).order_by("session__number", "pk")
        return [LeftRow(*one) for one in rows.values_list(*LEFT)]

    def result_rows(self, **which: Any) -> list[ResultRow]:
        rows = self.campaign.results.filter(**which)
        ordered = rows.order_by("session__number", "place", "pk")
        return [
            ResultRow(number, session_day(played_on, opened), *rest)
            for number, played_on, opened, *rest in ordered.values_list(*RESULT)
        ]


Row = TypeVar("Row", LeftRow, ResultRow)


def group_rows(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """By empire."""
    found: dict[int, list[Row]] = {}
    for one in rows:
        found.setdefault(one.empire, []).append(one)
    return found


def empire_left(row: EmpireRow, left: LeftRow) -> EmpireState:
    """As much of an empire as a line about it needs."""
    return EmpireState(
        row.key,
        row.player,
        SheetState(left.name, row.faction, left.age, scores=tuple(left.falling)),
        status=left.status,
        fall=left.fall,
        founded=row.founded,
        earlier_ticks=left.ticks,
    )


def boxes_ticked(
    brought: SheetState | None, left: Iterable[LeftRow]
) -> Iterator[tuple[int, str, Iterable[int]]]:
    """By session and age; what came from paper counts as session 0."""
    if brought:
        yield 0, brought.age, brought.boxes
    for one in left:
        for age, boxes in one.maps:
            yield one.session, age, boxes
