"""The cover of the chronicle: the campaign, who won it and their coat of arms, or how far it came."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.chronicle.book import Book, Life
from companion.base.dates import full_date
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, pour_blocks, space_block, text_row
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import (
    SEAT_ROLES,
    STRONG,
    THIN,
    Align,
    Box,
    Path,
    Shapes,
    Tone,
)
from companion.paper.sizes import COVER, LARGE, TEXT, TITLE

SHIELD = "M12 0L2 3v9c0 6 4 10 10 12 6-2 10-6 10-12V3z"
ARMS, ARMS_WITH_CROWN, CROWN = 40.0, 60.0, 16.0
INNER = 0.88  # of the shield, inside its rim
TOP, ABOVE, ARMS_GAP = 0.08, 0.42, 8.0  # shares of the page and of what is free
EMBLEM, EMBLEM_SIGN = 46.0, 32.0
TITLE_SHARE, TITLE_LINES = 0.86, 3
SEAT = 7.0
# One column of people up to this many, two from there on.
ONE_COLUMN = 5


def draw_cover(book: Book, room: Area) -> Shapes:
    frame = room.inset(4)
    inner = frame.inset(frame.width * (1 - TITLE_SHARE) / 2, 0)
    blocks = [
        *title_blocks(book, inner.width),
        space_block(room.height * TOP / 2),
        *arms_blocks(book),
        *outcome_blocks(book),
        space_block(room.height * TOP / 2),
        *people_blocks(book),
    ]
    free = frame.height - sum(one.height for one in blocks)
    return (
        Box(*marks.corners(room), Tone.NONE, Tone.ACCENT, STRONG, 2 * marks.ROUND),
        Box(*marks.corners(room.inset(1.8)), Tone.NONE, Tone.ACCENT, THIN, 2.2),
        *pour_blocks(inner.below(max(0.0, free * ABOVE)), blocks),
    )


def title_blocks(book: Book, room: float) -> list[Block]:
    size, shown = COVER, break_lines(book.name, COVER, room, display=True)
    if len(shown) > TITLE_LINES:
        size = TITLE
        shown = break_lines(book.name, size, room, display=True)[:TITLE_LINES]
    middle = partial(text_row, align=Align.MIDDLE)
    return [
        middle(_("Chronicle of a campaign"), LARGE, fill=Tone.QUIET),
        space_block(5),
        *(middle(line, size, display=True, leading=1.25) for line in shown),
        space_block(5),
        middle(played_when(book), LARGE, fill=Tone.QUIET),
    ]


def played_when(book: Book) -> str:
    """How many sessions, and from when to when."""
    count = len(book.spreads)
    told = ngettext("%(count)s session", "%(count)s sessions", count) % {"count": count}
    days = [full_date(day) for day in book.days]
    span = " – ".join(dict.fromkeys((days[0], days[-1]))) if days else ""
    return " · ".join(filter(None, (told, span)))


# The winner, or how far it came


def champions(book: Book) -> list[Life]:
    return [one for one in book.lives if one.empire.key in book.state.champions]


def arms_blocks(book: Book) -> list[Block]:
    won = champions(book)
    if won:
        return [Block(ARMS_WITH_CROWN, partial(draw_all_arms, lives=won))]
    return [Block(EMBLEM + ARMS_GAP, draw_emblem)]


def draw_emblem(area: Area) -> Shapes:
    """Of a campaign that nobody has won yet."""
    room = Area(area.centre - EMBLEM / 2, area.y, EMBLEM, EMBLEM)
    sign = marks.sign("age", room.centre, room.middle, EMBLEM_SIGN, Tone.PAPER)
    return (Box(*marks.corners(room), Tone.ACCENT, round=4 * marks.ROUND), *sign)


def draw_all_arms(area: Area, lives: list[Life]) -> Shapes:
    cells = Area(
        area.centre - ARMS * len(lives) / 2, area.y, ARMS * len(lives), area.height
    )
    return marks.join_shapes(map(draw_arms, cells.columns(len(lives)), lives))


def draw_arms(area: Area, life: Life) -> Shapes:
    """A shield in the winner's colour with their letter, and a crown above it."""
    role, size = SEAT_ROLES[life.seat], min(ARMS, area.width)
    top, middle = area.y + CROWN - 1, area.centre
    shield = Area(middle - size / 2, top, size, size)
    rim, inside = size * INNER, (size - size * INNER) / 2
    letter = shield.inset(0, size * 0.26)
    return (
        *marks.sign("crown", middle, area.y + CROWN / 2 - 1, CROWN, Tone.ACCENT),
        Path(SHIELD, shield.x, shield.y, size, role),
        Path(
            SHIELD,
            shield.x + inside,
            shield.y + inside,
            rim,
            role,
            Tone.PAPER,
            STRONG,
        ),
        *text_label(
            letter,
            life.seat,
            COVER,
            display=True,
            align=Align.MIDDLE,
            fill=Tone.PAPER,
        ),
    )


def outcome_blocks(book: Book) -> list[Block]:
    """Who has won; the story so far where nobody has."""
    middle = partial(text_row, align=Align.MIDDLE)
    if not book.spreads and not book.lives:
        words = _("Nothing has happened yet. Found an empire and start a session.")
        return [middle(words, TEXT)]
    if not champions(book):
        return [middle(_("The story so far"), TITLE, display=True)]
    return [row for one in champions(book) for row in winner_rows(one)]


def winner_rows(life: Life) -> Iterable[Block]:
    told = _("%(player)s won the campaign.") % {"player": life.empire.player}
    yield text_row(life.empire.sheet.name, TITLE, display=True, align=Align.MIDDLE)
    yield text_row(told, LARGE, align=Align.MIDDLE)
    yield space_block(2)


# The people


def people_blocks(book: Book) -> list[Block]:
    across = 1 if len(book.players) <= ONE_COLUMN else 2
    rows = [book.players[n : n + across] for n in range(0, len(book.players), across)]
    return [
        Block(SEAT + 2, partial(draw_people, book=book, some=some, across=across))
        for some in rows
    ]


def draw_people(area: Area, book: Book, some: tuple[str, ...], across: int) -> Shapes:
    cells = area.columns(across, 4)
    return marks.join_shapes(
        draw_person(cell, book.seats[player], player)
        for cell, player in zip(cells, some, strict=False)
    )


def draw_person(area: Area, seat: str, player: str) -> Shapes:
    long = min(area.width - SEAT - 2, text_width(player, LARGE))
    left = area.centre - (SEAT + 2 + long) / 2
    disc = Area(left, area.y, SEAT, SEAT)
    return (
        Box(*marks.corners(disc), SEAT_ROLES[seat], round=SEAT / 2),
        *text_label(disc, seat, LARGE, bold=True, align=Align.MIDDLE, fill=Tone.PAPER),
        *text_label(Area(disc.right + 2, area.y, long + 0.1, SEAT), player, LARGE),
    )
