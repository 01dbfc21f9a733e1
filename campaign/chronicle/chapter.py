"""One finished session as a story sees it: who played, what it brought to whom, what it broke.

Read from the facts of that session and the one before it, so it costs the same in a long campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from django.utils.translation import get_language

from campaign.board.cards import Sign, count_signs
from campaign.board.letters import letters_of_empires, name_empires
from campaign.chronicle.deeds import acts_of_empire, keep_told
from campaign.chronicle.story import EmpireFacts, Event, Left, session_events
from campaign.empires import EmpireRow
from campaign.goods import icon_words
from campaign.models import Campaign
from campaign.session.past import PastSession, find_past_session
from campaign.session.scores import judge_session
from companion.base.kept import KeptOnce
from companion.log.replay import EffectiveAct
from companion.sessions.result import SessionResult
from scoring.rise_of_empire.layout import CATEGORY_NAMES, Category
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState, Status


class OldResult(NamedTuple):
    """A result of this session or of one before it."""

    session: int
    key: str
    player: str
    score: int
    place: int


Results: TypeAlias = tuple[OldResult, ...]
MOST_BYTES, ABOUT_A_RESULT = 2_000_000, 150
RESULTS: KeptOnce[Results] = KeptOnce(
    MOST_BYTES, lambda kept: ABOUT_A_RESULT * (1 + len(kept))
)


@dataclass(frozen=True)
class TrackGain:
    """Boxes ticked on a track in one session, and the icons they reached."""

    category: str
    word: str
    ticks: int
    icons: tuple[Sign, ...]


@dataclass(frozen=True)
class Part:
    """One empire's session."""

    empire: EmpireState  # as the session left it
    before: SheetState | None  # nothing for one that came during the session
    seat: str
    score: int
    place: int
    acts: tuple[EffectiveAct, ...]
    events: tuple[Event, ...]
    gains: tuple[TrackGain, ...] = ()

    @property
    def key(self) -> str:
        return self.empire.key

    @property
    def player(self) -> str:
        return self.empire.player

    @property
    def name(self) -> str:
        return self.empire.sheet.name

    @property
    def rose(self) -> bool:
        """Whether it came to a new age."""
        was = self.before.age if self.before else SheetState("", "").age
        return self.empire.sheet.age != was

    @property
    def fell(self) -> bool:
        return self.empire.status == Status.COLLAPSED

    @property
    def change(self) -> int | None:
        """By how much the score differs from the empire's last one."""
        last = self.before.scores if self.before else ()
        return self.score - last[-1] if last else None

    @property
    def turns(self) -> list[Event]:
        """The rise and the fall, which come first."""
        return [one for one in self.events if one.grave]

    @property
    def deeds(self) -> list[Event]:
        return [one for one in self.events if not one.grave]

    @property
    def from_paper(self) -> bool:
        """Whether it was copied from paper for this session."""
        return any(one.kind == "take_over_empire" for one in self.acts)


@dataclass(frozen=True)
class SessionStory:
    """Everything the sentences about a finished session are told from."""

    number: int
    played_on: date | None
    state: CampaignState  # as the session left it
    parts: tuple[Part, ...]  # the winner first
    completions: tuple[Mapping[str, Any], ...]
    results: tuple[OldResult, ...]  # up to this session
    newcomers: tuple[EmpireRow, ...]  # founded for this session
    veterans: frozenset[str]  # players who had an empire before
    ages_before: frozenset[str]  # that any empire had come to
    names: Mapping[str, str]  # players by the key of their empire
    won_campaign: bool  # whether this session ended the campaign

    @property
    def solo(self) -> bool:
        return len(self.parts) == 1

    @property
    def winners(self) -> tuple[Part, ...]:
        return tuple(one for one in self.parts if one.place == 1)

    @cached_property
    def earlier(self) -> tuple[OldResult, ...]:
        return tuple(one for one in self.results if one.session < self.number)


MOST_STORIES, ABOUT_A_STORY = 4_000_000, 100_000
STORIES: KeptOnce[SessionStory] = KeptOnce(MOST_STORIES, lambda _story: ABOUT_A_STORY)


@dataclass(frozen=True)
class Chapter(SessionStory):
    """A finished session with its log."""

    past: PastSession

    @cached_property
    def verdict(self) -> SessionResult:
        return judge_session(self.past)

    @property
    def notes(self) -> list[str]:
        return self.past.notes


Empires: TypeAlias = Sequence[EmpireRow] | None  # of the campaign, where they were read


def last_chapter(
    campaign: Campaign, state: CampaignState, empires: Empires = None
) -> Chapter | None:
    """The session that was finished last."""
    return find_chapter(campaign, state.played, empires) if state.played else None


def find_chapter(
    campaign: Campaign, number: int, empires: Empires = None
) -> Chapter | None:
    """A finished session by its number, or None."""
    past = find_past_session(campaign, number)
    if past is None:
        return None
    return gather_chapter(campaign, past, empires or past.empires)


def gather_chapter(
    campaign: Campaign, past: PastSession, empires: Sequence[EmpireRow]
) -> Chapter:
    """With its log, and the story that stays until a finished session or a name changes."""
    named = name_empires(campaign, empires)
    # Goods are told in the reader's language.
    key = (past.version, past.end.session.number, named, get_language())

    def gather() -> SessionStory:
        return gather_story(campaign, past, empires)

    story = STORIES.get_or_make(key, gather) or gather()
    told = {one.name: getattr(story, one.name) for one in fields(SessionStory)}
    return Chapter(past=past, **told)


def gather_story(
    campaign: Campaign, past: PastSession, empires: Sequence[EmpireRow]
) -> SessionStory:
    session, state = past.end.session, past.state
    completions = own_completions(campaign, session.number)
    facts = facts_of_session(campaign, past, completions)
    results = results_until(past, empires)
    seats = letters_of_empires(campaign, empires)
    played = [one for one in results if one.session == session.number]
    parts = [
        make_part(state, one, facts[one.key], seats[one.player])
        for one in played
        if one.key in facts
    ]
    return SessionStory(
        number=session.number,
        played_on=past.day,
        state=state,
        parts=tuple(sorted(parts, key=lambda one: one.place)),
        completions=tuple(completions),
        results=results,
        newcomers=tuple(one for one in empires if one.founded == session.number),
        veterans=frozenset(
            one.player for one in empires if one.founded < session.number
        ),
        ages_before=frozenset(ages_reached_before(past, empires)),
        names={one.key: one.player for one in empires},
        won_campaign=bool(state.champions) and not was_won_before(past),
    )


def ages_reached_before(
    past: PastSession, empires: Iterable[EmpireRow]
) -> Iterable[str]:
    """The ages of all empires that had finished a session, also of those that are gone."""
    before = past.state_left_before
    if before is None:
        return
    yield from (one.age for one in empires if one.key in before.former_keys)
    yield from (str(one.sheet.age) for one in before.empires)


def was_won_before(past: PastSession) -> bool:
    before = past.state_left_before
    return bool(before and before.champions)


def results_until(past: PastSession, empires: Sequence[EmpireRow]) -> Results:
    """All results up to a session; they are kept, by the players' names too."""
    number = past.end.session.number
    players = tuple((one.key, one.player) for one in empires)

    def read() -> Results:
        found = past.campaign.results.filter(session__number__lte=number)
        rows = found.order_by("session__number", "place", "pk")
        columns = ("session__number", "empire__key", "empire__player", "score", "place")
        return tuple(OldResult(*row) for row in rows.values_list(*columns))

    return RESULTS.get_or_make((past.version, number, players), read) or ()


def own_completions(campaign: Campaign, number: int) -> list[dict[str, Any]]:
    rows = campaign.completions.filter(session__number=number)
    columns = ("session__number", "empire__key", "mission", "first", "ticks")
    return list(rows.order_by("act__number", "pk").values(*columns))


def facts_of_session(
    campaign: Campaign, past: PastSession, completions: Sequence[Mapping[str, Any]]
) -> dict[str, EmpireFacts]:
    """What one session tells of every empire the state knows after it."""
    number = past.end.session.number
    since = past.before.act.number if past.before else 0
    said = keep_told(
        one for one in past.log.said if since < one.number <= past.end.act.number
    )
    opened = past.state_before("open_session")
    rows = campaign.ledger.filter(session__number=number).order_by("pk")
    ledger = list(rows.values("session__number", "empire__key", "amount"))

    def own(rows: Iterable[Mapping[str, Any]], key: str) -> list[Mapping[str, Any]]:
        return [one for one in rows if one["empire__key"] == key]

    return {
        one.key: EmpireFacts(
            results=(),
            completions=own(completions, one.key),
            ledger=own(ledger, one.key),
            left=(Left(number, one),),
            brought=sheet_before(opened, one.key),
            acts={number: acts_of_empire(said, one.key)},
        )
        for one in past.state.empires
    }


def sheet_before(opened: CampaignState, key: str) -> SheetState | None:
    """What an empire began the session with; nothing where it came while the session was on."""
    empire = opened.empire(key)
    return empire.sheet if empire else None


def make_part(
    state: CampaignState, result: OldResult, facts: EmpireFacts, seat: str
) -> Part:
    (left,) = facts.left
    return Part(
        empire=left.empire,
        before=facts.brought,
        seat=seat,
        score=result.score,
        place=result.place,
        acts=tuple(facts.acts[left.session]),
        events=session_events(state, facts, left.session),
        gains=track_gains(state, facts.brought, left.empire),
    )


def track_gains(
    state: CampaignState, before: SheetState | None, empire: EmpireState
) -> tuple[TrackGain, ...]:
    """The ticks of one session; a new age begins a new sheet, so the one it left counts."""
    was = before or SheetState("", "")
    left = empire.past[-1] if empire.sheet.age != was.age else empire.sheet
    found = (track_gain(state, was, left, category) for category in Category)
    return tuple(one for one in found if one.ticks > 0)


def track_gain(
    state: CampaignState, was: SheetState, left: SheetState, category: Category
) -> TrackGain:
    first, last = was.ticks.of(category), left.ticks.of(category)
    boxes = state.layouts[left.age].track(category).boxes[first:last]
    icons = count_signs((icon for icon in boxes if icon), icon_words(state.readings))
    return TrackGain(str(category), CATEGORY_NAMES[category], last - first, icons)
