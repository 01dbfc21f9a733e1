"""The parts of a printed book: what the contents name, laid out before page numbers are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, repeat
from typing import TypeAlias

from campaign.documents.book_index import Mentions
from campaign.documents.contents import ContentsEntry
from companion.paper import frame, marks
from companion.paper.areas import Area
from companion.paper.flow import Block, fill_columns, pour_blocks
from companion.paper.page import HALVES
from companion.paper.shapes import HAIR, Drawing, Line, Shapes, Tone

GUTTER = 10.0  # a bound book's inner margin is this much wider
SHEET_ASIDE = 4.0  # what a sheet leaves of that, as it fills its page
WRITING_LINE = 9.0

Places: TypeAlias = Mapping[str, int]  # pages by the key of what begins there
DrawPage: TypeAlias = Callable[[Places, int], Shapes | Drawing]


@dataclass(frozen=True)
class Press:
    """What a book is printed on: whole pages to bind, or half ones to fold."""

    paper: str
    folded: bool = False

    @property
    def room(self) -> Area:
        if self.folded:
            return frame.upright_room(HALVES[self.paper])
        whole = frame.upright_room(self.paper)
        return whole.left(whole.width - GUTTER)

    @property
    def body(self) -> Area:
        return frame.body_area(self.room)

    def aside(self, drawing: Drawing, number: int) -> float:
        """Away from the fold, which is left of odd pages and right of even ones."""
        if self.folded:
            return 0.0
        far = SHEET_ASIDE if drawing.width > drawing.height else GUTTER / 2
        return far if number % 2 else -far


@dataclass(frozen=True)
class BookPart:
    """Something on one page or more; the contents name it if it has a title."""

    title: str
    pages: tuple[DrawPage, ...]
    key: str = ""
    group: str = ""  # of equal parts that stand together
    note: str = ""
    level: int = 0  # in contents and bookmarks
    on_left: bool = False  # begins on a left page, so that it is a spread
    mentions: Mentions = field(default_factory=Mentions)


PlacedParts: TypeAlias = Sequence[tuple[int, BookPart]]


def page_of(shapes: Shapes) -> DrawPage:
    """A page that needs to know no other."""
    return lambda _places, _number: shapes


def place_parts(
    parts: Sequence[BookPart], number: int, filler: BookPart
) -> Iterator[tuple[int, BookPart]]:
    """From this page on; a page to write on where a part has to begin on the left."""
    for part in parts:
        if part.on_left and number % 2:
            yield number, filler
            number += 1
        yield number, part
        number += len(part.pages)


def places_of(placed: PlacedParts) -> dict[str, int]:
    return {part.key: number for number, part in placed if part.key}


def contents_entries(placed: PlacedParts) -> list[ContentsEntry]:
    """A line per part, and above its first one a group."""
    shown, groups = list[ContentsEntry](), {""}
    for number, part in placed:
        if not part.title:
            continue
        if part.group not in groups:
            shown.append(ContentsEntry(part.group, "", number, heading=True))
            groups.add(part.group)
        shown.append(ContentsEntry(part.title, part.note, number, part.level))
    return shown


def bookmarks_of(placed: PlacedParts) -> list[tuple[tuple[str, int], ...]]:
    """For every part what leads to it, a group before its first part."""
    found, groups = list[tuple[tuple[str, int], ...]](), {""}
    for _number, part in placed:
        opening = [] if part.group in groups else [(part.group, 0)]
        groups.add(part.group)
        own = [(part.title, part.level)] if part.title else []
        found.append((*opening, *own))
    return found


# Pages that are made of blocks


def flow_pages(
    head: Shapes, body: Area, blocks: Sequence[Block], columns: int = 1, gap: float = 0
) -> list[DrawPage]:
    """Blocks in columns, on as many pages as they need."""
    filled = fill_columns(blocks, repeat(body.height))
    areas = body.columns(columns, gap)
    return [
        partial(draw_flow, head, areas, filled[first : first + columns])
        for first in range(0, max(1, len(filled)), columns)
    ]


def draw_flow(
    head: Shapes,
    areas: Sequence[Area],
    filled: Sequence[Sequence[Block]],
    _places: Places,
    _number: int,
) -> Shapes:
    return (*head, *marks.join_shapes(map(pour_blocks, areas, filled)))


def split_spread(
    blocks: Sequence[Block], height: float, last_line: float
) -> tuple[list[list[Block]], list[Block]]:
    """What fits on two pages, and what doesn't; then a line is left to say where it goes on."""
    filled = fill_columns(blocks, repeat(height))
    if len(filled) <= 2:
        return filled, []
    heights = chain((height, height - last_line), repeat(height))
    first, second, *more = fill_columns(blocks, heights)
    return [first, second], list(chain.from_iterable(more))


def writing_page(head: Shapes, body: Area) -> Shapes:
    """Lines for a pen."""
    rows = int(body.height / WRITING_LINE)
    return (
        *head,
        *(
            Line(body.x, y, body.right, y, Tone.EDGE, HAIR)
            for y in (body.y + WRITING_LINE * (row + 1) for row in range(rows))
        ),
    )
