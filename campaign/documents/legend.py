"""What the signs on the tracks mean and, on a filled sheet, how many of each are reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.words import bonus_name
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import Shapes, Tone
from companion.paper.sizes import SMALL
from scoring.rise_of_empire import rulebook
from scoring.rise_of_empire.layout import (
    ENDING,
    STARTING,
    TOKENS,
    AgeLayout,
    Category,
    Icon,
)
from scoring.rise_of_empire.state import SheetState

TITLE, TITLE_ROW = 3.9, 3.3
DEEP = 4  # rows below a title
SIGN, SIGN_SHARE = 3.6, 0.92  # at most, and of its row
BEFORE = SIGN + 1.2  # room in front of the words
AFTER_TIMES = 1.2  # behind how many are reached, or the tick of a single one
GAP = 3.0

GROUPS = (
    (rulebook.STARTING_BONUSES.title, STARTING),
    (rulebook.PROGRESS_TOKENS.title, TOKENS),
    (rulebook.END_BONUSES.title, ENDING),
)


@dataclass(frozen=True)
class Bonus:
    sign: str
    name: str
    reached: int

    @property
    def times(self) -> str:
        """How many are reached; a single one is ticked."""
        return f"{self.reached} ×" if self.reached > 1 else "✓" * self.reached


@dataclass(frozen=True)
class BonusColumn:
    """Some bonuses below one another; a group's second column has no title."""

    title: str
    bonuses: tuple[Bonus, ...]

    @property
    def before(self) -> float:
        """Room in front of the words, the same in every row."""
        widest = max(text_width(one.times, SMALL, bold=True) for one in self.bonuses)
        return BEFORE + (widest + AFTER_TIMES if widest else 0.0)

    @property
    def width(self) -> float:
        titled = text_width(self.title, SMALL, bold=True)
        words = max(text_width(bonus.name, SMALL) for bonus in self.bonuses)
        return max(titled, self.before + words)


@shows("ticks")
def draw_legend(
    area: Area,
    layout: AgeLayout,
    sheet: SheetState | None,
    goods: Mapping[str, str],
) -> Shapes:
    columns = legend_columns(layout, sheet, goods)
    rooms = area.share_width([column.width for column in columns], GAP)
    return marks.join_shapes(
        draw_column(room, column) for room, column in zip(rooms, columns, strict=True)
    )


def legend_columns(
    layout: AgeLayout, sheet: SheetState | None, goods: Mapping[str, str]
) -> list[BonusColumn]:
    reached = count_icons(layout, sheet)
    return [
        column
        for title, icons in group_icons(layout)
        for column in column_bonuses(
            title,
            [
                Bonus(goods.get(icon, icon), bonus_name(icon, goods), reached[icon])
                for icon in icons
            ],
        )
    ]


def group_icons(layout: AgeLayout) -> list[tuple[str, list[str]]]:
    """The icons of this layout in the order of the booklet; unknown ones last."""
    used = {
        icon for category in Category for icon in layout.track(category).boxes if icon
    }
    known: list[tuple[str, list[str]]] = [
        (translate(title), [icon for icon in Icon if icon in used & kind])
        for title, kind in GROUPS
    ]
    others = (_("Others"), sorted(used - set(Icon)))
    return [(title, icons) for title, icons in (*known, others) if icons]


def count_icons(layout: AgeLayout, sheet: SheetState | None) -> Counter[str]:
    """ROE-40: equal icons add up."""
    if sheet is None:
        return Counter()
    return Counter(
        icon
        for category in Category
        for icon in layout.reached(category, sheet.ticks.of(category))
    )


def column_bonuses(title: str, bonuses: list[Bonus]) -> list[BonusColumn]:
    """As few columns as there must be, equally deep."""
    deep = ceil(len(bonuses) / ceil(len(bonuses) / DEEP))
    return [
        BonusColumn(title if first == 0 else "", tuple(bonuses[first : first + deep]))
        for first in range(0, len(bonuses), deep)
    ]


def draw_column(area: Area, column: BonusColumn) -> Shapes:
    rows = area.below(TITLE).rows(DEEP)
    return (
        *text_label(area.top(TITLE_ROW), column.title, SMALL, bold=True),
        *marks.join_shapes(
            draw_entry(row, bonus, column.before)
            for row, bonus in zip(rows, column.bonuses, strict=False)
        ),
    )


def draw_entry(area: Area, bonus: Bonus, before: float) -> Shapes:
    sign = min(SIGN, area.height * SIGN_SHARE, area.width)
    return (
        *marks.sign(bonus.sign, area.x + sign / 2, area.middle, sign),
        *text_label(
            area.beside(BEFORE).left(before - BEFORE), bonus.times, SMALL, bold=True
        ),
        *text_label(
            area.beside(before),
            bonus.name,
            SMALL,
            fill=Tone.INK if bonus.reached else Tone.QUIET,
        ),
    )
