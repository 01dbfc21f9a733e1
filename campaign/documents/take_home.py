"""An empire to take home: one file for a phone that shows its sheet while the laptop is off."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

from django.contrib.staticfiles.finders import find
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
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

# The faces for which the words of a drawing are measured: family, weight, file.
FACES = (
    ("Drawn Sans", 400, "AlegreyaSans-Regular"),
    ("Drawn Sans", 700, "AlegreyaSans-Bold"),
    ("Drawn", 700, "Alegreya-Bold"),
)


@cache
def font_styles() -> str:
    """The faces themselves, as the words of a sheet run into each other in wider ones."""
    return "".join(font_style(*one) for one in FACES)


def font_style(family: str, weight: int, name: str) -> str:
    file = Path(str(find(f"home/fonts/{name}.woff2")))
    inside = b64encode(file.read_bytes()).decode()
    source = f'url("data:font/woff2;base64,{inside}")'
    face = f'font-family:"{family}";font-weight:{weight};src:{source}'
    return f"@font-face{{{face}}}"


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
        "styles": mark_safe(tone_styles() + font_styles()),  # noqa: S308 - our own
        "played": state.played,
    }
    content = render_to_string("campaign/documents/take_home.html", shown)
    name = slugify(own.empire.sheet.name) or "empire"
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return HttpResponse(content, headers=headers)
