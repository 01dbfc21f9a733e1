"""The province map as it grew: each ticked box shows the session it was ticked in."""

from __future__ import annotations

from collections.abc import Container, Iterator

from django.utils.translation import gettext as _

from campaign.chronicle.book import GrownMap
from campaign.documents.province_map import HEXAGON, MARGIN, hexagon_places
from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.letters import text_label
from companion.paper.marks import join_shapes, sign
from companion.paper.shapes import SEAT_ROLES, THIN, Align, Drawing, Path, Shapes, Tone
from scoring.rise_of_empire.layout import AGE_NAMES, AgeLayout
from scoring.rise_of_empire.state import SheetState

WIDTH, HEIGHT = 76.0, 46.0
NUMBER, NEW_TICK = 0.44, 0.56  # of a hexagon's height


def draw_growth(grown: GrownMap, seat: str) -> Drawing:
    room = Area(0, 0, WIDTH, HEIGHT).inset(THIN)
    title = _("%(age)s: province map by session") % {
        "age": translate(AGE_NAMES[grown.age])
    }
    shapes = join_shapes(draw_boxes(grown, room, SEAT_ROLES[seat]))
    return Drawing(WIDTH, HEIGHT, shapes, title)


def draw_map_then(
    area: Area, layout: AgeLayout, sheet: SheetState, was: Container[int], seat: str
) -> Shapes:
    """The map as a session left it: what was ticked before is tinted, what is new has a tick."""
    tone = SEAT_ROLES[seat]
    return join_shapes(
        draw_box_then(Area(x, y, size, size), tone, box in sheet.boxes, box in was)
        for box, (x, y, size) in enumerate(hexagon_places(len(layout.map), area))
    )


def draw_box_then(place: Area, tone: Tone, ticked: bool, old: bool) -> Shapes:
    inner = place.width * MARGIN
    fill = tone if ticked and not old else Tone.EDGE if ticked else Tone.PAPER
    hexagon = Path(
        HEXAGON,
        place.x - inner / 2,
        place.y - inner / 2,
        inner,
        fill,
        tone if ticked else Tone.EDGE,
        THIN,
    )
    if not ticked or old:
        return (hexagon,)
    return (hexagon, *sign("tick", place.x, place.y, inner * NEW_TICK, Tone.PAPER))


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
