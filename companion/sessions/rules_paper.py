"""A game's rules on one sheet of paper, to lie beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat

from django.utils.translation import gettext as _

from companion.base.wording import page_of, translate
from companion.paper import frame
from companion.paper.areas import Area
from companion.paper.flow import (
    Block,
    fill_columns,
    paragraph_rows,
    pour_blocks,
    space_block,
    stack_blocks,
    text_row,
)
from companion.paper.marks import join_shapes
from companion.paper.pdf import paint_pages
from companion.paper.shapes import Drawing, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT
from companion.sessions.looks import find_accent, find_look
from scoring.desks import OURS, Desk, Section
from scoring.games import GAMES
from scoring.rules import Rule


@dataclass(frozen=True)
class Typesetting:
    """How densely the rules are set."""

    letters: float
    columns: int
    leading: float  # of a line
    after_rule: float  # of a line
    notes: bool = False  # whether what the book leaves open is told too

    @property
    def heading(self) -> float:
        return LARGE if self.letters == TEXT else TEXT


GUTTER = 6.0
SETTINGS = (  # the first in which all rules fit on one page is taken
    Typesetting(TEXT, 2, 1.42, 0.8, notes=True),
    Typesetting(TEXT, 2, 1.42, 0.5, notes=True),
    Typesetting(TEXT, 2, 1.28, 0.35),
    Typesetting(TEXT, 3, 1.28, 0.5),
    Typesetting(TEXT, 3, 1.28, 0.35),
    Typesetting(TEXT, 3, 1.16, 0.2),
    Typesetting(SMALL, 3, 1.42, 0.5),
    Typesetting(SMALL, 3, 1.28, 0.35),
    Typesetting(SMALL, 3, 1.16, 0.2),
)
BEFORE_HEADING = 0.6  # of a heading's size
SHORTENED = 2.0  # millimetres by which columns are made shorter until they are level


def draw_rules_sheet(desk: Desk, *, paper: str) -> bytes:
    """All rules of a game on one page."""
    room, name = frame.upright_room(paper), translate(GAMES[desk.game].name)
    about = _("Rules at a glance")
    shapes = (
        *frame.page_head(room, find_look(desk.game).emblem, name, about),
        *draw_rules(frame.body_area(room), desk),
        *frame.page_foot(room, "Empire Companion", ""),
    )
    accent = find_accent(desk.game)
    page = Drawing(*frame.drawing_size(room), shapes, name, accent)
    return paint_pages([page], paper=paper, title=name, subject=about)


def draw_rules(area: Area, desk: Desk) -> Shapes:
    for setting in SETTINGS:
        areas = area.columns(setting.columns, GUTTER)
        blocks = desk_blocks(desk, setting, areas[0].width)
        columns = level_columns(blocks, setting.columns, area.height)
        if len(columns) <= setting.columns:
            break
    return join_shapes(map(pour_blocks, areas, columns))


def level_columns(
    blocks: Sequence[Block], count: int, height: float
) -> list[list[Block]]:
    """The rules column by column, all of them about equally high."""
    columns = fill_columns(blocks, repeat(height))
    while len(columns) <= count and height > SHORTENED:
        height -= SHORTENED
        shorter = fill_columns(blocks, repeat(height))
        if len(shorter) > count:
            break
        columns = shorter
    return columns


def desk_blocks(desk: Desk, setting: Typesetting, width: float) -> list[Block]:
    told = [section for section in desk.sections if section is not OURS]
    blocks = [block for one in told for block in section_blocks(one, setting, width)]
    return blocks[1:]  # there is room enough above the first heading


def section_blocks(
    section: Section, setting: Typesetting, width: float
) -> Iterator[Block]:
    yield space_block(setting.heading * BEFORE_HEADING)
    yield text_row(
        translate(section.title),
        setting.heading,
        display=True,
        fill=Tone.ACCENT,
        with_next=True,
    )
    for rule in section.rules:
        yield rule_block(rule, setting, width)


def rule_block(rule: Rule, setting: Typesetting, width: float) -> Block:
    """The title, the rule with its page and what the book leaves open; they stay together."""
    page, size, leading = page_of(rule), setting.letters, setting.leading
    text = translate(rule.text) + (f" ({page})" if page else "")
    note = translate(rule.note) if setting.notes and rule.note else ""
    set_rows = partial(paragraph_rows, room=width, leading=leading)
    return stack_blocks(
        (
            *set_rows(translate(rule.title), size, bold=True),
            *set_rows(text, size),
            *set_rows(note, SMALL, fill=Tone.QUIET),
            space_block(size * setting.after_rule),
        )
    )
