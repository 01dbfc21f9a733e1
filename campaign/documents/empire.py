"""An empire of a campaign as a drawing: its sheet, with what the table knows beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.documents.fate import Height, height_moment, tell_end
from campaign.documents.folded_sheet import draw_folded_sheet
from campaign.documents.missions import MissionCounter
from campaign.documents.pencil import draw_pencil_sheet
from campaign.documents.phone_sheet import draw_phone_sheet
from campaign.documents.sheet import draw_names_page, draw_sheet
from campaign.goods import bonus_goods
from campaign.models.pictures import card_words
from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.qr import Link
from companion.paper.shapes import Drawing, Shapes
from companion.paper.shared_svg import paint_together
from scoring.rise_of_empire.layout import AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import (
    STATUS_NAMES,
    CampaignState,
    EmpireState,
    MissionState,
    SheetState,
)

KEPT_SHEETS = 64  # about 55 KB each


def draw_empire(
    campaign: CampaignState,
    empire: EmpireState,
    sheet: SheetState | None = None,
    link: Link | None = None,
    paper: str = "a4",
    height: Height | None = None,
    when: str = "",
) -> Drawing:
    """The present sheet, or one of an earlier age; the last one that can be ticked of a winner.

    One that is gone is shown at its height, where that is known.
    """
    shown = sheet or sheet_shown(campaign, empire, height)
    layout = campaign.layouts[shown.age]
    beside = told_beside(campaign, empire, shown, height)
    beside["when"] = when or beside["when"]
    return draw_sheet(layout, shown, link=link, paper=paper, **beside)


def draw_empire_pages(
    campaign: CampaignState,
    empire: EmpireState,
    sheet: SheetState | None = None,
    *,
    paper: str,
    link: Link | None = None,
    height: Height | None = None,
) -> list[Drawing]:
    """A sheet for the wall, and a page for names that are too long for it."""
    shown = sheet or sheet_shown(campaign, empire, height)
    layout = campaign.layouts[shown.age]
    beside = told_beside(campaign, empire, shown, height)
    named = draw_names_page(layout, shown, beside["provinces"], paper)
    front = draw_sheet(
        layout, shown, link=link, paper=paper, overleaf=named is not None, **beside
    )
    return [front, named] if named else [front]


def draw_empire_for_phone(
    campaign: CampaignState,
    empire: EmpireState,
    sheet: SheetState | None = None,
    height: Height | None = None,
) -> Drawing:
    """The same sheet, narrow: one part below the other."""
    shown = sheet or sheet_shown(campaign, empire, height)
    layout = campaign.layouts[shown.age]
    beside = told_beside(campaign, empire, shown, height)
    return draw_phone_sheet(layout, shown, **beside)


def paint_empire(
    campaign: CampaignState,
    empire: EmpireState,
    sheet: SheetState | None = None,
    *,
    height: Height | None = None,
    prefix: str = "",
) -> tuple[SafeString, ...]:
    """A sheet as on paper and for a phone, which share their signs on a page."""
    shown = sheet or sheet_shown(campaign, empire, height)
    beside = told_beside(campaign, empire, shown, height)
    named = (tuple(beside.pop("provinces").items()), tuple(beside.pop("goods").items()))
    layout, rest = campaign.layouts[shown.age], tuple(beside.items())
    return paint_sheet(layout, shown, *named, rest, prefix, get_language())


Named = tuple[tuple[Any, str], ...]


@lru_cache(maxsize=KEPT_SHEETS)
def paint_sheet(
    layout: AgeLayout,
    sheet: SheetState,
    provinces: Named,
    goods: Named,
    beside: tuple[tuple[str, Any], ...],
    prefix: str,
    _language: str | None,
) -> tuple[SafeString, ...]:
    """The same sheet is always the same picture, whatever happened elsewhere."""
    told = dict(beside) | {"provinces": dict(provinces), "goods": dict(goods)}
    drawings = (
        draw_sheet(layout, sheet, **told),
        draw_phone_sheet(layout, sheet, **told),
    )
    return tuple(paint_together(drawings, prefix))


def draw_empire_folded(
    campaign: CampaignState,
    empire: EmpireState,
    sheet: SheetState | None,
    *,
    room: Area,
    height: Height | None,
    when: str,
) -> list[Shapes]:
    """The same sheet over two pages of a booklet, or three where names are long."""
    shown = sheet or sheet_shown(campaign, empire, height)
    layout = campaign.layouts[shown.age]
    beside = told_beside(campaign, empire, shown, height) | {"when": when}
    beside.pop("missions")  # a book tells of sessions that are over
    return draw_folded_sheet(room, layout, shown, **beside)


def sheet_shown(
    campaign: CampaignState, empire: EmpireState, height: Height | None
) -> SheetState:
    return height.sheet if height else present_sheet(campaign, empire)


def told_beside(
    campaign: CampaignState,
    empire: EmpireState,
    shown: SheetState,
    height: Height | None = None,
) -> dict[str, Any]:
    """What a sheet says besides its own numbers."""
    now = shown is sheet_shown(campaign, empire, height)
    moment = height_moment(height) if height else moment_words(campaign)
    return {
        "player": empire.player,
        "fate": fate_words(empire) if now else "",
        "when": moment if now else "",
        "end": tell_end(empire, height) if now else None,
        "provinces": {one: campaign.catalogue[one].name for one in shown.provinces},
        "goods": bonus_goods(campaign.readings),
        "missions": tuple(in_play(campaign, empire)) if now else (),
    }


def draw_blank(
    layout: AgeLayout, readings: Readings | None = None, *, paper: str = "a4"
) -> tuple[Drawing, Drawing]:
    """Both sides of a sheet to write on; a table's readings tell which goods its bonuses give."""
    goods = bonus_goods(readings) if readings else {}
    return draw_pencil_sheet(layout, goods, paper)


def present_sheet(campaign: CampaignState, empire: EmpireState) -> SheetState:
    """ROE-36: the modern age has no sheet, so a winner's is the one that was won with."""
    return empire.sheet if empire.sheet.age in campaign.layouts else empire.past[-1]


def fate_words(empire: EmpireState) -> str:
    return "" if empire.alive else translate(STATUS_NAMES[empire.status])


def moment_words(campaign: CampaignState) -> str:
    if campaign.session:
        return _("Session %(number)s") % {"number": campaign.session.number}
    if not campaign.played:
        return ""
    return _("after session %(number)s") % {"number": campaign.played}


def in_play(campaign: CampaignState, empire: EmpireState) -> Iterator[MissionCounter]:
    """The missions of the open session, as far as this empire plays in it."""
    session = campaign.session
    if session is None or session.seat(empire.key) is None:
        return
    for mission in session.missions:
        yield mission_counter(campaign, empire, mission)


def mission_counter(
    campaign: CampaignState, empire: EmpireState, mission: MissionState
) -> MissionCounter:
    card = campaign.catalogue[mission.number]
    return MissionCounter(
        category=mission.category,
        name=card_words(mission.number, card.name),
        marker=mission.markers.get(empire.key, 0),
        target=card.target,
        completed=empire.key in mission.completed,
    )
