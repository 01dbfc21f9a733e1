"""The counters of missions: a marker moves along them until the target is reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.tracks import SOFT_ROLES, STRONG_ROLES
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import HAIR, STRONG, THIN, Align, Box, Line, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.cards import KIND_NAMES, SLOTS, CardKind
from scoring.rise_of_empire.layout import CATEGORY_NAMES, Category

SIGN, SIGN_PAD, PAD = 7.6, 1.6, 1.0
NAME_ROW, STEPS = 3.4, 3.9  # the name, and where the steps begin
STEP, STEP_GAP = (
    6.0,
    0.2,
)  # the largest place of a marker, and what it keeps from the next
LEGIBLE = 4.2  # a place of this size has room for its number
LONGEST = max(card.target or 0 for card in SLOTS.values())  # that anybody has seen
CATEGORY_SHARE = 0.4


@dataclass(frozen=True)
class MissionCounter:
    """The counter of a mission: of one in play, or one to write on."""

    category: str
    name: str = ""
    marker: int | None = None
    target: int | None = None
    completed: bool = False

    @property
    def steps(self) -> int:
        return max(LONGEST, self.target or 0, self.marker or 0)


BLANK = tuple(MissionCounter(category) for category in Category)


def draw_counters(area: Area, missions: Sequence[MissionCounter]) -> Shapes:
    missions = tuple(missions) or BLANK
    rooms = area.columns(len(missions), marks.PAD)
    return marks.join_shapes(map(draw_counter, rooms, missions))


@shows()
def draw_counter(area: Area, mission: MissionCounter) -> Shapes:
    category = Category(mission.category)
    role = STRONG_ROLES[category]
    frame = Box(*marks.corners(area), SOFT_ROLES[category], role, THIN, marks.ROUND)
    sign_at = area.x + SIGN_PAD + SIGN / 2
    inner = area.beside(SIGN + SIGN_PAD).inset(2 * PAD, PAD)
    return (
        frame,
        *marks.sign(category, sign_at, area.middle, SIGN, role),
        *mission_name(inner.top(NAME_ROW), mission),
        *draw_steps(inner.below(STEPS), mission, role),
    )


def mission_name(area: Area, mission: MissionCounter) -> Shapes:
    """The mission in play, ticked when it is done, or a line for its name; and its category."""
    category = translate(CATEGORY_NAMES[mission.category])
    said = min(text_width(category, SMALL), area.width * CATEGORY_SHARE)
    name = area.left(area.width - said - 2 * PAD)
    tick = SMALL + PAD if mission.completed else 0.0
    done = marks.sign("tick", area.x + SMALL / 2, area.middle, SMALL)
    return (
        *text_label(area.beside(area.width - said), category, SMALL, fill=Tone.QUIET),
        *(done if mission.completed else ()),
        *draw_mission_name(name.beside(tick), mission),
    )


def draw_mission_name(area: Area, mission: MissionCounter) -> Shapes:
    if mission.name:
        return text_label(area, mission.name, SMALL, bold=True)
    caption = translate(KIND_NAMES[CardKind.MISSION])
    taken = text_width(caption, SMALL) + marks.WORD_GAP
    return (
        *text_label(area, caption, SMALL, fill=Tone.QUIET),
        *marks.writing_line(area.beside(taken), Tone.CONTROL),
    )


def draw_steps(area: Area, mission: MissionCounter, role: Tone) -> Shapes:
    """A place for each step; a counter too long for that says in numbers where its marker is."""
    count = mission.steps + 1
    pitch = area.width / count
    if pitch < LEGIBLE:
        return text_label(area, in_numbers(mission), TEXT, bold=True)
    size, last = min(STEP, pitch - STEP_GAP, area.height), area.right - pitch / 2
    way = Line(area.x + pitch / 2, area.middle, last, area.middle, Tone.CONTROL, HAIR)
    return (
        way,
        *marks.join_shapes(
            draw_step(
                Area(area.x + pitch * number, area.y, pitch, area.height),
                size,
                number,
                mission,
                role,
            )
            for number in range(count)
        ),
    )


def in_numbers(mission: MissionCounter) -> str:
    if mission.target is None:
        return str(mission.marker or 0)
    values = {"ticks": mission.marker or 0, "boxes": mission.target}
    return _("%(ticks)s of %(boxes)s") % values


def draw_step(
    area: Area, size: float, number: int, mission: MissionCounter, role: Tone
) -> Shapes:
    """The marker's place is filled; the target has a strong rim."""
    here, target = number == mission.marker, number == mission.target
    fill, ink = (role, Tone.PAPER) if here else (Tone.PAPER, Tone.INK)
    stroke, line = (role, STRONG) if target else (Tone.CONTROL, THIN)
    corner = (area.centre - size / 2, area.middle - size / 2)
    return (
        Box(*corner, size, size, fill, stroke, line, size / 2),
        *text_label(
            Area(*corner, size, size),
            str(number),
            SMALL,
            bold=here or target,
            align=Align.MIDDLE,
            fill=ink,
        ),
    )
