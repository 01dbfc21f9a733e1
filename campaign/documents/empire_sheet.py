"""Empire sheets on paper: filled, as an empire stands, or blank, to be filled in with a pen."""

from __future__ import annotations

from collections.abc import Container, Mapping

from django.utils.translation import gettext as _

from campaign.documents.empire import draw_blank, draw_empire, present_sheet
from companion.paper import pdf
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
) -> bytes:
    """An empire's present sheet, then those of earlier ages, one page each."""
    sheets = (None, *earlier_sheets(campaign, empire))
    drawings = [draw_empire(campaign, empire, sheet, link, paper) for sheet in sheets]
    name, about = empire.sheet.name, _("Empire sheet")
    return pdf.paint_pages(drawings, paper=paper, title=name, subject=about)


def earlier_sheets(campaign: CampaignState, empire: EmpireState) -> list[SheetState]:
    """The sheets of earlier ages, the latest first."""
    now = present_sheet(campaign, empire)
    return [one for one in reversed(empire.past) if one is not now]


def draw_all(
    campaign: CampaignState,
    *,
    paper: str,
    links: Mapping[str, Link | None] | None = None,
    only: Container[str] | None = None,
) -> bytes:
    """The sheet of every empire the state knows, those that stand or have won first."""
    own, holding = links or {}, campaign.holders
    every = [*holding, *(one for one in campaign.empires if one not in holding)]
    empires = [one for one in every if only is None or one.key in only]
    leaves = [
        pdf.Leaf(
            draw_empire(campaign, one, link=own.get(one.key), paper=paper),
            ((one.sheet.name, 0),),
        )
        for one in empires
    ]
    # Before the first empire there is only a sheet to write on.
    first = campaign.layouts[Age.ANCIENT]
    nothing = [pdf.Leaf(draw_blank(first, campaign.readings, paper=paper))]
    return pdf.bind_leaves(leaves or nothing, paper=paper, title=_("Empire sheets"))


def draw_blank_sheet(
    layout: AgeLayout, *, paper: str, readings: Readings | None = None
) -> bytes:
    """A sheet of one age without an empire."""
    blank = draw_blank(layout, readings, paper=paper)
    return pdf.paint_pdf(blank, paper=paper, subject=_("Empire sheet"))


def find_empire(campaign: CampaignState, key: str) -> EmpireState:
    empire = campaign.empire(key)
    if empire is None:
        raise KeyError(key)
    return empire
