"""A table's box as it stands: every card and sheet that was copied once, and the preferred options."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.plain import UNSAID
from scoring.rise_of_empire.cards import SLOTS, Card
from scoring.rise_of_empire.layout import (
    CATEGORY_NAMES,
    DEFAULT_LAYOUTS,
    SHEET_AGES,
    AgeLayout,
    Category,
    Track,
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
SketchedBoxes = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class TableState:
    cards: dict[int, Card] = field(default_factory=dict)  # what the table filled in
    sheets: dict[str, AgeLayout] = field(default_factory=lambda: dict(DEFAULT_LAYOUTS))
    copied: dict[str, tuple[str, ...]] = field(default_factory=dict)  # parts, by age
    readings: Readings = field(default_factory=Readings)
    # Whose a name in old games is that isn't a person's own: by the name in lower case.
    known_as: dict[str, str] = field(default_factory=dict, metadata=UNSAID)
    # What was tapped of a part and isn't saved yet: by age and part, box by box.
    sketches: dict[str, SketchedBoxes] = field(default_factory=dict, metadata=UNSAID)

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

    def drawn_sheet(self, age: str) -> AgeLayout:
        """A sheet with what was tapped on it and isn't saved; a box of its map may be empty."""
        sheet = self.sheets[age]
        for part in PARTS:
            if boxes := self.sketches.get(sketch_key(age, part)):
                sheet = put_part_boxes(sheet, part, boxes)
        return sheet

    def sketched_parts(self, age: str) -> tuple[str, ...]:
        return tuple(part for part in PARTS if sketch_key(age, part) in self.sketches)

    def put_sketch(self, age: str, part: str, boxes: SketchedBoxes) -> TableState:
        """Boxes as they are on the sheet are no sketch any more."""
        others = drop_sketches(self.sketches, age, [part])
        saved = part_boxes(self.sheets[age], part) == boxes
        mine = {} if saved else {sketch_key(age, part): boxes}
        return replace(self, sketches={**others, **mine})

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
            sketches=drop_sketches(self.sketches, layout.age, parts),
        )


def sketch_key(age: str, part: str) -> str:
    return f"{age}-{part}"


def drop_sketches(
    sketches: Mapping[str, SketchedBoxes], age: str, parts: Iterable[str]
) -> dict[str, SketchedBoxes]:
    gone = {sketch_key(age, part) for part in parts}
    return {key: boxes for key, boxes in sketches.items() if key not in gone}


def part_boxes(layout: AgeLayout, part: str) -> SketchedBoxes:
    """The boxes of a track or of the map, each as what it shows."""
    if part == MAP:
        return layout.map
    return tuple((one,) if one else () for one in layout.track(part).boxes)


def put_part_boxes(layout: AgeLayout, part: str, boxes: SketchedBoxes) -> AgeLayout:
    if part == MAP:
        return replace(layout, map=boxes)
    return layout.with_track(part, Track(tuple("".join(one) for one in boxes)))
