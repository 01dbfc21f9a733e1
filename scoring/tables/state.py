"""A table's box as it stands: every card and sheet that was copied once, and the preferred options."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.plain import UNSAID
from scoring.rise_of_empire.cards import SLOTS, Card
from scoring.rise_of_empire.layout import (
    CATEGORY_NAMES,
    DEFAULT_LAYOUTS,
    SHEET_AGES,
    AgeLayout,
    Category,
)
from scoring.rise_of_empire.readings import Readings
from scoring.words import _

MAP = "map"
# A sheet is copied part by part: the icons of each track, then the upkeep of the map's boxes.
PART_NAMES: dict[str, str] = {
    **{one.value: CATEGORY_NAMES[one] for one in Category},
    MAP: _("Province map"),
}
PARTS = tuple(PART_NAMES)


@dataclass(frozen=True)
class TableState:
    cards: dict[int, Card] = field(default_factory=dict)  # what the table filled in
    sheets: dict[str, AgeLayout] = field(default_factory=lambda: dict(DEFAULT_LAYOUTS))
    copied: dict[str, tuple[str, ...]] = field(default_factory=dict)  # parts, by age
    readings: Readings = field(default_factory=Readings)
    # Whose a name in old games is that isn't a person's own: by the name in lower case.
    known_as: dict[str, str] = field(default_factory=dict, metadata=UNSAID)

    @property
    def catalogue(self) -> Mapping[int, Card]:
        """Every slot, with what this table knows of it."""
        return ChainMap(self.cards, SLOTS)

    @property
    def copied_sheets(self) -> tuple[AgeLayout, ...]:
        """The sheets that are whole: no box of theirs is an example."""
        return tuple(one for one in self.sheets.values() if one.custom)

    @property
    def parts_left(self) -> tuple[tuple[str, str], ...]:
        """What is still to be copied, an age and one of its parts each, in order."""
        return tuple(
            (age.value, part)
            for age in SHEET_AGES
            for part in PARTS
            if part not in self.copied.get(age, ())
        )

    def put_card(self, card: Card) -> TableState:
        if self.catalogue[card.number] == card:
            return self
        return replace(self, cards={**self.cards, card.number: card})

    def put_parts(self, layout: AgeLayout, *parts: str) -> TableState:
        """The sheet with parts of it copied; it counts as the table's own when all are."""
        done = {*self.copied.get(layout.age, ()), *parts}
        copied = tuple(part for part in PARTS if part in done)
        sheet = replace(layout, custom=copied == PARTS)
        return replace(
            self,
            sheets={**self.sheets, layout.age: sheet},
            copied={**self.copied, layout.age: copied},
        )
