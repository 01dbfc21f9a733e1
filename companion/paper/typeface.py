"""The letters on paper: Alegreya for titles, Alegreya Sans for the rest, DejaVu for signs both lack."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
REGULAR, BOLD, DISPLAY = "AlegreyaSans-Regular", "AlegreyaSans-Bold", "Alegreya-Bold"
SPARE = {REGULAR: "DejaVuSans", BOLD: "DejaVuSans-Bold", DISPLAY: "DejaVuSans-Bold"}
MOST_TEXTS = 4096  # whose measures are kept
UNKNOWN = 1.0  # a page takes a sign our fonts lack from another one, where it may be this wide

Run = tuple[str, str]  # a font, and the letters written in it


@cache
def register_fonts() -> None:
    """ReportLab's own fonts lack ě, ř, ů, ť and ň."""
    for name in dict.fromkeys((*SPARE, *SPARE.values())):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))


@cache
def find_font(name: str) -> TTFont:
    register_fonts()
    found = pdfmetrics.getFont(name)
    if not isinstance(found, TTFont):
        raise TypeError(f"{name} is none of our fonts")
    return found


def font_name(*, bold: bool = False, display: bool = False) -> str:
    return DISPLAY if display else BOLD if bold else REGULAR


def has_sign(sign: str, name: str) -> bool:
    return ord(sign) in find_font(name).face.charToGlyph


def is_known(sign: str) -> bool:
    """Whether it can be printed at all."""
    return has_sign(sign, REGULAR) or has_sign(sign, SPARE[REGULAR])


@lru_cache(MOST_TEXTS)
def split_runs(text: str, name: str) -> tuple[Run, ...]:
    """The text in pieces, each with the font that has its letters."""
    known = find_font(name).face.charToGlyph
    if all(ord(sign) in known for sign in text):
        return ((name, text),) if text else ()

    def chosen(sign: str) -> str:
        return name if ord(sign) in known else SPARE[name]

    return tuple((font, "".join(signs)) for font, signs in groupby(text, key=chosen))


@lru_cache(MOST_TEXTS)
def relative_width(text: str, name: str) -> float:
    """The width of a text of size 1."""
    return sum(run_width(signs, font) for font, signs in split_runs(text, name))


def run_width(signs: str, name: str) -> float:
    font = find_font(name)
    known = "".join(sign for sign in signs if ord(sign) in font.face.charToGlyph)
    return float(font.stringWidth(known, 1)) + (len(signs) - len(known)) * UNKNOWN
