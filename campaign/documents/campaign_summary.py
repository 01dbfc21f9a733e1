"""The campaign on one page: all empires side by side."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaign.board.cards import board_view, seats_of
from campaign.documents.empire import moment_words
from campaign.documents.stand import draw_column
from campaign.empires import EmpireRow
from companion.paper import frame, marks, pdf
from companion.paper.areas import Area
from companion.paper.flow import paragraph_rows, pour_blocks
from companion.paper.letters import text_label
from companion.paper.shapes import Drawing, Shapes
from companion.paper.sizes import LARGE, SMALL
from scoring.rise_of_empire.state import CampaignState

GAP = 3.0
WIDEST = 92.0


def draw_campaign_summary(
    campaign: CampaignState, rows: Sequence[EmpireRow], *, name: str, paper: str
) -> bytes:
    """As the state tells it; the rows of the empires say whose colour is whose, and who was before."""
    drawn = draw_summary(campaign, rows, name, frame.landscape_room(paper))
    title = f"{name} · {drawn.title}"
    return pdf.paint_pdf(drawn, paper=paper, title=title, subject=drawn.title)


def draw_summary(
    campaign: CampaignState, rows: Sequence[EmpireRow], name: str, room: Area
) -> Drawing:
    stands = board_view(campaign, seats_of(one.player for one in rows)).stands
    page = frame.body_area(room)
    former = paragraph_rows(former_empires_line(campaign, rows), SMALL, page.width)
    body = page.top(page.height - sum(one.height for one in former) - GAP)
    wide = min(WIDEST, (body.width - GAP * (len(stands) - 1)) / max(1, len(stands)))
    left = (body.width - wide * len(stands) - GAP * (len(stands) - 1)) / 2
    areas = [
        body.beside(left + place * (wide + GAP)).left(wide)
        for place in range(len(stands))
    ]
    shapes = (
        *frame.page_head(
            room,
            "modern" if campaign.over else "province",
            name,
            moment_words(campaign),
        ),
        *marks.join_shapes(map(draw_column, areas, stands)),
        *(() if stands else nobody_yet(body)),
        *pour_blocks(page.below(body.height + GAP), former),
        *frame.page_foot(room, "Empire Companion"),
    )
    return Drawing(*frame.drawing_size(room), shapes, _("Campaign summary"))


def nobody_yet(area: Area) -> Shapes:
    words = _("No empires yet. Found the first one, or copy one from paper.")
    return text_label(area.top(2 * LARGE), words, LARGE)


def former_empires_line(campaign: CampaignState, rows: Sequence[EmpireRow]) -> str:
    """Empires whose story has ended."""
    former = [str(one) for one in rows if one.key in campaign.former_keys]
    if not former:
        return ""
    return f"{_('Past empires')}: {', '.join(former)}"
