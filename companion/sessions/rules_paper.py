"""A game's rules on one sheet of paper, to lie beside the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

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
from companion.paper.pdf import paint_pages
from companion.paper.shapes import Drawing, Shapes
from companion.paper.sizes import LARGE, SMALL, TEXT
from companion.sessions.looks import find_look
from scoring.desks import OURS, Desk, Section
from scoring.games import GAMES
from scoring.rules import Rule

COLUMNS, GUTTER = 2, 6.0
SIDES = (
    (TEXT, 1),
    (SMALL, 1),
    (TEXT, 2),
)  # letters and pages; the first that does is taken
HEADINGS = {TEXT: LARGE, SMALL: TEXT}
LEADING = 1.28
AFTER_RULE = 0.35  # of a line


def draw_rules_sheet(desk: Desk, *, paper: str) -> bytes:
    """All rules of a game on one sheet of paper, on its back too where there are many."""
    room, name = frame.upright_room(paper), translate(GAMES[desk.game].name)
    emblem, sides = find_look(desk.game).emblem, draw_sides(room, desk)
    drawn = [
        (
            *frame.page_head(room, emblem, name, _("Rules at a glance")),
            *side,
            *frame.page_foot(
                room,
                "Empire Companion",
                f"{number} / {len(sides)}" if len(sides) > 1 else "",
            ),
        )
        for number, side in enumerate(sides, start=1)
    ]
    size = frame.drawing_size(room)
    pages = [Drawing(*size, shapes, name) for shapes in drawn]
    about = _("Rules at a glance")
    return paint_pages(pages, paper=paper, title=name, subject=about)


def draw_sides(room: Area, desk: Desk) -> list[Shapes]:
    body = frame.body_area(room)
    areas, columns = body.columns(COLUMNS, GUTTER), fitting_columns(body, desk)
    return [
        join_shapes(map(pour_blocks, areas, columns[first : first + COLUMNS]))
        for first in range(0, len(columns), COLUMNS)
    ]


def fitting_columns(area: Area, desk: Desk) -> list[list[Block]]:
    """The rules column by column, in the largest letters and on the fewest pages."""
    width = area.columns(COLUMNS, GUTTER)[0].width
    columns = list[list[Block]]()
    for size, pages in SIDES:
        columns = fill_columns(desk_blocks(desk, size, width), repeat(area.height))
        if len(columns) <= COLUMNS * pages:
            break
    return columns


def desk_blocks(desk: Desk, size: float, width: float) -> list[Block]:
    told = [section for section in desk.sections if section is not OURS]
    return [block for one in told for block in section_blocks(one, size, width)]


def section_blocks(section: Section, size: float, width: float) -> Iterator[Block]:
    yield text_row(
        translate(section.title),
        HEADINGS[size],
        display=True,
        with_next=True,
    )
    for rule in section.rules:
        yield rule_block(rule, size, width)


def rule_block(rule: Rule, size: float, width: float) -> Block:
    """The title, and the rule with its page; both stay together."""
    page = page_of(rule)
    text = translate(rule.text) + (f" ({page})" if page else "")
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
