"""Empire sheets for the wall: whole names, posters, and those that fell at their height."""

from dataclasses import replace

import pytest
from django.urls import reverse
from reportlab.lib.pagesizes import A3, TABLOID

from campaign.chronicle.story import Left
from campaign.documents import empire_sheet
from campaign.documents.empire import draw_empire, draw_empire_pages
from campaign.documents.fate import find_height, tell_end
from companion.paper.shapes import Text
from scoring.rise_of_empire.state import Fall, Status, Ticks
from tests.paper.sheets import WIDE, outside
from tests.papers import both_papers, ordinary, read
from tests.places import Place
from tests.played_campaign import TOGETHER, founded_campaign

VILLA = "Skrblíkova vilka u moře"
REAL = "Údolí zapomenutých studní a mlýnů"
ENDLESS = "A very long province name that nobody would ever write but somebody did"


def words(drawings):
    return [
        shape.text.replace("\u00a0", " ")
        for drawing in drawings
        for shape in drawing.shapes
        if isinstance(shape, Text)
    ]


def with_provinces(many, name):
    state = ordinary()
    empire = state.empires[0]
    sheet = replace(empire.sheet, provinces=tuple(range(1, many + 1)))
    empire = replace(empire, sheet=sheet)
    cards = {one: replace(state.catalogue[one], name=name) for one in sheet.provinces}
    return replace(state, empires=(empire,), cards=cards), empire


@both_papers
@pytest.mark.parametrize("many", [12, 20, 30])
@pytest.mark.parametrize("name", ["Žďár", REAL, ENDLESS, WIDE])
def test_no_name_of_a_province_is_ever_cut(many, name, paper):
    drawn = draw_empire_pages(*with_provinces(many, name), paper=paper)
    said = words(drawn)
    assert not [one for one in said if one.endswith("…")]
    assert " ".join(said).count(name) == many
    assert [outside(one) for one in drawn] == [[]] * len(drawn)


@both_papers
def test_thirty_real_names_fit_on_the_sheet_itself(paper):
    assert len(draw_empire_pages(*with_provinces(30, VILLA), paper=paper)) == 1
    front, names = draw_empire_pages(*with_provinces(30, ENDLESS), paper=paper)
    assert "30, names on the next page" in words([front])
    assert ENDLESS in words([names])


# Posters


@pytest.mark.parametrize(("paper", "size"), [("a3", A3), ("tabloid", TABLOID)])
def test_a_poster_fills_its_paper_with_larger_letters(paper, size):
    document = read(empire_sheet.draw_all(ordinary(), paper=paper))
    page = document.pages[0]
    assert sorted(map(float, page.mediabox[2:])) == pytest.approx(sorted(size), abs=0.1)
    sizes = set()

    def visit(text, matrix, text_matrix, _font, size):
        if text.strip():
            sizes.add(round(abs(size * text_matrix[3] * matrix[3]), 1))

    page.extract_text(visitor_text=visit)
    assert min(sizes) == pytest.approx(10.0, abs=0.1)  # 7 pt by the root of two
    drawing = draw_empire(ordinary(), ordinary().empires[0], paper=paper)
    assert outside(drawing) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "size"), [("a4", A3), ("letter", TABLOID)])
@pytest.mark.parametrize("name", ["empire-sheet", "campaign-sheets"])
def test_a_poster_is_twice_the_paper_somebody_prints_on(name, paper, size):
    place = Place(founded_campaign("anna"))
    more = ["anna"] if name == "empire-sheet" else []
    address = reverse(name, args=[place.campaign.pk, *more])
    page = read(place.organiser.get(f"{address}?poster=1&paper={paper}").content).pages
    assert sorted(map(float, page[0].mediabox[2:])) == pytest.approx(
        sorted(size), abs=0.1
    )


# Those that fell


def left_after(session, **change):
    empire = ordinary().empires[0]
    return Left(session, replace(empire, sheet=replace(empire.sheet, **change)))


def test_the_height_has_the_most_provinces_then_ticks_then_the_latest():
    fallen = replace(ordinary().empires[0], status=Status.COLLAPSED, fall=Fall.DARK_AGE)
    few = left_after(1, provinces=(1,))
    most = left_after(2, provinces=(1, 2, 3))
    again = left_after(3, provinces=(1, 2, 4))
    ticked = left_after(4, provinces=(1, 2, 5), ticks=Ticks(16, 16, 16))
    later = left_after(5, provinces=(1, 2))
    gone = Left(6, replace(fallen, sheet=replace(fallen.sheet, provinces=())))
    assert find_height(fallen, [few, most, later, gone]).session == 2
    assert find_height(fallen, [few, most, again, later, gone]).session == 3
    found = find_height(fallen, [few, most, ticked, again, later, gone])
    assert (found.session, found.fell) == (4, 6)
    assert find_height(fallen, [gone]) is None
    assert find_height(ordinary().empires[0], [few, most]) is None


@pytest.mark.parametrize("status", [Status.COLLAPSED, Status.RETIRED, Status.WON])
def test_the_end_of_an_empire_takes_the_place_of_its_missions(status):
    state = ordinary()
    empire = replace(state.empires[0], status=status, fall=Fall.DARK_AGE)
    said = words([draw_empire(state, empire)])
    assert tell_end(empire).title in said
    assert "Mission" not in said
    assert "Mission" in words([draw_empire(state, state.empires[0])])


@pytest.fixture
def fallen(db):
    """Bara collapsed in the second session; what she held after the first is known."""
    at = founded_campaign("anna", "bara").session(anna=60, bara=55)
    place = Place(at.session(anna=61, bara=0))
    first = place.campaign.ends.get(session__number=1).state["empires"]
    place.held = next(one for one in first if one["key"] == "bara")["sheet"][
        "provinces"
    ]
    return place


@pytest.mark.rule("ROE-39")
@pytest.mark.parametrize(
    ("name", "more", "asked"),
    [
        ("empire-sheet", ["bara"], ""),
        ("empire-sheet", ["bara"], "?session=2"),
        ("campaign-sheets", [], ""),
    ],
)
def test_a_fallen_empire_is_printed_at_its_height_with_its_end(
    fallen, name, more, asked
):
    address = reverse(name, args=[fallen.campaign.pk, *more]) + asked
    said = read(fallen.organiser.get(address).content).pages[-1].extract_text()
    assert "at its height, after session 1" in said
    assert "Collapsed in session 2" in said
    assert fallen.held
    assert all(f"{number:03}" in said for number in fallen.held)


def test_its_page_shows_the_same_when_others_play_on(fallen):
    fallen.do(
        "found_empire", empire="b2", player="Bara", name="New", faction="japanese"
    )
    fallen.do("open_session", empires=["anna", "b2"], missions=TOGETHER)
    page = fallen.organiser.get(fallen.address("empires/bara/")).content.decode()
    assert page.count("at its height, after session 1") == 2  # wide and narrow
    assert "Collapsed in session 2" in page


def test_a_retired_empire_is_printed_as_it_stood(db):
    place = Place(founded_campaign("anna", "bara").session(anna=60, bara=55))
    before = place.campaign.ends.get(session__number=1).state["empires"]
    held = next(one for one in before if one["key"] == "bara")["sheet"]["provinces"]
    place.do("retire_empire", empire="bara")
    address = reverse("empire-sheet", args=[place.campaign.pk, "bara"])
    said = read(place.organiser.get(address).content).pages[0].extract_text()
    assert "at its height, after session 1" in said
    assert "Its player left the campaign." in said
    assert held
    assert all(f"{number:03}" in said for number in held)
