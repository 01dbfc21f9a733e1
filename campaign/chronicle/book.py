"""The campaign as a book: everything its facts tell, gathered in few queries and without a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from typing import Any, TypeAlias

from campaign.board.letters import letters_of_empires
from campaign.chronicle import facts as chronicle
from campaign.chronicle.chapter import SessionStory
from campaign.chronicle.deeds import split_by_session, told_acts
from campaign.chronicle.photos import CleanPhoto
from campaign.chronicle.stories import (
    AllFacts,
    SessionLeft,
    ends_of_sessions,
    session_stories,
)
from campaign.chronicle.story import (
    EmpireChapter,
    EmpireFacts,
    Event,
    Left,
    left_of,
    story_chapters,
)
from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign
from companion.base.collecting import collect_later
from companion.log.replay import EffectiveAct
from companion.paper import charts
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState, EmpireState

ActsBySession: TypeAlias = Mapping[int, Sequence[EffectiveAct]]


@dataclass(frozen=True)
class SeatPart:
    """What an empire did in a session."""

    player: str
    name: str
    seat: str
    score: int
    place: int
    events: tuple[Event, ...]


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
    story: SessionStory


@dataclass(frozen=True)
class LeftSheet:
    """A sheet of an empire that was filled for the last time in a session."""

    session: int
    age: str


@dataclass(frozen=True)
class GrownMap:
    """The province map of one age: in which session each of its boxes was ticked."""

    age: str
    boxes: int
    ticked: Mapping[int, int]


@dataclass(frozen=True)
class Life:
    """An empire from its founding to its end, or to this day."""

    empire: EmpireState
    seat: str
    founded: int
    from_paper: bool
    chapters: tuple[EmpireChapter, ...]  # the oldest first
    then: CampaignState
    maps: tuple[GrownMap, ...] = ()
    sheets: tuple[LeftSheet, ...] = ()  # of the ages it has left
    left: tuple[Left, ...] = ()  # what every session left of it

    @property
    def ended(self) -> int:
        """The last session it played; the one it was founded for where it played none."""
        return self.chapters[-1].session if self.chapters else self.founded

    @property
    def boxes(self) -> int:
        """Ticked in all its ages."""
        return self.empire.all_ticks


@dataclass(frozen=True)
class Book:
    name: str
    state: CampaignState
    players: tuple[str, ...]
    seats: Mapping[str, str]
    spreads: tuple[Spread, ...]
    lives: tuple[Life, ...]
    charts: tuple[charts.Chart, ...]
    photos: Mapping[int, CleanPhoto] = field(default_factory=dict)  # by session

    @property
    def days(self) -> list[date]:
        return sorted(one.played_on for one in self.spreads if one.played_on)


@collect_later
def write_book(campaign: Campaign, *, charted: bool = True) -> Book:
    """Everything; a page that shows no charts does without them."""
    state = CAMPAIGN.load(campaign.state)
    empires = read_empires(campaign)
    seats = letters_of_empires(campaign, empires)
    acts = acts_by_session(campaign)
    ends = ends_of_sessions(campaign)
    told = facts_by_empire(campaign, empires, acts, ends)
    lives = tuple(
        empire_life(campaign, state, one, told[one.key], seats) for one in empires
    )
    parts = parts_of(empires, told, lives, seats)
    events = {
        (one.empire.key, chapter.session): chapter.events
        for one in lives
        for chapter in one.chapters
    }
    facts = AllFacts(state, empires, told, seats, events)
    stories = session_stories(ends, facts)
    return Book(
        name=campaign.title,
        state=state,
        players=tuple(seats),
        seats=seats,
        spreads=tuple(session_spreads(stories, told, parts, acts)),
        lives=lives,
        charts=tuple(chronicle.charts_of(campaign)) if charted else (),
    )


# The facts of every empire


def acts_by_session(campaign: Campaign) -> ActsBySession:
    ends = campaign.ends.values_list("session__number", "act__number")
    return split_by_session(told_acts(campaign), list(ends))


def facts_by_empire(
    campaign: Campaign,
    empires: Sequence[EmpireRow],
    acts: ActsBySession,
    ends: Iterable[SessionLeft],
) -> dict[str, EmpireFacts]:
    """What empire_facts() asks for one empire, of all of them at once."""
    results = by_empire(campaign.results, *chronicle.SESSION_DAY, "score", "place")
    completions = by_empire(
        campaign.completions, "mission", "first", "ticks", "act__number"
    )
    ledger = by_empire(campaign.ledger, "amount")
    left = [(one.number, one.empires) for one in ends]
    own = acts_by_empire(acts)
    return {
        one.key: EmpireFacts(
            results.get(one.key, ()),
            completions.get(one.key, ()),
            ledger.get(one.key, ()),
            left_of(one.key, left),
            chronicle.sheet_from_paper(chain(*own.get(one.key, {}).values())),
            own.get(one.key, {}),
        )
        for one in empires
    }


def acts_by_empire(acts: ActsBySession) -> dict[str, dict[int, list[EffectiveAct]]]:
    """What every empire did in each session; all acts are gone through only once."""
    found: dict[str, dict[int, list[EffectiveAct]]] = {}
    for number, several in acts.items():
        for one in several:
            if key := one.data.get("empire"):
                found.setdefault(key, {}).setdefault(number, []).append(one)
    return found


def by_empire(facts: Any, *columns: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    rows = facts.order_by("session__number", "pk")
    for row in rows.values("empire__key", "session__number", *columns):
        found.setdefault(row["empire__key"], []).append(row)
    return found


def empire_life(
    campaign: Campaign,
    state: CampaignState,
    row: EmpireRow,
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
        maps=grown_maps(state, told),
        sheets=left_sheets(told),
        left=told.left,
    )


def left_sheets(told: EmpireFacts) -> tuple[LeftSheet, ...]:
    """The sheet of every age that ended, with the session in which it did."""
    found: dict[str, LeftSheet] = {}
    for one in told.left:
        for sheet in one.empire.past:
            found.setdefault(sheet.age, LeftSheet(one.session, sheet.age))
    return tuple(found.values())


def grown_maps(state: CampaignState, told: EmpireFacts) -> tuple[GrownMap, ...]:
    """Every age's map that has a box ticked; what came from paper counts as session 0."""
    sheets = [(0, told.brought)] if told.brought else []
    for one in told.left:
        sheets += [
            (one.session, sheet) for sheet in (*one.empire.past, one.empire.sheet)
        ]
    return grow_maps(state, ((number, one.age, one.boxes) for number, one in sheets))


def grow_maps(
    state: CampaignState, sheets: Iterable[tuple[int, str, Iterable[int]]]
) -> tuple[GrownMap, ...]:
    """From the boxes that sessions left ticked, by session and age."""
    found: dict[str, dict[int, int]] = {}
    for session, age, boxes in sheets:
        known = found.get(age, {})
        found[age] = {box: known.get(box, session) for box in boxes}
    return tuple(
        GrownMap(age, len(state.layouts[age].map), ticked)
        for age, ticked in found.items()
        if ticked and age in state.layouts
    )


# Sessions


def session_spreads(
    stories: Iterable[SessionStory],
    told: Mapping[str, EmpireFacts],
    parts: Mapping[int, Sequence[SeatPart]],
    acts: ActsBySession,
) -> Iterator[Spread]:
    notes, done = notes_by_session(acts), done_by_session(told)
    for one in stories:
        own = parts.get(one.number, ())
        yield Spread(
            one.number,
            one.played_on,
            parts=tuple(sorted(own, key=lambda part: part.place)),
            missions=tuple(missions_laid_out(acts[one.number])),
            done=tuple(
                Done(row["mission"], one.names[key], row["first"], row["ticks"])
                for key, row in done.get(one.number, ())
            ),
            notes=tuple(notes.get(one.number, ())),
            story=one,
        )


def notes_by_session(acts: ActsBySession) -> dict[int, list[str]]:
    """Written while it was on, or later about it."""
    found: dict[int, list[str]] = {}
    for session, said in acts.items():
        for one in said:
            if one.kind == "write_note":
                about = one.data.get("session") or session
                found.setdefault(about, []).append(one.data["text"])
    return found


def done_by_session(
    told: Mapping[str, EmpireFacts],
) -> dict[int, list[tuple[str, Mapping[str, Any]]]]:
    """Completed missions with the empire that completed them."""
    found: dict[int, list[tuple[str, Mapping[str, Any]]]] = {}
    for key, facts in told.items():
        for row in facts.completions:
            found.setdefault(row["session__number"], []).append((key, row))
    return found


def missions_laid_out(said: Iterable[EffectiveAct]) -> list[int]:
    """The missions that lay out when the session ended."""
    laid: list[int] = []
    for one in said:
        if one.kind == "open_session":
            laid = list(one.data["missions"])
        elif one.kind == "replace_mission" and one.data["mission"] in laid:
            laid[laid.index(one.data["mission"])] = one.data["by"]
    return laid


def parts_of(
    empires: Sequence[EmpireRow],
    told: Mapping[str, EmpireFacts],
    lives: Sequence[Life],
    seats: Mapping[str, str],
) -> dict[int, list[SeatPart]]:
    """By session: what it brought to every empire that played."""
    found: dict[int, list[SeatPart]] = {}
    for row, own in zip(empires, lives, strict=True):
        for chapter in own.chapters:
            part = SeatPart(
                row.player,
                name_then(told[row.key], chapter.session, row.name),
                seats[row.player],
                chapter.score,
                chapter.place,
                chapter.events,
            )
            found.setdefault(chapter.session, []).append(part)
    return found


def name_then(told: EmpireFacts, session: int, now: str) -> str:
    """An empire may have had another name."""
    left = {one.session: one.empire.sheet.name for one in told.left}
    return left.get(session, now)
