"""Words that stay inside: shrunk a little first, then cut with an ellipsis."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache, partial
from itertools import groupby

from companion.paper.areas import Area
from companion.paper.scripts import order_for_eyes, write_in_latin
from companion.paper.shapes import Align, Shapes, Text, Tone
from companion.paper.sizes import SIZES, SMALL
from companion.paper.typeface import (
    MOST_TEXTS,
    font_name,
    is_known,
    relative_width,
)

CAPITAL = 0.36  # half a capital's height, as a share of the size
# What never stands at the end of a line: a single letter or digit (“v”, “3”), “p.” before its
# page, and a number before the next one of its list.
STAYS = re.compile(r"(?:\b\w|\b(?:p|pp|str|s)\.|[0-9][,×]|[×·–]) ")
HAIRSBREADTH = 0.001  # a text shrunk to its room may be this much wider


def text_width(
    text: str, size: float, *, bold: bool = False, display: bool = False
) -> float:
    shown = printable_text(text)
    return size * relative_width(shown, font_name(bold=bold, display=display))


@lru_cache(MOST_TEXTS)
def printable_text(text: str) -> str:
    """The text as it can be printed: what no font has is written in Latin letters."""
    if plain_signs().issuperset(text):
        return text
    composed = unicodedata.normalize("NFC", text)
    seen = (sign for sign in composed if not is_unseen(sign))
    return order_for_eyes(
        "".join(
            "".join(signs) if known else write_in_latin("".join(signs))
            for known, signs in groupby(seen, key=is_known)
        )
    )


@cache
def plain_signs() -> frozenset[str]:
    """Latin letters, digits and marks that print as they are."""
    latin = map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))
    return frozenset(one for one in latin if not is_unseen(one) and is_known(one))


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
    """The largest of our sizes, no larger than the one asked for, in which the text fits."""
    needed = text_width(text, size, bold=bold, display=display)
    fitting = size * (room + HAIRSBREADTH) / needed if needed > room else size
    smaller = [one for one in SIZES if least <= one <= fitting]
    return size if needed <= room else max([min(least, size), *smaller])


def text_label(
    area: Area,
    text: str,
    size: float,
    *,
    bold: bool = False,
    display: bool = False,
    align: Align = Align.START,
    fill: Tone = Tone.INK,
    least: float = SMALL,
) -> Shapes:
    """A text in the middle of its area's height, as large as fits up to the size."""
    shown = text
    if text_width(text, size, bold=bold, display=display) > area.width + HAIRSBREADTH:
        least = min(least, size)
        size = shrink_size(text, size, least, area.width, bold=bold, display=display)
        shown = fit_text(text, size, area.width, bold=bold, display=display)
    if not shown.strip():
        return ()
    if align is Align.START:
        x = area.x
    else:
        x = area.centre if align is Align.MIDDLE else area.right
    middle = area.y + area.height / 2
    return (Text(x, middle + size * CAPITAL, shown, size, bold, align, fill, display),)


def common_size(
    texts: Iterable[str], size: float, least: float, room: float, *, bold: bool = False
) -> float:
    """The one size for all rows of a list, so that none shouts."""
    return min(
        (shrink_size(one, size, least, room, bold=bold) for one in texts), default=size
    )


def keep_together(text: str) -> str:
    """The text with spaces that never break behind what must not end a line."""
    return STAYS.sub(lambda found: f"{found.group()[:-1]}\u00a0", text)


def break_lines(
    text: str, size: float, room: float, *, bold: bool = False, display: bool = False
) -> list[str]:
    """The text broken between words, but only where what belongs together stays so."""
    measure = partial(text_width, size=size, bold=bold, display=display)
    space, broken, wide = measure(" "), [""], 0.0
    for word in keep_together(text).split(" "):
        wider = wide + space + measure(word)
        if not broken[-1]:
            broken[-1], wide = word, measure(word)
        elif wider <= room + HAIRSBREADTH:
            broken[-1], wide = f"{broken[-1]} {word}".rstrip(), wider
        else:
            broken.append(word)
            wide = measure(word)
    return broken
