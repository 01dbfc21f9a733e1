"""The family tree of empires over the sessions: founded, through the ages, fallen, followed by another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from django.utils.translation import gettext as _

from campaign.chronicle.book import Book, Life, Spread
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import (
    HAIR,
    SEAT_ROLES,
    THIN,
    Align,
    Box,
    Line,
    Shapes,
    Tone,
)
from companion.paper.sizes import SMALL
from scoring.rise_of_empire.layout import AGE_NAMES, Age

AXIS, LEGEND = 13.0, 8.0
ROW, LEAST_ROW = 12.0, 6.6
NAMES, LEAST_NAMES = 0.25, 40.0  # the column of names: its share, and never narrower
DISC, SIGN, BAR = 4.6, 4.4, 3.6
STEP = 4.9  # narrower steps show no winner
NUMBERS = 8.0  # between two numbers on the axis


@dataclass(frozen=True)
class Axis:
    """Where on the page a session is."""

    area: Area
    sessions: int

    @property
    def step(self) -> float:
        return self.area.width / max(1, self.sessions)

    def left(self, session: int) -> float:
        return self.area.x + (session - 1) * self.step

    def middle(self, session: int) -> float:
        return self.left(session) + self.step / 2


def tree_pages(book: Book, body: Area) -> list[tuple[Life, ...]]:
    """The empires by their players, as many on a page as have room; none before the first session."""
    if not book.spreads:
        return []
    order = {player: nth for nth, player in enumerate(book.players)}
    lives = sorted(
        (one for one in book.lives if one.chapters),
        key=lambda one: (order[one.empire.player], one.founded, one.ended),
    )
    most = int((body.height - AXIS - LEGEND) / LEAST_ROW)
    pages = max(1, -(-len(lives) // most))
    each = -(-len(lives) // pages)
    return [tuple(lives[n : n + each]) for n in range(0, len(lives), each or 1)]


def draw_tree(
    book: Book, body: Area, lives: Sequence[Life], pages: Mapping[int, int]
) -> Shapes:
    """A row per empire; the head leads to the sessions' pages."""
    names = max(LEAST_NAMES, body.width * NAMES)
    high = min(ROW, (body.height - AXIS - LEGEND) / max(1, len(lives)))
    last = max(one.number for one in book.spreads)
    axis = Axis(body.beside(names).top(AXIS), last)
    rows = body.below(AXIS).top(high * len(lives)).rows(max(1, len(lives)))
    return (
        *draw_axis(axis, book.spreads, pages, rows[-1].bottom),
        *draw_lines(rows, lives, axis),
        *marks.join_shapes(
            draw_life(row, one, names, axis)
            for row, one in zip(rows, lives, strict=True)
        ),
        *draw_legend(Area(body.x, rows[-1].bottom + 3, body.width, LEGEND - 3), axis),
    )


# The sessions across the head


def draw_axis(
    axis: Axis, spreads: Sequence[Spread], pages: Mapping[int, int], bottom: float
) -> Shapes:
    """The sessions' numbers, and who won each where there is room for it."""
    every = 1
    while every * axis.step < NUMBERS and axis.step < STEP:
        every = every * 2 if str(every)[0] in "15" else every * 5 // 2
    shapes: Shapes = ()
    for one in spreads:
        x, number = axis.middle(one.number), one.number
        if number % every == 0 or number == 1:
            room = Area(x - NUMBERS / 2, axis.area.y, NUMBERS, 4)
            line = Line(x, axis.area.bottom, x, bottom, Tone.RAISED, THIN)
            text = text_label(room, str(number), SMALL, align=Align.MIDDLE)
            shapes += (line, *text)
        won = [part.seat for part in one.parts if part.place == 1]
        if axis.step >= STEP:
            shapes += draw_winner(x, axis.area.y + 7, won)
        if one.number in pages:
            cell = Area(axis.left(number), axis.area.y, axis.step, AXIS)
            shapes += marks.page_link(cell, pages[number])
    rule = axis.area.bottom
    return (*shapes, Line(axis.area.x, rule, axis.area.right, rule, Tone.EDGE, THIN))


def draw_winner(x: float, y: float, seats: Sequence[str]) -> Shapes:
    """One disc; where several have won, an empty one with their number."""
    role = SEAT_ROLES[seats[0]] if len(seats) == 1 else Tone.CONTROL
    letter = seats[0] if len(seats) == 1 else str(len(seats))
    if not seats:
        return ()
    disc = Area(x - DISC / 2, y - DISC / 2, DISC, DISC)
    label = text_label(
        disc, letter, SMALL, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
    )
    return (Box(*marks.corners(disc), role, round=DISC / 2), *label)


# The empires


def draw_life(area: Area, life: Life, names: float, axis: Axis) -> Shapes:
    role = SEAT_ROLES[life.seat]
    disc = Area(area.x, area.middle - DISC / 2, DISC, DISC)
    words = area.left(names - 2).beside(DISC + 1.6)
    name, whose = words.inset(0, max(0.0, (area.height - 6.6) / 2)).rows(2)
    label = text_label(
        disc, life.seat, SMALL, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
    )
    return (
        Box(*marks.corners(disc), role, round=DISC / 2),
        *label,
        *text_label(name, life.empire.sheet.name, SMALL, bold=True),
        *text_label(whose, life.empire.player, SMALL),
        *draw_bar(area, life, role, axis),
    )


def draw_bar(area: Area, life: Life, role: Tone, axis: Axis) -> Shapes:
    """From its founding to its last session, with a sign where an age began and where it ended."""
    first = life.chapters[0].session
    left, right = axis.left(first), axis.left(life.ended) + axis.step
    top = area.middle - BAR / 2
    bar = Box(left + 0.3, top, max(0.6, right - left - 0.6), BAR, role, round=0.8)
    found = [(axis.middle(session), sign) for session, sign in life_signs(life)]
    shapes: Shapes = (bar,)
    for x, sign in spaced_signs(found, axis.area.right):
        shapes += marks.medallion(sign, x, area.middle, SIGN, stroke=role)
    return shapes


def life_signs(life: Life) -> Iterator[tuple[int, str]]:
    """What happened to it and when: new ages and its fall."""
    for chapter in life.chapters:
        for event in chapter.events:
            if event.grave:
                yield chapter.session, event.sign


def spaced_signs(
    found: Sequence[tuple[float, str]], right: float
) -> Iterator[tuple[float, str]]:
    """Never one upon the other, never beyond the page."""
    behind = -1.0
    for x, sign in found:
        behind = min(max(x, behind + SIGN), right - SIGN / 2)
        yield behind, sign


def draw_lines(
    rows: Sequence[Area], lives: Sequence[Life], axis: Axis
) -> Iterator[Line]:
    """From an empire that ended to the one its player founded next."""
    placed = zip(rows, lives, strict=True)
    for _player, group in groupby(placed, key=lambda one: one[1].empire.player):
        own = list(group)
        for (row, one), (below, other) in pairwise(own):
            x = axis.left(other.chapters[0].session)
            start = min(axis.left(one.ended) + axis.step, x)
            role = SEAT_ROLES[one.seat]
            yield Line(start, row.middle, x + 1, row.middle, role, THIN, 0.8)
            yield Line(x + 1, row.middle, x + 1, below.middle, role, THIN, 0.8)


def draw_legend(area: Area, axis: Axis) -> Shapes:
    """What the signs mean."""
    told = [
        *((age.value, translate(AGE_NAMES[age])) for age in list(Age)[1:]),
        ("fall", _("collapsed")),
    ]
    shapes: Shapes = (
        Line(area.x, area.y - 1.4, area.right, area.y - 1.4, Tone.EDGE, HAIR),
    )
    room = area.top(SIGN)
    for sign, words in told:
        middle = room.x + SIGN / 2
        shapes += marks.medallion(sign, middle, room.middle, SIGN)
        shapes += text_label(room.beside(SIGN + 1.2), words, SMALL)
        room = room.beside(SIGN + text_width(words, SMALL) + 5)
    if axis.step >= STEP:
        words = _("Letter above: who won")
        beside = text_width(words, SMALL) <= room.width
        line = room if beside else area.below(SIGN)
        shapes += text_label(line, words, SMALL, align=Align.END)
    return shapes
