"""A drawing as a picture, for messengers that show no SVG."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from threading import Lock

from companion.paper.pdf import paint_card
from companion.paper.shapes import Drawing

MOST_PICTURES = 32  # kept ready: a messenger asks more than once
ONE_AT_A_TIME = Lock()  # PDFium is not made for several threads


@lru_cache(MOST_PICTURES)
def paint_png(drawing: Drawing, *, width: int) -> bytes:
    """The drawing by daylight, this many pixels wide."""
    # A server that paints no picture does without its 9 MB.
    import pypdfium2  # type: ignore[import-untyped]  # has no stubs

    document = paint_card(drawing)
    buffer = BytesIO()
    with ONE_AT_A_TIME:
        opened = pypdfium2.PdfDocument(document)
        try:
            page = opened[0]
            picture = page.render(scale=width / page.get_width()).to_pil()
        finally:
            opened.close()
    picture.save(buffer, "PNG")
    return buffer.getvalue()
