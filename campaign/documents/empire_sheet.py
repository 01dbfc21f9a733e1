"""Empire sheets on paper: filled, as an empire stands, or blank, to be filled in with a pen."""

from __future__ import annotations

from collections.abc import Container, Mapping

from django.utils.translation import gettext as _

from campaign.documents.empire import (
    draw_blank,
    draw_empire,
    draw_empire_pages,
    sheet_shown,
)
from campaign.documents.fate import Height
from companion.paper import pdf
from companion.paper.ink import save_ink
from companion.paper.qr import Link
from scoring.rise_of_empire.layout import Age, AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState


def draw_present_sheet(
    campaign: CampaignState, key: str, *, paper: str, link: Link | None = None
) -> bytes:
    """An empire's present sheet."""
    empire = find_empire(campaign, key)
    return pdf.paint_pdf(
        draw_empire(campaign, empire, link=link, paper=paper),
        paper=paper,
        subject=_("Empire sheet"),
    )


def draw_story(
    campaign: CampaignState,
    empire: EmpireState,
    *,
    paper: str,
    link: Link | None = None,
    height: Height | None = None,
) -> bytes:
    """An empire's present sheet, or that of its height, then those of earlier ages."""
    sheets = (None, *earlier_sheets(campaign, empire, height))
    drawings = [
        drawing
        for one in sheets
        for drawing in draw_empire_pages(
            campaign, empire, one, paper=paper, link=link, height=height
        )
    ]
    name, about = empire.sheet.name, _("Empire sheet")
    return pdf.paint_pages(drawings, paper=paper, title=name, subject=about)


def earlier_sheets(
    campaign: CampaignState, empire: EmpireState, height: Height | None = None
) -> list[SheetState]:
    """The sheets of other ages than the one that is shown, the latest first."""
    now = sheet_shown(campaign, empire, height)
    return [one for one in reversed(empire.past) if one.age != now.age]


def draw_all(
    campaign: CampaignState,
    *,
    paper: str,
    links: Mapping[str, Link | None] | None = None,
    only: Container[str] | None = None,
    heights: Mapping[str, Height] | None = None,
) -> bytes:
    """The sheet of every empire the state knows, those that stand or have won first."""
    own, high, holding = links or {}, heights or {}, campaign.holders
    every = [*holding, *(one for one in campaign.empires if one not in holding)]
    leaves = [
        leaf
        for one in every
        if only is None or one.key in only
        for leaf in empire_leaves(
            campaign, one, own.get(one.key), paper, high.get(one.key)
        )
    ]
    # Before the first empire there is only a sheet to write on.
    first = campaign.layouts[Age.ANCIENT]
    nothing = map(pdf.Leaf, draw_blank(first, campaign.readings, paper=paper))
    return pdf.bind_leaves(
        leaves or list(nothing), paper=paper, title=_("Empire sheets")
    )


def empire_leaves(
    campaign: CampaignState,
    empire: EmpireState,
    link: Link | None,
    paper: str,
    height: Height | None,
) -> list[pdf.Leaf]:
    first, *more = draw_empire_pages(
        campaign, empire, paper=paper, link=link, height=height
    )
    return [pdf.Leaf(first, ((empire.sheet.name, 0),)), *map(pdf.Leaf, more)]


def draw_blank_sheet(
    layout: AgeLayout,
    *,
    paper: str,
    readings: Readings | None = None,
    lean: bool = False,
) -> bytes:
    """Both sides of a sheet of one age without an empire; a lean one saves ink."""
    sides = draw_blank(layout, readings, paper=paper)
    drawings = [save_ink(one) for one in sides] if lean else sides
    title, about = sides[0].title, _("Empire sheet")
    return pdf.paint_pages(drawings, paper=paper, title=title, subject=about)


def find_empire(campaign: CampaignState, key: str) -> EmpireState:
    empire = campaign.empire(key)
    if empire is None:
        raise KeyError(key)
    return empire
