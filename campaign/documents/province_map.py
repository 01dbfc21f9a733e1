"""The province map: a honeycomb of boxes to tick, each with the goods it asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.words import good_name, star_if_corrected
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import STRONG, THIN, Align, Path, Shapes, Tone
from companion.paper.sizes import SMALL
from scoring.rise_of_empire.layout import GOOD_NAMES, AgeLayout
from scoring.rise_of_empire.state import SheetState

# A hexagon that stands on its corner, as high as the square of 24.
HEXAGON = "M12 0l10.392 6v12L12 24 1.608 18V6z"
SLIM = sqrt(3) / 2  # its width, as a share of its height
OVERLAP = 0.75  # how far down the next row begins
LARGEST = 24.0
NEARLY = 0.92
MOST_COMBS = 64  # kept ready
MARGIN = 0.94  # a hexagon's share of its place, so that neighbours keep apart
UPKEEP, UPKEEP_ROW = 6.8, 6.0  # the foot, and the row of goods in it
COMB_PAD = 1.2
ACROSS = 3  # goods in one row of a box
# Shares of a hexagon's height, downwards from its centre: its tick, its goods, its number.
TICK_AT, TICK = -0.25, 0.24
GOODS_AT, ONE_ROW, ROWS = 0.06, 0.31, 0.38
NUMBER_AT, NUMBER_WIDTH = 0.35, 0.32
GOODS_WIDTH, GOOD_SHARE = 0.84, 0.94
SIGN, BEFORE, GAP = 3.6, 4.2, 0.8  # in that row


@dataclass(frozen=True)
class Comb:
    """Rows of hexagons, every other one shifted by half; the first may be the shorter."""

    count: int
    across: int
    short_first: bool
    largest: float = LARGEST

    def short(self, row: int) -> bool:
        return self.across > 1 and (row % 2 == 0) == self.short_first

    def room(self, row: int) -> int:
        return self.across - 1 if self.short(row) else self.across

    def row_lengths(self) -> list[int]:
        lengths: list[int] = []
        while (left := self.count - sum(lengths)) > 0:
            lengths.append(min(self.room(len(lengths)), left))
        return lengths

    @property
    def missing(self) -> int:
        """How many more would fit into the last row."""
        lengths = self.row_lengths()
        return self.room(len(lengths) - 1) - lengths[-1]

    def size(self, area: Area) -> float:
        """The height of a hexagon, as large as the area allows."""
        down = 1 + OVERLAP * (len(self.row_lengths()) - 1)
        return min(self.largest, area.height / down, area.width / self.across / SLIM)


@lru_cache(MOST_COMBS)
def best_comb(count: int, area: Area, most: float = LARGEST) -> Comb:
    combs = [
        Comb(count, across, short, most)
        for across in range(1, count + 1)
        for short in (False, True)
    ]
    largest = max(one.size(area) for one in combs)
    # Of those that are about as large, the one whose last row isn't a stump.
    good = [one for one in combs if one.size(area) >= largest * NEARLY]
    return min(good, key=lambda one: (one.missing, -one.size(area)))


def hexagon_places(
    count: int, area: Area, most: float = LARGEST
) -> Iterator[tuple[float, float, float]]:
    """Centre and height of each hexagon, the comb in the middle of the area."""
    comb = best_comb(count, Area(0, 0, area.width, area.height), most)
    size, lengths = comb.size(area), comb.row_lengths()
    wide, high = size * SLIM, size * (1 + OVERLAP * (len(lengths) - 1))
    left = area.centre - wide * comb.across / 2
    top = area.middle - high / 2
    for row, length in enumerate(lengths):
        skipped = (comb.room(row) - length) // 2
        begin = left + wide * (skipped + (1 if comb.short(row) else 0.5))
        for place in range(length):
            yield begin + place * wide, top + size * (0.5 + OVERLAP * row), size


@shows("boxes")
def province_map(
    area: Area, layout: AgeLayout, sheet: SheetState | None, most: float = LARGEST
) -> Shapes:
    """The boxes as large as there is room for, at most so high."""
    title = star_if_corrected(_("Province map"), "boxes", sheet)
    frame, inner = marks.panel(area, "province", title, map_note(layout, sheet))
    if not layout.map:
        return frame
    room = inner.top(inner.height - UPKEEP)
    ticked = sheet.boxes if sheet else ()
    boxes = zip(
        layout.map,
        hexagon_places(len(layout.map), room.inset(0, COMB_PAD), most),
        strict=True,
    )
    return (
        *frame,
        *marks.join_shapes(
            draw_box(number, goods, *place, ticked=number in ticked)
            for number, (goods, place) in enumerate(boxes)
        ),
        *draw_upkeep(inner.below(room.height).top(UPKEEP_ROW), layout, sheet),
    )


def map_note(layout: AgeLayout, sheet: SheetState | None) -> str:
    if sheet is None or not layout.map:
        return ""
    values = {"ticks": len(sheet.boxes), "boxes": len(layout.map)}
    return _("%(ticks)s of %(boxes)s") % values


def draw_box(
    number: int,
    goods: tuple[str, ...],
    x: float,
    y: float,
    size: float,
    *,
    ticked: bool,
) -> Shapes:
    inner = size * MARGIN
    fill, stroke = (
        (Tone.ACCENT_SOFT, Tone.ACCENT) if ticked else (Tone.RAISED, Tone.CONTROL)
    )
    line = STRONG if ticked else THIN
    wide = inner * NUMBER_WIDTH
    level = y + inner * NUMBER_AT - SMALL / 2
    foot = Area(x - wide / 2, level, wide, SMALL)
    return (
        Path(HEXAGON, x - inner / 2, y - inner / 2, inner, fill, stroke, line),
        *marks.checkbox(
            x, y + inner * TICK_AT, inner * TICK, Tone.ACCENT, ticked=ticked
        ),
        *draw_goods(goods or ("unknown",), x, y + inner * GOODS_AT, inner),
        *text_label(
            foot,
            str(number + 1),
            SMALL,
            align=Align.MIDDLE,
            fill=Tone.QUIET,
        ),
    )


def draw_goods(goods: tuple[str, ...], x: float, y: float, size: float) -> Shapes:
    """A box's goods in one row or two, in the middle of the hexagon."""
    rows = ceil(len(goods) / ACROSS)
    each = ceil(len(goods) / rows)
    across, down = SLIM * GOODS_WIDTH / each, ONE_ROW if rows == 1 else ROWS / rows
    share = size * min(across, down)
    shapes: Shapes = ()
    for row in range(rows):
        some = goods[row * each : (row + 1) * each]
        level = y + (row - (rows - 1) / 2) * share
        for place, good in enumerate(some):
            at = x + (place - (len(some) - 1) / 2) * share
            shapes += marks.sign(good, at, level, share * GOOD_SHARE)
    return shapes


def draw_upkeep(area: Area, layout: AgeLayout, sheet: SheetState | None) -> Shapes:
    """Which sign is which good and, on a filled sheet, how many of each are owed."""
    goods = goods_of_map(layout)
    wanted = [BEFORE + text_width(good_name(good), SMALL) for good in goods]
    cells = area.share_width(wanted, GAP)
    owed = Counter(
        good
        for number, asked in enumerate(layout.map)
        if sheet and number in sheet.boxes
        for good in asked
    )
    return marks.join_shapes(
        good_cell(cell, good, owed[good])
        for cell, good in zip(cells, goods, strict=False)
    )


def goods_of_map(layout: AgeLayout) -> list[str]:
    """The goods of this map in the usual order; unknown ones last."""
    used = {good for goods in layout.map for good in goods}
    return [good for good in GOOD_NAMES if good in used] + sorted(
        used - set(GOOD_NAMES)
    )


def good_cell(area: Area, good: str, owed: int) -> Shapes:
    """A good's sign and name, below how many of it are owed."""
    size, words = min(SIGN, area.width), area.beside(BEFORE)
    above, below = words.rows(2)
    many = text_label(above, f"{owed} ×", SMALL, bold=True) if owed else ()
    return (
        *marks.sign(good, area.x + size / 2, area.middle, size),
        *many,
        *text_label(
            below if owed else words,
            good_name(good),
            SMALL,
            fill=Tone.QUIET,
        ),
    )
