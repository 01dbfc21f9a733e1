"""How an empire's story ended, and how it stood at its height before its cards went back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.board.cards import fall_words
from campaign.chronicle.story import Left
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label
from companion.paper.shapes import THIN, Box, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT
from scoring.rise_of_empire.state import EmpireState, SheetState, Status

EMPIRE_END = 12.4
SIGN, PAD = 7.6, 2.4
SIGNS = {Status.COLLAPSED: "fall", Status.WON: "modern", Status.RETIRED: "tick"}


@dataclass(frozen=True)
class Height:
    """The sheet of an empire that is gone when it was largest."""

    sheet: SheetState
    session: int  # after which it stood so
    fell: int = 0  # the session that ended it; 0 if it ended between sessions


@dataclass(frozen=True)
class EmpireEnd:
    sign: str
    title: str
    words: str


def find_height(empire: EmpireState, left: Sequence[Left]) -> Height | None:
    """ROE-39: cards return when an empire ends; most provinces, then ticks, then the latest."""
    standing = [one for one in left if one.empire.alive]
    if empire.status not in (Status.COLLAPSED, Status.RETIRED) or not standing:
        return None
    best = max(
        standing,
        key=lambda one: (
            len(one.empire.sheet.provinces),
            one.empire.all_ticks,
            one.session,
        ),
    )
    fell = next((one.session for one in left if not one.empire.alive), 0)
    return Height(best.empire.sheet, best.session, fell)


def tell_end(empire: EmpireState, height: Height | None = None) -> EmpireEnd | None:
    """What its sheet says of its end; nothing of one that stands."""
    if empire.alive:
        return None
    sign = SIGNS[Status(empire.status)]
    if empire.status == Status.WON:
        return EmpireEnd(sign, _("Reached the modern age"), "")
    if empire.status == Status.RETIRED:
        return EmpireEnd(sign, _("Retired"), _("Its player left the campaign."))
    title = _("Collapsed")
    if height and height.fell:
        title = _("Collapsed in session %(number)s") % {"number": height.fell}
    return EmpireEnd(sign, title, translate(fall_words(empire)))


def height_moment(height: Height) -> str:
    words = _("at its height, after session %(number)s")
    return words % {"number": height.session}


def draw_end(area: Area, end: EmpireEnd) -> Shapes:
    """A band with the end in words, in two lines or more."""
    inner = area.inset(PAD, PAD / 2).beside(SIGN + PAD)
    lines = break_lines(end.words, TEXT, inner.width) if end.words else []
    rows = inner.rows(1 + len(lines))
    return (
        Box(*marks.corners(area), Tone.ACCENT_SOFT, Tone.ACCENT, THIN, marks.ROUND),
        *marks.sign(end.sign, area.x + PAD + SIGN / 2, area.middle, SIGN, Tone.ACCENT),
        *text_label(rows[0], end.title, LARGE, display=True, least=TEXT),
        *marks.join_shapes(
            text_label(row, line, TEXT, least=SMALL)
            for row, line in zip(rows[1:], lines, strict=True)
        ),
    )
