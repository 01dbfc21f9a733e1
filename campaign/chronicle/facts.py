"""What the facts of a campaign tell: read from its tables in few queries, whatever its length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.core.paginator import Page, Paginator

from campaign.board.letters import letters_of_empires
from campaign.chronicle.deeds import (
    FROM_PAPER,
    acts_of_empire,
    split_by_session,
    told_acts,
)
from campaign.chronicle.story import EmpireChapter, EmpireFacts, left_of, story_chapters
from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign, EmpireSheet
from campaign.session.settled import settled_version
from companion.base.kept import KeptOnce
from companion.log.history import acts_of_kinds
from companion.log.replay import REWRITING, EffectiveAct, effective_acts
from companion.paper import charts
from scoring.plain import from_plain
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState, Ticks

# What an end of a session is asked for: the empires it left, not the whole state.
LEFT = ("session__number", "state__empires")
SESSION_DAY = ("session__played_on", "session__act__at")  # what session_day() asks for
CHAPTERS_PER_PAGE, MOST_CHARTED = 10, 12
MOST_BYTES, ABOUT_A_PAGE = 6_000_000, 60_000
FACTS: KeptOnce[EmpireFacts] = KeptOnce(MOST_BYTES, lambda _facts: ABOUT_A_PAGE)


def former_empires(
    empires: Iterable[EmpireRow], state: CampaignState
) -> list[EmpireRow]:
    """Whose story ended before the last session was opened."""
    return [one for one in empires if one.key in state.former_keys]


# Charts


@dataclass(frozen=True)
class ChartedSessions:
    """The sessions a page of charts shows: all of a short campaign, of a long one every so many."""

    numbers: tuple[int, ...]
    every: int = 1  # one of so many
    played: int = 0
    newest: bool = False  # the last ones instead


def charted_sessions(campaign: Campaign, *, newest: bool) -> ChartedSessions:
    left = campaign.left.order_by("session__number")
    numbers = list(left.values_list("session__number", flat=True).distinct())
    every = ceil(len(numbers) / MOST_CHARTED)
    if newest and every > 1:
        last = tuple(numbers[-MOST_CHARTED:])
        return ChartedSessions(last, every, len(numbers), newest=True)
    # From the newest back, so that the end of every line is how things stand.
    chosen = tuple(numbers[::-1][:: max(every, 1)][::-1])
    return ChartedSessions(chosen, every, len(numbers))


def charts_of(
    campaign: Campaign, sessions: Collection[int] | None = None
) -> list[charts.Chart]:
    """Scores, knowledge and ticks by session; of these sessions where they are named."""
    empires = read_empires(campaign)
    seats = letters_of_empires(campaign, empires)
    left, results = campaign.left.all(), campaign.results.all()
    if sessions is not None:
        left = left.filter(session__number__in=sessions)
        results = results.filter(session__number__in=sessions)
    columns = ("empire__key", "session__number")
    scores = results.order_by("session__number").values_list(*columns, "score")
    kept = left.order_by("session__number").values_list(*columns, "knowledge", "ticks")
    ends = list(kept)
    found = (
        charts.chart("scores", chart_series(empires, seats, list(scores))),
        charts.chart(
            "knowledge",
            chart_series(
                empires, seats, [(key, n, one) for key, n, one, _ticks in ends]
            ),
        ),
        charts.chart(
            "ticks",
            chart_series(
                empires, seats, [(key, n, one) for key, n, _knowledge, one in ends]
            ),
        ),
    )
    return [one for one in found if one]


Values = list[tuple[str, int, int]]


def chart_series(
    empires: Sequence[EmpireRow], seats: Mapping[str, str], values: Values
) -> list[charts.Series]:
    """One per empire that has any value, in the colour of its player."""
    nth = Counter[str]()
    by_key: dict[str, dict[int, int]] = {}
    for key, number, value in values:
        by_key.setdefault(key, {})[number] = value
    found = []
    for empire in empires:
        own = by_key.get(empire.key, {})
        player, seat = empire.player, seats[empire.player]
        found.append(charts.Series(player, empire.name, seat, own, nth[player]))
        nth[player] += 1
    return [one for one in found if one.values]


# The story of one empire


@dataclass(frozen=True)
class Biography:
    """Everything an empire's page tells."""

    empire: EmpireState
    seat: str
    facts: EmpireFacts
    then: CampaignState  # the campaign now, or when the story ended


@dataclass(frozen=True)
class StoryPart:
    """The sessions of a page of an empire's story, from the first to the last of them."""

    first: int
    last: int


def write_biography(
    campaign: Campaign,
    state: CampaignState,
    key: str,
    part: StoryPart | None = None,
) -> Biography | None:
    """Nothing where nobody ever founded such an empire; of one that stands a `part` is enough."""
    rows = read_empires(campaign)
    row = next((one for one in rows if one.key == key), None)
    if row is None:
        return None
    standing = state.empire(key)
    if part and standing and standing.alive:
        facts = known_facts(campaign, key, part)
    else:
        facts = empire_facts(campaign, key)
    return Biography(
        empire=empire_standing(campaign, state, row, facts),
        seat=letters_of_empires(campaign, rows)[row.player],
        facts=facts,
        then=as_of(state, key, facts),
    )


def known_facts(campaign: Campaign, key: str, part: StoryPart) -> EmpireFacts:
    """What finished sessions tell of an empire that played them, gathered once and kept."""
    named = (settled_version(campaign), key, part)

    def gather() -> EmpireFacts:
        return empire_facts(campaign, key, part)

    return FACTS.get_or_make(named, gather) or gather()


def empire_facts(
    campaign: Campaign, key: str, part: StoryPart | None = None
) -> EmpireFacts:
    """Of one empire; of a `part` of its story what its sessions tell, and how it stood before them."""

    def own(facts: Any, *columns: str) -> list[dict[str, Any]]:
        rows = within(facts, part).filter(empire__key=key)
        return list(
            rows.order_by("session__number", "pk").values("session__number", *columns)
        )

    before = replace(part, first=part.first - 1) if part else None
    ends = list(within(campaign.ends, before).values_list(*LEFT, "act__number"))
    begun = part is not None and ends and ends[0][0] < part.first
    acts = acts_of_empire(told_acts(campaign, ends[0][2] if begun else 0), key)
    return EmpireFacts(
        results=own(campaign.results, *SESSION_DAY, "score", "place"),
        completions=own(campaign.completions, "mission", "first", "ticks"),
        ledger=own(campaign.ledger, "amount"),
        left=left_of(key, [(number, empires) for number, empires, _act in ends]),
        brought=sheet_from_paper(acts),
        acts=split_by_session(acts, [(number, act) for number, _left, act in ends]),
    )


def within(facts: Any, part: StoryPart | None) -> Any:
    if part is None:
        return facts.all()
    # Named with their campaign, sessions are found by number and not among all there are.
    own = facts.filter(session__campaign=facts.instance)
    return own.filter(session__number__range=(part.first, part.last))


def page_of_story(campaign: Campaign, key: str, wanted: str | None) -> Page[int]:
    """The sessions an empire played, the newest first, as many as a page tells."""
    played = campaign.results.filter(empire__key=key).order_by("-session__number")
    numbers = played.values_list("session__number", flat=True)
    return Paginator(numbers, CHAPTERS_PER_PAGE).get_page(wanted)


def sheet_from_paper(acts: Iterable[EffectiveAct]) -> SheetState | None:
    """The sheet an empire came with, if it came from paper."""
    data = [one.data for one in acts if one.kind == FROM_PAPER]
    return from_plain(TakeOverEmpire, dict(data[-1])).sheet() if data else None


def sheets_from_paper(campaign: Campaign) -> dict[str, SheetState]:
    """The sheets of all empires that came from paper, by their keys."""
    acts = acts_of_kinds(campaign, (FROM_PAPER, *REWRITING))
    copied = (one for one in effective_acts(acts) if one.kind == FROM_PAPER)
    found = {one.data["empire"]: sheet_from_paper([one]) for one in copied}
    return {key: sheet for key, sheet in found.items() if sheet}


def empire_standing(
    campaign: Campaign, state: CampaignState, row: EmpireRow, facts: EmpireFacts
) -> EmpireState:
    """An empire as it is, or as it was when its story ended."""
    if present := state.empire(row.key):
        return present
    if not facts.left:
        return from_sheets(campaign, row)
    # Who left between sessions was still there when the last one ended.
    return replace(facts.left[-1].empire, status=row.status)


def as_of(state: CampaignState, key: str, facts: EmpireFacts) -> CampaignState:
    """The campaign when an empire's story ended, as far as its sheet tells of it."""
    if key not in state.former_keys or not facts.left:
        return state
    return replace(state, session=None, played=facts.left[-1].session)


def from_sheets(campaign: Campaign, row: EmpireRow) -> EmpireState:
    """An empire that left before it finished a session has only its sheet."""
    sheet = campaign.sheets.filter(empire=row.pk, current=True).first()
    shown = from_sheet(sheet) if sheet else SheetState(row.name, row.faction, row.age)
    return EmpireState(
        row.key, row.player, shown, status=row.status, founded=row.founded
    )


def from_sheet(row: EmpireSheet) -> SheetState:
    return SheetState(
        row.name,
        row.faction,
        row.age,
        ticks=Ticks(row.diplomacy, row.economy, row.science),
        boxes=tuple(row.boxes),
        knowledge=row.knowledge,
        scores=tuple(row.scores),
    )


def empire_story(
    state: CampaignState, facts: EmpireFacts, sessions: Iterable[int]
) -> list[EmpireChapter]:
    """The chapters of these sessions."""
    shown = set(sessions)
    told = [one for one in facts.results if one["session__number"] in shown]
    return story_chapters(state, replace(facts, results=told))
