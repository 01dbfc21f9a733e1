"""What a document says about itself: who made it, what it is, and of which day it tells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from types import SimpleNamespace

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFDate, PDFDictionary, PDFInfo, PDFString
from reportlab.pdfgen.canvas import Canvas

MAKER = "Empire Companion"
VERSION = (1, 7)
OF_DAY: ContextVar[date | None] = ContextVar("of_day", default=None)

# Streams as bytes: letters for them would take a quarter more.
vars(rl_config).update(useA85=0)


@contextmanager
def date_documents(day: date | None) -> Iterator[None]:
    """Documents made in here are of this day, so that the same input gives the same bytes."""
    before = OF_DAY.set(day)
    try:
        yield
    finally:
        OF_DAY.reset(before)


class HonestInfo(PDFInfo):
    """Says no day where none is known; ReportLab would make one up."""

    def format(self, document: object) -> bytes:
        said: dict[str, PDFString | PDFDate] = {
            "Title": PDFString(self.title),
            "Subject": PDFString(self.subject),
            "Author": PDFString(MAKER),
            "Creator": PDFString(MAKER),
            "Producer": PDFString(MAKER),
        }
        if day := OF_DAY.get():
            moment = SimpleNamespace(
                YMDhms=(day.year, day.month, day.day, 12, 0, 0), dhh=0, dmm=0
            )
            said["CreationDate"] = said["ModDate"] = PDFDate(ts=moment)
        written: bytes = PDFDictionary(said).format(document)
        return written


def describe_document(canvas: Canvas, title: str, subject: str) -> None:
    info = HonestInfo()
    info.title, info.subject = title, subject or title
    canvas._doc.info = info  # type: ignore[attr-defined]  # not in the stubs
