"""All sessions of a campaign as the sentences need them, from its facts and in one go."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from campaign.chronicle.chapter import OldResult, Part, SessionStory
from campaign.chronicle.story import EmpireFacts, Event
from campaign.empires import EmpireRow
from campaign.models import Campaign
from campaign.session.days import session_day
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState

EmpiresLeft: TypeAlias = dict[int, dict[str, tuple[EmpireState, SheetState | None]]]

LEFT = (
    "session__number",
    "session__played_on",
    "session__act__at",
    "state__champions",
    "state__former",
    "state__empires",
)


@dataclass(frozen=True)
class SessionLeft:
    """What the end of a session says."""

    number: int
    played_on: date | None
    champions: list[str]
    former: dict[str, int]
    empires: list[dict[str, Any]]


@dataclass(frozen=True)
class AllFacts:
    """What all stories are told from."""

    state: CampaignState
    empires: Sequence[EmpireRow]
    told: Mapping[str, EmpireFacts]
    seats: Mapping[str, str]
    events: Mapping[tuple[str, int], tuple[Event, ...]]  # by empire and session

    @cached_property
    def results(self) -> tuple[OldResult, ...]:
        return all_results(self.empires, self.told)

    @cached_property
    def left(self) -> EmpiresLeft:
        return empires_left(self.told)

    @cached_property
    def completions(self) -> dict[int, list[Mapping[str, Any]]]:
        return all_completions(self.told)

    @cached_property
    def names(self) -> dict[str, str]:
        return {one.key: one.player for one in self.empires}


def ends_of_sessions(campaign: Campaign) -> list[SessionLeft]:
    """What all is told from, read once: a state is large."""
    return [
        SessionLeft(number, session_day(played_on, opened), *rest)
        for number, played_on, opened, *rest in campaign.ends.values_list(*LEFT)
    ]


def session_stories(
    ends: Iterable[SessionLeft], facts: AllFacts
) -> Iterator[SessionStory]:
    won, ages = False, frozenset[str]()
    for end in ends:
        yield tell_story(facts, end, ages, won_before=won)
        won = won or bool(end.champions)
        left = facts.left.get(end.number, {}).values()
        ages |= {empire.sheet.age for empire, _before in left}


def tell_story(
    facts: AllFacts, end: SessionLeft, ages: frozenset[str], *, won_before: bool
) -> SessionStory:
    number, empires = end.number, facts.empires
    since = bisect_left(facts.results, number, key=lambda one: one.session)
    until = bisect_right(facts.results, number, key=lambda one: one.session)
    left = facts.left.get(number, {})
    then = replace(
        facts.state,
        empires=tuple(empire for empire, _before in left.values()),
        champions=tuple(end.champions),
        former=end.former,
        played=number,
    )
    return SessionStory(
        number=number,
        played_on=end.played_on,
        state=then,
        parts=tuple(session_parts(facts, number, facts.results[since:until])),
        completions=tuple(facts.completions.get(number, ())),
        results=facts.results[:until],
        newcomers=tuple(one for one in empires if one.founded == number),
        veterans=frozenset(one.player for one in empires if one.founded < number),
        ages_before=ages,
        names=facts.names,
        won_campaign=bool(end.champions) and not won_before,
    )


def session_parts(
    facts: AllFacts, number: int, results: Iterable[OldResult]
) -> Iterator[Part]:
    left = facts.left.get(number, {})
    for one in results:
        if one.key in left:
            yield Part(
                *left[one.key],
                facts.seats[one.player],
                one.score,
                one.place,
                acts=tuple(facts.told[one.key].acts.get(number, ())),
                events=facts.events.get((one.key, number), ()),
            )


def all_results(
    empires: Iterable[EmpireRow], told: Mapping[str, EmpireFacts]
) -> tuple[OldResult, ...]:
    """By session, the winner first."""
    found = (
        OldResult(
            row["session__number"], one.key, one.player, row["score"], row["place"]
        )
        for one in empires
        for row in told[one.key].results
    )
    return tuple(sorted(found, key=lambda one: (one.session, one.place)))


def all_completions(
    told: Mapping[str, EmpireFacts],
) -> dict[int, list[Mapping[str, Any]]]:
    """By session, in the order missions were completed."""
    every = [row for facts in told.values() for row in facts.completions]
    every.sort(key=lambda row: (row["session__number"], row["act__number"]))
    groups = groupby(every, key=lambda row: row["session__number"])
    return {number: list(rows) for number, rows in groups}


def empires_left(told: Mapping[str, EmpireFacts]) -> EmpiresLeft:
    """By session and empire: what the session left, and the sheet it began with."""
    found: EmpiresLeft = {}
    for key, facts in told.items():
        before = facts.brought
        for one in facts.left:
            found.setdefault(one.session, {})[key] = (one.empire, before)
            before = one.empire.sheet
    return found
