"""A table's box in a few numbers, for pages that only point to it."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.box.keeping import box_state
from campaign.box.shelves import is_known
from companion.tables.models import Table
from scoring.rise_of_empire.layout import SHEET_AGES
from scoring.tables.comparing import said_of
from scoring.tables.state import PARTS, TableState


@dataclass(frozen=True)
class BoxSummary:
    cards: int  # that are filled in
    all_cards: int
    sheets: int  # that are copied whole
    parts: int  # of sheets, that are copied
    told_cards: int = 0  # of which the box says anything
    printed_cards: int = 0  # filled in by the booklet alone
    all_sheets: int = len(SHEET_AGES)
    all_parts: int = len(SHEET_AGES) * len(PARTS)

    @property
    def parts_alone(self) -> bool:
        """Whether a sheet is copied in part."""
        return self.parts > self.sheets * len(PARTS)

    @property
    def lacks_sheets(self) -> bool:
        return self.sheets < self.all_sheets


def summarise_box(box: TableState) -> BoxSummary:
    told = {one.number for one in box.cards.values() if said_of(one)}
    known = {number for number, one in box.catalogue.items() if is_known(one)}
    return BoxSummary(
        cards=len(known),
        all_cards=len(box.catalogue),
        sheets=len(box.copied_sheets),
        parts=BoxSummary.all_parts - len(box.parts_left),
        told_cards=len(told),
        printed_cards=len(known - told),
    )


def table_box_summary(table: Table) -> BoxSummary:
    return summarise_box(box_state(table))
