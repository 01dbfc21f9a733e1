"""The six steps at the end of a session, as a ribbon to go along."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.session.now import STEPS
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import HAIR, THIN, Align, Box, Line, Shapes, Tone
from companion.paper.sizes import SMALL

DISC = 4.0
GAP, PAD = 1.2, 2.0


@shows()
def draw_ribbon(area: Area) -> Shapes:
    title = _("End of session")
    titled = text_width(title, SMALL, bold=True) + 2 * PAD
    names = [translate(step.name) for step in STEPS]
    wanted = [DISC + GAP + text_width(name, SMALL) + PAD for name in names]
    rooms = area.beside(titled).share_width(wanted, PAD)
    return (
        Box(*marks.corners(area), Tone.RAISED, Tone.EDGE, THIN, area.height / 2),
        *text_label(area.beside(PAD).left(titled - PAD), title, SMALL, bold=True),
        *marks.join_shapes(
            draw_step(room, number, name, last=number == len(STEPS))
            for number, (room, name) in enumerate(
                zip(rooms, names, strict=True), start=1
            )
        ),
    )


def draw_step(area: Area, number: int, name: str, *, last: bool) -> Shapes:
    disc = Area(area.x, area.middle - DISC / 2, DISC, DISC)
    words = area.beside(DISC + GAP)
    said = text_width(name, SMALL)
    onward = Line(
        words.x + said + GAP,
        area.middle,
        area.right + GAP / 2,
        area.middle,
        Tone.CONTROL,
        HAIR,
    )
    return (
        Box(*marks.corners(disc), Tone.PAPER, Tone.ACCENT, THIN, DISC / 2),
        *text_label(disc, str(number), SMALL, bold=True, align=Align.MIDDLE),
        *text_label(words, name, SMALL),
        *(() if last or onward.to_x <= onward.x else (onward,)),
    )
