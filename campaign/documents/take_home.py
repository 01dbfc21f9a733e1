"""An empire to take home: one file for a phone that shows its sheet while the laptop is off."""

from __future__ import annotations

from functools import cache

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.board.cards import empire_stand
from campaign.board.empire_views import find_biography
from campaign.documents.empire import draw_empire_for_phone
from campaign.documents.fate import find_height
from campaign.models import Campaign
from companion.paper.pen import COLOURS
from companion.paper.shapes import Tone
from companion.paper.svg import paint_svg
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN


@cache
def tone_styles() -> str:
    """The colours of paper as classes, as the file can't ask anybody for a style sheet."""
    return "".join(tone_style(tone) for tone in Tone if tone in COLOURS)


def tone_style(tone: Tone) -> str:
    colour = f"#{COLOURS[tone].hexval()[2:]}"
    return f".fill-{tone}{{fill:{colour}}}.stroke-{tone}{{stroke:{colour}}}"


@at_table("spectator")
@require_safe
def take_home_file(
    _request: TableRequest, campaign: Campaign, empire: str
) -> HttpResponse:
    """Everything in one file: no picture, style or script is fetched when it is opened."""
    state = CAMPAIGN.load(campaign.state)
    own = find_biography(campaign, state, empire)
    height = find_height(own.empire, own.facts.left)
    shown = {
        "campaign": campaign,
        "stand": empire_stand(own.then, own.empire, own.seat),
        "sheet": paint_svg(draw_empire_for_phone(own.then, own.empire, height=height)),
        "styles": tone_styles(),
        "played": state.played,
    }
    content = render_to_string("campaign/documents/take_home.html", shown)
    name = slugify(own.empire.sheet.name) or "empire"
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return HttpResponse(content, headers=headers)
