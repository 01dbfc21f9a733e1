"""The letters on paper: Alegreya for titles, Alegreya Sans for the rest, DejaVu for signs both lack."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.paper.kerning import EM, Gap, read_kerning
from companion.paper.scripts import find_spare

FONTS = Path(__file__).parent / "fonts"
REGULAR, BOLD, DISPLAY = "AlegreyaSans-Regular", "AlegreyaSans-Bold", "Alegreya-Bold"
SPARE = {REGULAR: "DejaVuSans", BOLD: "DejaVuSans-Bold", DISPLAY: "DejaVuSans-Bold"}
MOST_TEXTS = 4096  # whose measures are kept

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
    """Whether a font has it: ours, or one of this machine."""
    return any(has_sign(sign, name) for name in (REGULAR, SPARE[REGULAR])) or bool(
        find_spare(sign)
    )


@lru_cache(MOST_TEXTS)
def split_runs(text: str, name: str) -> tuple[Run, ...]:
    """The text in pieces, each with the font that has its letters."""
    known = find_font(name).face.charToGlyph
    if all(ord(sign) in known for sign in text):
        return ((name, text),) if text else ()

    def chosen(sign: str) -> str:
        if ord(sign) in known:
            return name
        ours = has_sign(sign, SPARE[name])
        return SPARE[name] if ours else find_spare(sign) or SPARE[name]

    return tuple((font, "".join(signs)) for font, signs in groupby(text, key=chosen))


@lru_cache(MOST_TEXTS)
def kerned_gaps(run: str, name: str) -> tuple[Gap, ...]:
    return read_kerning(FONTS / f"{name}.kerning.json").gaps(run)


@lru_cache(MOST_TEXTS)
def relative_width(text: str, name: str) -> float:
    """The width of a text of size 1."""
    return sum(run_width(run, font) for font, run in split_runs(text, name))


def run_width(run: str, name: str) -> float:
    gaps = sum(one.wider for one in kerned_gaps(run, name))
    return float(find_font(name).stringWidth(run, 1)) + gaps / EM
