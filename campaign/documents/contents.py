"""The front of the chronicle: its contents and the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from django.utils.translation import gettext as _

from campaign.chronicle.book import Book
from campaign.chronicle.records import Record
from campaign.chronicle.records import campaign_records as records_of
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, pour_blocks
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import HAIR, Align, Line, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT, TITLE

# Contents
ENTRY, LEAST_ENTRY, INDENT, PAGE_NUMBER = 6.2, 5.0, 4.0, 8.0
COLUMN_GAP, NARROW = 8.0, 70.0  # no column is narrower

# Records
RECORD, RECORD_GAP, ACROSS = 25.0, 4.0, 2


@dataclass(frozen=True)
class ContentsEntry:
    """A line of the contents."""

    title: str
    note: str
    page: int
    level: int = 0
    heading: bool = False


@dataclass(frozen=True)
class ContentsGrid:
    """How the lines of the contents are spread over columns and pages."""

    columns: int
    rows: int
    height: float  # of a line

    @property
    def on_a_page(self) -> int:
        return self.columns * self.rows


def contents_grid(count: int, body: Area) -> ContentsGrid:
    """One column where it holds everything, a little closer where that saves a page."""
    most = int(body.height / LEAST_ENTRY + 0.001)
    if count <= most:
        high = min(ENTRY, body.height / max(1, count))
        return ContentsGrid(1, most if high == LEAST_ENTRY else count, high)
    columns = max(1, int((body.width + COLUMN_GAP) / (NARROW + COLUMN_GAP)))
    pages = ceil(count / (columns * most))
    rows = min(most, ceil(count / (columns * pages)))
    return ContentsGrid(columns, rows, min(ENTRY, body.height / rows))


def pages_for(count: int, body: Area) -> int:
    return max(1, ceil(count / max(1, contents_grid(count, body).on_a_page)))


def contents_pages(entries: Sequence[ContentsEntry], body: Area) -> Iterator[Shapes]:
    grid = contents_grid(len(entries), body)
    areas = body.columns(grid.columns, COLUMN_GAP)
    blocks = [Block(grid.height, partial(draw_entry, one=one)) for one in entries]
    for first in range(0, max(1, len(blocks)), max(1, grid.on_a_page)):
        some = blocks[first : first + grid.on_a_page]
        columns = [some[n : n + grid.rows] for n in range(0, len(some), grid.rows)]
        yield marks.join_shapes(map(pour_blocks, areas, columns))


def draw_entry(area: Area, one: ContentsEntry) -> Shapes:
    """A title with what is worth knowing beside it, and its page at the end of a line."""
    if one.heading:
        return text_label(area.below(1), one.title, TEXT, bold=True)
    bold, size = one.level < 2, TEXT if one.level < 2 else SMALL
    room = area.left(area.width - PAGE_NUMBER).beside(INDENT * one.level)
    long = min(text_width(one.title, size, bold=bold), room.width * 0.6)
    note = room.beside(long + 3)
    said = min(text_width(one.note, SMALL), note.width)
    begins = min(note.x + (said + 2 if said else -1), room.right)
    low = area.middle + 1
    return (
        *text_label(room.left(long + 0.01), one.title, size, bold=bold),
        *text_label(note, one.note, SMALL, fill=Tone.QUIET),
        Line(begins, low, room.right, low, Tone.EDGE, HAIR),
        *text_label(area, str(one.page), size, align=Align.END),
        *marks.page_link(area, one.page),
    )


# Records


def draw_records(book: Book, body: Area, pages: Mapping[int, int]) -> Shapes:
    """Each record leads to its session's page, if it has one."""
    found = records_of(book)
    columns = body.columns(ACROSS, RECORD_GAP)
    return marks.join_shapes(
        draw_record(
            columns[place % ACROSS]
            .below(place // ACROSS * (RECORD + RECORD_GAP))
            .top(RECORD),
            one,
            pages.get(one.session or 0, 0),
        )
        for place, one in enumerate(found)
    )


def draw_record(area: Area, one: Record, page: int) -> Shapes:
    frame, inner = marks.panel(area, one.sign, translate(one.title))
    value, who = inner.below(1).top(inner.height - 2).rows(2)
    session = _("Session %(number)s") % {"number": one.session} if one.session else ""
    whose = " · ".join(filter(None, (one.who, session)))
    return (
        *frame,
        *text_label(value.top(value.height), one.value, TITLE, bold=True),
        *text_label(who, whose, TEXT, fill=Tone.QUIET),
        *(marks.page_link(area, page) if page else ()),
    )
