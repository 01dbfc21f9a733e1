"""The empire sheet for a phone: the same parts as on paper, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from campaign.documents import cards, counts
from campaign.documents.fate import EMPIRE_END, EmpireEnd, draw_end
from campaign.documents.heading import (
    EMBLEM,
    EMBLEM_SIGN,
    FIELD_ROW,
    NAME_ROW,
    draw_ages,
    draw_fields,
    empire_name,
)
from campaign.documents.kept_drawings import shows
from campaign.documents.legend import (
    DEEP,
    TITLE,
    BonusColumn,
    draw_column,
    legend_columns,
)
from campaign.documents.missions import MissionCounter, draw_counters
from campaign.documents.province_list import draw_provinces
from campaign.documents.province_map import province_map
from campaign.documents.sheet import (
    FOOT,
    GAP,
    KNOWLEDGE,
    NOTE_ROWS,
    draw_notes,
    sheet_title,
)
from campaign.documents.tracks import (
    BLOCK,
    BONUS,
    BOX,
    LANE_PAD,
    SIGN,
    SOFT_ROLES,
    STEM,
    STRONG_ROLES,
    age_ahead,
    draw_run,
    draw_track_words,
)
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.shapes import STRONG, THIN, Box, Drawing, Shapes, Tone
from scoring.rise_of_empire.layout import AgeLayout, Category
from scoring.rise_of_empire.state import SheetState

WIDTH = 72.0  # so that the smallest words are still read on the narrowest phone
AGES = 17.0
WORDS, AHEAD = 18.0, 25.0  # the head of a track, and the age at its end
CLEAR = 2.5  # between the words and the arrow
ACROSS = 8  # boxes in a row
ROW = BOX + STEM + BONUS + 1.0
MAP, PROVINCES, INVENTIONS, SCORES, COUNTERS = 66.0, 56.0, 46.0, 38.0, 14.0
BONUSES = TITLE + DEEP * 4.6

Part = tuple[float, Callable[[Area], Shapes]]  # how high it is, and how it is drawn


def draw_phone_sheet(
    layout: AgeLayout,
    sheet: SheetState,
    *,
    player: str = "",
    fate: str = "",
    when: str = "",
    provinces: Mapping[int, str],
    goods: Mapping[str, str],
    missions: Sequence[MissionCounter] = (),
    end: EmpireEnd | None = None,
) -> Drawing:
    parts: list[Part] = [
        *heading_parts(layout, sheet, player, fate),
        *(
            (lane_height(layout, one), partial(draw_lane, layout, one, sheet, goods))
            for one in Category
        ),
        (MAP, lambda area: province_map(area, layout, sheet)),
        (PROVINCES, lambda area: draw_provinces(area, sheet, provinces)),
        (INVENTIONS, lambda area: cards.draw_inventions(area, sheet)),
        (KNOWLEDGE, lambda area: counts.draw_knowledge(area, sheet)),
        (SCORES, lambda area: counts.draw_scores(area, sheet)),
        *((COUNTERS, partial(draw_counter, one)) for one in missions),
        *(((2 * EMPIRE_END, partial(draw_end, end=end)),) if end else ()),
        *legend_parts(layout, sheet, goods),
        (NOTE_ROWS * FOOT, lambda area: draw_notes(area, layout, sheet, when)),
    ]
    return stack_parts(parts, sheet_title(layout, sheet))


def stack_parts(parts: Sequence[Part], title: str) -> Drawing:
    height = sum(high for high, _draw in parts) + GAP * (len(parts) - 1) + STRONG
    area = Area(0, 0, WIDTH, height).inset(STRONG / 2)
    return Drawing(WIDTH, height, pour_parts(area, parts), title)


def pour_parts(rest: Area, parts: Sequence[Part]) -> Shapes:
    """The parts from the top of an area down."""
    shapes: Shapes = ()
    for high, draw in parts:
        shapes += draw(rest.top(high))
        rest = rest.below(high + GAP)
    return shapes


def heading_parts(
    layout: AgeLayout, sheet: SheetState, player: str, fate: str
) -> list[Part]:
    return [
        (EMBLEM, partial(draw_title, layout, sheet)),
        (FIELD_ROW, lambda area: draw_fields(area, sheet, player, fate)),
        (AGES, lambda area: draw_ages(area, layout.age, sheet)),
    ]


def draw_title(layout: AgeLayout, sheet: SheetState, area: Area) -> Shapes:
    middle, words = EMBLEM / 2, area.beside(EMBLEM + GAP)
    name = words.below((EMBLEM - NAME_ROW) / 2).top(NAME_ROW)
    at = (area.x + middle, area.y + middle)
    return (
        Box(area.x, area.y, EMBLEM, EMBLEM, Tone.ACCENT, round=marks.ROUND),
        *marks.sign(layout.age, *at, EMBLEM_SIGN, Tone.PAPER),
        *empire_name(name, sheet),
    )


# Tracks


def rows_of(
    layout: AgeLayout, category: Category, across: int
) -> list[tuple[str, ...]]:
    boxes = layout.track(category).boxes
    return [boxes[first : first + across] for first in range(0, len(boxes), across)]


def lane_height(layout: AgeLayout, category: Category, across: int = ACROSS) -> float:
    rows = max(1, len(rows_of(layout, category, across)))
    return WORDS + rows * ROW + 2 * LANE_PAD


@shows("ticks", *Category)
def draw_lane(
    layout: AgeLayout,
    category: Category,
    sheet: SheetState,
    goods: Mapping[str, str],
    area: Area,
    *,
    across: int = ACROSS,
) -> Shapes:
    role, ticks = STRONG_ROLES[category], sheet.ticks.of(category)
    head, runs = area.top(WORDS), area.below(WORDS).inset(LANE_PAD)
    told = head.beside(BLOCK).left(area.width - BLOCK - AHEAD)
    ahead = head.beside(head.width - AHEAD + CLEAR).inset(0, LANE_PAD)
    pitch = runs.width / across
    shapes: Shapes = (
        Box(*marks.corners(area), SOFT_ROLES[category], role, THIN, marks.ROUND),
        Box(*marks.corners(head.left(BLOCK)), role, role, THIN, marks.ROUND),
        *marks.sign(category, area.x + BLOCK / 2, head.middle, SIGN, Tone.PAPER),
        *draw_track_words(told, layout, category, sheet, goods),
        *age_ahead(ahead, layout, category, ticks, role),
    )
    length = layout.length(category)
    for nth, boxes in enumerate(rows_of(layout, category, across)):
        row = runs.below(nth * ROW).top(ROW)
        shapes += draw_run(row, boxes, pitch, ticks, role, goods, nth * across, length)
    return shapes


# The rest


def draw_counter(mission: MissionCounter, area: Area) -> Shapes:
    return draw_counters(area, (mission,))


def legend_parts(
    layout: AgeLayout, sheet: SheetState, goods: Mapping[str, str]
) -> list[Part]:
    """A column of bonuses per row."""
    return [
        (BONUSES, partial(draw_bonuses, column))
        for column in legend_columns(layout, sheet, goods)
    ]


@shows()
def draw_bonuses(column: BonusColumn, area: Area) -> Shapes:
    return draw_column(area, column)
