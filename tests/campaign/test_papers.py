"""What a campaign prints, read back from the PDFs and looked at as pictures."""

import re
from functools import cache
from itertools import combinations

import pypdfium2
import pytest
import segno
from django.utils.translation import gettext, override
from PIL import ImageChops
from PIL.ImageStat import Stat
from reportlab.lib.pagesizes import landscape
from reportlab.lib.units import mm

from campaign.chronicle.book import Book
from campaign.chronicle.records import campaign_records
from campaign.documents import campaign_summary, empire_sheet
from campaign.documents.empire import draw_empire
from campaign.documents.sheet import draw_sheet
from campaign.models import Empire
from companion.paper import pdf
from companion.paper.areas import Area
from companion.paper.flow import paragraph_rows
from companion.paper.frame import landscape_room
from companion.paper.qr import trace_code
from companion.paper.shapes import Box, Path, Text
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Age, Category
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
)
from tests.paper.sheets import LONG, WIDE, bounds, outside
from tests.papers import (
    DOCUMENTS,
    EMOJI,
    LINK,
    PAPERS,
    SESSIONS,
    both_languages,
    crowded,
    every_document,
    every_paper,
    leaves,
    ordinary,
    printed,
    read,
    rows_of,
    sheet_of,
    told,
    two_papers,
)

# What is true of every page


@every_document
@every_paper
def test_everything_lies_inside_its_page(name, paper, language):
    for leaf in leaves(name, paper, language):
        assert outside(leaf.drawing) == []


def overlaps(drawing):
    written = [
        (shape, bounds(shape)) for shape in drawing.shapes if isinstance(shape, Text)
    ]
    for (one, first), (other, second) in combinations(written, 2):
        across_ = min(first[2], second[2]) - max(first[0], second[0])
        down = min(first[3], second[3]) - max(first[1], second[1])
        if across_ > 0.05 and down > 0.3 * min(one.size, other.size):
            yield one, other


@every_document
@every_paper
def test_no_two_texts_overlap(name, paper, language):
    for leaf in leaves(name, paper, language):
        assert list(overlaps(leaf.drawing)) == []


@every_document
@two_papers
def test_a_document_has_the_papers_size_its_fonts_and_its_language(
    name, paper, language
):
    document = read(printed(name, paper, language))
    drawn = leaves(name, paper, language)
    assert document.trailer["/Root"]["/Lang"] == language
    assert document.metadata.title == name
    assert document.metadata.creator == "Empire Companion"
    assert len(document.pages) == len(drawn) > 0
    for page, leaf in zip(document.pages, drawn, strict=True):
        turned = leaf.drawing.width > leaf.drawing.height
        size = landscape(PAPERS[paper]) if turned else PAPERS[paper]
        assert [float(side) for side in page.mediabox[2:]] == pytest.approx(
            size, abs=0.01
        )
        for font in page["/Resources"]["/Font"].values():
            own = font.get_object()
            assert own["/Subtype"] == "/TrueType"
            assert "/FontFile2" in own["/FontDescriptor"].get_object()
        wanted = {
            (shape.bold, shape.display)
            for shape in leaf.drawing.shapes
            if isinstance(shape, Text)
        }
        used = used_fonts(page)
        assert len(used) >= len(wanted)


def used_fonts(page):
    """The fonts a page really writes with."""
    fonts = page["/Resources"]["/Font"]
    content = page.get_contents()
    said = content.get_data().decode("latin-1") if content is not None else ""
    names = set(re.findall(r"(/[\w+]+) [\d.]+ Tf", said))
    return {fonts[name].get_object()["/BaseFont"] for name in names}


@every_document
@two_papers
def test_no_ink_reaches_the_margins(name, paper, language):
    document = pypdfium2.PdfDocument(printed(name, paper, language))
    for page, leaf in zip(document, leaves(name, paper, language), strict=True):
        across = leaf.drawing.width > leaf.drawing.height
        nearer = abs(leaf.aside) if across else 0  # a sheet in a book
        margin = int(pdf.MARGIN - (1 + nearer) * mm)
        picture = page.render(scale=1).to_pil().convert("L")
        wide, high = picture.size
        for edge in (
            (0, 0, wide, margin),
            (0, high - margin, wide, high),
            (0, 0, margin, high),
            (wide - margin, 0, wide, high),
        ):
            assert picture.crop(edge).getextrema() == (255, 255)


@every_document
def test_the_same_paper_is_the_same_bytes(name):
    with override("cs"):
        drawn = tuple(DOCUMENTS[name]("letter"))
        again = pdf.bind_leaves(drawn, paper="letter", title=name)
    assert again == printed(name, "letter", "cs")


@cache
def texts(name, paper="a4", language="en"):
    return [page.extract_text() for page in read(printed(name, paper, language)).pages]


# Letters


def test_every_czech_letter_prints_and_can_be_selected():
    said = "\n".join(texts("sheets", language="cs"))
    for word in ("Nový Řím", "Žďár", "Řeka", "Stavitelství", "Křemenolom"):
        assert word in said


def test_names_of_any_script_print_and_stay_in_the_title():
    drawing = draw_empire(crowded(), crowded().empires[3])
    document = read(pdf.paint_pdf(drawing, paper="a4"))
    assert EMOJI[:3] in document.pages[0].extract_text()
    assert "👑" in document.metadata.title


# The sheet


def test_a_sheet_tells_the_six_steps_of_a_sessions_end():
    (sheet, *_others) = texts("sheets")
    place = sheet.index("End of session")
    for step in ("Scores", "The winner's tick", "New ages", "Inventions"):
        assert step in sheet[place:]


def code_on(drawing):
    d, _size = trace_code(LINK.url)
    return next(
        shape for shape in drawing.shapes if isinstance(shape, Path) and shape.d == d
    )


def test_the_printed_code_is_the_code_of_the_address():
    """Square by square, as a camera would see it."""
    drawing = draw_empire(ordinary(), ordinary().empires[0], link=LINK)
    shape, matrix = (
        code_on(drawing),
        segno.make(LINK.url, error="m", micro=False).matrix,
    )
    scale = 8
    document = pypdfium2.PdfDocument(pdf.paint_pdf(drawing, paper="a4"))
    picture = document[0].render(scale=scale).to_pil().convert("L")
    per_mm = mm * scale
    module = shape.size / len(matrix)
    margin = pdf.MARGIN / mm
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            at = (
                (margin + shape.x + (x + 0.5) * module) * per_mm,
                (margin + shape.y + (y + 0.5) * module) * per_mm,
            )
            assert (picture.getpixel(tuple(map(int, at))) < 128) == bool(dark)
    assert module > 0.4  # mm: what a phone still reads
    assert "ACJLT" in document[0].get_textpage().get_text_range()


def test_without_an_address_there_is_no_code():
    drawing = draw_empire(ordinary(), ordinary().empires[0])
    assert all(getattr(shape, "square", 24) == 24 for shape in drawing.shapes)


@both_languages
def test_a_grey_print_still_tells_the_categories_apart(language):
    with override(language):
        drawing = draw_sheet(DEFAULT_LAYOUTS[Age.ANCIENT], ordinary().empires[0].sheet)
        document = pypdfium2.PdfDocument(pdf.paint_pdf(drawing, paper="a4"))
    picture = document[0].render(scale=3).to_pil().convert("L")
    blocks = [
        shape
        for shape in drawing.shapes
        if isinstance(shape, Box) and shape.width == 13 and shape.height > 15
    ]
    assert len(blocks) == len(Category)
    crops = [picture.crop(pixels(block, 3)) for block in blocks]
    for one, other in combinations(crops, 2):
        difference = ImageChops.difference(one, other.resize(one.size))
        assert Stat(difference).mean[0] > 15  # another sign, whatever the colour
    said = document[0].get_textpage().get_text_range()
    with override(language):
        for word in ("Economy and government", "Science and culture"):
            assert gettext(word).split()[0] in said


def pixels(shape, scale):
    left, top = ((side + pdf.MARGIN / mm) * mm * scale for side in (shape.x, shape.y))
    wide, high = (side * mm * scale for side in (shape.width, shape.height))
    return tuple(map(round, (left, top, left + wide, top + high)))


def test_all_empires_come_in_one_document_with_a_bookmark_each():
    document = read(empire_sheet.draw_all(ordinary(), paper="a4"))
    assert [one.title for one in document.outline] == ["Nový Řím", "Řeka", "Žďár"]
    assert len(document.pages) == 3


def test_before_the_first_empire_there_is_a_sheet_to_write_on():
    front, _back = read(empire_sheet.draw_all(CampaignState(), paper="a4")).pages
    assert "Ancient age" in front.extract_text()


def test_a_sheet_stays_small():
    assert (
        len(
            pdf.paint_pdf(
                draw_empire(crowded(), crowded().empires[0], link=LINK), paper="a4"
            )
        )
        < 80_000
    )


# The session pack


@pytest.mark.rule("ROE-4", "ROE-40")
def test_the_pack_says_what_every_empire_lays_out_and_owes():
    first, *_others = texts("pack")
    for word in ("Anna", "Nový Řím", "011 Křemenolom", "038 Zlatý sad", "061"):
        assert word in first
    assert "Upkeep to pay:" in first
    assert "Wood × 2" in first
    assert "Bára" not in first  # nobody of that name plays


def test_the_pack_has_missions_steps_and_a_score_sheet():
    _setup, missions, scores = texts("pack of a session in play")
    assert "126 Obezřetný jako Caesar" in missions
    for step in ("Scores", "The winner's tick", "New ages", "Knowledge"):
        assert step in missions
    for row in ("Points on the track", "Provinces", "Total", "ROE-22"):
        assert row in scores
    assert all(name in scores for name in ("Anna", "Bara", "Cyril"))


def test_before_a_session_its_missions_are_lines_to_write_on():
    _setup, missions, _scores = texts("pack")
    assert "Caesar" not in missions
    assert missions.count("Mission") >= 3


# The summary


def test_the_summary_is_one_page_with_all_empires():
    (page,) = texts("summary")
    for one in ordinary().empires:
        assert one.sheet.name in page
        assert one.player in page
    assert "after session 3" in page
    (crowded_page,) = texts("crowded summary")
    assert "and" in crowded_page  # what doesn't fit is counted


def test_a_summary_of_six_tells_whole_names_and_every_past_empire():
    people = [f"Maximilian {letter}." for letter in "ABCDEF"]
    empires = tuple(
        EmpireState(name, name, sheet_of(name, number % 4))
        for number, name in enumerate(people)
    )
    state = CampaignState(empires=empires, former_keys=("old",) * 9, played=9)
    gone = [
        Empire(key="old", player="Anna", name=f"Fallen Empire {n}") for n in range(9)
    ]
    rows = [*rows_of(state), *gone]
    drawn = campaign_summary.draw_summary(state, rows, "Ours", landscape_room("a4"))
    said = [one.text for one in drawn.shapes if isinstance(one, Text)]
    assert set(people) <= set(said)
    assert all(one.name in " ".join(said) for one in gone)


# The chronicle


def test_pages_are_numbered_and_the_title_is_not():
    pages = texts("chronicle")
    assert "Chronicle of a campaign" in pages[0]
    for number, page in enumerate(pages[1:8], start=2):
        assert page.split()[-1].endswith(str(number))


def test_a_note_of_any_length_is_printed_whole():
    pages = pypdfium2.PdfDocument(printed("crowded chronicle", "a4", "en"))
    written = "".join(page.get_textpage().get_text_range() for page in pages)
    said = "".join(written.split())
    assert said.count("".join(LONG.split())) >= SESSIONS * 40
    for text in ("One word", WIDE, WIDE * 3, "", f"{LONG} {WIDE * 2} {LONG}"):
        blocks = paragraph_rows(text, 4, 90)
        drawn = [block.draw(Area(0, 0, 90, block.height)) for block in blocks]
        (*shown,) = (shape for shapes in drawn for shape in shapes)
        assert "".join(one.text for one in shown).replace("\u00a0", " ").replace(
            " ", ""
        ) == text.replace(" ", "")
        assert all(one.size == 4 for one in shown)


def test_records_name_the_best_and_the_first():
    found = {str(one.title): one for one in campaign_records(told(ordinary(), 3, ""))}
    assert found["Highest score"].value == "49"
    assert found["Most sessions won"].who == "Anna"
    assert found["Closest win (points ahead)"].value == "1"
    assert campaign_records(Book("Ours", CampaignState(), (), {}, (), (), ())) == []
