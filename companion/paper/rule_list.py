"""The rules behind a paper, listed at its foot in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.base.wording import page_of, translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, pour_blocks
from companion.paper.letters import break_lines, text_label
from companion.paper.shapes import Shapes, Tone
from companion.paper.sizes import SMALL
from scoring.rules import Rule

LEADING = 1.3
ID = 13.0  # a rule's number
GAP = 4.0
COLUMNS = 2


def rule_order(rule: Rule) -> tuple[str, int]:
    book, number = rule.id.split("-")
    return book, int(number)


class RuleList:
    """Rules in the order of their numbers, broken to fit a width."""

    def __init__(self, rules: Sequence[Rule], width: float) -> None:
        room = (width - GAP) / COLUMNS - ID
        told = [rule_lines(rule, room) for rule in sorted(rules, key=rule_order)]
        half = sum(map(len, told)) / COLUMNS
        self.columns: tuple[list[Block], list[Block]] = ([], [])
        for lines in told:
            self.columns[len(self.columns[0]) >= half].extend(lines)

    @property
    def height(self) -> float:
        return max(map(len, self.columns)) * SMALL * LEADING

    def draw(self, area: Area) -> Shapes:
        rooms = area.columns(COLUMNS, GAP)
        return marks.join_shapes(map(pour_blocks, rooms, self.columns))


def rule_lines(rule: Rule, room: float) -> list[Block]:
    page = page_of(rule)
    text = translate(rule.text) + (f" ({page})" if page else "")
    first, *more = break_lines(text, SMALL, room)
    told = [(rule.id, first), *(("", line) for line in more)]
    return [
        Block(SMALL * LEADING, partial(draw_rule_line, identity=identity, text=line))
        for identity, line in told
    ]


def draw_rule_line(area: Area, identity: str, text: str) -> Shapes:
    return (
        *text_label(area.left(ID), identity, SMALL, bold=True),
        *text_label(area.beside(ID), text, SMALL, fill=Tone.QUIET),
    )
