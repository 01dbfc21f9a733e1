"""The frame of a printed page: how much room a paper leaves, its head and its foot."""

from __future__ import annotations

from reportlab.lib.units import mm

from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.page import SIZES, growth
from companion.paper.pdf import MARGIN
from companion.paper.shapes import HAIR, STRONG, Align, Box, Line, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT, TITLE

HEAD, HEAD_GAP = 15.0, 4.0
EMBLEM, EMBLEM_SIGN = 12.6, 9.0
FOOT, FOOT_GAP = 4.0, 3.0
NOTE_SHARE = 0.42
TITLE_SHARE = 0.62  # of the head's height, where something stands under the title


def upright_room(paper: str) -> Area:
    """What a paper leaves inside its margins, in millimetres; a poster's are larger ones."""
    one = mm * growth(paper)
    wide, high = ((side - 2 * MARGIN) / one for side in SIZES[paper])
    return Area(0, 0, wide, high).inset(STRONG / 2)


def landscape_room(paper: str) -> Area:
    room = upright_room(paper)
    return Area(room.x, room.y, room.height, room.width)


def drawing_size(room: Area) -> tuple[float, float]:
    """The drawing's size around its room."""
    return room.width + STRONG, room.height + STRONG


def body_area(room: Area) -> Area:
    """Between head and foot."""
    inner = room.below(HEAD + HEAD_GAP)
    return inner.top(inner.height - FOOT - FOOT_GAP)


def page_head(
    room: Area,
    sign: str,
    title: str,
    note: str = "",
    *,
    under: str = "",
    taken: float = 0.0,
) -> Shapes:
    """An emblem, what the page is, and beside it which one; or room for something else. `under` says more."""
    area = room.top(HEAD)
    words = area.beside(EMBLEM + HEAD_GAP).top(EMBLEM)
    words = words.left(words.width - taken)
    below = words.below(EMBLEM * TITLE_SHARE) if under else words.below(EMBLEM)
    words = words.top(EMBLEM - below.height)
    said = min(text_width(note, TEXT), words.width * NOTE_SHARE)
    titled = words.left(words.width - said - (HEAD_GAP if note else 0))
    noted = words.beside(words.width - said)
    middle = EMBLEM / 2
    return (
        Box(area.x, area.y, EMBLEM, EMBLEM, Tone.ACCENT, round=marks.ROUND),
        *marks.sign(sign, area.x + middle, area.y + middle, EMBLEM_SIGN, Tone.PAPER),
        *text_label(titled, title, TITLE, display=True, least=TEXT),
        *text_label(noted, note, TEXT, align=Align.END, fill=Tone.QUIET),
        *text_label(below, under, TEXT, least=SMALL),
        Line(area.x, area.bottom, area.right, area.bottom, Tone.ACCENT, STRONG),
    )


def page_foot(
    room: Area, text: str, number: str = "", *, number_first: bool = False
) -> Shapes:
    """What the paper is, and the page's number at its end; a book's left page begins with it."""
    area = room.below(room.height - FOOT)
    digits = text_width(number, SMALL, bold=True) + HEAD_GAP
    line = area.below(1)
    words, counted = line.left(area.width - digits), line.beside(area.width - digits)
    here, there = Align.START, Align.END
    if number_first:
        words, counted = line.beside(digits), line.left(digits)
        here, there = there, here
    return (
        Line(area.x, area.y, area.right, area.y, Tone.EDGE, HAIR),
        *text_label(words, text, SMALL, fill=Tone.QUIET, align=here),
        *text_label(counted, number, SMALL, bold=True, align=there),
    )
