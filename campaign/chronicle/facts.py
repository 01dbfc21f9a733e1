"""What the facts of a campaign tell: read from its tables in few queries, whatever its length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaign.board.letters import letters_of_empires
from campaign.chronicle.deeds import acts_of_empire, split_by_session, told_acts
from campaign.chronicle.story import EmpireChapter, EmpireFacts, left_of, story_chapters
from campaign.models import Campaign, Empire, EmpireSheet
from companion.log.replay import EffectiveAct
from companion.paper import charts
from scoring.plain import from_plain
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState, Ticks

# What an end of a session is asked for: the empires it left, not the whole state.
LEFT = ("session__number", "state__empires")


def former_empires(empires: Iterable[Empire], state: CampaignState) -> list[Empire]:
    """Whose story ended before the last session was opened."""
    return [one for one in empires if one.key in state.former_keys]


# Charts


def charts_of(campaign: Campaign) -> list[charts.Chart]:
    empires = list(campaign.empires.all())
    ends = list(campaign.ends.values_list(*LEFT))
    results = campaign.results.values_list(
        "empire__key", "session__number", "score"
    ).order_by("session__number")
    scores = [(key, number, score) for key, number, score in results]
    found = (
        charts.chart("scores", chart_series(empires, scores)),
        charts.chart(
            "knowledge", chart_series(empires, values_left(ends, knowledge_saved))
        ),
        charts.chart("ticks", chart_series(empires, values_left(ends, ticks_of))),
    )
    return [one for one in found if one]


Values = list[tuple[str, int, int]]


def values_left(
    ends: Sequence[tuple[int, list[dict[str, Any]]]],
    what: Callable[[dict[str, Any]], int],
) -> Values:
    return [
        (empire["key"], number, what(empire))
        for number, empires in ends
        for empire in empires
    ]


def knowledge_saved(empire: dict[str, Any]) -> int:
    return int(empire["sheet"]["knowledge"])


def ticks_of(empire: dict[str, Any]) -> int:
    return int(empire["earlier_ticks"] + sum(empire["sheet"]["ticks"].values()))


def chart_series(empires: Sequence[Empire], values: Values) -> list[charts.Series]:
    """One per empire that has any value, in the colour of its player."""
    seats, nth = letters_of_empires(empires), Counter[str]()
    found = []
    for empire in empires:
        own = {number: value for key, number, value in values if key == empire.key}
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


def write_biography(
    campaign: Campaign, state: CampaignState, key: str
) -> Biography | None:
    """Nothing where nobody ever founded such an empire."""
    rows = list(campaign.empires.all())
    row = next((one for one in rows if one.key == key), None)
    if row is None:
        return None
    facts = empire_facts(campaign, key)
    return Biography(
        empire=empire_standing(campaign, state, row, facts),
        seat=letters_of_empires(rows)[row.player],
        facts=facts,
        then=as_of(state, key, facts),
    )


def empire_facts(campaign: Campaign, key: str) -> EmpireFacts:
    def own(facts: Any, *columns: str) -> list[dict[str, Any]]:
        rows = facts.filter(empire__key=key).order_by("session__number", "pk")
        return list(rows.values("session__number", *columns))

    ends = list(campaign.ends.values_list(*LEFT, "act__number"))
    acts = acts_of_empire(told_acts(campaign), key)
    return EmpireFacts(
        results=own(campaign.results, "session__played_on", "score", "place"),
        completions=own(campaign.completions, "mission", "first", "ticks"),
        ledger=own(campaign.ledger, "amount"),
        left=left_of(key, [(number, empires) for number, empires, _act in ends]),
        brought=sheet_from_paper(acts),
        acts=split_by_session(acts, [(number, act) for number, _left, act in ends]),
    )


def sheet_from_paper(acts: Iterable[EffectiveAct]) -> SheetState | None:
    """The sheet an empire came with, if it came from paper."""
    data = [one.data for one in acts if one.kind == "take_over_empire"]
    return from_plain(TakeOverEmpire, dict(data[-1])).sheet() if data else None


def empire_standing(
    campaign: Campaign, state: CampaignState, row: Empire, facts: EmpireFacts
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


def from_sheets(campaign: Campaign, row: Empire) -> EmpireState:
    """An empire that left before it finished a session has only its sheet."""
    sheet = campaign.sheets.filter(empire=row, current=True).first()
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


def empire_story(state: CampaignState, facts: EmpireFacts) -> list[EmpireChapter]:
    return story_chapters(state, facts)
