"""Before → after: what a session made of every empire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaign.board.cards import FALL_NAMES
from campaign.session.log import Recent
from campaign.session.now import SessionView
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
from scoring.rise_of_empire.preview import Change, changes, if_finished
from scoring.rise_of_empire.state import Campaign, Empire
from scoring.words import _


@dataclass(frozen=True)
class Row:
    label: str
    before: int
    after: int

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Compared:
    """One empire: its numbers before and after, and what became of it."""

    empire: Empire
    age_before: str
    score: int | None
    rows: list[Row]

    @property
    def new_age(self) -> bool:
        return self.age_before != self.age

    @property
    def age(self) -> str:
        return AGE_NAMES[self.empire.sheet.age]

    @property
    def fall(self) -> str:
        return FALL_NAMES.get(self.empire.fall, "")


def compared(now: SessionView, log: Recent) -> dict[str, Any]:
    before, after = log.state_before("open_session"), if_finished(now.state)
    scores = {seat.key: seat.playing.score for seat in now.seats}
    return {"compared": list(comparison(before, after, scores)), "over": after.over}


def comparison(
    before: Campaign, after: Campaign, scores: Mapping[str, int | None]
) -> Iterator[Compared]:
    """Of those who played."""
    for change in changes(before, after):
        if change.after.key in scores:
            yield compared_empire(change, scores[change.after.key])


def compared_empire(change: Change, score: int | None) -> Compared:
    old, new = change.sheet_before, change.after.sheet
    return Compared(
        empire=change.after,
        age_before=AGE_NAMES[old.age],
        score=score,
        rows=[
            *(
                Row(label, old.ticks.of(key), new.ticks.of(key))
                for key, label in CATEGORY_NAMES.items()
            ),
            Row(_("Knowledge"), old.knowledge, new.knowledge),
            Row(_("Inventions"), len(old.inventions), len(new.inventions)),
            Row(_("Provinces"), len(old.provinces), len(new.provinces)),
            Row(_("Map boxes ticked"), len(old.boxes), len(new.boxes)),
        ],
    )
