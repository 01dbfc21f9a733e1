"""The two pages of a session in the chronicle: how it ended, and what it made of every empire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from campaign.chronicle.book import Done, SeatPart, Spread
from campaign.chronicle.photos import CleanPhoto
from campaign.chronicle.story import Event
from campaign.documents.tracks import STRONG_ROLES
from campaign.session.compared import ComparedRow
from campaign.session.words import card_name
from companion.base.wording import place_name, signed_points, translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import (
    Block,
    paragraph_rows,
    pour_blocks,
    space_block,
    stack_blocks,
    text_row,
)
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import (
    HAIR,
    SEAT_ROLES,
    THIN,
    Align,
    Box,
    Line,
    Picture,
    Shapes,
    Tone,
)
from companion.paper.sizes import LARGE, SMALL, TEXT, TITLE
from scoring.rise_of_empire.layout import Category
from scoring.rise_of_empire.state import CampaignState

RESULT, PLACE, POINTS = 19.0, 15.0, 30.0
LETTER, BAR = 8.0, 1.6
SIGN, EVENT_SIGN = 5.6, 4.6
MISSION = 9.4
NOTE_PAD = 4.0
# How high a photo is at most and at least, and the room around it.
PHOTO, LEAST_PHOTO, PHOTO_GAPS = 80.0, 45.0, (5.0, 2.0)
CARD_HEAD, CARD_ROW, EVENT_GAP = 14.0, 5.6, 1.6
PAD = 3.4


# The left page


def left_page(
    state: CampaignState, spread: Spread, room: Area, photo: CleanPhoto | None = None
) -> list[Block]:
    above = [*result_blocks(spread.parts), *mission_blocks(state, spread)]
    below = note_blocks(spread.notes, room.width)
    if photo is None:
        return [*above, *below]
    left = room.height - sum(one.height for one in (*above, *below))
    return [*above, *photo_blocks(photo, room.width, left), *below]


def heading_blocks(sign: str, text: str) -> list[Block]:
    """A heading within a page."""

    def draw(area: Area) -> Shapes:
        return (
            *marks.sign(sign, area.x + SIGN / 2, area.middle, SIGN, Tone.ACCENT),
            *text_label(area.beside(SIGN + 2), text, LARGE, bold=True),
            Line(area.x, area.bottom, area.right, area.bottom, Tone.ACCENT, THIN),
        )

    return [space_block(4), Block(9.0, draw, with_next=True), space_block(2.4)]


def result_blocks(parts: Sequence[SeatPart]) -> list[Block]:
    most = max([1, *(one.score for one in parts)])
    found = [Block(RESULT, partial(draw_result, part=one, most=most)) for one in parts]
    return [*heading_blocks("vp", _("Results")), *found]


def draw_result(area: Area, part: SeatPart, most: int) -> Shapes:
    """Place, player, empire and points; the bar below is as long as the score is high."""
    role = SEAT_ROLES[part.seat]
    inner = area.top(RESULT - 2 * BAR)
    who = inner.beside(PLACE + LETTER + 2)
    who = who.left(who.width - POINTS)
    disc = Area(inner.x + PLACE, inner.middle - LETTER / 2, LETTER, LETTER)
    long = max(0.5, area.width * max(0, part.score) / most)
    name, empire = who.inset(0, 2).rows(2)
    low = area.bottom - 1.4 * BAR
    return (
        Box(area.x, low, area.width, BAR, Tone.RAISED, round=BAR / 2),
        Box(area.x, low, long, BAR, role, round=min(BAR, long) / 2),
        *text_label(
            inner.left(PLACE - 1), place_name(part.place), TEXT, bold=part.place == 1
        ),
        Box(*marks.corners(disc), role, round=LETTER / 2),
        *text_label(
            disc, part.seat, TEXT, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
        ),
        *text_label(name, part.player, LARGE, bold=True),
        *text_label(empire, part.name, SMALL, fill=Tone.QUIET),
        *text_label(
            inner.beside(inner.width - POINTS),
            signed_points(part.score),
            TITLE,
            bold=True,
            align=Align.END,
        ),
    )


def mission_blocks(state: CampaignState, spread: Spread) -> list[Block]:
    rows = [
        Block(
            MISSION,
            partial(draw_mission, state=state, number=number, done=spread.done),
        )
        for number in spread.missions
    ]
    return [*heading_blocks("mission", _("Missions")), *rows] if rows else []


def draw_mission(
    area: Area, state: CampaignState, number: int, done: Iterable[Done]
) -> Shapes:
    category = Category(state.catalogue[number].group)
    own = sorted(
        (one for one in done if one.mission == number), key=lambda one: not one.first
    )
    told = ", ".join(done_words(one) for one in own) or "–"
    words = area.beside(SIGN + 2)
    name, who = words.columns(2, 2)
    return (
        *marks.sign(
            category, area.x + SIGN / 2, area.middle, SIGN, STRONG_ROLES[category]
        ),
        *text_label(name, card_name(state, number), TEXT),
        *text_label(who, told, TEXT, align=Align.END, bold=bool(own)),
        Line(area.x, area.bottom, area.right, area.bottom, Tone.EDGE, HAIR),
    )


def done_words(one: Done) -> str:
    first = _("first")
    return (
        f"{one.player} ({first}) +{one.ticks}"
        if one.first
        else f"{one.player} +{one.ticks}"
    )


def photo_blocks(photo: CleanPhoto, room: float, left: float) -> list[Block]:
    """The photo in the middle; smaller where that keeps the session on one page."""
    most = min(PHOTO, max(LEAST_PHOTO, left - sum(PHOTO_GAPS)))
    scale = min(room / photo.width, most / photo.height)
    wide, high = photo.width * scale, photo.height * scale

    def draw(area: Area) -> Shapes:
        return (Picture(area.centre - wide / 2, area.y, wide, high, photo.image),)

    above, below = map(space_block, PHOTO_GAPS)
    return [above, Block(high, draw), below]


def note_blocks(texts: Sequence[str], room: float) -> list[Block]:
    """Notes of any length, each behind a rule at its side."""
    found = []
    for text in texts:
        for block in paragraph_rows(text, TEXT, room - NOTE_PAD):
            found.append(Block(block.height, beside_rule(block)))
        found.append(space_block(2.4))
    return [*heading_blocks("card", _("Notes")), *found] if found else []


def beside_rule(block: Block) -> Callable[[Area], Shapes]:
    def draw(area: Area) -> Shapes:
        rule = Line(area.x + 1, area.y, area.x + 1, area.bottom, Tone.ACCENT, THIN)
        return (rule, *block.draw(area.beside(NOTE_PAD)))

    return draw


# The right page


def right_page(parts: Sequence[SeatPart], room: float) -> list[Block]:
    """A card per empire, each in a column of this width."""
    return [empire_card(one, room) for one in parts]


def empire_card(part: SeatPart, room: float) -> Block:
    inner = room - 2 * PAD
    blocks = [
        *(number_row(one) for one in part.rows if one.changed),
        space_block(1.4),
        *(block for event in part.events for block in event_blocks(event, inner)),
    ]
    height = CARD_HEAD + sum(one.height for one in blocks) + PAD

    def draw(area: Area) -> Shapes:
        framed = area.top(height)
        role = SEAT_ROLES[part.seat]
        head = framed.inset(PAD, 0).top(CARD_HEAD)
        name, whose = head.inset(0, 1.8).rows(2)
        body = framed.inset(PAD, 0).below(CARD_HEAD)
        return (
            Box(*marks.corners(framed), Tone.PAPER, Tone.EDGE, THIN, marks.ROUND),
            Box(framed.x, framed.y, framed.width, BAR, role, round=BAR / 2),
            *text_label(name.below(0.6), part.name, LARGE, bold=True),
            *text_label(whose, part.player, SMALL, fill=Tone.QUIET),
            *pour_blocks(body, blocks),
        )

    return Block(height + 5, draw)


def number_row(one: ComparedRow) -> Block:
    """Before → after."""

    def draw(area: Area) -> Shapes:
        change = f"{one.before} → {one.after}"
        said = text_width(change, SMALL, bold=True) + 1
        return (
            *text_label(
                area.left(area.width - said - 1),
                translate(one.label),
                SMALL,
                fill=Tone.QUIET,
            ),
            *text_label(area, change, SMALL, bold=True, align=Align.END),
        )

    return Block(CARD_ROW, draw)


def event_blocks(event: Event, room: float) -> list[Block]:
    """A sign with a sentence that may run over several lines."""
    said = break_lines(translate(event.words), SMALL, room - SIGN - 2, bold=event.grave)
    first, *more = (text_row(line, SMALL, bold=event.grave) for line in said)

    def draw(area: Area) -> Shapes:
        shown = (
            *marks.sign(event.sign, area.x + EVENT_SIGN / 2, area.middle, EVENT_SIGN),
        )
        return (*shown, *first.draw(area.beside(SIGN + 2)))

    indented = map(indent_block, more)
    return [
        stack_blocks((Block(first.height, draw), *indented, space_block(EVENT_GAP)))
    ]


def indent_block(block: Block) -> Block:
    """A further line of an event, below the words of the first."""
    return Block(block.height, lambda area: block.draw(area.beside(SIGN + 2)))
