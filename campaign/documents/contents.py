"""The front of the chronicle: its title page, its contents, and the records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.chronicle.book import Book
from campaign.chronicle.records import Record
from campaign.chronicle.records import campaign_records as records_of
from companion.base.dates import full_date
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, pour_blocks, space_block, text_row
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import (
    HAIR,
    SEAT_ROLES,
    STRONG,
    THIN,
    Align,
    Box,
    Line,
    Shapes,
    Tone,
)
from companion.paper.sizes import COVER, LARGE, SMALL, TEXT, TITLE

# The title page
EMBLEM, EMBLEM_SIGN = 46.0, 32.0
TITLE_SHARE = 0.9
SEAT = 7.0
TITLE_LINES = 3

# Contents
ENTRY, LEAST_ENTRY, INDENT, PAGE_NUMBER = 6.2, 5.0, 4.0, 10.0

# Records
RECORD, RECORD_GAP, ACROSS = 25.0, 4.0, 2


@dataclass(frozen=True)
class ContentsEntry:
    """A line of the contents."""

    title: str
    note: str
    page: int
    indented: bool = False
    heading: bool = False


def title_page(book: Book, room: Area) -> Shapes:
    frame = room.inset(4)
    inner = frame.inset(frame.width * (1 - TITLE_SHARE) / 2, 0)
    emblem = Area(inner.centre - EMBLEM / 2, frame.y + 34, EMBLEM, EMBLEM)
    words = inner.below(emblem.bottom - frame.y + 22)
    return (
        Box(*marks.corners(room), Tone.NONE, Tone.ACCENT, STRONG, 2 * marks.ROUND),
        Box(*marks.corners(room.inset(1.8)), Tone.NONE, Tone.ACCENT, THIN, 2.2),
        Box(*marks.corners(emblem), Tone.ACCENT, round=4 * marks.ROUND),
        *marks.sign(
            "modern" if book.state.over else "ancient",
            emblem.centre,
            emblem.middle,
            EMBLEM_SIGN,
            Tone.PAPER,
        ),
        *pour_blocks(words, [*title_blocks(book, words.width), *people_blocks(book)]),
    )


def title_blocks(book: Book, room: float) -> list[Block]:
    size, shown = COVER, break_lines(book.name, COVER, room, display=True)
    if len(shown) > TITLE_LINES:
        size = TITLE
        shown = break_lines(book.name, size, room, display=True)[:TITLE_LINES]
    middle = partial(text_row, align=Align.MIDDLE)
    return [
        middle(_("Chronicle of a campaign"), LARGE, fill=Tone.QUIET),
        space_block(6),
        *(middle(line, size, display=True, leading=1.25) for line in shown),
        space_block(6),
        middle(played_when(book), LARGE, fill=Tone.QUIET),
        space_block(4),
        middle(outcome_line(book), LARGE, bold=True),
        *(() if book.spreads or book.lives else (nothing_yet(),)),
        space_block(14),
    ]


def nothing_yet() -> Block:
    words = _("Nothing has happened yet. Found an empire and start a session.")
    return text_row(words, TEXT, align=Align.MIDDLE)


def played_when(book: Book) -> str:
    """How many sessions, and from when to when."""
    count = len(book.spreads)
    told = ngettext("%(count)s session", "%(count)s sessions", count) % {"count": count}
    days = [full_date(day) for day in book.days]
    span = " – ".join(dict.fromkeys((days[0], days[-1]))) if days else ""
    return " · ".join(filter(None, (told, span)))


def outcome_line(book: Book) -> str:
    """Who has won; nothing while it goes on."""
    won = [one.empire for one in book.lives if one.empire.key in book.state.champions]
    return ", ".join(f"{one.sheet.name} ({one.player})" for one in won)


def people_blocks(book: Book) -> list[Block]:
    return [
        Block(SEAT + 2, partial(draw_person, book=book, player=player))
        for player in book.players
    ]


def draw_person(area: Area, book: Book, player: str) -> Shapes:
    seat = book.seats[player]
    long = min(area.width - SEAT - 2, text_width(player, LARGE))
    left = area.centre - (SEAT + 2 + long) / 2
    disc = Area(left, area.y, SEAT, SEAT)
    return (
        Box(*marks.corners(disc), SEAT_ROLES[seat], round=SEAT / 2),
        *text_label(disc, seat, LARGE, bold=True, align=Align.MIDDLE, fill=Tone.PAPER),
        *text_label(Area(disc.right + 2, area.y, long + 0.1, SEAT), player, TEXT),
    )


# Contents


def entry_height(count: int, body: Area) -> float:
    """A little closer where that saves a page."""
    return max(LEAST_ENTRY, min(ENTRY, body.height / max(1, count)))


def per_page(count: int, body: Area) -> int:
    return int(body.height / entry_height(count, body) + 0.001)


def pages_for(entries: Sequence[Any], body: Area) -> int:
    return max(1, ceil(len(entries) / per_page(len(entries), body)))


def contents_pages(entries: Sequence[ContentsEntry], body: Area) -> Iterator[Shapes]:
    high, most = entry_height(len(entries), body), per_page(len(entries), body)
    for first in range(0, max(1, len(entries)), most):
        some = entries[first : first + most]
        yield pour_blocks(
            body, [Block(high, partial(draw_entry, one=one)) for one in some]
        )


def draw_entry(area: Area, one: ContentsEntry) -> Shapes:
    """A title with what is worth knowing beside it, and its page at the end of a line."""
    if one.heading:
        return text_label(area.below(1), one.title, TEXT, bold=True)
    room = area.left(area.width - PAGE_NUMBER).beside(INDENT if one.indented else 0)
    long = min(text_width(one.title, TEXT, bold=True), room.width / 2)
    note = room.beside(long + 3)
    said = min(text_width(one.note, SMALL), note.width)
    begins = note.x + (said + 2 if said else 0)
    return (
        *text_label(room.left(long + 0.01), one.title, TEXT, bold=True),
        *text_label(note, one.note, SMALL, fill=Tone.QUIET),
        Line(
            min(begins, room.right),
            area.middle + 1,
            room.right,
            area.middle + 1,
            Tone.EDGE,
            HAIR,
        ),
        *text_label(area, str(one.page), TEXT, align=Align.END),
    )


# Records


def draw_records(book: Book, body: Area) -> Shapes:
    found = records_of(book)
    columns = body.columns(ACROSS, RECORD_GAP)
    return marks.join_shapes(
        draw_record(
            columns[place % ACROSS]
            .below(place // ACROSS * (RECORD + RECORD_GAP))
            .top(RECORD),
            one,
        )
        for place, one in enumerate(found)
    )


def draw_record(area: Area, one: Record) -> Shapes:
    frame, inner = marks.panel(area, one.sign, translate(one.title))
    value, who = inner.below(1).top(inner.height - 2).rows(2)
    session = _("Session %(number)s") % {"number": one.session} if one.session else ""
    whose = " · ".join(filter(None, (one.who, session)))
    return (
        *frame,
        *text_label(value.top(value.height), one.value, TITLE, bold=True),
        *text_label(who, whose, TEXT, fill=Tone.QUIET),
    )
