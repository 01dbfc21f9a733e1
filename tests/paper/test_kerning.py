"""Letters on paper stand as near to each other as their font wants."""

from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader

from companion.paper import letters, pen, typeface
from companion.paper.kerning import Gap
from companion.paper.pdf import paint_pdf
from companion.paper.shapes import Align, Drawing, Text

FACES = {
    typeface.REGULAR: {},
    typeface.BOLD: {"bold": True},
    typeface.DISPLAY: {"display": True},
}
every_face = pytest.mark.parametrize("face", FACES)
WORDS = "VÁVRA Tábor AVATAR Řím (p. 7, 12) wolf’s"


@every_face
@pytest.mark.parametrize("pair", ["AV", "To", "Tá", "Vo", "Та", "r,"])
def test_a_pair_is_narrower_than_its_letters(face, pair):
    alone = sum(letters.text_width(one, 10, **FACES[face]) for one in pair)
    assert alone - letters.text_width(pair, 10, **FACES[face]) > 0.05


@every_face
def test_figures_stand_under_one_another_and_a_line_is_as_wide_as_its_words(face):
    assert not typeface.kerned_gaps("0123456789 11 A 7 T 1", face)
    words = [letters.text_width(one, 10, **FACES[face]) for one in WORDS.split()]
    space = letters.text_width(" ", 10, **FACES[face]) * (len(words) - 1)
    whole = letters.text_width(WORDS, 10, **FACES[face])
    assert whole == pytest.approx(sum(words) + space)


@every_face
def test_letters_are_drawn_where_they_were_measured_and_found_as_they_were_typed(face):
    kind = {"bold": False, **FACES[face]}
    shape = Text(90, 10, WORDS, 5, align=Align.END, **kind)
    document = pypdfium2.PdfDocument(
        paint_pdf(Drawing(100, 20, (shape,), "x"), paper="a4")
    )
    found = document[0].get_textpage()
    assert found.get_text_range() == WORDS
    ends = []
    for place in (0, WORDS.index("b") + 1, len(WORDS) - 1):
        ends.append(found.get_charbox(place, loose=True)[0])
    size = typeface.relative_width(WORDS, face)
    part = typeface.relative_width(WORDS[: WORDS.index("b") + 1], face)
    last = typeface.relative_width(WORDS[:-1], face)
    seen = (ends[1] - ends[0], ends[2] - ends[0])
    one = (ends[2] - ends[0]) / last
    assert seen[0] / one == pytest.approx(part, abs=0.01 * size)
    assert one == pytest.approx(5 * 72 / 25.4, rel=0.01)


@every_face
def test_no_reader_takes_a_gap_for_a_space(face):
    document = paint_pdf(
        Drawing(100, 20, (Text(0, 10, "„“fT,f’VA.", 5, **FACES[face]),), "x"),
        paper="a4",
    )
    assert PdfReader(BytesIO(document)).pages[0].extract_text() == "„“fT,f’VA."


def test_a_gap_stands_between_its_letters_and_survives_a_change_of_the_fonts_part():
    assert pen.show_codes(b"AV(", [Gap(1, -44)]) == r"[(A)44(V\()] TJ"
    assert pen.show_codes(b"V", [Gap(0, -44)]) == "[44(V)] TJ"
    assert pen.show_codes(b"on", []) == "(on) Tj"
