"""The paper every sheet is printed on: size, margins, language, and words on it."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from django.utils.translation import get_language
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.paper.shapes import Align
from companion.paper.typeface import register_fonts, relative_width, split_runs

PAPERS = {"a4": "A4", "letter": "Letter"}
SIZES = {"a4": A4, "letter": LETTER}
MARGIN = 14 * mm
HAIRSBREADTH = 0.001 * mm  # a text shrunk to its room may be this much wider


def one_page_document(
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


def text_width(text: str, font: str, size: float) -> float:
    return size * relative_width(text, font)


def write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    font: str,
    size: float,
    align: Align = Align.START,
) -> None:
    """A text from, around or up to a point; signs the font lacks come from its spare."""
    aside = {Align.START: 0.0, Align.MIDDLE: 0.5, Align.END: 1.0}[align]
    x -= aside * text_width(text, font, size)
    written = canvas.beginText(x, y)
    for name, letters in split_runs(text, font):
        written.setFont(name, size)
        written.textOut(letters)
    canvas.drawText(written)


def fit_text(text: str, font: str, size: float, width: float) -> str:
    """The text, cut with an ellipsis where it wouldn't fit the width."""
    if text_width(text, font, size) <= width + HAIRSBREADTH:
        return text
    while text and text_width(f"{text}…", font, size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def shrink_size(text: str, font: str, size: float, least: float, width: float) -> float:
    """The size at which the text fits the width, but no smaller than the least."""
    needed = text_width(text, font, size)
    return size if needed <= width else max(least, size * width / needed)


def wrap_text(text: str, font: str, size: float, width: float) -> list[str]:
    """The text in lines no wider than the width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fit_text(word, font, size, width))
    return lines
