"""The three progress tracks: boxes with their bonuses, what is reached, and the age at the end."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.words import bonus_name, star_if_corrected
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label
from companion.paper.shapes import (
    STRONG,
    THIN,
    Align,
    Box,
    Line,
    Path,
    Shape,
    Shapes,
    Tone,
)
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    Age,
    AgeLayout,
    Category,
    next_age,
)
from scoring.rise_of_empire.state import SheetState

BLOCK = 13.0  # the coloured block with the category's sign
SIGN = 9.4
WORDS = 39.0  # beside it: the category, how far it is, what comes next
END, END_WORDS = 27.0, 22.0  # what lies behind the last box
LANE_PAD, WORDS_PAD = 1.7, 1.0
CORNER = 0.6  # a number keeps this away from its box
BOX = 8.4  # height of a box to tick
WIDEST = 14.0  # and its largest width
BOX_ROUND = 1.2
STEM = 1.0  # between a box and its bonus
BONUS = 7.2
GAP = 0.5  # between boxes
LEADING = 1.2
ARROW, ARROW_SIZE = "M3 4l18 8-18 8z", 3.0
FLAG = 8.6  # the sign of the age that comes
BETWEEN = 1.5  # lanes

# Which colours a category has.
STRONG_ROLES = {
    Category.DIPLOMACY: Tone.DIPLOMACY,
    Category.ECONOMY: Tone.ECONOMY,
    Category.SCIENCE: Tone.SCIENCE,
}
SOFT_ROLES = {
    Category.DIPLOMACY: Tone.DIPLOMACY_SOFT,
    Category.ECONOMY: Tone.ECONOMY_SOFT,
    Category.SCIENCE: Tone.SCIENCE_SOFT,
}


@shows("ticks", *Category)
def draw_tracks(
    area: Area,
    layout: AgeLayout,
    sheet: SheetState | None,
    goods: Mapping[str, str],
) -> Shapes:
    lanes = zip(Category, area.rows(len(Category), BETWEEN), strict=True)
    return marks.join_shapes(
        draw_lane(room, layout, category, sheet, goods) for category, room in lanes
    )


def draw_lane(
    area: Area,
    layout: AgeLayout,
    category: Category,
    sheet: SheetState | None,
    goods: Mapping[str, str],
) -> Shapes:
    role = STRONG_ROLES[category]
    ticks = sheet.ticks.of(category) if sheet else 0
    row = area.beside(BLOCK + WORDS).inset(LANE_PAD)
    boxes = layout.track(category).boxes
    pitch = min(WIDEST, (row.width - END) / max(1, len(boxes)))
    used = pitch * len(boxes) - GAP if boxes else row.width - END
    return (
        Box(*marks.corners(area), SOFT_ROLES[category], role, THIN, marks.ROUND),
        Box(*marks.corners(area.left(BLOCK)), role, role, THIN, marks.ROUND),
        *marks.sign(category, area.x + BLOCK / 2, area.middle, SIGN, Tone.PAPER),
        *draw_track_words(
            area.beside(BLOCK).left(WORDS), layout, category, sheet, goods
        ),
        *draw_run(row.left(used), boxes, pitch, ticks, role, goods),
        *age_ahead(row.beside(used), layout, category, ticks, role),
    )


def draw_track_words(
    area: Area,
    layout: AgeLayout,
    category: Category,
    sheet: SheetState | None,
    goods: Mapping[str, str],
) -> Shapes:
    """The category's name and, on a filled sheet, how far it is and the next bonus."""
    inner = area.inset(2 * WORDS_PAD, WORDS_PAD)
    title = star_if_corrected(translate(CATEGORY_NAMES[category]), category, sheet)
    rows = [
        *((one, TEXT) for one in two_lines(title, TEXT, inner.width, bold=True)),
        *track_rows(layout, category, sheet, goods, inner.width),
    ]
    y = inner.middle - sum(size for _text, size in rows) * LEADING / 2
    shapes: list[Shape] = []
    for text, size in rows:
        room = Area(inner.x, y, inner.width, size * LEADING)
        fill = Tone.INK if size == TEXT else Tone.QUIET
        shapes += text_label(room, text, size, bold=size == TEXT, fill=fill)
        y = room.bottom
    return tuple(shapes)


def track_rows(
    layout: AgeLayout,
    category: Category,
    sheet: SheetState | None,
    goods: Mapping[str, str],
    room: float,
) -> list[tuple[str, float]]:
    """Rows with their sizes: how many boxes are ticked, and what the next bonus is."""
    boxes = layout.track(category).boxes
    if sheet is None or not boxes:
        return []
    ticks = min(sheet.ticks.of(category), len(boxes))
    told = _("%(ticks)s of %(boxes)s") % {"ticks": ticks, "boxes": len(boxes)}
    ahead = next((icon for icon in boxes[ticks:] if icon), None)
    if ahead is None:
        return [(told, SMALL)]
    bonus = _("Next: %(bonus)s") % {"bonus": bonus_name(ahead, goods, short=True)}
    return [(told, SMALL), *((one, SMALL) for one in two_lines(bonus, SMALL, room))]


def two_lines(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    first, *rest = break_lines(text, size, room, bold=bold)
    return [first, " ".join(rest)] if rest else [first]


def draw_run(
    area: Area,
    boxes: tuple[str, ...],
    pitch: float,
    ticks: int,
    role: Tone,
    goods: Mapping[str, str],
    before: int = 0,
    length: int | None = None,
) -> Shapes:
    """The boxes from left to right, as wide as they can be; a later row has some before it."""
    if not boxes:
        return marks.writing_line(area.top(BOX / 2), Tone.CONTROL)
    return marks.join_shapes(
        draw_box(
            Area(area.x + number * pitch, area.y, pitch, area.height),
            before + number + 1,
            goods.get(icon, icon),
            role,
            reached=before + number < ticks,
            last=before + number + 1 == (length or len(boxes)),
        )
        for number, icon in enumerate(boxes)
    )


def draw_box(
    area: Area, number: int, icon: str, role: Tone, *, reached: bool, last: bool
) -> Shapes:
    square = Area(area.x, area.y, area.width - GAP, BOX)
    line = STRONG if last else THIN
    fill = role if reached else Tone.PAPER
    stroke = role if reached or last else Tone.CONTROL
    frame = Box(
        *marks.corners(square), fill, stroke, line, min(BOX_ROUND, square.width / 5)
    )
    inside = draw_tick(square, number) if reached else draw_box_number(square, number)
    return (
        frame,
        *inside,
        *(draw_bonus(area, icon, role, reached=reached) if icon else ()),
    )


def draw_box_number(square: Area, number: int) -> Shapes:
    """A free box shows its number, small, so that a pen's tick stays clear."""
    room = square.inset(CORNER).top(SMALL)
    return text_label(room, str(number), SMALL, fill=Tone.QUIET)


def draw_tick(square: Area, number: int) -> Shapes:
    size = min(square.width, square.height) * marks.TICK_SHARE
    room = square.inset(CORNER).top(SMALL)
    return (
        *marks.sign("tick", square.centre, square.middle + CORNER, size, Tone.PAPER),
        *text_label(room, str(number), SMALL, fill=Tone.PAPER),
    )


def draw_bonus(area: Area, icon: str, role: Tone, *, reached: bool) -> Shapes:
    """The bonus hangs below its box; a reached one is filled."""
    x, size = area.centre - GAP / 2, min(BONUS, area.width - GAP / 2)
    foot = area.y + BOX
    ink, fill = (Tone.PAPER, role) if reached else (Tone.INK, Tone.PAPER)
    return (
        Line(x, foot, x, foot + STEM, role, THIN),
        *marks.medallion(
            icon, x, foot + STEM + size / 2, size, fill=fill, stroke=role, ink=ink
        ),
    )


def age_ahead(
    area: Area, layout: AgeLayout, category: Category, ticks: int, role: Tone
) -> Shapes:
    """What the last box leads to (ROE-33, ROE-36)."""
    ahead = age_ahead_of(layout.age)
    if not ahead:
        return ()
    full = 0 < layout.length(category) <= ticks
    fill, ink = (role, Tone.PAPER) if full else (Tone.PAPER, role)
    x, y = area.right - END_WORDS / 2, area.y + BOX / 2
    name = Area(area.right - END_WORDS, area.y + FLAG + CORNER, END_WORDS, TEXT)
    note = Area(name.x, name.bottom, name.width, SMALL * LEADING)
    victory = _("Victory") if ahead == Age.MODERN else ""
    return (
        Line(area.x, y, x - FLAG / 2, y, role, THIN),
        Path(ARROW, x - FLAG / 2 - ARROW_SIZE, y - ARROW_SIZE / 2, ARROW_SIZE, role),
        *marks.medallion(
            ahead, x, y, FLAG, fill=fill, stroke=role, ink=ink, line=STRONG
        ),
        *text_label(
            name, translate(AGE_NAMES[ahead]), SMALL, bold=True, align=Align.MIDDLE
        ),
        *text_label(note, victory, SMALL, align=Align.MIDDLE, fill=Tone.QUIET),
    )


def age_ahead_of(age: str) -> str:
    """The age behind this one; nothing behind the last, or where nobody knows the age."""
    try:
        return next_age(age)
    except (ValueError, IndexError):
        return ""
