"""The empire sheet, drawn once: its shapes, and the sheets of a campaign."""

from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from math import dist

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from campaign.documents import empire_sheet
from campaign.documents.empire import draw_blank, draw_empire
from campaign.documents.missions import MissionCounter
from campaign.documents.province_map import best_comb, hexagon_places
from campaign.documents.sheet import draw_sheet
from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.letters import break_lines, fit_text, text_width
from companion.paper.shapes import Box, Line, Text, Tone
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    DEFAULT_LAYOUTS,
    DEFAULT_NOTE,
    GOOD_NAMES,
    SHEET_AGES,
    Age,
    Category,
    Good,
    Icon,
    Track,
)
from scoring.rise_of_empire.state import Invention, Status, Ticks
from tests.paper.sheets import (
    ANCIENT,
    DRAWINGS,
    LONG,
    NAMES,
    ODD,
    SHEET,
    WIDE,
    both_languages,
    bounds,
    drawn,
    every_age,
    every_drawing,
    outside,
    played,
    signs,
    texts,
)
from tests.played_campaign import CAESAR, PlayedCampaign, ticks
from tests.thorough import some

# Shapes


@every_drawing
@both_languages
def test_everything_lies_inside_the_drawing(name, language):
    assert outside(drawn(name, language)) == []


@every_drawing
@both_languages
def test_no_text_runs_into_another(name, language):
    written = [
        (shape, bounds(shape))
        for shape in drawn(name, language).shapes
        if isinstance(shape, Text)
    ]
    for (one, first), (other, second) in combinations(written, 2):
        left, top, right, bottom = first
        other_left, other_top, other_right, other_bottom = second
        across = min(right, other_right) - max(left, other_left)
        down = min(bottom, other_bottom) - max(top, other_top)
        assert across < 0.05 or down < 0.3 * min(one.size, other.size), (one, other)


@every_drawing
def test_the_same_sheet_is_the_same_drawing(name):
    assert drawn(name) == DRAWINGS[name]()


def test_a_filled_sheet_says_everything_the_paper_does():
    said = texts(draw_sheet(ANCIENT, SHEET, player="Bára", provinces=NAMES))
    for text in (
        "Nový Řím",
        "Romans",
        "Bára",
        "Ancient age",
        "Medieval age",
        "7 of 16",
        "16 of 16",
        "Next: Dove token",
        "011",
        "Křemenolom",
        "038",
        "Zlatý sad",
        "grey",
        "061",
        "Stavitelství",
        "45",
        "16",
        "43",
        "38",
        "41",
    ):
        assert text in said, text


@every_age
def test_a_blank_sheet_has_lines_and_no_ticks(age):
    blank = draw_sheet(DEFAULT_LAYOUTS[age])
    passed = SHEET_AGES.index(age)
    assert len(signs(blank, "tick")) == passed  # the ages that lie behind
    assert "Empire" in texts(blank)
    assert sum(isinstance(shape, Line) for shape in blank.shapes) > 15


def test_every_ticked_box_bears_a_tick_whatever_its_colour():
    filled = draw_sheet(ANCIENT, SHEET)
    assert len(signs(filled, "tick")) == SHEET.ticks.total + len(SHEET.boxes)


def test_a_reached_bonus_is_a_filled_disc_and_one_ahead_is_not():
    drawn = draw_sheet(ANCIENT, replace(SHEET, ticks=Ticks(diplomacy=4)))
    (reached, listed), (ahead, _listed) = signs(drawn, "wall"), signs(drawn, "dove")
    assert (reached.fill, ahead.fill) == (Tone.PAPER, Tone.INK)
    assert listed.fill == Tone.INK  # in the legend both look alike
    discs = {
        (shape.x + shape.width / 2, shape.y + shape.height / 2): shape.fill
        for shape in drawn.shapes
        if isinstance(shape, Box) and shape.round == shape.width / 2
    }

    def behind(sign):
        centre = (sign.x + sign.size / 2, sign.y + sign.size / 2)
        return next(fill for at, fill in discs.items() if dist(at, centre) < 0.01)

    assert (behind(reached), behind(ahead)) == (Tone.DIPLOMACY, Tone.PAPER)


@every_age
@both_languages
def test_a_category_comes_with_its_sign_and_its_word(age, language):
    with override(language):
        drawing = draw_sheet(DEFAULT_LAYOUTS[age])
        said = " ".join(texts(drawing)).replace("\u00a0", " ")
        for category in Category:
            assert signs(drawing, category)
            assert said.count(translate(CATEGORY_NAMES[category])) >= 2


@every_age
def test_the_goods_of_the_map_are_shown_as_often_as_it_asks(age):
    layout = DEFAULT_LAYOUTS[age]
    drawing = draw_sheet(layout)
    asked = Counter(good for goods in layout.map for good in goods)
    for good, count in asked.items():
        assert len(signs(drawing, good)) == count + 1  # and once with its name
        assert GOOD_NAMES[good] in texts(drawing)


def test_the_upkeep_of_ticked_boxes_is_added_up():
    owed = draw_sheet(
        ANCIENT, replace(SHEET, boxes=(0, 3, 6))
    )  # wood, wood, stone wood
    assert {"3 ×", "1 ×"} <= set(texts(owed))
    assert "3 of 10" in texts(owed)


def test_equal_bonuses_are_counted_in_the_legend():
    drawn = draw_sheet(ANCIENT, replace(SHEET, ticks=Ticks(science=11)))
    said = texts(drawn)
    place = said.index("1 extra card in hand")
    assert said[place - 1] == "2 ×"


def test_the_good_a_table_has_read_stands_for_its_icon():
    known = draw_sheet(ANCIENT, goods={Icon.GOOD_ONE: Good.FOOD})
    assert signs(known, "good_one") == []
    assert "1 food" in texts(known)
    assert signs(draw_sheet(ANCIENT), "good_one")


def test_a_stand_in_says_so_and_a_copied_layout_does_not():
    assert DEFAULT_NOTE in texts(draw_sheet(ANCIENT))
    assert DEFAULT_NOTE not in texts(draw_sheet(replace(ANCIENT, custom=True)))


def test_what_was_set_by_hand_has_a_star():
    said = texts(draw_sheet(ANCIENT, replace(SHEET, corrected=("knowledge", "age"))))
    assert {"Knowledge *", "Ancient age *", "Final scores", "Nový Řím"} <= set(said)
    assert any(text.startswith("* corrected by hand") for text in said)


def test_a_fall_has_an_arrow():
    fallen = draw_sheet(ANCIENT, replace(SHEET, scores=(43, 38, 38, 41, 20)))
    assert len(signs(fallen, "fall")) == 2


def test_only_the_last_scores_are_shown():
    many = draw_sheet(ANCIENT, replace(SHEET, scores=tuple(range(101, 121))))
    assert "108" not in texts(many)
    assert {"109", "120"} <= set(texts(many))


def test_an_invention_of_a_typed_colour_comes_last_and_a_missing_colour_waits():
    typed = Invention(60, Age.ANCIENT, "turquoise", 30, "Kolo")
    said = texts(draw_sheet(ANCIENT, replace(SHEET, inventions=(typed,))))
    assert said.index("blue") < said.index("turquoise") < said.index("Kolo")


def test_unknown_boxes_and_goods_are_question_marks_with_their_name():
    odd = draw_sheet(replace(ODD, science=Track(("mystery",))), SHEET)
    assert len(signs(odd, "unknown")) > 4
    assert {"mystery", "amber"} <= set(texts(odd))


def test_a_long_name_is_shrunk_before_it_is_cut():
    drawn = draw_sheet(ANCIENT, replace(SHEET, name=LONG, faction=WIDE))
    assert LONG in texts(drawn)
    assert WIDE not in texts(drawn)
    assert any(text.startswith("WWW") and text.endswith("…") for text in texts(drawn))


def test_words_stay_in_their_room():
    assert fit_text("Empire", 3, 100) == "Empire"
    assert fit_text("Empire", 3, 0.1) == ""
    cut = fit_text("Empire of the endless summer", 3, 20)
    assert cut.endswith("…")
    assert text_width(cut, 3) <= 20
    assert break_lines("Ekonomika a vláda", 3, 20) == ["Ekonomika", "a\u00a0vláda"]


@pytest.mark.parametrize("count", range(1, 31))
def test_hexagons_fill_their_room_and_keep_apart(count):
    area = Area(10, 20, 80, 40)
    found = list(hexagon_places(count, area))
    assert len(found) == sum(best_comb(count, area).row_lengths()) == count
    size = found[0][2]
    wide = size * 3**0.5 / 2
    for x, y, _size in found:
        assert area.x - 0.01 <= x - wide / 2 < x + wide / 2 <= area.right + 0.01
        assert area.y - 0.01 <= y - size / 2 < y + size / 2 <= area.bottom + 0.01
    centres = [place[:2] for place in found]
    assert all(dist(*pair) > wide * 0.999 for pair in combinations(centres, 2))


def test_a_mission_shows_its_marker_and_its_target():
    mission = MissionCounter(Category.DIPLOMACY, "126 Caesar", 2, 4, completed=True)
    drawn = draw_sheet(ANCIENT, missions=(mission,))
    places_of = {
        shape.text: (shape.fill, shape.bold)
        for shape in drawn.shapes
        if isinstance(shape, Text) and 140 < shape.y < 155 and shape.text.isdigit()
    }
    assert places_of["2"] == (Tone.PAPER, True)
    assert places_of["4"] == (Tone.INK, True)
    assert places_of["3"] == (Tone.INK, False)
    assert len(signs(drawn, "tick")) == 1


# A campaign


@pytest.mark.parametrize("seed", some([1, 2, 3]))
def test_every_sheet_of_a_campaign_can_be_drawn(seed):
    for state in some(played(seed)):
        for empire in state.empires:
            for sheet in (None, *empire.past):
                with override("cs"):
                    assert outside(draw_empire(state, empire, sheet)) == []


def test_an_open_session_brings_its_missions_onto_the_sheet():
    table = PlayedCampaign().found("anna", "bara").open("anna", "bara")
    table.do("move_marker", mission=CAESAR, empire="anna").complete(CAESAR, "anna")
    said = texts(draw_empire(table.state, table.empire("anna")))
    assert any(text.startswith("126 Obezřetný") for text in said)
    assert "Session 1" in said
    finished = table.settle(anna=40, bara=30).finish()
    said = texts(draw_empire(finished.state, finished.empire("anna")))
    assert not any(text.startswith("126") for text in said)
    assert "after session 1" in said


def test_a_winner_shows_the_sheet_it_won_with():
    table = PlayedCampaign()
    nearly = {"age": "industrial", "ticks": ticks(science=13), "earlier_ticks": 32}
    table.take_over("anna", **nearly).found("bara").open()
    table.complete(150, "anna").settle(anna=40, bara=30).finish()
    anna = table.empire("anna")
    assert (anna.status, anna.sheet.age) == (Status.WON, Age.MODERN)
    drawing = draw_empire(table.state, anna)
    assert "won" in texts(drawing)
    assert AGE_NAMES[Age.INDUSTRIAL] in drawing.title
    won = anna.past[-1]
    assert won.ticks.science == 16
    behind = 2  # ages
    made = won.ticks.total + len(won.boxes) + behind
    assert len(signs(drawing, "tick")) == made
    story = empire_sheet.draw_story(table.state, table.empire("anna"), paper="a4")
    assert len(PdfReader(BytesIO(story)).pages) == 1


def test_a_blank_follows_the_tables_layout_and_readings():
    table = PlayedCampaign(good_one="gold")
    front, _back = draw_blank(table.state.layouts[Age.ANCIENT], table.state.readings)
    assert "1 gold" in texts(front)
