"""The provinces of an empire with their whole names, in as many columns and lines as these need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.words import star_if_corrected
from campaign.models.pictures import card_words
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import Shapes
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.state import SheetState

DIGITS = 6.6  # room for a card's number
HIGHEST = 9.8  # a line of the list
LINES = {TEXT: 3.9, SMALL: 2.9}  # how high a line of this size is at least
MOST_COLUMNS = 4
COLUMN_GAP, LIST_PAD = 2.4, 1.0
WRITTEN = 10  # lines of a short list

Name = tuple[str, ...]  # in one line or more


@dataclass(frozen=True)
class ListPlan:
    """How a list is set so that nothing of it is cut."""

    size: float
    columns: tuple[tuple[Name, ...], ...]

    @property
    def deep(self) -> int:
        """Lines of the longest column."""
        return max(sum(map(len, column)) for column in self.columns)


def plan_list(area: Area, names: Sequence[str]) -> ListPlan | None:
    """The largest letters and fewest columns in which all names stand whole, at best in one line."""
    for broken, size, many in product((False, True), LINES, range(1, MOST_COLUMNS + 1)):
        room = area.columns(many, COLUMN_GAP)[0].width - DIGITS
        lines = [set_name(one, size, room) for one in names]
        if any(len(one) > 1 for one in lines) and not broken:
            continue
        if any(text_width(line, size) > room for one in lines for line in one):
            continue
        columns = fill_columns(lines, int(area.height / LINES[size]))
        if len(columns) <= many:
            return ListPlan(size, (*columns, *((),) * (many - len(columns))))
    return None


def set_name(name: str, size: float, room: float) -> Name:
    whole = text_width(name, size) <= room
    return (name,) if whole else tuple(break_lines(name, size, room))


def fill_columns(names: Sequence[Name], deep: int) -> list[tuple[Name, ...]]:
    """The names from top to bottom; a name stands in one column as a whole."""
    columns: list[list[Name]] = [[]]
    for one in names:
        if columns[-1] and sum(map(len, columns[-1])) + len(one) > deep:
            columns.append([])
        columns[-1].append(one)
    return [tuple(column) for column in columns]


@shows("provinces")
def draw_provinces(
    area: Area,
    sheet: SheetState | None,
    names: Mapping[int, str],
    *,
    overleaf: bool = False,
) -> Shapes:
    """The provinces held and lines for more; only their numbers where the names stand overleaf."""
    held = sorted(sheet.provinces) if sheet else []
    title = star_if_corrected(_("Provinces"), "provinces", sheet)
    many = str(len(held)) if sheet else ""
    if overleaf:
        many = _("%(count)s, names on the next page") % {"count": len(held)}
    frame, _inner = marks.panel(area, "faction_location", title, many)
    shown = [("" if overleaf else names.get(number, "")) for number in held]
    return (*frame, *draw_names(list_area(area), held, shown))


def list_area(panel: Area) -> Area:
    """What a panel leaves for the list in it."""
    return marks.panel(panel, "faction_location", "")[1].inset(0, LIST_PAD)


def draw_names(area: Area, held: Sequence[int], names: Sequence[str]) -> Shapes:
    """The whole names where there is room; else as much of each as one line has."""
    plan = plan_list(area, names) or cut_names(area, names)
    lines = max(plan.deep, WRITTEN if len(plan.columns) == 1 else 1)
    high = min(HIGHEST, area.height / lines)
    rest, shapes = list(held), list[Shapes]()
    for room, column in zip(
        area.columns(len(plan.columns), COLUMN_GAP), plan.columns, strict=True
    ):
        for name in column:
            row = room.top(high * len(name))
            shapes.append(draw_name(row, rest.pop(0), name, plan.size))
            room = room.below(row.height)
        while room.height >= high:
            shapes.append(marks.writing_line(room.top(high)))
            room = room.below(high)
    return marks.join_shapes(shapes)


def cut_names(area: Area, names: Sequence[str]) -> ListPlan:
    """For a screen, whose page lists the provinces once more."""
    deep = int(area.height / LINES[SMALL])
    return ListPlan(SMALL, tuple(fill_columns([(one,) for one in names], deep)))


def draw_name(area: Area, number: int, name: Name, size: float) -> Shapes:
    digits = min(DIGITS, area.width / 2)
    rows = area.rows(len(name))
    return (
        *text_label(rows[0].left(digits), card_words(number, ""), size, bold=True),
        *marks.join_shapes(
            text_label(row.beside(digits), line, size, least=size)
            for row, line in zip(rows, name, strict=True)
        ),
        *marks.writing_line(area),
    )
