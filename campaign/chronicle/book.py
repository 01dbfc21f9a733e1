"""The campaign as a book: everything its facts tell, gathered in few queries and without a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Any

from campaign.board.cards import seats_of
from campaign.chronicle import facts as chronicle
from campaign.chronicle.story import (
    Chapter,
    EmpireFacts,
    Event,
    left_of,
    story_chapters,
)
from campaign.models import Campaign, Empire
from campaign.session.compared import ComparedRow, compare_empire
from campaign.session.log import RecentActs
from companion.log.replay import AMEND, UNDO, EffectiveAct
from companion.paper import charts
from scoring.plain import from_plain
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.preview import EmpireChange
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState

# Of all acts only these are told; what they laid out, replaced and noted down is no fact elsewhere.
TOLD = tuple(kind for kind, act in CAMPAIGN.acts.items() if act.declared.told)


@dataclass(frozen=True)
class SeatPart:
    """An empire's evening."""

    player: str
    name: str
    seat: str
    score: int
    place: int
    events: tuple[Event, ...]
    rows: tuple[ComparedRow, ...]  # its numbers before and after


@dataclass(frozen=True)
class Done:
    """A mission completed."""

    mission: int
    player: str
    first: bool
    ticks: int


@dataclass(frozen=True)
class Spread:
    """A session: two pages of the book."""

    number: int
    played_on: date | None
    parts: tuple[SeatPart, ...]  # the winner first
    missions: tuple[int, ...]
    done: tuple[Done, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Life:
    """An empire from its founding to its end, or to this day."""

    empire: EmpireState
    seat: str
    founded: int
    from_paper: bool
    chapters: tuple[Chapter, ...]  # the oldest first
    then: CampaignState


@dataclass(frozen=True)
class Book:
    name: str
    state: CampaignState
    players: tuple[str, ...]
    seats: Mapping[str, str]
    spreads: tuple[Spread, ...]
    lives: tuple[Life, ...]
    charts: tuple[charts.Chart, ...]

    @property
    def days(self) -> list[date]:
        return sorted(one.played_on for one in self.spreads if one.played_on)


def write_book(campaign: Campaign) -> Book:
    state = CAMPAIGN.load(campaign.state)
    empires = list(campaign.empires.all())
    seats = seats_of(one.player for one in empires)
    told = facts_by_empire(campaign, empires)
    lives = tuple(
        empire_life(campaign, state, one, told[one.key], seats) for one in empires
    )
    return Book(
        name=campaign.name,
        state=state,
        players=tuple(seats),
        seats=seats,
        spreads=tuple(session_spreads(campaign, empires, told, lives, seats)),
        lives=lives,
        charts=tuple(chronicle.charts_of(campaign)),
    )


# The facts of every empire


def facts_by_empire(
    campaign: Campaign, empires: Sequence[Empire]
) -> dict[str, EmpireFacts]:
    """What chronicle.told() asks for one empire, of all of them at once."""
    results = by_empire(campaign.results, "session__played_on", "score", "place")
    completions = by_empire(campaign.completions, "mission", "first", "ticks")
    ledger = by_empire(campaign.ledger, "amount")
    ends = list(campaign.ends.values_list(*chronicle.LEFT))
    paper = sheets_from_paper(campaign)
    return {
        one.key: EmpireFacts(
            results.get(one.key, ()),
            completions.get(one.key, ()),
            ledger.get(one.key, ()),
            left_of(one.key, ends),
            paper.get(one.key),
        )
        for one in empires
    }


def by_empire(facts: Any, *columns: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    rows = facts.order_by("session__number", "pk")
    for row in rows.values("empire__key", "session__number", *columns):
        found.setdefault(row["empire__key"], []).append(row)
    return found


def sheets_from_paper(campaign: Campaign) -> dict[str, SheetState]:
    """The sheets of empires that came from paper."""
    acts = campaign.acts.filter(kind="take_over_empire").order_by("number")
    return {
        data["empire"]: from_plain(TakeOverEmpire, data).sheet()
        for data in acts.values_list("data", flat=True)
    }


def empire_life(
    campaign: Campaign,
    state: CampaignState,
    row: Empire,
    told: EmpireFacts,
    seats: Mapping[str, str],
) -> Life:
    return Life(
        empire=chronicle.empire_standing(campaign, state, row, told),
        seat=seats[row.player],
        founded=row.founded,
        from_paper=told.brought is not None,
        chapters=tuple(story_chapters(state, told)[::-1]),
        then=chronicle.as_of(state, row.key, told),
    )


# Sessions


def session_spreads(
    campaign: Campaign,
    empires: Sequence[Empire],
    told: Mapping[str, EmpireFacts],
    lives: Sequence[Life],
    seats: Mapping[str, str],
) -> Iterator[Spread]:
    ends = list(
        campaign.ends.values_list(
            "session__number", "session__played_on", "act__number"
        )
    )
    said, before = told_acts(campaign), [0, *(act for *_, act in ends)]
    names = {one.key: one.player for one in empires}
    parts = parts_of(empires, told, lives, seats)
    for (number, day, act), (since, _until) in zip(ends, pairwise(before), strict=True):
        own = [one for one in said if since < one.number <= act]
        yield Spread(
            number,
            day,
            parts=tuple(sorted(parts.get(number, ()), key=lambda one: one.place)),
            missions=tuple(missions_laid_out(own)),
            done=tuple(completed_missions(told, names, number)),
            notes=tuple(one.data["text"] for one in own if one.kind == "write_note"),
        )


def told_acts(campaign: Campaign) -> tuple[EffectiveAct, ...]:
    """The acts that are told, as far as they count and with the content that counts."""
    acts = campaign.acts.filter(kind__in=(*TOLD, UNDO, AMEND)).order_by("number")
    found = RecentActs(campaign, None, tuple(acts)).said
    return tuple(one for one in found if one.kind in TOLD)


def missions_laid_out(said: Iterable[EffectiveAct]) -> list[int]:
    """The missions that lay out when the session ended."""
    laid: list[int] = []
    for one in said:
        if one.kind == "open_session":
            laid = list(one.data["missions"])
        elif one.kind == "replace_mission" and one.data["mission"] in laid:
            laid[laid.index(one.data["mission"])] = one.data["by"]
    return laid


def completed_missions(
    told: Mapping[str, EmpireFacts], names: Mapping[str, str], number: int
) -> Iterator[Done]:
    for key, facts in told.items():
        for one in facts.completions:
            if one["session__number"] == number:
                yield Done(one["mission"], names[key], one["first"], one["ticks"])


def parts_of(
    empires: Sequence[Empire],
    told: Mapping[str, EmpireFacts],
    lives: Sequence[Life],
    seats: Mapping[str, str],
) -> dict[int, list[SeatPart]]:
    """By session: what it brought to every empire that played."""
    found: dict[int, list[SeatPart]] = {}
    for row, own in zip(empires, lives, strict=True):
        rows = compared_sessions(told[row.key])
        for chapter in own.chapters:
            part = SeatPart(
                row.player,
                name_then(told[row.key], chapter.session, row.name),
                seats[row.player],
                chapter.score,
                chapter.place,
                chapter.events,
                rows.get(chapter.session, ()),
            )
            found.setdefault(chapter.session, []).append(part)
    return found


def name_then(told: EmpireFacts, session: int, now: str) -> str:
    """An empire may have had another name."""
    left = {one.session: one.empire.sheet.name for one in told.left}
    return left.get(session, now)


def compared_sessions(told: EmpireFacts) -> dict[int, tuple[ComparedRow, ...]]:
    """Before → after, by session; the first session begins with what came from paper, or with nothing."""
    found: dict[int, tuple[ComparedRow, ...]] = {}
    before: EmpireState | None = None
    for one in told.left:
        if before is None and told.brought:
            before = replace(one.empire, sheet=told.brought)
        found[one.session] = tuple(
            compare_empire(EmpireChange(before, one.empire), None).rows
        )
        before = one.empire
    return found
