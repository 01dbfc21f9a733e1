"""What is counted on a sheet: knowledge and final scores."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.words import star_if_corrected
from companion.base.wording import signed_points
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label
from companion.paper.shapes import THIN, Align, Box, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT, TITLE
from scoring.rise_of_empire.state import SheetState

# Knowledge

WRITING = 2.4  # a line to write on keeps this away from the foot


def draw_knowledge(area: Area, sheet: SheetState | None) -> Shapes:
    title = star_if_corrected(_("Knowledge"), "knowledge", sheet)
    frame, inner = marks.panel(area, "knowledge", title)
    if sheet is None:
        return (*frame, *marks.writing_line(inner.inset(0, WRITING), Tone.CONTROL))
    return (
        *frame,
        *text_label(inner, str(sheet.knowledge), TITLE, bold=True, align=Align.END),
    )


# Final scores

ACROSS, PLACES = 6, 12  # places to write a score into
SLOT_GAP, SLOT_ROUND, SLOT_PAD = 1.0, 0.8, 0.6
FALL = 2.2  # the arrow of a fall


@shows("scores", "carried")
def draw_scores(area: Area, sheet: SheetState | None, across: int = ACROSS) -> Shapes:
    title = star_if_corrected(_("Final scores"), "scores", sheet)
    frame, inner = marks.panel(area, "vp", title, carried_caption(sheet))
    written = sheet.scores if sheet else ()
    first = max(0, len(written) - PLACES)
    most = max([1, *written[first:]])
    slots = [
        slot
        for row in inner.inset(0, 1.5 * SLOT_GAP).rows(PLACES // across, SLOT_GAP)
        for slot in row.columns(across, SLOT_GAP)
    ]
    return (
        *frame,
        *marks.join_shapes(
            draw_score(slot, written, first + place, most)
            for place, slot in enumerate(slots)
        ),
    )


def carried_caption(sheet: SheetState | None) -> str:
    if sheet is None or not sheet.carried:
        return ""
    return _("from earlier ages: %(count)s") % {"count": sheet.carried}


def draw_score(area: Area, written: Sequence[int], place: int, most: int) -> Shapes:
    """A slot that is as full as the score is high; a fall has an arrow, as three end an empire."""
    frame = Box(*marks.corners(area), Tone.NONE, Tone.CONTROL, THIN, SLOT_ROUND)
    corner = area.inset(SLOT_PAD)
    which = text_label(corner.top(SMALL), str(place + 1), SMALL, fill=Tone.QUIET)
    if place >= len(written):
        return (frame, *which)
    points = written[place]
    level = area.height * max(0, points) / most
    bar = Area(area.x, area.bottom - level, area.width, level)
    fell = place > 0 and points < written[place - 1]
    arrow = marks.sign("fall", corner.right - FALL / 2, corner.y + FALL / 2, FALL)
    return (
        Box(*marks.corners(bar), Tone.ACCENT_SOFT, round=min(SLOT_ROUND, level / 2)),
        frame,
        *which,
        *(arrow if fell else ()),
        *text_label(
            area.inset(SLOT_PAD, 0),
            signed_points(points),
            TEXT,
            bold=True,
            align=Align.MIDDLE,
        ),
    )
