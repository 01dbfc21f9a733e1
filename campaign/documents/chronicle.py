"""The chronicle: the whole campaign as a small book.

A title page, contents, records, a spread per session, charts, and every empire's rise and fall with
its last sheet. Spreads begin on a left page, so that a printed book opens on whole sessions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from django.utils.translation import gettext as _

from campaign.chronicle.book import Book, Life, Spread
from campaign.documents import chart, contents, life, spread
from campaign.documents.empire import draw_empire
from companion.base.dates import full_date
from companion.paper import frame, marks, pdf
from companion.paper.areas import Area
from companion.paper.flow import Block, fill_columns, pour_blocks
from companion.paper.pdf import Leaf
from companion.paper.shapes import Drawing, Shapes

GAP = 5.0
COLUMNS = 2
CHARTS = 3  # on a page


@dataclass(frozen=True)
class Page:
    """A page before its number is known; a sheet brings its own drawing."""

    shapes: Shapes = ()
    sheet: Drawing | None = None


@dataclass(frozen=True)
class BookPart:
    """Something the contents name, on one page or more."""

    title: str
    pages: tuple[Page, ...]
    group: str = ""  # of equal parts that stand together
    note: str = ""
    on_left: bool = False  # begins on a left page
    listed: bool = True


def draw_chronicle(book: Book, *, paper: str) -> bytes:
    title = _("Chronicle of %(name)s") % {"name": book.name}
    pages, about = book_pages(book, paper), _("Chronicle of a campaign")
    return pdf.bind_leaves(pages, paper=paper, title=title, subject=about)


def book_pages(book: Book, paper: str) -> list[Leaf]:
    room = frame.upright_room(paper)
    parts = list(number_parts(book, room, list(parts_after_contents(book, paper))))
    return list(book_leaves(book, room, parts))


# Putting it together


def parts_after_contents(book: Book, paper: str) -> Iterator[BookPart]:
    """Everything behind the contents."""
    room = frame.upright_room(paper)
    records = contents.draw_records(book, frame.body_area(room))
    if records:
        head = frame.page_head(room, "vp", _("Records"), book.name)
        yield BookPart(_("Records"), (Page((*head, *records)),))
    yield from session_parts(book, room)
    yield from chart_parts(book, room)
    yield from empire_parts(book, room, paper)


def number_parts(
    book: Book, room: Area, parts: list[BookPart]
) -> Iterator[tuple[int, BookPart]]:
    """Each part with the page it begins on, behind a title and contents that know all of them."""
    body = frame.body_area(room)
    placed = list(place_parts(parts, 2 + contents.pages_for(lines_of(parts), body)))
    title = Page(contents.title_page(book, room))
    head = frame.page_head(room, "card", _("Contents"), book.name)
    listing = contents.contents_pages(contents_entries(placed), body)
    yield 1, BookPart(book.name, (title,), listed=False)
    if not parts:
        return
    yield 2, BookPart(_("Contents"), tuple(Page((*head, *one)) for one in listing))
    yield from placed


def place_parts(
    parts: Sequence[BookPart], number: int
) -> Iterator[tuple[int, BookPart]]:
    """From this page on; an empty page where a part has to begin on the left."""
    for part in parts:
        if part.on_left and number % 2:
            yield number, BookPart("", (Page(),), listed=False)
            number += 1
        yield number, part
        number += len(part.pages)


def lines_of(parts: Sequence[BookPart]) -> list[tuple[BookPart, bool]]:
    """What the contents show: every part, and above its first one a group."""
    shown, groups = list[tuple[BookPart, bool]](), {""}
    for part in parts:
        if not part.listed:
            continue
        if part.group not in groups:
            shown.append((part, True))
            groups.add(part.group)
        shown.append((part, False))
    return shown


def contents_entries(
    placed: Sequence[tuple[int, BookPart]],
) -> list[contents.ContentsEntry]:
    pages = {id(part): number for number, part in placed}
    return [
        contents.ContentsEntry(part.group, "", pages[id(part)], heading=True)
        if group
        else contents.ContentsEntry(
            part.title, part.note, pages[id(part)], indented=bool(part.group)
        )
        for part, group in lines_of([part for _number, part in placed])
    ]


def book_leaves(
    book: Book, room: Area, parts: Sequence[tuple[int, BookPart]]
) -> Iterator[Leaf]:
    groups = {""}
    for first, part in parts:
        opening = [] if part.group in groups else [(part.group, 0)]
        groups.add(part.group)
        own = [(part.title, 1 if part.group else 0)] if part.title else []
        for number, page in enumerate(part.pages, start=first):
            marked = (*opening, *own) if number == first else ()
            yield Leaf(finish_page(book, room, page, number), marked)


def finish_page(book: Book, room: Area, page: Page, number: int) -> Drawing:
    """The page with its number; a title page, an empty one and a sheet show none."""
    if page.sheet:
        return page.sheet
    if number == 1 or not page.shapes:
        return Drawing(*frame.drawing_size(room), page.shapes, book.name)
    shapes = (*page.shapes, *frame.page_foot(room, book.name, str(number)))
    return Drawing(*frame.drawing_size(room), shapes, book.name)


def flow_blocks(
    head: Shapes, body: Area, blocks: Sequence[Block], columns: int
) -> Iterator[Page]:
    """Blocks in columns, on as many pages as they need."""
    filled = fill_columns(blocks, repeat(body.height))
    for first in range(0, max(1, len(filled)), columns):
        some = filled[first : first + columns]
        yield Page((*head, *side_by_side(body, some, columns)))


def side_by_side(
    body: Area, filled: Sequence[Sequence[Block]], columns: int = COLUMNS
) -> Shapes:
    areas = body.columns(columns, GAP)
    return marks.join_shapes(map(pour_blocks, areas, filled))


# Sessions


def session_parts(book: Book, room: Area) -> Iterator[BookPart]:
    for one in book.spreads:
        title = _("Session %(number)s") % {"number": one.number}
        day = full_date(one.played_on) if one.played_on else ""
        winner = ", ".join(part.player for part in one.parts if part.place == 1)
        yield BookPart(
            title,
            tuple(spread_pages(book, one, room, title, day)),
            group=_("Sessions"),
            note=" · ".join(filter(None, (day, winner))),
            on_left=True,
        )


def spread_pages(
    book: Book, one: Spread, room: Area, title: str, day: str
) -> Iterator[Page]:
    body = frame.body_area(room)
    photo = book.photos.get(one.number)
    told = spread.left_page(book.state, one, body, photo)
    yield from flow_blocks(frame.page_head(room, "mission", title, day), body, told, 1)
    wide = (body.width - GAP * (COLUMNS - 1)) / COLUMNS
    cards = spread.right_page(one.parts, wide)
    head = frame.page_head(room, "province", _("Their fates"), title)
    yield from flow_blocks(head, body, balance_cards(cards, body.height), COLUMNS)


def balance_cards(cards: list[Block], height: float) -> list[Block]:
    """Two and two side by side, where they would all fit into one column."""
    if len(cards) < 2 or sum(one.height for one in cards) > height:
        return cards
    half = (len(cards) + 1) // 2
    last = cards[half - 1]
    left = height - sum(one.height for one in cards[: half - 1])
    return [*cards[: half - 1], replace(last, height=left), *cards[half:]]


# Charts and empires


def chart_parts(book: Book, room: Area) -> Iterator[BookPart]:
    if not book.charts:
        return
    body = frame.body_area(room)
    rooms = body.rows(CHARTS, GAP)
    head = frame.page_head(room, "knowledge", _("Charts"), book.name)
    drawn = marks.join_shapes(map(chart.draw_chart, rooms, book.charts))
    yield BookPart(_("Charts"), (Page((*head, *drawn)),))


def empire_parts(book: Book, room: Area, paper: str) -> Iterator[BookPart]:
    for one in book.lives:
        yield BookPart(
            one.empire.sheet.name,
            (*life_pages(one, room), Page(sheet=last_sheet(one, paper))),
            group=_("Empires"),
            note=one.empire.player,
        )


def life_pages(one: Life, room: Area) -> Iterator[Page]:
    """The summary stands above the first page of the story only."""
    body, sheet = frame.body_area(room), one.empire.sheet
    head = frame.page_head(room, sheet.age, sheet.name, _("Rise and fall"))
    top = life.draw_summary(body.top(life.SUMMARY), one)
    first = body.below(life.SUMMARY + GAP)
    blocks = life.story_blocks(one, (body.width - GAP) / COLUMNS)
    heights = chain(repeat(first.height, COLUMNS), repeat(body.height))
    columns = fill_columns(blocks, heights)
    yield Page((*head, *top, *side_by_side(first, columns[:COLUMNS])))
    for begin in range(COLUMNS, len(columns), COLUMNS):
        some = columns[begin : begin + COLUMNS]
        yield Page((*head, *side_by_side(body, some)))


def last_sheet(one: Life, paper: str) -> Drawing:
    return draw_empire(one.then, one.empire, paper=paper)
