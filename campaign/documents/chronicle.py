"""The chronicle: the whole campaign as a book to give away, to bind or as a booklet to fold.

A cover, contents, family tree, records and charts; a session on a page or a spread, and behind it
the sheets of the ages that ended in it; what had no room, and an index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from django.utils.translation import gettext as _

from campaign.chronicle.book import Book, Life
from campaign.documents import book_index, chart, contents, family_tree
from campaign.documents.book_parts import (
    BookPart,
    PlacedParts,
    Places,
    Press,
    bookmarks_of,
    contents_entries,
    flow_pages,
    page_of,
    place_parts,
    places_of,
    writing_page,
)
from campaign.documents.cover import draw_cover
from campaign.documents.session_part import session_key, session_parts
from companion.paper import frame, marks, pdf
from companion.paper.booklet import bind_booklet
from companion.paper.pdf import Leaf
from companion.paper.shapes import Drawing, Shapes

GAP = 5.0
CHARTS = 3  # on a page
INDEX_COLUMN = 52.0  # no column is narrower


def draw_chronicle(book: Book, *, paper: str) -> bytes:
    title, about = names_of(book)
    return pdf.bind_leaves(
        book_pages(book, paper), paper=paper, title=title, subject=about
    )


def draw_booklet(book: Book, *, paper: str) -> bytes:
    """The same book in half the size, to print on both sides and fold."""
    title, about = names_of(book)
    leaves = list(book_pages(book, paper, folded=True))
    return bind_booklet(leaves, paper=paper, title=title, subject=about)


def names_of(book: Book) -> tuple[str, str]:
    title = _("Chronicle of %(name)s") % {"name": book.name}
    return title, _("Chronicle of a campaign")


def book_pages(book: Book, paper: str, *, folded: bool = False) -> Iterator[Leaf]:
    """The pages one after another, so that a long book is never held whole."""
    press = Press(paper, folded)
    placed = arrange_book(book, press)
    places = places_of(placed)
    for marked, (first, part) in zip(bookmarks_of(placed), placed, strict=True):
        for number, draw in enumerate(part.pages, start=first):
            drawing = finish_page(book, press, draw(places, number), number)
            aside = press.aside(drawing, number)
            yield Leaf(drawing, marked if number == first else (), aside, linked=True)


def finish_page(
    book: Book, press: Press, drawn: Shapes | Drawing, number: int
) -> Drawing:
    """The page with its number; the cover shows none, and a sheet has its own."""
    if isinstance(drawn, Drawing):
        return drawn
    room = press.room
    left = number % 2 == 0
    foot = frame.page_foot(room, book.name, str(number), number_first=left)
    shapes = drawn if number == 1 else (*drawn, *foot)
    return Drawing(*frame.drawing_size(room), shapes, book.name)


def arrange_book(book: Book, press: Press) -> PlacedParts:
    """Every part with the page it begins on, behind a cover and contents that know all of them."""
    cover = BookPart(book.name, (page_of(draw_cover(book, press.room)),))
    parts = [*front_parts(book, press), *session_parts(book, press)]
    if not parts:
        return [(1, cover)]
    indexed = bool(book.spreads)
    lines = len(contents_entries([(0, one) for one in parts])) + indexed
    first = 2 + contents.pages_for(lines, press.body)
    placed = list(place_parts(parts, first, filler_part(book, press)))
    if indexed:
        last, part = placed[-1]
        placed.append((last + len(part.pages), index_part(book, press, placed)))
    return [(1, cover), (2, contents_part(book, press, placed)), *placed]


def contents_part(book: Book, press: Press, placed: PlacedParts) -> BookPart:
    head = frame.page_head(press.room, "card", _("Contents"), book.name)
    listing = contents.contents_pages(contents_entries(placed), press.body)
    return BookPart(_("Contents"), tuple(page_of((*head, *one)) for one in listing))


def filler_part(book: Book, press: Press) -> BookPart:
    head = frame.page_head(press.room, "card", _("Room for your notes"), book.name)
    return BookPart("", (page_of(writing_page(head, press.body)),))


# In front of the sessions


def front_parts(book: Book, press: Press) -> Iterator[BookPart]:
    if not book.spreads:
        return
    tree = family_tree.tree_pages(book, press.body)
    if tree:
        pages = tuple(partial(draw_tree_page, book, press, lives) for lives in tree)
        yield BookPart(_("Family tree and timeline"), pages)
    yield BookPart(_("Records"), (partial(draw_records_page, book, press),))
    if book.charts:
        yield BookPart(_("Charts"), (page_of(draw_charts_page(book, press)),))


def pages_by_session(book: Book, places: Places) -> dict[int, int]:
    return {one.number: places[session_key(one.number)] for one in book.spreads}


def draw_tree_page(
    book: Book,
    press: Press,
    lives: Sequence[Life],
    places: Places,
    _number: int,
) -> Shapes:
    title = _("Family tree and timeline")
    head = frame.page_head(press.room, "foundations", title, book.name)
    pages = pages_by_session(book, places)
    return (*head, *family_tree.draw_tree(book, press.body, lives, pages))


def draw_records_page(book: Book, press: Press, places: Places, _number: int) -> Shapes:
    head = frame.page_head(press.room, "vp", _("Records"), book.name)
    pages = pages_by_session(book, places)
    return (*head, *contents.draw_records(book, press.body, pages))


def draw_charts_page(book: Book, press: Press) -> Shapes:
    head = frame.page_head(press.room, "knowledge", _("Charts"), book.name)
    rooms = press.body.rows(CHARTS, GAP)
    return (*head, *marks.join_shapes(map(chart.draw_chart, rooms, book.charts)))


# Behind them


def index_part(book: Book, press: Press, placed: PlacedParts) -> BookPart:
    head = frame.page_head(press.room, "card", _("Index"), book.name)
    columns = max(1, int((press.body.width + GAP) / (INDEX_COLUMN + GAP)))
    wide = (press.body.width - GAP * (columns - 1)) / columns
    names = {
        one.empire.key: f"{one.empire.sheet.name} ({one.empire.player})"
        for one in book.lives
    }
    mentioned = [(number, part.mentions) for number, part in placed]
    sections = book_index.index_sections(book.state, names, mentioned)
    blocks = book_index.index_blocks(sections, wide)
    pages = flow_pages(head, press.body, blocks, columns, GAP)
    return BookPart(_("Index"), tuple(pages))
