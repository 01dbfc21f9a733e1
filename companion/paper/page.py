"""The paper every sheet is printed on: size, margins, fonts, language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

from django.utils.translation import get_language
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(__file__).parent / "fonts"
REGULAR, BOLD = "DejaVuSans", "DejaVuSans-Bold"
PAPERS = {"a4": "A4", "letter": "Letter"}
SIZES = {"a4": A4, "letter": LETTER}
MARGIN = 14 * mm


@cache
def register_fonts() -> None:
    """ReportLab's own fonts lack ě, ř, ů, ť and ň."""
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))


def one_page(
    title: str, paper: str, draw: Callable[[Canvas, float, float], None]
) -> bytes:
    """A document of one page; draw() gets the canvas with the margins' corner as its origin."""
    register_fonts()
    width, height = SIZES[paper]
    buffer = BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=(width, height),
        invariant=1,  # the same sheet is always the same bytes
        lang=get_language(),
    )
    canvas.setTitle(title)
    canvas.setCreator("Empire Companion")
    canvas.translate(MARGIN, MARGIN)
    draw(canvas, width - 2 * MARGIN, height - 2 * MARGIN)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def fitted(text: str, font: str, size: float, width: float) -> str:
    """The text, cut with an ellipsis where it wouldn't fit the width."""
    if pdfmetrics.stringWidth(text, font, size) <= width:
        return text
    while text and pdfmetrics.stringWidth(f"{text}…", font, size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def shrunk(text: str, font: str, size: float, least: float, width: float) -> float:
    """The size at which the text fits the width, but no smaller than the least."""
    needed = pdfmetrics.stringWidth(text, font, size)
    return size if needed <= width else max(least, size * width / needed)


def wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """The text in lines no wider than the width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if pdfmetrics.stringWidth(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, font, size, width))
    return lines
