"""Empire sheets on paper: filled, as an empire stands, or blank, to be filled in with a pen."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.drawing import pdf
from campaign.drawing.empire import draw_blank, draw_empire
from scoring.rise_of_empire.layout import AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import Campaign, Empire


def draw(campaign: Campaign, key: str, *, paper: str) -> bytes:
    """An empire's present sheet."""
    return pdf.paint(draw_empire(campaign, found(campaign, key)), paper=paper)


def draw_story(campaign: Campaign, key: str, *, paper: str) -> bytes:
    """The sheets of every age an empire has lived through, one page each."""
    empire = found(campaign, key)
    sheets = (*empire.past, empire.sheet)
    drawings = [
        draw_empire(campaign, empire, sheet)
        for sheet in sheets
        if sheet.age in campaign.layouts  # the modern age has no sheet
    ]
    return pdf.paint_all(drawings, paper=paper, title=empire.sheet.name)


def draw_all(campaign: Campaign, *, paper: str) -> bytes:
    """The sheets of every empire that stands or has won, one page each."""
    drawings = [draw_empire(campaign, empire) for empire in campaign.holders]
    return pdf.paint_all(drawings, paper=paper, title=_("Empire sheets"))


def blank(layout: AgeLayout, *, paper: str, readings: Readings | None = None) -> bytes:
    """A sheet of one age without an empire."""
    return pdf.paint(draw_blank(layout, readings), paper=paper)


def found(campaign: Campaign, key: str) -> Empire:
    empire = campaign.empire(key)
    if empire is None:
        raise KeyError(key)
    return empire
