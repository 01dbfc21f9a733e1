"""Words that stay inside: shrunk a little first, then cut with an ellipsis."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import cache, lru_cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.paper import page
from companion.paper.areas import Area
from companion.paper.shapes import Align, Role, Shapes, Text

CAPITAL = 0.36  # half a capital's height, as a share of the size
SMALLEST = 1.9  # about the size of a footnote
LETTER = re.compile(r"\b(\w) ")
HAIRSBREADTH = 0.001  # a text shrunk to its room may be this much wider
LACKING = "□"  # on paper, for a letter our fonts don't have
MOST_TEXTS = 4096  # whose measures are kept
UNKNOWN = 1.0  # a page takes a sign our font lacks from another one, where it may be this wide


@cache
def measured(font: str) -> TTFont:
    page.register_fonts()
    found = pdfmetrics.getFont(font)
    if not isinstance(found, TTFont):
        raise TypeError(f"{font} is none of our fonts")
    return found


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is; our font is a wide one, so a page's own font hardly needs more."""
    return size * wide(text, page.BOLD if bold else page.REGULAR)


@lru_cache(MOST_TEXTS)
def wide(text: str, name: str) -> float:
    """The width of a text of size 1."""
    font = measured(name)
    known = "".join(sign for sign in text if ord(sign) in font.face.charToGlyph)
    lacking = len(text) - len(known)
    return float(font.stringWidth(known, 1)) + lacking * UNKNOWN


@lru_cache(MOST_TEXTS)
def printable(text: str) -> str:
    """The text with a box for every letter our fonts lack; marks and joiners are left out.

    A page shows what another font has of it; paper has only ours, so that it prints anywhere.
    """
    known = measured(page.REGULAR).face.charToGlyph
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        "" if is_unseen(sign, known) else sign if ord(sign) in known else LACKING
        for sign in composed
    )


def is_unseen(sign: str, known: Container[int]) -> bool:
    """What only changes its neighbours: joiners, and accents or an emoji's skin that we lack."""
    kind = unicodedata.category(sign)
    return kind in ("Cf", "Cc") or (
        kind in ("Mn", "Me", "Sk") and ord(sign) not in known
    )


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is too long; nothing where not even that fits."""
    if width(text, size, bold=bold) <= room + HAIRSBREADTH:
        return text
    while text and width(f"{text}…", size, bold=bold) > room:
        text = text[:-1].rstrip()
    return f"{text}…" if text else ""


def shrunk(text: str, size: float, least: float, room: float, *, bold: bool) -> float:
    needed = width(text, size, bold=bold)
    return size if needed <= room else max(least, size * room / needed)


def label(
    area: Area,
    text: str,
    size: float,
    *,
    bold: bool = False,
    align: Align = Align.START,
    fill: Role = Role.INK,
    least: float = SMALLEST,
) -> Shapes:
    """A text in the middle of its area's height, as large as fits up to the size."""
    size = shrunk(text, size, min(least, size), area.width, bold=bold)
    shown = fitted(text, size, area.width, bold=bold)
    if not shown.strip():
        return ()
    x = {Align.START: area.x, Align.MIDDLE: area.centre, Align.END: area.right}[align]
    return (Text(x, area.middle + size * CAPITAL, shown, size, bold, align, fill),)


def common_size(
    texts: Iterable[str], size: float, least: float, room: float, *, bold: bool = False
) -> float:
    """The one size for all rows of a list, so that none shouts."""
    return min(
        (shrunk(one, size, least, room, bold=bold) for one in texts), default=size
    )


def lines(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text broken between words, but not after a single letter (“a”, “v”, “z”)."""
    broken = [""]
    for word in LETTER.sub("\\1\u00a0", text).split(" "):
        longer = f"{broken[-1]} {word}".strip()
        if not broken[-1] or width(longer, size, bold=bold) <= room:
            broken[-1] = longer
        else:
            broken.append(word)
    return broken
