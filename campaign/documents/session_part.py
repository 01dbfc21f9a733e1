"""The sessions of the chronicle, each with the sheets of the ages that ended in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from django.utils.translation import gettext as _

from campaign.chronicle.book import Book, Life, Spread
from campaign.documents.book_index import Mentions
from campaign.documents.book_parts import (
    BookPart,
    DrawPage,
    Places,
    Press,
    flow_pages,
    page_of,
    split_spread,
)
from campaign.documents.empire import (
    draw_empire,
    draw_empire_folded,
    present_sheet,
)
from campaign.documents.fate import Height, find_height, height_moment
from campaign.documents.spread import session_blocks
from companion.base.dates import full_date
from companion.base.wording import translate
from companion.paper import frame, marks
from companion.paper.flow import Block, pour_blocks
from companion.paper.letters import text_label
from companion.paper.shapes import Align, Drawing, Shapes
from companion.paper.sizes import SMALL
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rise_of_empire.state import SheetState, Status

MORE_LINE = 5.0  # where it says on which page a session goes on


def session_key(number: int) -> str:
    return f"session {number}"


def more_key(number: int) -> str:
    return f"more of session {number}"


def session_title(number: int) -> str:
    return _("Session %(number)s") % {"number": number}


def session_parts(book: Book, press: Press) -> Iterator[BookPart]:
    """Sessions and sheets in their order, the sheets of those who still stand, and what had no room."""
    rest: list[tuple[int, list[Block]]] = []
    for one in book.spreads:
        filled, more = split_spread(
            session_blocks(one, press.body, book.photos.get(one.number)),
            press.body.height,
            MORE_LINE,
        )
        yield session_part(one, press, filled, goes_on=bool(more))
        yield from sheet_parts(book, press, one.number)
        if more:
            rest.append((one.number, more))
    yield from standing_parts(book, press)
    yield from more_parts(press, rest)


# A session


def session_part(
    one: Spread, press: Press, filled: Sequence[list[Block]], *, goes_on: bool
) -> BookPart:
    day = full_date(one.played_on) if one.played_on else ""
    winner = ", ".join(part.player for part in one.parts if part.place == 1)
    pages: list[DrawPage] = [
        partial(draw_session_page, press, session_title(one.number), day, blocks)
        for blocks in filled
    ]
    if goes_on:
        pages[-1] = with_more_line(press, one.number, pages[-1])
    return BookPart(
        session_title(one.number),
        tuple(pages),
        key=session_key(one.number),
        group=_("Sessions"),
        note=" · ".join(filter(None, (day, winner))),
        level=1,
        on_left=len(pages) > 1,
        mentions=session_mentions(one),
    )


def session_mentions(one: Spread) -> Mentions:
    parts = one.story.parts
    cards = (card for part in parts for event in part.events for card in event.cards)
    return Mentions(
        people=frozenset(part.player for part in parts),
        empires=frozenset(part.key for part in parts),
        cards=frozenset((*one.missions, *cards)),
    )


def draw_session_page(
    press: Press,
    title: str,
    day: str,
    blocks: list[Block],
    _places: Places,
    _number: int,
) -> Shapes:
    head = frame.page_head(press.room, "mission", title, day)
    return (*head, *pour_blocks(press.body, blocks))


def with_more_line(press: Press, session: int, draw: DrawPage) -> DrawPage:
    """The page with a line at its foot that leads to the rest."""

    def draw_more(places: Places, number: int) -> Shapes | Drawing:
        page, drawn = places[more_key(session)], draw(places, number)
        line = press.body.below(press.body.height - MORE_LINE)
        words = _("Continued on page %(page)s") % {"page": page}
        if isinstance(drawn, Drawing):
            return drawn
        told = text_label(line, words, SMALL, bold=True, align=Align.END)
        return (*drawn, *told, *marks.page_link(line, page))

    return draw_more


def more_parts(press: Press, rest: list[tuple[int, list[Block]]]) -> Iterator[BookPart]:
    """What had no room on its spread, session after session."""
    title = _("More from the sessions")
    for session, blocks in rest:
        head = frame.page_head(press.room, "card", title, session_title(session))
        yield BookPart(
            session_title(session),
            tuple(flow_pages(head, press.body, blocks)),
            key=more_key(session),
            group=title,
            level=1,
        )


# Sheets


def sheet_parts(book: Book, press: Press, session: int) -> Iterator[BookPart]:
    """Of the ages that ended in a session, and of the empires whose story did."""
    for life in book.lives:
        for left in life.sheets:
            sheet = sheet_of_age(life, left.age)
            if left.session == session and sheet and left.age in life.then.layouts:
                yield sheet_part(life, press, sheet, session, level=2)
        last = present_sheet(life.then, life.empire)
        known = {left.age for left in life.sheets}
        if has_ended(life) and life.ended == session and last.age not in known:
            yield sheet_part(life, press, None, session, level=2)


def sheet_of_age(life: Life, age: str) -> SheetState | None:
    return next((one for one in life.empire.past if one.age == age), None)


def has_ended(life: Life) -> bool:
    return life.empire.status != Status.ALIVE and bool(life.chapters)


def standing_parts(book: Book, press: Press) -> Iterator[BookPart]:
    """The sheets of the empires that go on."""
    for life in book.lives:
        if life.empire.status == Status.ALIVE:
            session = life.ended if life.chapters else 0
            group = _("As they stand")
            yield sheet_part(life, press, None, session, level=1, group=group)


def sheet_part(
    life: Life,
    press: Press,
    sheet: SheetState | None,
    session: int,
    *,
    level: int,
    group: str = "",
) -> BookPart:
    empire = life.empire
    shown = sheet or present_sheet(life.then, empire)
    age = translate(AGE_NAMES[shown.age])
    return BookPart(
        f"{shown.name} · {age}",
        sheet_pages(life, press, sheet, session),
        group=group,
        note=empire.player,
        level=level,
        on_left=press.folded,
        mentions=Mentions(
            people=frozenset({empire.player}), empires=frozenset({empire.key})
        ),
    )


def sheet_pages(
    life: Life, press: Press, sheet: SheetState | None, session: int
) -> tuple[DrawPage, ...]:
    """A page across in a bound book; in a booklet its letters would be too small there."""
    told = _("after session %(number)s") % {"number": session} if session else ""
    height = None if sheet else last_height(life)
    told = height_moment(height) if height else told
    if not press.folded:
        return (partial(draw_sheet_page, life, press, sheet, height, told),)
    pages = draw_empire_folded(
        life.then, life.empire, sheet, room=press.room, height=height, when=told
    )
    return tuple(map(page_of, pages))


def draw_sheet_page(
    life: Life,
    press: Press,
    sheet: SheetState | None,
    height: Height | None,
    told: str,
    _places: Places,
    number: int,
) -> Drawing:
    """A whole page across, with its number where a sheet says of when it is."""
    return draw_empire(
        life.then,
        life.empire,
        sheet,
        paper=press.paper,
        height=height,
        when=" · ".join(filter(None, (told, str(number)))),
    )


def last_height(life: Life) -> Height | None:
    """Of an empire that is gone; an earlier age has a page of its own."""
    found = find_height(life.empire, life.left)
    last = present_sheet(life.then, life.empire).age
    return found if found and found.sheet.age == last else None
