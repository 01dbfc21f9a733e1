"""Drawings on paper: one page each, upright or across, scaled down where the paper is smaller."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.utils.translation import get_language
from reportlab.lib.pagesizes import landscape, portrait
from reportlab.lib.rl_accel import fp_str
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import LinkAnnotation, PDFStreamFilterZCompress
from reportlab.pdfgen.canvas import Canvas

from companion.base.collecting import collect_later
from companion.paper import page
from companion.paper.metadata import VERSION, describe_document
from companion.paper.pen import PdfPen, draw_shapes
from companion.paper.shapes import Anchor, Drawing
from companion.paper.typeface import REGULAR, register_fonts

MARGIN = 10 * mm
LEVEL = 5


@dataclass(frozen=True)
class Leaf:
    """A page of a document, and the bookmarks that lead to it, each with its level."""

    drawing: Drawing
    bookmarks: tuple[tuple[str, int], ...] = ()
    aside: float = (
        0.0  # how far it stands from the fold: to the right, or down where it is turned
    )
    linked: bool = False  # other pages lead to it


def paint_pdf(
    drawing: Drawing, *, paper: str, title: str = "", subject: str = ""
) -> bytes:
    title = title or drawing.title
    return paint_pages([drawing], paper=paper, title=title, subject=subject)


def paint_pages(
    drawings: Sequence[Drawing], *, paper: str, title: str, subject: str = ""
) -> bytes:
    """A document with one page per drawing."""
    leaves = [Leaf(one) for one in drawings]
    return bind_leaves(leaves, paper=paper, title=title, subject=subject)


def paint_card(drawing: Drawing) -> bytes:
    """A document of one page that is exactly as large as the drawing."""
    buffer = BytesIO()
    pen = open_document(buffer, drawing.title)
    canvas, size = pen.canvas, (drawing.width * mm, drawing.height * mm)
    canvas.setPageSize(size)
    link_anchors(canvas, place_drawing(pen, drawing, size, margin=0))
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def open_document(buffer: BytesIO, title: str, subject: str = "") -> PdfPen:
    """An empty document, and the pen that draws its pages."""
    register_fonts()
    canvas = Canvas(
        buffer,
        invariant=1,
        pageCompression=1,
        pdfVersion=VERSION,
        lang=get_language(),
        initialFontName=REGULAR,  # type: ignore[arg-type]  # a name, not the number of the stubs; or every page would name one that is not embedded
    )
    canvas._pageCompression = 0  # type: ignore[attr-defined]  # pages are pressed by what follows
    canvas._doc.defaultStreamFilters = [PagePress()]  # type: ignore[attr-defined]
    describe_document(canvas, title, subject)
    return PdfPen(canvas)


class PagePress(PDFStreamFilterZCompress):
    """A hundredth larger than the canvas would press a page, in half the time."""

    def encode(self, text: str | bytes) -> bytes:
        return zlib.compress(text.encode() if isinstance(text, str) else text, LEVEL)


@collect_later
def bind_leaves(
    leaves: Iterable[Leaf], *, paper: str, title: str, subject: str = ""
) -> bytes:
    """A document of numbered pages, some of them with bookmarks."""
    buffer = BytesIO()
    pen = open_document(buffer, title, subject)
    canvas, marked = pen.canvas, False
    canvas.addPageLabel(0, style="ARABIC_NUMBERS", start=1)
    unit = mm * page.growth(paper)
    for number, leaf in enumerate(leaves, start=1):
        size = page_size(leaf.drawing, paper)
        canvas.setPageSize(size)
        mark_page(canvas, leaf, number)
        marked = marked or bool(leaf.bookmarks)
        placed = place_drawing(pen, leaf.drawing, size, unit=unit, aside=leaf.aside)
        link_anchors(canvas, placed)
        canvas.showPage()
    if marked:
        canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def mark_page(canvas: Canvas, leaf: Leaf, number: int) -> None:
    """Where links and bookmarks lead."""
    if leaf.linked:
        canvas.bookmarkPage(page_key(number))
    for words, level in leaf.bookmarks:
        key = f"{page_key(number)}-{level}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(words, key, level)


def page_key(number: int) -> str:
    return f"page{number}"


def page_size(drawing: Drawing, paper: str) -> tuple[float, float]:
    turned = landscape if drawing.width > drawing.height else portrait
    width, height = turned(page.SIZES[paper])
    return float(width), float(height)


@dataclass(frozen=True)
class Placed:
    """A drawing and where on its page it is, in points."""

    drawing: Drawing
    left: float
    top: float
    scale: float

    def corners(self, one: Anchor) -> tuple[float, float, float, float]:
        right, bottom = one.x + one.width, one.y + one.height
        return (
            self.left + one.x * self.scale,
            self.top - bottom * self.scale,
            self.left + right * self.scale,
            self.top - one.y * self.scale,
        )


def place_drawing(
    pen: PdfPen,
    drawing: Drawing,
    size: tuple[float, float],
    *,
    margin: float = MARGIN,
    unit: float = mm,
    aside: float = 0.0,
) -> Placed:
    """In the middle of the page or a little aside, a millimetre of it never larger than the unit."""
    room_x, room_y = (side - 2 * margin for side in size)
    scale = min(unit, room_x / drawing.width, room_y / drawing.height)
    turned = size[0] > size[1]
    left = (size[0] - drawing.width * scale) / 2 + (0 if turned else aside * mm)
    top = (size[1] + drawing.height * scale) / 2 - (aside * mm if turned else 0)
    pen.begin_page(drawing.accent)
    # From here on millimetres from the top left corner, downwards.
    pen.write(scale, 0, 0, -scale, left, top, "cm")
    draw_shapes(drawing.shapes, pen)
    pen.hand_over()
    return Placed(drawing, left, top, scale)


class PageLink(LinkAnnotation):
    """ReportLab makes a link of a dozen small objects; an index of thousands would take long."""

    def format(self, document: Any) -> bytes:
        target = self.Destination.format(document)
        corners = fp_str(*self.Rect).encode()
        look = b"/Type /Annot /Subtype /Link /Border [ 0 0 0 ]"
        return b"<< %s /Dest %s /Rect [ %s ] >>" % (look, target, corners)


def link_anchors(canvas: Canvas, placed: Placed) -> None:
    for one in placed.drawing.shapes:
        if isinstance(one, Anchor) and one.page:
            target = canvas._bookmarkReference(page_key(one.page))  # type: ignore[attr-defined]  # not in the stubs
            canvas._addAnnotation(PageLink(placed.corners(one), "", target))  # type: ignore[attr-defined]
        elif isinstance(one, Anchor):
            canvas.linkURL(one.address, placed.corners(one))
