"""The paper backup: the summary, then the whole campaign as codes, with the way back in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.documents.campaign_summary import draw_summary
from campaign.documents.empire import moment_words
from campaign.empires import EmpireRow
from companion.paper import frame, marks, pdf
from companion.paper.areas import Area
from companion.paper.code_pieces import Piece, code_matrix
from companion.paper.flow import paragraph_rows, pour_blocks
from companion.paper.letters import text_label
from companion.paper.pdf import Leaf
from companion.paper.qr import trace_squares
from companion.paper.shapes import Align, Drawing, Path, Shapes, Tone
from companion.paper.sizes import TEXT
from scoring.rise_of_empire.state import CampaignState

COLUMNS, ROWS = 2, 3
GAP, CAPTION = 4.6, 5.0
MOST_CODES = 32  # kept ready


def draw_paper_backup(
    campaign: CampaignState,
    rows: Sequence[EmpireRow],
    pieces: Sequence[Piece],
    *,
    name: str,
    paper: str,
) -> bytes:
    first = draw_summary(campaign, rows, name, frame.landscape_room(paper))
    leaves = [Leaf(first), *code_leaves(pieces, name, moment_words(campaign), paper)]
    title = _("Paper backup")
    return pdf.bind_leaves(leaves, paper=paper, title=f"{name} · {title}")


def code_leaves(
    pieces: Sequence[Piece], name: str, moment: str, paper: str
) -> Iterator[Leaf]:
    """Six codes to a page."""
    room = frame.upright_room(paper)
    many = COLUMNS * ROWS
    pages = [pieces[at : at + many] for at in range(0, len(pieces), many)]
    for number, page in enumerate(pages, start=1):
        count = f"{number} / {len(pages)}"
        body = frame.body_area(room)
        told = paragraph_rows(way_back(pieces), TEXT, body.width)
        words = sum(one.height for one in told)
        shapes = (
            *frame.page_head(room, "card", _("Paper backup"), f"{name} · {moment}"),
            *pour_blocks(body.top(words), told),
            *code_shapes(body.below(words + GAP), page),
            *frame.page_foot(room, name, count),
        )
        yield Leaf(Drawing(*frame.drawing_size(room), shapes, _("Paper backup")))


def way_back(pieces: Sequence[Piece]) -> str:
    lines = (
        _("These codes hold the whole campaign."),
        _("1. Open your table in Empire Companion and log in."),
        _("2. Under “More ways to start”, choose “Restore from a paper backup”."),
        _(
            "3. Photograph every page with codes, flat and in good light, and send them."
        ),
        ngettext(
            "There is %(count)s code and one spare. Either may be missing.",
            "There are %(count)s codes and one spare. Any one of them may be missing.",
            len(pieces) - 1,
        )
        % {"count": len(pieces) - 1},
    )
    return "\n".join(lines)


def code_shapes(area: Area, pieces: Sequence[Piece]) -> Shapes:
    cells = [cell for row in area.rows(ROWS, GAP) for cell in row.columns(COLUMNS, GAP)]
    return marks.join_shapes(map(code_with_caption, cells, pieces))


def code_with_caption(area: Area, piece: Piece) -> Shapes:
    d, squares = trace_piece(piece)
    size = min(area.width, area.height - CAPTION)
    words = (
        _("Spare")
        if piece.spare
        else _("%(number)s of %(count)s")
        % {"number": piece.place + 1, "count": piece.count}
    )
    return (
        Path(d, area.centre - size / 2, area.y, size, Tone.INK, square=squares),
        *text_label(
            area.below(size).top(CAPTION),
            words,
            TEXT,
            bold=True,
            align=Align.MIDDLE,
        ),
    )


@lru_cache(MOST_CODES)
def trace_piece(piece: Piece) -> tuple[str, int]:
    rows = code_matrix(piece)
    return trace_squares(rows), len(rows)
