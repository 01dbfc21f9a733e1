"""The drawing of a sheet on a page: elements without styles, and colours that can be told apart."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from campaign.documents.sheet import draw_sheet
from companion.paper import pdf, pen, svg
from companion.paper.shapes import Text, Tone
from scoring.rise_of_empire.layout import Category
from tests.paper.contrasts import CSS, contrast, palette
from tests.paper.sheets import (
    ANCIENT,
    DRAWINGS,
    SHEET,
    both_languages,
    drawn,
    every_drawing,
    read,
)

SCRIPT = '<script>alert("&")</script>'


@every_drawing
@both_languages
def test_the_page_gets_well_formed_elements_without_styles(name, language):
    with override(language):
        painted = svg.paint_svg(drawn(name, language))
    root = ElementTree.fromstring(painted)
    assert root.get("role") == "img"
    assert root[0].tag.endswith("title")
    assert root[0].text
    assert all("style" not in element.attrib for element in root.iter())
    assert not any(key.startswith("on") for one in root.iter() for key in one.attrib)


def test_names_are_text_and_nothing_else():
    sheet = replace(SHEET, name=SCRIPT, faction="<b>", knowledge=1)
    painted = svg.paint_svg(
        draw_sheet(ANCIENT, sheet, player="\x00\x0b\ud800Bára & spol.")
    )
    root = ElementTree.fromstring(painted)
    assert "<script" not in painted
    assert {element.tag.split("}")[1] for element in root.iter()} <= {
        "svg",
        "title",
        "rect",
        "path",
        "text",
        "line",
    }
    said = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert SCRIPT in said
    assert "Bára & spol." in said


def test_page_and_paper_tell_the_inside_of_a_sign_alike():
    painted = svg.paint_svg(draw_sheet(ANCIENT, SHEET))
    assert painted.count("<path") == painted.count('fill-rule="evenodd"')
    content = read(pdf.paint_pdf(draw_sheet(ANCIENT, SHEET), paper="a4")).pages[0]
    operators = set(content.get_contents().get_data().decode("latin-1").split())
    assert operators & {"f*", "B*"}
    assert not operators & {"f", "F", "B", "b"}


def test_every_role_has_its_classes():
    css = "".join(
        (CSS / name).read_text()
        for name in ("paper/sheet.css", "tables/seats.css", "records/records.css")
    )
    # Somebody's own colour has a second class, which says whose.
    assert all(f".fill-{role.split()[0]} " in css for role in Tone)
    stroked = {
        shape.stroke
        for name in DRAWINGS
        for shape in drawn(name).shapes
        if not isinstance(shape, Text) and shape.stroke != Tone.NONE
    }
    assert all(f".stroke-{role} " in css for role in stroked)


CATEGORIES = [category.value for category in Category]
SOFT = [f"{one}-soft" for one in (*CATEGORIES, "accent")]
# Words and signs need 4.5 to be read, outlines 3 to be seen.
READ = [
    *(("ink", ground) for ground in ("surface", "raised", *SOFT)),
    *(("quiet", ground) for ground in ("surface", "raised", *SOFT)),
    *(("surface", ground) for ground in ("accent", *CATEGORIES)),
]
SEEN = [("control", ground) for ground in ("surface", *SOFT[:3])]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_can_be_read_by_day_and_by_night(theme):
    colours = palette(theme)
    for pairs, least in ((READ, 4.5), (SEEN, 3)):
        for one, other in pairs:
            assert contrast(colours[one], colours[other]) >= least, (one, other)


def test_the_paper_can_be_read_in_colour_and_in_grey():
    """Contrast is a matter of luminance, which a grey print keeps."""
    colours = {role.value: f"#{one.hexval()[2:]}" for role, one in pen.COLOURS.items()}
    colours["surface"] = colours["paper"]
    for pairs, least in ((READ, 4.5), (SEEN, 3)):
        for one, other in pairs:
            assert contrast(colours[one], colours[other]) >= least, (one, other)
    assert set(pen.COLOURS) == set(Tone) - {Tone.NONE}


def test_words_of_a_drawing_wait_for_the_face_they_are_measured_for():
    fonts = (CSS / "home/fonts.css").read_text()
    drawn = re.findall(r'family: "(Drawn[^"]*)"; .*font-display: (\w+)', fonts)
    assert drawn == [("Drawn Sans", "swap"), ("Drawn Sans", "swap"), ("Drawn", "swap")]
    sheet = (CSS / "paper/sheet.css").read_text()
    assert '.drawing text { font-family: "Drawn Sans",' in sheet
    assert "text-rendering: geometricPrecision" in sheet
    assert '.drawing .display { font-family: "Drawn",' in sheet
