"""The empire sheet as a drawing: everything a table writes down about an empire in one age.

Pure: the same layout and sheet give the same shapes, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from campaign.documents import cards, counts
from campaign.documents.heading import draw_heading
from campaign.documents.legend import draw_legend
from campaign.documents.missions import MissionCounter, draw_counters
from campaign.documents.province_map import province_map
from campaign.documents.ribbon import draw_ribbon
from campaign.documents.tracks import draw_tracks
from campaign.documents.words import STAR
from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.frame import drawing_size, landscape_room
from companion.paper.letters import text_label
from companion.paper.marks import join_shapes
from companion.paper.qr import Link, qr_shapes
from companion.paper.shapes import Align, Drawing, Shapes, Tone
from companion.paper.sizes import SMALL
from scoring.rise_of_empire.layout import AGE_NAMES, DEFAULT_NOTE, AgeLayout
from scoring.rise_of_empire.state import SheetState

GAP = 2.4
HEADING = 18.6
TRACKS = 61.0
COUNTERS = 12.4
LEGEND = 20.0
RIBBON = 5.4
CODE = 22.0  # width of the code that leads to the page
FOOT = 3.6
PANELS = (70.0, 80.0, 64.0, 56.0)  # map, provinces, inventions, counts: their shares
KNOWLEDGE = 19.0
NOTE_SHARE = 0.75


def draw_sheet(
    layout: AgeLayout,
    sheet: SheetState | None = None,
    *,
    player: str = "",
    fate: str = "",
    when: str = "",
    provinces: Mapping[int, str] | None = None,
    goods: Mapping[str, str] | None = None,
    missions: Sequence[MissionCounter] = (),
    link: Link | None = None,
    paper: str = "a4",
) -> Drawing:
    """A filled sheet, or without one a blank to write on, laid out for the paper.

    Beside the sheet stand who plays it, what became of it and when this was, the names of
    provinces by number, which good an icon gives by the table's reading, the missions in play,
    and the way to the empire's page.
    """
    goods = goods or {}
    page = landscape_room(paper)
    head, lanes, middle, markers, signs, steps, foot = sheet_blocks(page)
    code = signs.beside(signs.width - CODE)
    told = signs.left(signs.width - CODE - GAP) if link else signs
    shapes = (
        draw_heading(head, layout.age, sheet, player, fate),
        draw_tracks(lanes, layout, sheet, goods),
        draw_panels(middle, layout, sheet, provinces or {}),
        draw_counters(markers, missions),
        draw_legend(told, layout, sheet, goods),
        qr_shapes(code, link) if link else (),
        draw_ribbon(steps),
        draw_notes(foot, layout, sheet, when),
    )
    size = drawing_size(page)
    return Drawing(*size, join_shapes(shapes), sheet_title(layout, sheet))


def sheet_title(layout: AgeLayout, sheet: SheetState | None) -> str:
    name = sheet.name if sheet else _("Empire sheet")
    return f"{name} · {translate(AGE_NAMES.get(layout.age, layout.age))}"


def sheet_blocks(page: Area) -> tuple[Area, ...]:
    """The parts of the sheet from top to bottom; the panels get what the others leave."""
    fixed = (HEADING, TRACKS, COUNTERS, LEGEND, RIBBON, FOOT)
    middle = page.height - sum(fixed) - GAP * len(fixed)
    rest, areas = page, []
    for height in (HEADING, TRACKS, middle, COUNTERS, LEGEND, RIBBON, FOOT):
        areas.append(rest.top(height))
        rest = rest.below(height + GAP)
    return tuple(areas)


def draw_panels(
    area: Area, layout: AgeLayout, sheet: SheetState | None, names: Mapping[int, str]
) -> Shapes:
    mapped, held, invented, counted = area.share_width(PANELS, GAP)
    return (
        *province_map(mapped, layout, sheet),
        *cards.draw_provinces(held, sheet, names),
        *cards.draw_inventions(invented, sheet),
        *counts.draw_knowledge(counted.top(KNOWLEDGE), sheet),
        *counts.draw_scores(counted.below(KNOWLEDGE + GAP), sheet),
    )


def draw_notes(
    area: Area, layout: AgeLayout, sheet: SheetState | None, when: str
) -> Shapes:
    """That the layout is a stand-in, what the stars mean, and which moment this shows."""
    by_hand = _("corrected by hand")
    star = f"{STAR} {by_hand}" if sheet and sheet.corrected else ""
    left = (star, "" if layout.custom else translate(DEFAULT_NOTE))
    said = area.width * NOTE_SHARE
    return (
        *text_label(
            area.left(said), "   ".join(filter(None, left)), SMALL, fill=Tone.QUIET
        ),
        *text_label(area.beside(said), when, SMALL, align=Align.END, fill=Tone.QUIET),
    )
