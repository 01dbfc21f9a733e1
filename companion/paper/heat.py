"""Tables in which a stronger tint means more: the same shapes on a page and on paper, always with the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import HEAT_ROLES, HEATS, Align, Box, Drawing, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT

NAMES, LEAST_COLUMN, CELL_PAD = 22.0, 10.0, 1.2
MOST_NAME = 15.0  # of a column; a longer name is cut
HEAD, ROW = 6.0, 7.4
MONTH, MONTH_HIGH, MONTH_NAME = 12.0, 11.0, 4.4
GAP, ROUND = 0.7, 1.0
NOTHING = "–"


@dataclass(frozen=True)
class HeatCell:
    text: str  # empty where there is nothing
    heat: int = 0  # from 0 to as many steps as there are


@dataclass(frozen=True)
class HeatRow:
    name: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True)
class HeatMap:
    """Rows and columns of tinted numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[HeatRow, ...]

    @property
    def column_width(self) -> float:
        """As wide as the widest number needs, and the names as far as they are short."""
        texts = [cell.text for row in self.rows for cell in row.cells]
        widest = max((text_width(one, TEXT, bold=True) for one in texts), default=0.0)
        names = max(
            (text_width(one, TEXT, bold=True) for one in self.columns), default=0.0
        )
        named = min(names + 2 * GAP, MOST_NAME)
        return max(LEAST_COLUMN, widest + 2 * CELL_PAD, named)

    @property
    def size(self) -> tuple[float, float]:
        wide = NAMES + len(self.columns) * self.column_width
        return wide, HEAD + len(self.rows) * ROW


def share_as_heat(share: float) -> int:
    """How strongly a share is tinted: nothing isn't, the whole most."""
    return min(HEATS, max(0, -int(-share * HEATS // 1)))


def heat_drawing(heat: HeatMap) -> Drawing:
    """The map as a page shows it."""
    wide, high = heat.size
    return Drawing(wide, high, draw_heat_map(Area(0, 0, wide, high), heat), heat.title)


def draw_heat_map(area: Area, heat: HeatMap) -> Shapes:
    """As wide as the area, its rows no higher than they need to be."""
    unit = min(ROW, (area.height - HEAD) / max(1, len(heat.rows)))
    names = min(area.width * NAMES / heat.size[0], NAMES * 2)
    heads = area.beside(names).top(HEAD).columns(len(heat.columns))
    shapes = [
        text_label(
            one.inset(GAP, 0), name, TEXT, bold=True, align=Align.MIDDLE, least=TEXT
        )
        for one, name in zip(heads, heat.columns, strict=True)
    ]
    for place, row in enumerate(heat.rows):
        line = Area(area.x, area.y + HEAD + place * unit, area.width, unit)
        shapes.append(text_label(line.left(names - 1), row.name, TEXT))
        rooms = line.beside(names).columns(len(row.cells))
        shapes += map(draw_heat_cell, rooms, row.cells)
    return marks.join_shapes(shapes)


def draw_heat_cell(area: Area, cell: HeatCell) -> Shapes:
    room = area.inset(GAP / 2)
    said, quiet = cell.text or NOTHING, Tone.INK if cell.text else Tone.QUIET
    return (
        heat_box(room, cell.heat),
        *text_label(
            room, said, TEXT, bold=bool(cell.text), align=Align.MIDDLE, fill=quiet
        ),
    )


def heat_box(area: Area, heat: int) -> Box:
    fill = HEAT_ROLES.get(heat, Tone.RAISED)
    return Box(*marks.corners(area), fill, round=ROUND)


# A calendar


@dataclass(frozen=True)
class HeatMonth:
    name: str
    count: int
    heat: int


def months_drawing(title: str, months: Sequence[HeatMonth]) -> Drawing:
    """Some months side by side, as a page shows them."""
    area = Area(0, 0, MONTH * len(months), MONTH_HIGH)
    return Drawing(area.width, area.height, draw_months(area, months), title)


def draw_months(area: Area, months: Sequence[HeatMonth]) -> Shapes:
    rooms: Iterable[Area] = area.columns(len(months))
    return marks.join_shapes(map(draw_month, rooms, months))


def draw_month(area: Area, month: HeatMonth) -> Shapes:
    room = area.inset(GAP / 2)
    named, counted = room.top(MONTH_NAME), room.below(MONTH_NAME - 0.6)
    said, least = (str(month.count), TEXT) if month.count else (NOTHING, SMALL)
    fill = Tone.INK if month.count else Tone.QUIET
    return (
        heat_box(room, month.heat),
        *text_label(named, month.name, TEXT, align=Align.MIDDLE, fill=fill),
        *text_label(
            counted, said, LARGE, bold=True, align=Align.MIDDLE, fill=fill, least=least
        ),
    )
