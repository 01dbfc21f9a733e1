"""An empire's rise and fall in the chronicle."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from campaign.board.cards import fall_words
from campaign.chronicle.book import Life
from campaign.chronicle.story import EmpireChapter
from campaign.documents.heading import draw_ages, faction_name
from campaign.documents.spread import event_blocks
from campaign.documents.stand import draw_bars
from companion.base.dates import full_date
from companion.base.wording import place_name, signed_points, translate
from companion.paper.areas import Area
from companion.paper.flow import Block, space_block, text_row
from companion.paper.letters import text_label
from companion.paper.shapes import SEAT_ROLES, THIN, Align, Line, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT
from scoring.rise_of_empire.state import STATUS_NAMES

SUMMARY, TOP, AGES = 44.0, 18.0, 84.0
MOST_BARS = 30
CHAPTER = 7.0
GAP = 4.0


def draw_summary(area: Area, life: Life) -> Shapes:
    """Who it was, how far it came, and its scores."""
    role, empire = SEAT_ROLES[life.seat], life.empire
    top = area.top(TOP)
    way = top.beside(top.width - AGES)
    player, faction, told = top.left(top.width - AGES - GAP).rows(3)
    scores = [chapter.score for chapter in life.chapters]
    return (
        *text_label(player, empire.player, LARGE, bold=True),
        *text_label(faction, faction_name(empire.sheet.faction), TEXT),
        *text_label(told, fate_line(life), TEXT, bold=True),
        *draw_ages(way, empire.sheet.age, None),
        *draw_bars(area.below(TOP + GAP), scores, role, MOST_BARS),
    )


def fate_line(life: Life) -> str:
    """Why it fell, where it did; else how it stands."""
    status = translate(STATUS_NAMES[life.empire.status])
    return translate(fall_words(life.empire)) or status


def story_blocks(life: Life, room: float) -> list[Block]:
    """Session after session, each with what happened in it."""
    begun = (
        _("Copied from paper")
        if life.from_paper
        else _("Founded for session %(number)s") % {"number": life.founded}
    )
    blocks = [text_row(begun, TEXT, bold=True), space_block(2)]
    for chapter in life.chapters:
        blocks.append(
            Block(CHAPTER, partial(draw_heading, chapter=chapter), with_next=True)
        )
        blocks += [block for one in chapter.events for block in event_blocks(one, room)]
        blocks.append(space_block(1.6))
    return blocks


def draw_heading(area: Area, chapter: EmpireChapter) -> Shapes:
    session = _("Session %(number)s") % {"number": chapter.session}
    day = f" · {full_date(chapter.played_on)}" if chapter.played_on else ""
    points = f"{signed_points(chapter.score)} · {place_name(chapter.place)}"
    inner = area.top(area.height - 1)
    return (
        *text_label(
            inner.left(inner.width * 0.68), f"{session}{day}", SMALL, bold=True
        ),
        *text_label(
            inner.beside(inner.width * 0.68),
            points,
            TEXT,
            bold=True,
            align=Align.END,
        ),
        Line(area.x, inner.bottom, area.right, inner.bottom, Tone.ACCENT, THIN),
    )
