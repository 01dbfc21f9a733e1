"""The empire sheet as a drawing: everything a table writes down about an empire in one age.

Pure: the same layout and sheet give the same shapes, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from campaign.documents import cards, counts
from campaign.documents.fate import EmpireEnd, draw_end
from campaign.documents.heading import draw_heading
from campaign.documents.legend import draw_legend
from campaign.documents.missions import MissionCounter, draw_counters
from campaign.documents.province_list import draw_provinces, list_area, plan_list
from campaign.documents.province_map import province_map
from campaign.documents.ribbon import draw_ribbon
from campaign.documents.tracks import draw_tracks
from campaign.documents.words import STAR
from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.frame import HEAD, drawing_size, landscape_room, page_head
from companion.paper.letters import break_lines, text_label
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
# Map, provinces, inventions and counts: their shares, also where provinces need more room.
PANELS, ROOMY = (70.0, 80.0, 64.0, 56.0), (70.0, 102.0, 60.0, 38.0)
KNOWLEDGE = 19.0
NOTE_SHARE = 0.75
NOTE_ROWS = 3


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
    end: EmpireEnd | None = None,
    link: Link | None = None,
    paper: str = "a4",
    overleaf: bool = False,
) -> Drawing:
    """A filled sheet, or without one a blank to write on, laid out for the paper.

    Beside the sheet stand who plays it, what became of it and when this was, the names of
    provinces by number, which good an icon gives by the table's reading, the missions in play
    or how its story ended, and the way to the empire's page. Names of provinces that are too long
    for the sheet may stand overleaf.
    """
    goods = goods or {}
    page = landscape_room(paper)
    head, lanes, middle, markers, signs, steps, foot = sheet_blocks(page)
    code = signs.beside(signs.width - CODE)
    told = signs.left(signs.width - CODE - GAP) if link else signs
    shapes = (
        draw_heading(head, layout.age, sheet, player, fate),
        draw_tracks(lanes, layout, sheet, goods),
        draw_panels(middle, layout, sheet, provinces or {}, overleaf=overleaf),
        draw_end(markers, end) if end else draw_counters(markers, missions),
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
    area: Area,
    layout: AgeLayout,
    sheet: SheetState | None,
    names: Mapping[int, str],
    *,
    overleaf: bool,
) -> Shapes:
    shares = find_shares(area, sheet, names) or PANELS
    mapped, held, invented, counted = area.share_width(shares, GAP)
    return (
        *province_map(mapped, layout, sheet),
        *draw_provinces(held, sheet, names, overleaf=overleaf),
        *cards.draw_inventions(invented, sheet),
        *counts.draw_knowledge(counted.top(KNOWLEDGE), sheet),
        *counts.draw_scores(counted.below(KNOWLEDGE + GAP), sheet),
    )


def find_shares(
    area: Area, sheet: SheetState | None, names: Mapping[int, str]
) -> tuple[float, ...]:
    """How the panels share the width so that every province has its whole name; none if they can't."""
    listed = [names.get(one, "") for one in sorted(sheet.provinces if sheet else ())]
    for shares in (PANELS, ROOMY):
        room = list_area(area.share_width(shares, GAP)[1])
        if plan_list(room, listed):
            return shares
    return ()


def draw_notes(
    area: Area, layout: AgeLayout, sheet: SheetState | None, when: str
) -> Shapes:
    """That the layout is a stand-in, what the stars mean, and which moment this shows; in rows if high."""
    by_hand = _("corrected by hand")
    star = f"{STAR} {by_hand}" if sheet and sheet.corrected else ""
    left = (star, "" if layout.custom else translate(DEFAULT_NOTE))
    said, share = "   ".join(filter(None, left)), area.width * NOTE_SHARE
    noted, moment = [area.left(share)], area.beside(share)
    lines = [said]
    if area.height >= NOTE_ROWS * FOOT:
        *noted, moment = area.rows(NOTE_ROWS)
        lines = break_lines(said, SMALL, area.width)
    return (
        *join_shapes(
            text_label(row, line, SMALL, fill=Tone.QUIET)
            for row, line in zip(noted, lines, strict=False)
        ),
        *text_label(moment, when, SMALL, align=Align.END, fill=Tone.QUIET),
    )


def draw_names_page(
    layout: AgeLayout, sheet: SheetState, names: Mapping[int, str], paper: str
) -> Drawing | None:
    """The provinces on a page of their own, where their names are too long for the sheet."""
    page = landscape_room(paper)
    if find_shares(sheet_blocks(page)[2], sheet, names):
        return None
    title = sheet_title(layout, sheet)
    shapes = (
        *page_head(page, layout.age, title),
        *draw_provinces(page.below(HEAD + GAP), sheet, names),
    )
    return Drawing(*drawing_size(page), shapes, title)
