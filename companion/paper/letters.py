"""Words that stay inside: shrunk a little first, then cut with an ellipsis."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.paper.areas import Area
from companion.paper.shapes import Align, Shapes, Text, Tone
from companion.paper.typeface import (
    MOST_TEXTS,
    font_name,
    is_known,
    relative_width,
)

CAPITAL = 0.36  # half a capital's height, as a share of the size
SMALLEST = 1.9  # about the size of a footnote
LETTER = re.compile(r"\b(\w) ")
HAIRSBREADTH = 0.001  # a text shrunk to its room may be this much wider
LACKING = "□"  # on paper, for a letter our fonts don't have


def text_width(
    text: str, size: float, *, bold: bool = False, display: bool = False
) -> float:
    return size * relative_width(text, font_name(bold=bold, display=display))


@lru_cache(MOST_TEXTS)
def printable_text(text: str) -> str:
    """The text with a box for every letter our fonts lack; marks and joiners are left out.

    A page shows what another font has of it; paper has only ours, so that it prints anywhere.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        "" if is_unseen(sign) else sign if is_known(sign) else LACKING
        for sign in composed
    )


def is_unseen(sign: str) -> bool:
    """What only changes its neighbours: joiners, and accents or an emoji's skin that we lack."""
    kind = unicodedata.category(sign)
    return kind in ("Cf", "Cc") or (kind in ("Mn", "Me", "Sk") and not is_known(sign))


def fit_text(
    text: str, size: float, room: float, *, bold: bool = False, display: bool = False
) -> str:
    """The text, cut with an ellipsis where it is too long; nothing where not even that fits."""
    if text_width(text, size, bold=bold, display=display) <= room + HAIRSBREADTH:
        return text
    while text and text_width(f"{text}…", size, bold=bold, display=display) > room:
        text = text[:-1].rstrip()
    return f"{text}…" if text else ""


def shrink_size(
    text: str,
    size: float,
    least: float,
    room: float,
    *,
    bold: bool = False,
    display: bool = False,
) -> float:
    needed = text_width(text, size, bold=bold, display=display)
    return size if needed <= room else max(least, size * room / needed)


def text_label(
    area: Area,
    text: str,
    size: float,
    *,
    bold: bool = False,
    display: bool = False,
    align: Align = Align.START,
    fill: Tone = Tone.INK,
    least: float = SMALLEST,
) -> Shapes:
    """A text in the middle of its area's height, as large as fits up to the size."""
    least = min(least, size)
    size = shrink_size(text, size, least, area.width, bold=bold, display=display)
    shown = fit_text(text, size, area.width, bold=bold, display=display)
    if not shown.strip():
        return ()
    x = {Align.START: area.x, Align.MIDDLE: area.centre, Align.END: area.right}[align]
    return (
        Text(x, area.middle + size * CAPITAL, shown, size, bold, align, fill, display),
    )


def common_size(
    texts: Iterable[str], size: float, least: float, room: float, *, bold: bool = False
) -> float:
    """The one size for all rows of a list, so that none shouts."""
    return min(
        (shrink_size(one, size, least, room, bold=bold) for one in texts), default=size
    )


def break_lines(
    text: str, size: float, room: float, *, bold: bool = False, display: bool = False
) -> list[str]:
    """The text broken between words, but not after a single letter (“a”, “v”, “z”)."""
    broken = [""]
    for word in LETTER.sub("\\1\u00a0", text).split(" "):
        longer = f"{broken[-1]} {word}".strip()
        if (
            not broken[-1]
            or text_width(longer, size, bold=bold, display=display) <= room
        ):
            broken[-1] = longer
        else:
            broken.append(word)
    return broken
