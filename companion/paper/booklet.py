"""A booklet to fold: pages of half the size, two on each side of a sheet, in the order they fold to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from reportlab.lib.pagesizes import landscape

from companion.base.collecting import collect_later
from companion.paper import page
from companion.paper.pdf import Leaf, open_document, place_drawing
from companion.paper.pen import PdfPen

ON_A_SHEET = 4  # pages, two on either side


def booklet_order(count: int) -> Iterator[tuple[int, int]]:
    """Which two pages lie side by side, sheet by sheet, front and back; 0 is an empty one."""
    whole = -(-count // ON_A_SHEET) * ON_A_SHEET
    for first in range(1, whole // 2 + 1):
        pair = (whole + 1 - first, first)
        left, right = (one if one <= count else 0 for one in pair)
        yield (left, right) if first % 2 else (right, left)


@collect_later
def bind_booklet(
    leaves: Sequence[Leaf], *, paper: str, title: str, subject: str = ""
) -> bytes:
    """Printed on both sides, turned over the short edge and folded, the pages follow one another."""
    buffer = BytesIO()
    pen = open_document(buffer, title, subject)
    canvas = pen.canvas
    wide, high = landscape(page.SIZES[paper])
    half = wide / 2
    for pair in booklet_order(len(leaves)):
        canvas.setPageSize((wide, high))
        for left, number in zip((0.0, half), pair, strict=True):
            if number:
                place_half(pen, leaves[number - 1], left, (half, high))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def place_half(pen: PdfPen, leaf: Leaf, left: float, size: tuple[float, float]) -> None:
    """A page on its half of the sheet; what lies across is turned, its head to the left."""
    (wide, high), canvas = size, pen.canvas
    canvas.saveState()
    canvas.translate(left, 0)
    if leaf.drawing.width > leaf.drawing.height:
        canvas.transform(0, 1, -1, 0, wide, 0)
        place_drawing(pen, leaf.drawing, (high, wide))
    else:
        place_drawing(pen, leaf.drawing, size)
    canvas.restoreState()
