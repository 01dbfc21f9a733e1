"""A game's rules on one sheet of paper, to lie beside the board."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from companion.base.wording import page_of, translate
from companion.paper import frame
from companion.paper.areas import Area
from companion.paper.flow import (
    Block,
    fill_columns,
    pour_blocks,
    space_block,
    stack_blocks,
    text_row,
)
from companion.paper.letters import break_lines
from companion.paper.marks import join_shapes
from companion.paper.pdf import paint_pdf
from companion.paper.shapes import Drawing, Shapes, Tone
from companion.sessions.looks import find_look
from scoring.desks import OURS, Desk, Section
from scoring.games import GAMES
from scoring.rules import Rule

COLUMNS, GUTTER = 2, 6.0
LARGEST, SMALLEST, STEP = (
    3.8,
    2.0,
    0.1,
)  # of the letters; the largest that fits is taken
LEADING = 1.28
HEADING = 1.25  # a section's title, as a share of the text
AFTER_RULE = 0.35  # of a line


def draw_rules_sheet(desk: Desk, *, paper: str) -> bytes:
    """All rules of a game on one page, as large as they fit."""
    room, name = frame.upright_room(paper), translate(GAMES[desk.game].name)
    emblem = find_look(desk.game).emblem
    shapes = (
        *frame.page_head(room, emblem, name, _("Rules at a glance")),
        *draw_columns(frame.body_area(room), desk),
        *frame.page_foot(room, "Empire Companion"),
    )
    return paint_pdf(Drawing(*frame.drawing_size(room), shapes, name), paper=paper)


def draw_columns(area: Area, desk: Desk) -> Shapes:
    rooms = area.columns(COLUMNS, GUTTER)
    size = fitting_size(area, desk)
    columns = fill_columns(
        desk_blocks(desk, size, rooms[0].width), column_heights(area)
    )
    return join_shapes(map(pour_blocks, rooms, columns))


def column_heights(area: Area) -> Iterator[float]:
    while True:
        yield area.height


def fitting_size(area: Area, desk: Desk) -> float:
    """The largest letters with which everything stands on one page."""
    width = area.columns(COLUMNS, GUTTER)[0].width
    size = LARGEST
    while size > SMALLEST:
        blocks = desk_blocks(desk, size, width)
        if len(fill_columns(blocks, column_heights(area))) <= COLUMNS:
            return size
        size -= STEP
    return SMALLEST


def desk_blocks(desk: Desk, size: float, width: float) -> list[Block]:
    told = [section for section in desk.sections if section is not OURS]
    return [block for one in told for block in section_blocks(one, size, width)]


def section_blocks(section: Section, size: float, width: float) -> Iterator[Block]:
    yield text_row(
        translate(section.title),
        size * HEADING,
        display=True,
        fill=Tone.ACCENT,
        with_next=True,
    )
    for rule in section.rules:
        yield rule_block(rule, size, width)


def rule_block(rule: Rule, size: float, width: float) -> Block:
    """The title, and the rule with its page; both stay together."""
    page = page_of(rule)
    source = f" ({page})".replace(" ", "\u00a0") if page else ""
    text = translate(rule.text) + source.replace("\u00a0(", " (", 1)
    return stack_blocks(
        (
            text_row(translate(rule.title), size, bold=True, leading=LEADING),
            *(
                text_row(line, size, leading=LEADING)
                for line in break_lines(text, size, width)
            ),
            space_block(size * AFTER_RULE),
        )
    )
