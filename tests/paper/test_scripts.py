"""Names in any script: printed in a font that has them, or in Latin letters; never a box."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion.paper import letters, pdf, scripts, typeface
from companion.paper.shapes import Drawing, Text


def forget_fonts():
    for kept in (
        scripts.find_spare,
        scripts.spare_fonts,
        letters.printable_text,
        typeface.split_runs,
        typeface.relative_width,
    ):
        kept.cache_clear()


@pytest.fixture
def no_other_fonts(monkeypatch):
    """A machine with nothing but our own fonts."""
    monkeypatch.setattr(scripts, "FOLDERS", ())
    forget_fonts()
    yield
    monkeypatch.undo()
    forget_fonts()


def printed_text(text):
    document = pdf.paint_pdf(
        Drawing(180, 60, (Text(5, 20, text, 5),), text), paper="a4"
    )
    return PdfReader(BytesIO(document)).pages[0].extract_text()


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Nový Řím", "Nový Řím"),
        ("e\u030c", "ě"),  # written as two signs
        ("Москва", "Москва"),
        ("Ελλάδα", "Ελλάδα"),
        ("さくら", "Sakura"),
        ("서울", "Seoul"),
        ("שלום", "Shlvm"),
        ("سلام", "Slam"),
        ("मगध", "Magadha"),
        ("Řím 👑", "Řím (crown)"),
        ("👨‍👩‍👧", "(man)(woman)(girl)"),
        ("🏛️", "(classical building)"),
        ("帝国", "Diguo"),
        ("北京 2", "Beijing 2"),
        ("東京タワー", "Dongjingtawa"),
        ("\u9fb3", "[9FB3]"),  # of which nobody noted how it is read
    ],
)
def test_a_name_no_font_has_is_written_in_latin_letters(name, read, no_other_fonts):
    assert letters.printable_text(name) == read
    assert read in printed_text(name)


def test_a_name_takes_the_room_of_what_is_printed_for_it(no_other_fonts):
    assert letters.text_width("帝国", 3) == letters.text_width("Diguo", 3)


@pytest.mark.parametrize("name", ["帝国", "ממלכת הנהרות", "مملكة", "Řím 🏛️👑", "ไทย"])
def test_no_name_leaves_a_gap_and_its_width_is_that_of_what_is_printed(name):
    shown = letters.printable_text(name)
    assert shown.strip()
    for font, signs in typeface.split_runs(shown, typeface.REGULAR):
        assert all(typeface.has_sign(sign, font) for sign in signs)
    width = typeface.relative_width(shown, typeface.REGULAR)
    assert letters.text_width(name, 4) == pytest.approx(4 * width)
    assert width > 0


def test_a_font_of_this_machine_helps_out_and_is_embedded(monkeypatch, tmp_path):
    """The spare font alone has a tick, as if our fonts lacked it."""
    own = typeface.FONTS / "DejaVuSans.ttf"
    (tmp_path / "DroidSansFallback.ttf").write_bytes(Path(own).read_bytes())
    monkeypatch.setattr(scripts, "FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(
        typeface, "SPARE", dict.fromkeys(typeface.SPARE, typeface.REGULAR)
    )
    forget_fonts()
    try:
        assert letters.printable_text("7 ✓") == "7 ✓"
        runs = typeface.split_runs("7 ✓", typeface.REGULAR)
        assert [font for font, _signs in runs] == [
            typeface.REGULAR,
            "spare-DroidSansFallback",
        ]
        assert "✓" in printed_text("7 ✓")
    finally:
        monkeypatch.undo()
        forget_fonts()


def test_a_file_that_is_no_font_is_passed_over(monkeypatch, tmp_path):
    (tmp_path / "malgun.ttf").write_bytes(b"no font")
    monkeypatch.setattr(scripts, "FOLDERS", (str(tmp_path),))
    forget_fonts()
    assert scripts.spare_fonts() == ()
    monkeypatch.undo()
    forget_fonts()


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Řím", "Řím"),
        ("אבג", "גבא"),
        ("אבג 12 דה", "הד 12 גבא"),
        ("Anna: אב", "Anna: בא"),
    ],
)
def test_what_runs_from_right_to_left_is_drawn_so(text, drawn):
    assert scripts.order_for_eyes(text) == drawn
