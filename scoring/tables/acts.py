"""Acts of a table: cards and sheets copied once, and the rule options it prefers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from scoring.acts import ActField, Declaration, FieldKind
from scoring.engines import Data
from scoring.plain import from_plain, read_mapping, read_sequence, read_text
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    FILLS,
    LAYOUTS,
    FixedCard,
    GroupOfCard,
    KindOfCard,
    Layout,
    SheetAge,
    Step,
)
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rise_of_empire.filling import (
    CardContent,
    LayoutContent,
    ReadingsContent,
    content_problems,
    known_slot,
)
from scoring.rise_of_empire.layout import (
    MOST_GOODS,
    MOST_MAP_BOXES,
    MOST_TRACK_BOXES,
    SHEET_AGES,
    AgeLayout,
    Good,
    Icon,
    load_layout,
    one_of,
    several_of,
)
from scoring.tables.state import MAP, PART_NAMES, PARTS, SketchedBoxes, TableState
from scoring.words import _

SheetPart = Annotated[
    str, ActField(_("Part of the sheet"), FieldKind.PICK, PART_NAMES, typed=False)
]
TappedBoxes = Annotated[
    SketchedBoxes, ActField(_("Boxes"), FieldKind.CONTENT, typed=False, told=False)
]
Source = Annotated[str, ActField(_("From"), FieldKind.TEXT, typed=False)]


@dataclass(frozen=True)
class TableAct(ABC):
    """What somebody did with the box."""

    declared: ClassVar[Declaration]

    @classmethod
    def read(cls, data: Data) -> Self:
        """The act that was recorded; raises Unfit for what isn't one."""
        return from_plain(cls, dict(data))

    @abstractmethod
    def apply(self, table: TableState) -> TableState: ...


@dataclass(frozen=True)
class FillBoxCard(CardContent, TableAct):
    """What stands on a card, as far as somebody has read it off."""

    declared = Declaration(_("Card filled in"), step=Step.BOX, role="organiser")

    def apply(self, table: TableState) -> TableState:
        card = self.filled(known_slot(table.catalogue, self.number))
        refuse_if_any(*content_problems(card))
        return table.put_card(card)


@dataclass(frozen=True)
class MoveBoxCard(TableAct):
    """The print says another kind, age or category than we inferred from the number."""

    declared = Declaration(_("Card moved"), step=Step.BOX, role="organiser")

    number: FixedCard
    kind: KindOfCard
    group: GroupOfCard

    def apply(self, table: TableState) -> TableState:
        slot = known_slot(table.catalogue, self.number)
        card = replace(slot, kind=self.kind, group=self.group)
        refuse_if_any(*content_problems(card))
        return table.put_card(card)


@dataclass(frozen=True)
class CopySheetPart(TableAct):
    """ROE-44: one track or the map of a printed sheet; the rest of the sheet stays as it is."""

    declared = Declaration(_("Sheet copied"), step=Step.BOX, role="organiser")

    layout: Layout
    part: SheetPart

    @classmethod
    def read(cls, data: Data) -> Self:
        """A layout has a reader of its own, which knows more than its type."""
        read_mapping(data, "", ("layout", "part"), ("layout", "part"))
        part = one_of(data["part"], PARTS, "part")
        return cls(load_layout(data["layout"], "layout"), part)

    def apply(self, table: TableState) -> TableState:
        own = table.sheets[self.layout.age]
        if self.part == MAP:
            return table.put_parts(replace(own, map=self.layout.map), MAP)
        track = self.layout.track(self.part)
        return table.put_parts(own.with_track(self.part, track), self.part)


@dataclass(frozen=True)
class SketchSheetPart(TableAct):
    """ROE-44: what somebody tapped so far, kept until they save it; no campaign sees it."""

    declared = Declaration(
        _("Sheet not saved yet"), step=Step.BOX, role="organiser", folded=True
    )

    age: SheetAge
    part: SheetPart
    boxes: TappedBoxes

    @classmethod
    def read(cls, data: Data) -> Self:
        names = ("age", "part", "boxes")
        read_mapping(data, "", names, names)
        part = one_of(data["part"], PARTS, "part")
        most = MOST_MAP_BOXES if part == MAP else MOST_TRACK_BOXES
        boxes = read_sequence(data["boxes"], "boxes", 1, most)
        shown = tuple(read_box_shown(one, part) for one in boxes)
        return cls(one_of(data["age"], SHEET_AGES, "age"), part, shown)

    def apply(self, table: TableState) -> TableState:
        return table.put_sketch(self.age, self.part, self.boxes)


def read_box_shown(given: object, part: str) -> tuple[str, ...]:
    """The goods of a box of the map, or the one icon of a box of a track; nothing where it is empty."""
    most, known = (MOST_GOODS, tuple(Good)) if part == MAP else (1, tuple(Icon))
    return several_of(read_sequence(given, "boxes", 0, most), known, "boxes")


@dataclass(frozen=True)
class ChangeBoxSheet(LayoutContent, TableAct):
    """ROE-44: a whole printed sheet at once."""

    declared = Declaration(_("Sheet changed"), step=Step.BOX, role="organiser")

    def apply(self, table: TableState) -> TableState:
        return table.put_parts(self.layout, *PARTS)


@dataclass(frozen=True)
class TakeIntoBox(TableAct):
    """Cards and sheets that a file or a campaign brings: one act, so that it is undone as one."""

    declared = Declaration(_("Added to your box"), step=Step.BOX, role="organiser")

    cards: Annotated[tuple[FillBoxCard, ...], FILLS] = ()
    layouts: Annotated[tuple[AgeLayout, ...], LAYOUTS] = ()
    source: Source = ""

    @classmethod
    def read(cls, data: Data) -> Self:
        read_mapping(data, "", ("cards", "layouts", "source"))
        given = read_sequence(data.get("cards", []), "cards", 0, MOST_CARDS)
        cards = tuple(from_plain(FillBoxCard, one, "cards") for one in given)
        sheets = read_sequence(data.get("layouts", []), "layouts", 0, len(SHEET_AGES))
        layouts = tuple(load_layout(one, "layouts") for one in sheets)
        return cls(cards, layouts, read_text(data.get("source", ""), "source"))

    def apply(self, table: TableState) -> TableState:
        refuse_if_any(
            problem_unless(
                bool(self.cards or self.layouts),
                _("There's nothing new for your box."),
                book.BOX,
            )
        )
        for card in self.cards:
            table = card.apply(table)
        for layout in self.layouts:
            table = table.put_parts(layout, *PARTS)
        return table


MOST_CARDS = 1000  # far beyond any box


@dataclass(frozen=True)
class PreferOptions(ReadingsContent, TableAct):
    """How the table plays what the booklet leaves open, in every campaign it starts from now on."""

    declared = Declaration(_("Rule options changed"), step=Step.BOX, role="organiser")

    def apply(self, table: TableState) -> TableState:
        return replace(table, readings=self.readings)
