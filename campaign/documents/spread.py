"""A session in the chronicle: told, with its result, what it changed, its photo and its notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from campaign.chronicle.book import Spread
from campaign.chronicle.chapter import Part, SessionStory
from campaign.chronicle.photos import CleanPhoto
from campaign.chronicle.previously import tell_records
from campaign.chronicle.sentences import tell_session
from campaign.documents.change_card import LARGE_CARD, SMALL_CARD, change_rows
from campaign.documents.tracks import STRONG_ROLES
from campaign.session.words import card_name
from companion.base.wording import place_name, signed_points
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import (
    Block,
    paragraph_rows,
    pour_blocks,
    space_block,
    text_row,
)
from companion.paper.letters import text_label
from companion.paper.shapes import (
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

WIDE = 150.0  # from this width on the result stands beside the telling
TOLD_SHARE, BESIDE = 0.56, 8.0
LEADING, LARGE_LEADING = 1.5, 1.45  # of what is told
RESULT, PLACE, POINTS = 11.6, 9.0, 20.0
LETTER, BAR = 6.4, 1.2
SIGN = 5.6
MISSION, MISSION_SIGN, MISSION_WIDTH = 5.4, 4.0, 58.0
NOTE_PAD = 4.0
# How high a photo is at most and at least, and the room around it.
PHOTO, LEAST_PHOTO, PHOTO_GAPS = 110.0, 45.0, (5.0, 2.0)


def session_blocks(
    spread: Spread, room: Area, photo: CleanPhoto | None = None
) -> list[Block]:
    """Everything about a session, from top to bottom; told in large letters where one page holds it."""
    roomy = lay_out(spread, room, photo, large=True)
    if sum(one.height for one in roomy) <= room.height:
        return roomy
    return lay_out(spread, room, photo, large=False)


def lay_out(
    spread: Spread, room: Area, photo: CleanPhoto | None, *, large: bool
) -> list[Block]:
    story = spread.story
    opening = large_opening if large else close_opening
    above = [
        *opening(story, room.width),
        *mission_blocks(story.state, spread.missions, room.width),
        *changed_blocks(story, room.width, large=large and room.width >= WIDE),
    ]
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

    return [space_block(3), Block(8.0, draw, with_next=True), space_block(2.4)]


# What happened, and the result


def large_opening(story: SessionStory, room: float) -> list[Block]:
    """The telling in large letters, and below it the result in two columns."""
    told, results = told_rows(story, room, LARGE), result_rows(story.parts)
    return [*told, space_block(4), *pair_blocks(results), space_block(2)]


def pair_blocks(blocks: list[Block]) -> list[Block]:
    """Side by side, the first half on the left; one alone takes the whole width."""
    if len(blocks) < 2:
        return blocks
    half = (len(blocks) + 1) // 2
    left, right = blocks[:half], blocks[half:]
    high = sum(one.height for one in left)

    def draw(area: Area) -> Shapes:
        columns = area.columns(2, BESIDE)
        return marks.join_shapes(map(pour_blocks, columns, (left, right)))

    return [Block(high, draw)]


def close_opening(story: SessionStory, room: float) -> list[Block]:
    """The telling beside the result, or above it where there is no room beside."""
    if room < WIDE:
        told, results = told_rows(story, room), result_rows(story.parts)
        return [*told, space_block(3), *pair_blocks(results), space_block(2)]
    wide = room * TOLD_SHARE
    told, results = told_rows(story, wide), result_rows(story.parts)
    high = max(sum(one.height for one in rows) for rows in (told, results))

    def draw(area: Area) -> Shapes:
        return (
            *pour_blocks(area.left(wide), told),
            *pour_blocks(area.beside(wide + BESIDE), results),
        )

    return [Block(high, draw), space_block(2)]


def told_rows(story: SessionStory, room: float, size: float = TEXT) -> list[Block]:
    told = [*tell_session(story), *tell_records(story)]
    text = " ".join(one.text for one in told)
    leading = LEADING if size == TEXT else LARGE_LEADING
    return paragraph_rows(text, size, room, leading=leading)


def result_rows(parts: Sequence[Part]) -> list[Block]:
    most = max([1, *(one.score for one in parts)])
    return [Block(RESULT, partial(draw_result, part=one, most=most)) for one in parts]


def draw_result(area: Area, part: Part, most: int) -> Shapes:
    """Place, player, empire and points; the bar below is as long as the score is high."""
    role, won = SEAT_ROLES[part.seat], part.place == 1
    inner = area.top(RESULT - 2 * BAR)
    who = inner.beside(PLACE + LETTER + 2)
    who = who.left(who.width - POINTS)
    disc = Area(inner.x + PLACE, inner.middle - LETTER / 2, LETTER, LETTER)
    long = max(0.5, area.width * max(0, part.score) / most)
    name, empire = who.inset(0, 0.8).rows(2)
    low, points = area.bottom - 1.6 * BAR, signed_points(part.score)
    return (
        Box(area.x, low, area.width, BAR, Tone.RAISED, round=BAR / 2),
        Box(area.x, low, long, BAR, role, round=min(BAR, long) / 2),
        *text_label(inner.left(PLACE - 1), place_name(part.place), TEXT, bold=won),
        Box(*marks.corners(disc), role, round=LETTER / 2),
        *text_label(
            disc, part.seat, TEXT, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
        ),
        *text_label(name, part.player, TEXT, bold=True),
        *text_label(empire, part.name, SMALL, fill=Tone.QUIET),
        *text_label(
            inner.beside(inner.width - POINTS),
            points,
            TITLE if won else LARGE,
            bold=True,
            align=Align.END,
        ),
    )


def mission_blocks(
    state: CampaignState, missions: Sequence[int], room: float
) -> list[Block]:
    """The cards that lay out; who completed them is told above."""
    across = max(1, int(room / MISSION_WIDTH))
    rows = [missions[n : n + across] for n in range(0, len(missions), across)]
    if not rows:
        return []
    return [
        text_row(_("Missions on the table"), SMALL, bold=True, with_next=True),
        *(
            Block(MISSION, partial(draw_missions, state=state, some=one, across=across))
            for one in rows
        ),
    ]


def draw_missions(
    area: Area, state: CampaignState, some: Sequence[int], across: int
) -> Shapes:
    return marks.join_shapes(
        (
            *marks.sign(
                (group := Category(state.catalogue[number].group)),
                cell.x + MISSION_SIGN / 2,
                cell.middle,
                MISSION_SIGN,
                STRONG_ROLES[group],
            ),
            *text_label(
                cell.beside(MISSION_SIGN + 1.4), card_name(state, number), SMALL
            ),
        )
        for cell, number in zip(area.columns(across, 3), some, strict=False)
    )


def changed_blocks(story: SessionStory, room: float, *, large: bool) -> list[Block]:
    rows = change_rows(story, room, LARGE_CARD if large else SMALL_CARD)
    return [*heading_blocks("province", _("What changed")), *rows] if rows else []


# Photo and notes


def photo_blocks(photo: CleanPhoto, room: float, left: float) -> list[Block]:
    """The photo in the middle; smaller where that keeps the session on one page."""
    free = left - sum(PHOTO_GAPS)
    most = min(PHOTO, free) if free >= LEAST_PHOTO else PHOTO
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
