"""The province map as it grew: each ticked box shows the session it was ticked in."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaign.chronicle.book import GrownMap
from campaign.documents.province_map import HEXAGON, MARGIN, hexagon_places
from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.letters import text_label
from companion.paper.marks import join_shapes
from companion.paper.shapes import SEAT_ROLES, THIN, Align, Drawing, Path, Shapes, Tone
from scoring.rise_of_empire.layout import AGE_NAMES

WIDTH, HEIGHT = 76.0, 46.0
NUMBER = 0.44  # of a hexagon's height


def draw_growth(grown: GrownMap, seat: str) -> Drawing:
    room = Area(0, 0, WIDTH, HEIGHT).inset(THIN)
    title = _("%(age)s: province map by session") % {
        "age": translate(AGE_NAMES[grown.age])
    }
    shapes = join_shapes(draw_boxes(grown, room, SEAT_ROLES[seat]))
    return Drawing(WIDTH, HEIGHT, shapes, title)


def draw_boxes(grown: GrownMap, room: Area, tone: Tone) -> Iterator[Shapes]:
    for box, (x, y, size) in enumerate(hexagon_places(grown.boxes, room)):
        inner = size * MARGIN
        session = grown.ticked.get(box)
        fill = Tone.RAISED if session is None else tone
        stroke = Tone.CONTROL if session is None else tone
        label = Area(x - inner / 2, y - inner * NUMBER / 2, inner, inner * NUMBER)
        yield (
            Path(HEXAGON, x - inner / 2, y - inner / 2, inner, fill, stroke, THIN),
            *(
                text_label(
                    label,
                    str(session) if session else "✓",
                    inner * NUMBER,
                    bold=True,
                    align=Align.MIDDLE,
                    fill=Tone.PAPER,
                )
                if session is not None
                else ()
            ),
        )
