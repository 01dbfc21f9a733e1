"""Before → after: what a session made of every empire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaign.board.cards import fall_words
from campaign.session.log import RecentActs
from campaign.session.now import SessionView
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
from scoring.rise_of_empire.preview import EmpireChange, empire_changes, preview_finish
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    SheetState,
    Status,
)
from scoring.words import Words, _


@dataclass(frozen=True)
class ComparedRow:
    label: str
    before: int
    after: int

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class ComparedEmpire:
    """One empire: its numbers before and after, and what became of it."""

    empire: EmpireState
    age_before: str
    score: int | None
    rows: list[ComparedRow]
    letter: str = ""

    @property
    def new_age(self) -> bool:
        return self.age_before != self.age

    @property
    def age(self) -> str:
        return AGE_NAMES[self.empire.sheet.age]

    @property
    def fall(self) -> Words:
        return fall_words(self.empire)


def compared_context(now: SessionView, log: RecentActs) -> dict[str, Any]:
    before, after = log.state_before("open_session"), preview_finish(now.state)
    scores = {seat.key: seat.playing.score for seat in now.seats}
    found = compare_empires(before, after, scores, now.letters)
    return {
        "compared": sorted(found, key=lambda one: one.empire.key != now.own),
        "over": after.over,
    }


def compare_empires(
    before: CampaignState,
    after: CampaignState,
    scores: Mapping[str, int | None],
    letters: Mapping[str, str],
) -> Iterator[ComparedEmpire]:
    """Of those who played, each with its player's letter."""
    for change in empire_changes(before, after):
        if change.after.key in scores:
            found = compare_empire(change, scores[change.after.key])
            yield replace(found, letter=letters.get(change.after.player, ""))


def sheet_to_compare(empire: EmpireState) -> SheetState:
    """Who has won is beyond the tracks: the sheet it won with tells more than an empty one."""
    won = empire.status == Status.WON and empire.past
    return empire.past[-1] if won else empire.sheet


def compare_empire(change: EmpireChange, score: int | None) -> ComparedEmpire:
    old, new = change.sheet_before, sheet_to_compare(change.after)
    rows = [
        *(
            ComparedRow(label, old.ticks.of(key), new.ticks.of(key))
            for key, label in CATEGORY_NAMES.items()
        ),
        ComparedRow(_("Knowledge"), old.knowledge, new.knowledge),
        ComparedRow(_("Inventions"), len(old.inventions), len(new.inventions)),
        ComparedRow(_("Provinces"), len(old.provinces), len(new.provinces)),
        ComparedRow(_("Map boxes ticked"), len(old.boxes), len(new.boxes)),
    ]
    fell = change.after.status == Status.COLLAPSED
    return ComparedEmpire(
        empire=change.after,
        age_before=AGE_NAMES[old.age],
        score=score,
        rows=[lost_row(row) for row in rows] if fell else rows,
    )


def lost_row(row: ComparedRow) -> ComparedRow:
    """ROE-39: a collapse takes everything, also what was gained in the session itself."""
    return replace(row, before=max(row.before, row.after), after=0)
