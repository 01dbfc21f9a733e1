"""The six steps at the end of a session, to be ticked off for everybody who played."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaign.session.now import STEPS, SessionStep
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label
from companion.paper.shapes import HAIR, Align, Box, Line, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT

ROW, HIGHEST, HEAD = 10.4, 14.0, 5.0
DISC = 5.0
LEADING = 1.2
TICKED = 17.0  # width of somebody's column
BOX, GAP = 4.2, 2.0
FIXED = marks.HEADING + HEAD
HEIGHT, MOST = FIXED + ROW * len(STEPS), FIXED + HIGHEST * len(STEPS)


def step_list(area: Area, players: Sequence[str]) -> Shapes:
    frame, inner = marks.panel(area, "tick", _("End of session"))
    boxes = inner.beside(inner.width - TICKED * len(players))
    rows = inner.below(HEAD).rows(len(STEPS))
    return (
        *frame,
        *marks.join_shapes(
            text_label(cell.inset(1, 0), name, SMALL, bold=True, align=Align.MIDDLE)
            for cell, name in zip(
                boxes.top(HEAD).columns(max(1, len(players))), players, strict=False
            )
        ),
        *marks.join_shapes(
            draw_row(room, step, len(players))
            for room, step in zip(rows, STEPS, strict=True)
        ),
    )


def draw_row(area: Area, step: SessionStep, players: int) -> Shapes:
    """A step with the sentence of its rule, and a box to tick per player."""
    disc = Area(area.x, area.middle - DISC / 2, DISC, DISC)
    words = area.beside(DISC + GAP)
    words = words.left(words.width - TICKED * players)
    boxes = area.beside(area.width - TICKED * players).columns(max(1, players))
    return (
        Line(area.x, area.y, area.right, area.y, Tone.EDGE, HAIR),
        Box(*marks.corners(disc), Tone.ACCENT, round=DISC / 2),
        *text_label(
            disc,
            str(step.number),
            TEXT,
            bold=True,
            align=Align.MIDDLE,
            fill=Tone.PAPER,
        ),
        *draw_step_words(
            Area(words.x, area.middle - ROW / 2, words.width, ROW).inset(0, 0.9), step
        ),
        *marks.join_shapes(
            marks.checkbox(cell.centre, cell.middle, BOX, Tone.ACCENT, ticked=False)
            for cell in boxes[:players]
        ),
    )


def draw_step_words(area: Area, step: SessionStep) -> Shapes:
    name = area.top(TEXT * LEADING)
    rest = area.below(name.height)
    first, *more = break_lines(translate(step.rule.text), SMALL, rest.width)
    rows = rest.rows(2) if more else (rest.top(SMALL * LEADING),)
    return (
        *text_label(name, translate(step.name), TEXT, bold=True),
        *marks.join_shapes(
            text_label(room, text, SMALL, fill=Tone.QUIET)
            for room, text in zip(rows, (first, " ".join(more)), strict=False)
        ),
    )
