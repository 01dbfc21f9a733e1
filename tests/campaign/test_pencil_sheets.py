"""Empire sheets for the pencil: lines high enough to write on, little ink, a button per age."""

from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaign.documents import empire_sheet
from campaign.documents.pencil import draw_pencil_sheet
from companion.paper.ink import save_ink
from companion.paper.shapes import Box, Line, Path, Text, Tone
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, SHEET_AGES, Age
from scoring.rise_of_empire.state import CampaignState
from tests.paper.sheets import CROWDED, outside
from tests.papers import PAPERS, both_languages, both_papers, read
from tests.places import Place
from tests.played_campaign import founded_campaign

LEAST = 6.0  # millimetres between two lines of a list


def sides(age=Age.ANCIENT, paper="a4", language="en"):
    with override(language):
        return draw_pencil_sheet(DEFAULT_LAYOUTS[age], {}, paper)


def words(drawing):
    return [one.text for one in drawing.shapes if isinstance(one, Text)]


def written_lines(drawing, caption):
    """The levels of the lines below a heading, within its panel."""
    titles = [one for one in drawing.shapes if isinstance(one, Text) and one.bold]
    title = next(one for one in titles if one.text == caption)
    end = min(
        (one.y for one in titles if one.x == title.x and one.y > title.y), default=999
    )
    inside = [
        one.y
        for one in drawing.shapes
        if isinstance(one, Line)
        and title.y + 6 < one.y == one.to_y < end
        and one.x <= title.x <= one.to_x
    ]
    return sorted(set(inside))


@both_papers
@both_languages
@pytest.mark.parametrize("age", SHEET_AGES)
def test_both_sides_keep_inside_their_paper(age, paper, language):
    for one in sides(age, paper, language):
        assert outside(one) == []
        assert outside(save_ink(one)) == []


@both_papers
def test_a_crowded_layout_keeps_inside_too(paper):
    front, back = draw_pencil_sheet(CROWDED, {}, paper)
    assert outside(front) == outside(back) == []


@both_papers
@pytest.mark.parametrize("caption", ["Provinces", "Knowledge", "Inventions"])
def test_lines_to_write_on_are_high_enough(paper, caption):
    levels = written_lines(sides(paper=paper)[1], caption)
    gaps = [below - above for above, below in pairwise(levels)]
    assert len(gaps) >= 9
    assert min(gaps) >= LEAST


@both_papers
def test_a_mission_has_two_lines_to_write_on(paper):
    """Below the map: what it is called, and what it asks for."""
    front, _back = sides(paper=paper)
    places = [one for one in front.shapes if isinstance(one, Text) and one.text == "10"]
    last = max(one.y for one in places)  # the end of the counters
    lines = {
        one.y
        for one in front.shapes
        if isinstance(one, Line) and one.y == one.to_y and last - 24 < one.y < last - 3
    }
    above, below = sorted(lines)
    assert below - above >= LEAST


@both_papers
def test_the_map_goes_over_the_whole_width(paper):
    front, _back = sides(paper=paper)
    boxes = [
        one
        for one in front.shapes
        if isinstance(one, Path) and one.stroke == Tone.CONTROL
    ]
    left, right = min(one.x for one in boxes), max(one.x + one.size for one in boxes)
    assert len(boxes) == len(DEFAULT_LAYOUTS[Age.ANCIENT].map)
    assert right - left > 0.95 * front.width


def test_the_back_is_a_ledger_of_knowledge():
    said = words(sides()[1])
    for caption in ("Session", "Gained", "Spent", "Left"):
        assert caption in said


def test_a_lean_sheet_says_the_same_and_fills_nothing():
    for plain in sides():
        lean = save_ink(plain)
        assert words(lean) == words(plain)
        grounds = [one.fill for one in lean.shapes if isinstance(one, Box)]
        assert set(grounds) <= {Tone.NONE, Tone.PAPER}
        texts = [one for one in lean.shapes if isinstance(one, Text)]
        assert {one.fill for one in texts} == {Tone.INK}


# Where people look for them


@pytest.fixture
def place(db):
    return Place(founded_campaign("anna"))


@pytest.mark.parametrize("age", SHEET_AGES)
def test_anybody_prints_a_blank_of_every_age(client, age):
    address = reverse("blank-sheet-of-age", args=[age])
    plain, lean = client.get(address), client.get(f"{address}?lean=1&paper=letter")
    front, back = read(plain.content).pages
    assert "Province map" in front.extract_text()
    assert "Gained" in back.extract_text()
    assert "lean-letter.pdf" in lean.headers["Content-Disposition"]
    assert lean.content != plain.content


def test_there_is_no_blank_of_an_age_without_a_sheet(client):
    assert client.get("/campaigns/blank/modern.pdf").status_code == 404


def test_the_home_page_leads_to_blanks_for_every_age(client, db):
    page = reverse("blank-empire-sheets")
    assert f'href="{page}"' in client.get("/").content.decode()
    offered = client.get(page).content.decode()
    for age in SHEET_AGES:
        address = reverse("blank-sheet-of-age", args=[age])
        assert f'formaction="{address}"' in offered


@pytest.mark.parametrize("rest", ["", "empires/anna/"])
def test_the_board_and_an_empire_have_a_button_per_age(place, rest):
    page = place.organiser.get(place.address(rest)).content.decode()
    for age in SHEET_AGES:
        address = reverse("blank-empire-sheet", args=[place.campaign.pk, age])
        assert f'formaction="{address}"' in page
    assert 'name="lean"' in page


def test_before_the_first_empire_both_sides_are_printed():
    for paper in PAPERS:
        document = read(empire_sheet.draw_all(CampaignState(), paper=paper))
        assert len(document.pages) == 2
