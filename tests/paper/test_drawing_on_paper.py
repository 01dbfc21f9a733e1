"""The drawing of a sheet on paper: one page each, read back, in colour and in grey."""

from dataclasses import replace

import pypdfium2
import pytest
from django.utils.translation import override
from PIL.ImageStat import Stat
from reportlab.lib.units import mm

from campaign.documents import empire_sheet, tracks
from campaign.documents.sheet import draw_sheet
from companion.paper import pdf
from companion.paper.shapes import Box
from scoring.rise_of_empire.layout import Age
from scoring.rise_of_empire.state import Ticks
from tests.paper.sheets import (
    ANCIENT,
    SHEET,
    both_languages,
    both_papers,
    drawn,
    every_drawing,
    played,
    read,
)


@every_drawing
@both_languages
@both_papers
def test_a_sheet_is_one_page_across(name, language, paper, size):
    drawing = drawn(name, language)
    with override(language):
        document = read(pdf.paint_pdf(drawing, paper=paper))
    (sheet,) = document.pages
    assert [float(side) for side in sheet.mediabox[2:]] == pytest.approx(size, abs=0.01)
    assert document.metadata.title == drawing.title
    assert document.trailer["/Root"]["/Lang"] == language


def test_the_paper_reads_back_with_czech_letters():
    with override("cs"):
        drawing = draw_sheet(
            ANCIENT, SHEET, player="Bára", provinces={11: "Křemenolom", 38: "ďťňěůý"}
        )
        said = read(pdf.paint_pdf(drawing, paper="a4")).pages[0].extract_text()
    for text in ("Nový Řím", "Římané", "Bára", "Křemenolom", "ďťňěůý", "Starověk"):
        assert text in said
    assert "Žeton úplatku" in said


def test_the_same_sheet_is_the_same_bytes():
    first, second = (
        pdf.paint_pdf(draw_sheet(ANCIENT, SHEET), paper="a4") for _ in "12"
    )
    assert first == second


def test_several_sheets_come_in_one_document():
    state = played(1)[-1]
    document = read(empire_sheet.draw_all(state, paper="letter"))
    assert len(document.pages) == len(state.holders) > 1
    names = [empire.sheet.name for empire in state.holders]
    pages = [page.extract_text() for page in document.pages]
    assert all(name in page for name, page in zip(names, pages, strict=True))


def test_an_empire_and_a_blank_are_printed():
    state = played(1)[-1]
    empire = state.alive[0]
    filled = read(empire_sheet.draw_present_sheet(state, empire.key, paper="a4"))
    assert empire.sheet.name in filled.pages[0].extract_text()
    blank = read(empire_sheet.draw_blank_sheet(state.layouts[Age.MEDIEVAL], paper="a4"))
    assert "Medieval age" in blank.metadata.title
    with pytest.raises(KeyError):
        empire_sheet.draw_present_sheet(state, "nobody", paper="a4")


def picture(drawing, paper, scale=1.0):
    document = pypdfium2.PdfDocument(pdf.paint_pdf(drawing, paper=paper))
    return document[0].render(scale=scale).to_pil().convert("L")


@every_drawing
@both_papers
def test_no_ink_reaches_the_edge_of_the_paper(name, paper, size):
    printed = picture(drawn(name), paper)
    margin = int(pdf.MARGIN - 1 * mm)
    wide, high = printed.size
    for edge in (
        (0, 0, wide, margin),
        (0, high - margin, wide, high),
        (0, 0, margin, high),
        (wide - margin, 0, wide, high),
    ):
        assert printed.crop(edge).getextrema() == (255, 255)


def test_a_ticked_box_is_dark_with_a_light_tick_in_a_grey_print():
    drawing = draw_sheet(ANCIENT, replace(SHEET, ticks=Ticks(1, 0, 0)))
    (first, second, *_rest) = [
        shape
        for shape in drawing.shapes
        if isinstance(shape, Box) and shape.height == tracks.BOX < shape.width
    ]
    printed = picture(drawing, "a4", scale=4)
    per_mm = printed.size[0] / 297

    def greys(box):
        left, top = (10 + box.x) * per_mm, (10 + box.y) * per_mm
        inner = (left, top, left + box.width * per_mm, top + box.height * per_mm)
        return Stat(printed.crop([round(value) for value in inner])).mean[0]

    assert greys(first) < 140 < 220 < greys(second)
