"""What finished sessions came to, worked out once and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from campaign.chronicle.facts import sheets_from_paper
from campaign.chronicle.records import (
    LATER_AGES,
    PlayedPart,
    SessionRecords,
    find_session_records,
)
from campaign.models import Campaign
from companion.base.kept import KeptOnce
from scoring.rise_of_empire.state import SheetState, Status

MOST_BYTES, ABOUT_A_LIFE = 2_000_000, 400


class EmpireThen(NamedTuple):
    """An empire as a session left it."""

    session: int
    key: str
    age: str
    knowledge_on_paper: int
    provinces_on_paper: int
    status: str


@dataclass(frozen=True)
class SettledLife:
    """How large an empire was when a session left it last, and how many it finished."""

    knowledge: int
    provinces: int
    sessions: int


@dataclass(frozen=True)
class Settled:
    """Of all finished sessions, by the keys of empires."""

    records: SessionRecords
    ages: Mapping[str, tuple[int, str]]  # who was first, and in which session
    lives: Mapping[str, SettledLife]
    won: Mapping[str, int]  # in which session each that did reached the modern age

    def winning_session(self, champions: Iterable[str]) -> int | None:
        """The session that ended the campaign, also where the table played on."""
        return min(
            (self.won[key] for key in champions if key in self.won), default=None
        )


def size_of(settled: Settled) -> int:
    return ABOUT_A_LIFE * (10 + len(settled.lives))


SETTLED: KeptOnce[Settled] = KeptOnce(MOST_BYTES, size_of)


def find_settled(campaign: Campaign, version: Hashable) -> Settled:
    """Read before, or now: `version` is read first, so nothing older is ever kept under it."""
    made = SETTLED.get_or_make(version, lambda: read_settled(campaign))
    return made or read_settled(campaign)


def read_settled(campaign: Campaign) -> Settled:
    finished = {"session__end__isnull": False}
    results = campaign.results.filter(**finished).order_by(
        "session__number", "place", "pk"
    )
    columns = ("session__number", "empire__key", "score", "place")
    played = [PlayedPart(*row) for row in results.values_list(*columns)]
    missions = campaign.completions.filter(**finished).order_by(
        "session__number", "empire__founded", "empire_id", "pk"
    )
    left = campaign.left.order_by("session__number", "empire__founded", "empire_id")
    rows = left.values_list(
        *("session__number", "empire__key", "age"),
        *("knowledge_on_paper", "provinces_on_paper", "status"),
    )
    kept = [EmpireThen(*row) for row in rows]
    return settle_sessions(
        played,
        Counter(missions.values_list("empire__key", flat=True)),
        kept,
        {key: one.age for key, one in sheets_from_paper(campaign).items()},
    )


def settle_sessions(
    played: list[PlayedPart],
    missions: Counter[str],
    left: list[EmpireThen],
    brought: Mapping[str, str],
) -> Settled:
    sessions = Counter(one.who for one in played)
    last = {one.key: one for one in left}
    took_part = {(one.session, one.who) for one in played}
    entered = (
        one for one in ages_entered(left, brought) if (one[1], one[2]) in took_part
    )
    first: dict[str, tuple[int, str]] = {}
    for age, number, key in entered:
        first.setdefault(age, (number, key))
    return Settled(
        find_session_records(played, missions),
        {age: first[age] for age in LATER_AGES if age in first},
        {
            key: SettledLife(
                one.knowledge_on_paper, one.provinces_on_paper, sessions[key]
            )
            for key, one in last.items()
        },
        # The first that says so counts, and they come in order.
        {one.key: one.session for one in reversed(left) if one.status == Status.WON},
    )


def ages_entered(
    left: Iterable[EmpireThen], brought: Mapping[str, str]
) -> Iterator[tuple[str, int, str]]:
    """Every age an empire came to, with the session and its key, in order."""
    was, young = dict(brought), str(SheetState("", "").age)
    for one in left:
        if one.age != was.get(one.key, young):
            yield one.age, one.session, one.key
        was[one.key] = one.age
