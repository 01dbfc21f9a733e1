"""The empire sheet in a folded booklet: the same parts over two small pages, in letters one can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from campaign.documents import cards, counts
from campaign.documents.fate import EMPIRE_END, EmpireEnd, draw_end
from campaign.documents.heading import EMBLEM
from campaign.documents.legend import BonusColumn, draw_column, legend_columns
from campaign.documents.phone_sheet import (
    BONUSES,
    Part,
    draw_lane,
    draw_title,
    heading_parts,
    lane_height,
    pour_parts,
)
from campaign.documents.province_list import draw_provinces, list_area, plan_list
from campaign.documents.province_map import province_map
from campaign.documents.sheet import FOOT, GAP, KNOWLEDGE, NOTE_ROWS, draw_notes
from companion.paper.areas import Area
from companion.paper.frame import FOOT as PAGE_FOOT
from companion.paper.frame import FOOT_GAP
from companion.paper.marks import join_shapes
from companion.paper.shapes import Shapes
from scoring.rise_of_empire.layout import AgeLayout, Category
from scoring.rise_of_empire.state import SheetState

ACROSS = 16  # boxes in a row
MAP_SHARE = 0.54  # of what the other parts leave; the cards get the rest


def draw_folded_sheet(
    room: Area,
    layout: AgeLayout,
    sheet: SheetState,
    *,
    player: str,
    fate: str,
    when: str,
    provinces: Mapping[int, str],
    goods: Mapping[str, str],
    end: EmpireEnd | None,
) -> list[Shapes]:
    """Its name and tracks on the left, what it holds on the right; names that are too long behind."""
    page = room.top(room.height - PAGE_FOOT - FOOT_GAP)
    left = [
        *heading_parts(layout, sheet, player, fate),
        *lane_parts(layout, sheet, goods),
    ]
    below: list[Part] = [
        *(((EMPIRE_END, partial(draw_end, end=end)),) if end else ()),
        *bonus_parts(legend_columns(layout, sheet, goods), page.width),
        (NOTE_ROWS * FOOT, lambda area: draw_notes(area, layout, sheet, when)),
    ]
    held = page.top(page.height - sum(high + GAP for high, _draw in below))
    upper = held.top(held.height * MAP_SHARE)
    listed = [provinces.get(one, "") for one in sorted(sheet.provinces)]
    overleaf = not plan_list(list_area(upper.columns(2, GAP)[1]), listed)
    right = (
        *draw_held(held, upper, layout, sheet, provinces, overleaf=overleaf),
        *pour_parts(page.below(held.height + GAP), below),
    )
    named = draw_names_behind(page, layout, sheet, provinces)
    return [pour_parts(page, left), right, *([named] if overleaf else [])]


def lane_parts(
    layout: AgeLayout, sheet: SheetState, goods: Mapping[str, str]
) -> list[Part]:
    return [
        (
            lane_height(layout, one, ACROSS),
            partial(draw_lane, layout, one, sheet, goods, across=ACROSS),
        )
        for one in Category
    ]


def draw_names_behind(
    page: Area, layout: AgeLayout, sheet: SheetState, provinces: Mapping[int, str]
) -> Shapes:
    return (
        *draw_title(layout, sheet, page.top(EMBLEM)),
        *draw_provinces(page.below(EMBLEM + GAP), sheet, provinces),
    )


def draw_held(
    area: Area,
    upper: Area,
    layout: AgeLayout,
    sheet: SheetState,
    provinces: Mapping[int, str],
    *,
    overleaf: bool,
) -> Shapes:
    """The map beside the provinces; below them the inventions beside what is counted."""
    mapped, named = upper.columns(2, GAP)
    invented, counted = area.below(upper.height + GAP).columns(2, GAP)
    return (
        *province_map(mapped, layout, sheet),
        *draw_provinces(named, sheet, provinces, overleaf=overleaf),
        *cards.draw_inventions(invented, sheet),
        *counts.draw_knowledge(counted.top(KNOWLEDGE), sheet),
        *counts.draw_scores(counted.below(KNOWLEDGE + GAP), sheet),
    )


def bonus_parts(columns: Sequence[BonusColumn], width: float) -> list[Part]:
    """The bonuses in rows of as many columns as fit with their whole words."""
    rows: list[list[BonusColumn]] = []
    for column in columns:
        wide = [*(one.width for one in rows[-1]), column.width] if rows else []
        if rows and sum(wide) + GAP * (len(wide) - 1) <= width:
            rows[-1].append(column)
        else:
            rows.append([column])
    return [(BONUSES, partial(draw_bonus_row, row)) for row in rows]


def draw_bonus_row(columns: Sequence[BonusColumn], area: Area) -> Shapes:
    rooms = area.share_width([column.width for column in columns], GAP)
    return join_shapes(map(draw_column, rooms, columns))
