"""A game keeps its colour on paper and in pictures, as on its pages."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from companion.paper.pdf import paint_pdf
from companion.paper.pen import MIXED, mix_inks
from companion.paper.shapes import Box, Drawing, Tone
from companion.paper.svg import paint_svg
from companion.sessions.looks import LOOKS, find_accent
from companion.sessions.rules_paper import draw_rules_sheet
from companion.sessions.score_sheet import draw_score_sheet
from scoring.desks import DESKS
from scoring.games import GAMES

every_game = pytest.mark.parametrize("slug", GAMES)
WITHOUT_LOOK = "a game without a look"


def written_on(document: bytes) -> str:
    return PdfReader(BytesIO(document)).pages[0].get_contents().get_data().decode()


@every_game
def test_pads_and_rules_are_printed_in_the_colour_of_their_game(slug):
    own, plain = mix_inks(find_accent(slug))[Tone.ACCENT], MIXED[Tone.ACCENT]
    pad = draw_score_sheet(GAMES[slug], players=2, paper="a4")
    rules = draw_rules_sheet(DESKS[slug], paper="a4")
    for document in (pad, rules):
        written = written_on(document)
        assert f"{own} rg" in written
        assert own == plain or f"{plain} rg" not in written


def test_a_page_without_a_colour_of_its_own_wears_the_companions():
    """Also where a page with one came before it in the same document."""
    drawn = Drawing(10, 10, (Box(0, 0, 10, 10, Tone.ACCENT),), "Toy")
    assert f"{MIXED[Tone.ACCENT]} rg" in written_on(paint_pdf(drawn, paper="a4"))
    assert mix_inks(None) is MIXED


def test_on_a_page_the_theme_decides_the_colour():
    drawn = Drawing(10, 10, (), "Toy", find_accent("arcs"))
    assert '<svg class="drawing game-arcs"' in paint_svg(drawn)
    assert find_accent(WITHOUT_LOOK).name == "game"


@every_game
def test_the_tint_behind_letters_is_light(slug):
    soft = find_accent(slug).soft
    assert min(int(soft[at : at + 2], 16) for at in (1, 3, 5)) >= 0xD5
    assert soft != LOOKS[slug].day
