"""An empire sheet for the pencil: tracks, map and missions in front, lists to write at the back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.documents import cards, counts
from campaign.documents.heading import draw_field, draw_heading
from campaign.documents.legend import draw_legend
from campaign.documents.missions import BLANK, PAD, SIGN, MissionCounter, draw_steps
from campaign.documents.province_map import province_map
from campaign.documents.ribbon import draw_ribbon
from campaign.documents.sheet import (
    FOOT,
    GAP,
    HEADING,
    LEGEND,
    RIBBON,
    TRACKS,
    draw_notes,
    sheet_title,
)
from campaign.documents.tracks import SOFT_ROLES, STRONG_ROLES, draw_tracks
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.frame import HEAD, drawing_size, landscape_room, page_head
from companion.paper.letters import text_label
from companion.paper.shapes import HAIR, THIN, Align, Box, Drawing, Line, Shapes, Tone
from companion.paper.sizes import SMALL
from scoring.rise_of_empire.cards import KIND_NAMES, CardKind
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLOUR_NAMES,
    AgeLayout,
    Category,
)

MISSIONS, MISSION_LINE = 26.0, 8.0
LINE = 7.0  # a written line is at least so high
CAPTIONS = 4.2  # the row that says what a column is for
SCORES, SCORE_SLOTS = 20.0, 12
LISTS = (
    72.0,
    78.0,
    100.0,
)  # provinces, knowledge, inventions and missions: their shares
INVENTION_LINES = 2  # of each colour: a newer one takes the place of the older
NAME_SHARE = 0.42  # of the head at the back
LARGEST_BOX = 34.0  # of the map

Column = tuple[str, float]  # what it is for, and its share of the width


def draw_pencil_sheet(
    layout: AgeLayout, goods: Mapping[str, str], paper: str
) -> tuple[Drawing, Drawing]:
    """Both sides, laid out for the paper."""
    page = landscape_room(paper)
    size, title = drawing_size(page), sheet_title(layout, None)
    front, back = draw_front(page, layout, goods), draw_back(page, layout)
    return Drawing(*size, front, title), Drawing(*size, back, title)


# The front


def draw_front(page: Area, layout: AgeLayout, goods: Mapping[str, str]) -> Shapes:
    fixed = (HEADING, TRACKS, MISSIONS, LEGEND, FOOT)
    middle = page.height - sum(fixed) - GAP * len(fixed)
    heights = (HEADING, TRACKS, middle, MISSIONS, LEGEND, FOOT)
    head, lanes, mapped, missions, signs, foot = cut_rows(page, heights)
    return (
        *draw_heading(head, layout.age, None, "", ""),
        *draw_tracks(lanes, layout, None, goods),
        *province_map(mapped, layout, None, LARGEST_BOX),
        *marks.join_shapes(
            map(draw_mission, missions.columns(len(BLANK), marks.PAD), BLANK)
        ),
        *draw_legend(signs, layout, None, goods),
        *draw_notes(foot, layout, None, ""),
    )


def cut_rows(page: Area, heights: Sequence[float]) -> list[Area]:
    """Rows of these heights, one below the other."""
    begins = accumulate((high + GAP for high in heights), initial=0.0)
    return [
        page.below(begin).top(high)
        for begin, high in zip(begins, heights, strict=False)
    ]


def draw_mission(area: Area, mission: MissionCounter) -> Shapes:
    """Lines for the mission in play, and the places of its marker."""
    category = Category(mission.category)
    role = STRONG_ROLES[category]
    inner = area.beside(SIGN + 2 * PAD).inset(2 * PAD, PAD)
    caption = translate(CATEGORY_NAMES[category])
    return (
        Box(*marks.corners(area), SOFT_ROLES[category], role, THIN, marks.ROUND),
        *marks.sign(category, area.x + 2 * PAD + SIGN / 2, area.middle, SIGN, role),
        *draw_field(inner.top(MISSION_LINE), caption, ""),
        *marks.writing_line(inner.top(2 * MISSION_LINE), Tone.CONTROL),
        *draw_steps(inner.below(2 * MISSION_LINE + PAD), mission, role),
    )


# The back


def draw_back(page: Area, layout: AgeLayout) -> Shapes:
    lists = page.height - HEAD - SCORES - RIBBON - 3 * GAP
    head, middle, scores, steps = cut_rows(page, (HEAD, lists, SCORES, RIBBON))
    held, known, others = middle.share_width(LISTS, GAP)
    named = head.beside(head.width * (1 - NAME_SHARE)).top(HEAD - GAP)
    title = _("%(age)s: lists") % {"age": translate(AGE_NAMES[layout.age])}
    bought = marks.HEADING + CAPTIONS + LINE * len(COLOUR_NAMES) * INVENTION_LINES
    return (
        *page_head(page, layout.age, title, taken=head.width * NAME_SHARE),
        *draw_field(named, _("Empire"), ""),
        *draw_list(held, "faction_location", _("Provinces"), card_columns()),
        *draw_list(known, "knowledge", _("Knowledge"), knowledge_columns()),
        *draw_invention_lines(others.top(bought)),
        *draw_list(
            others.below(bought + GAP), "tick", _("Missions"), mission_columns()
        ),
        *counts.draw_scores(scores, None, across=SCORE_SLOTS),
        *draw_ribbon(steps),
    )


def card_columns() -> list[Column]:
    return [(_("Card"), 1), (pgettext("card", "Name"), 4)]


def knowledge_columns() -> list[Column]:
    """A ledger: what came, what went, what is left."""
    left = pgettext("knowledge", "Left")
    return [(_("Session"), 3), (_("Gained"), 3), (_("Spent"), 3), (left, 3)]


def mission_columns() -> list[Column]:
    return [
        (_("Session"), 1.4),
        (translate(KIND_NAMES[CardKind.MISSION]), 5),
        (_("Ticks"), 1),
    ]


def draw_list(area: Area, sign: str, title: str, columns: Sequence[Column]) -> Shapes:
    """Lines in columns that say what they are for, as many as there is room for."""
    frame, inner = marks.panel(area, sign, title)
    lines = inner.below(CAPTIONS)
    rooms = lines.rows(max(1, int(lines.height // LINE)))
    return (
        *frame,
        *draw_captions(inner, columns),
        *marks.join_shapes(
            marks.writing_line(room, Tone.CONTROL) for room in rooms[:-1]
        ),
    )


def draw_captions(area: Area, columns: Sequence[Column]) -> Shapes:
    """What each column is for, and the lines between them."""
    cells = area.share_width([share for _title, share in columns])
    return (
        *marks.join_shapes(
            text_label(
                cell.top(CAPTIONS).inset(HAIR, 0), title, SMALL, align=Align.MIDDLE
            )
            for cell, (title, _share) in zip(cells, columns, strict=True)
        ),
        *(
            Line(cell.x, cell.y, cell.x, cell.bottom, Tone.CONTROL, HAIR)
            for cell in cells[1:]
        ),
        *marks.writing_line(area.top(CAPTIONS), Tone.CONTROL),
    )


def draw_invention_lines(area: Area) -> Shapes:
    frame, inner = marks.panel(area, "invention", _("Inventions"))
    columns = [("", 1.6), *card_columns(), (_("Price"), 1)]
    colours = [one for one in COLOUR_NAMES for _line in range(INVENTION_LINES)]
    rooms = inner.below(CAPTIONS).rows(len(colours))
    return (
        *frame,
        *draw_captions(inner, columns),
        *marks.join_shapes(
            (
                *cards.draw_swatch(room, colour),
                *(marks.writing_line(room, Tone.CONTROL) if room != rooms[-1] else ()),
            )
            for room, colour in zip(rooms, colours, strict=True)
        ),
    )
