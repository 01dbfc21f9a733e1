"""The empire sheet, drawn once: its shapes, on the page and read back from the paper."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from math import dist
from pathlib import Path as File
from xml.etree import ElementTree

import pypdfium2
import pytest
from django.utils.translation import override
from PIL.ImageStat import Stat
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm

from campaign.documents import empire_sheet, tracks
from campaign.documents.empire import draw_blank, draw_empire
from campaign.documents.missions import MissionCounter
from campaign.documents.province_map import best_comb, hexagon_places
from campaign.documents.sheet import draw_sheet
from companion.base.wording import translate
from companion.paper import pdf, pen, svg
from companion.paper.areas import Area
from companion.paper.letters import break_lines, fit_text, text_width
from companion.paper.paths import parse_strokes
from companion.paper.pictograms import ICONS, PICTOGRAMS, pictogram
from companion.paper.shapes import (
    SQUARE,
    Align,
    Anchor,
    Box,
    Line,
    Path,
    Text,
    Tone,
)
from companion.sessions.looks import find_look
from scoring.games import GAMES
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    DEFAULT_LAYOUTS,
    DEFAULT_NOTE,
    GOOD_NAMES,
    SHEET_AGES,
    Age,
    AgeLayout,
    Category,
    Colour,
    Good,
    Icon,
    Track,
)
from scoring.rise_of_empire.simulation import example_start, simulate
from scoring.rise_of_empire.state import Invention, SheetState, Status, Ticks
from tests.played_campaign import CAESAR, PlayedCampaign, ticks
from tests.thorough import some

ANCIENT = DEFAULT_LAYOUTS[Age.ANCIENT]
SCRIPT = '<script>alert("&")</script>'
LONG = "Nekonečné impérium tisíce šťastných řek a žluťoučkých koníků"
WIDE = "W" * 60
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
both_papers = pytest.mark.parametrize(
    ("paper", "size"), [("a4", landscape(A4)), ("letter", landscape(LETTER))]
)
every_age = pytest.mark.parametrize("age", SHEET_AGES)

SHEET = SheetState(
    name="Nový Řím",
    faction="romans",
    ticks=Ticks(7, 0, 16),
    boxes=(0, 6),
    provinces=(38, 11),
    inventions=(Invention(61, Age.ANCIENT, Colour.GREY, 45, "Stavitelství"),),
    knowledge=16,
    scores=(43, 38, 41),
)
NAMES = {11: "Křemenolom", 38: "Zlatý sad"}

# As much as a table may write, and more than a layout should hold.
CROWDED = AgeLayout(
    Age.MEDIEVAL,
    diplomacy=Track(tuple(("", *Icon)[box % 17] for box in range(40))),
    economy=Track(("dove", "", "?") * 8),
    science=Track(("mystery",) * 3),
    map=tuple(tuple([*Good, *Good][box % 7 :][: 1 + box % 6]) for box in range(30)),
    custom=True,
)
FULL = SheetState(
    name=LONG,
    faction=WIDE,
    age=Age.MEDIEVAL,
    ticks=Ticks(13, 24, 1),
    boxes=tuple(range(0, 30, 2)),
    provinces=tuple(range(1, 21)),
    inventions=tuple(
        Invention(56 + number, Age.ANCIENT, colour, 999, (LONG, WIDE)[number % 2])
        for number, colour in enumerate((*Colour, *"abcdef", "W" * 20))
    ),
    knowledge=99_999,
    scores=(9_999, 9_998, -12, 40) * 5,
    carried=3,
    corrected=("age", "boxes", "diplomacy", "faction", "knowledge", "name", "scores"),
)
SOLO = (
    MissionCounter(Category.DIPLOMACY, f"126 {LONG}", 4, 4, completed=True),
    MissionCounter(Category.DIPLOMACY, f"130 {WIDE}", 99, 30),
    MissionCounter(Category.ECONOMY, "144", 0, 3),
    MissionCounter(Category.SCIENCE),
)
EMPTY = AgeLayout(Age.ANCIENT, Track(()), Track(("",)), Track(("?",)), map=())
ODD = replace(ANCIENT, age="golden", map=((), ("amber", "wood"), ("wood",) * 12))


def crowded(layout=CROWDED):
    names = {number: (LONG, WIDE)[number % 2] for number in FULL.provinces}
    return draw_sheet(
        layout,
        FULL,
        player=WIDE,
        fate=LONG,
        when=LONG,
        provinces=names,
        missions=SOLO,
    )


DRAWINGS = {
    "blank": lambda: draw_sheet(ANCIENT),
    "filled": lambda: draw_sheet(ANCIENT, SHEET, player="Bára", provinces=NAMES),
    "crowded": crowded,
    "crowded blank": lambda: draw_sheet(CROWDED),
    "empty": lambda: draw_sheet(EMPTY),
    "empty but filled": lambda: crowded(EMPTY),
    "odd": lambda: draw_sheet(ODD, SHEET),
}


@cache
def drawn(name, language="en"):
    with override(language):
        return DRAWINGS[name]()


every_drawing = pytest.mark.parametrize("name", DRAWINGS)


def texts(drawing):
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def signs(drawing, name):
    return [
        shape
        for shape in drawing.shapes
        if isinstance(shape, Path) and shape.d == pictogram(name)
    ]


def bounds(shape):
    """Left, top, right and bottom, outline included."""
    line = 0 if getattr(shape, "stroke", Tone.NONE) == Tone.NONE else shape.line / 2
    if isinstance(shape, Text):
        wide = text_width(shape.text, shape.size, bold=shape.bold)
        share = {Align.START: 0, Align.MIDDLE: 0.5, Align.END: 1}[shape.align]
        x, up, down = shape.x - wide * share, 0.76 * shape.size, 0.24 * shape.size
        return x, shape.y - up, x + wide, shape.y + down
    if isinstance(shape, Box | Anchor):
        corners = [(0, 0), (shape.width, shape.height)]
    elif isinstance(shape, Line):
        corners = [(0, 0), (shape.to_x - shape.x, shape.to_y - shape.y)]
    else:
        scale = shape.size / shape.square
        corners = [
            (x * scale, y * scale)
            for one in parse_strokes(shape.d)
            for x, y in one.points
        ]
    across, down = zip(*corners, strict=True)
    return (
        shape.x + min(across) - line,
        shape.y + min(down) - line,
        shape.x + max(across) + line,
        shape.y + max(down) + line,
    )


def outside(drawing, slack=0.01):
    limits = (0, 0, drawing.width, drawing.height)
    return [
        shape
        for shape in drawing.shapes
        for left, top, right, bottom in [bounds(shape)]
        if left < limits[0] - slack
        or top < limits[1] - slack
        or right > limits[2] + slack
        or bottom > limits[3] + slack
    ]


# Pictograms


def test_every_icon_good_category_and_age_has_a_pictogram():
    known = {one.value for kind in (Icon, Good, Category, Age) for one in kind}
    assert known <= set(ICONS)
    assert all(PICTOGRAMS[ICONS[one]] != PICTOGRAMS["unknown"] for one in known)


def test_what_nobody_knows_is_a_question_mark():
    assert pictogram("never heard of") == PICTOGRAMS["unknown"]


def test_no_two_pictograms_are_the_same():
    assert max(Counter(PICTOGRAMS.values()).values()) == 1


@pytest.mark.parametrize("name", PICTOGRAMS)
def test_a_pictogram_is_closed_and_keeps_to_its_square(name):
    drawn = parse_strokes(PICTOGRAMS[name])
    assert all(
        0 <= value <= SQUARE for one in drawn for at in one.points for value in at
    )
    kinds = Counter(stroke.kind for stroke in drawn)
    assert kinds["move"] == kinds["close"] > 0


@pytest.mark.parametrize("slug", GAMES)
def test_the_emblem_of_a_game_is_one_of_our_pictograms(slug):
    assert find_look(slug).emblem in PICTOGRAMS


def test_an_arc_keeps_its_distance_from_the_centre():
    circle = parse_strokes("M2 12a10 10 0 1 1 20 0 10 10 0 0 1-20 0z")
    curves = [stroke.points for stroke in circle if stroke.kind == "curve"]
    assert len(curves) == 4
    assert all(dist(points[-1], (12, 12)) == pytest.approx(10) for points in curves)
    corners = [(22, 12), (12, 22), (2, 12), (12, 2)]
    ends = [tuple(round(value, 6) for value in points[-1]) for points in curves]
    assert sorted(ends) == sorted(corners)


def test_path_data_goes_on_where_it_was():
    drawn = parse_strokes("m1 1 2 0v2h-2zm4 4c0 1 1 2 2 2s2-1 2-2L9 1")
    ends = [stroke.points[-1] for stroke in drawn if stroke.points]
    assert ends == [(1, 1), (3, 1), (3, 3), (1, 3), (5, 5), (7, 7), (9, 5), (9, 1)]
    assert drawn[7].points[0] == (8, 7)  # S mirrors the handle before it


@pytest.mark.parametrize("d", ["M1 1L2", "M1 1Q2 2 3 3z", "M0 0a2 1 45 0 0 1 1z"])
def test_path_data_that_is_not_understood_is_refused(d):
    with pytest.raises(ValueError, match=r"doesn't go on|isn't drawn"):
        parse_strokes(f"{d}M0 0z")


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
    assert text_width("帝国", 3) == 6  # signs our font lacks are as wide as they get


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


@cache
def played(seed):
    """The campaign after each session, and once in the middle of one."""
    state, moments = ENGINE.start(example_start()), []
    for kind, data in simulate(sessions=12, players=3, seed=seed):
        state, _facts = ENGINE.apply(state, kind, data)
        if kind in ("finish_session", "settle_scores"):
            moments.append(state)
    return moments


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


# On the page


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


CSS = File(__file__).parents[2] / "static"


PROPERTY = re.compile(
    r"--([\w-]+): (?:(#[0-9a-f]{6});|var\(--day, (#[0-9a-f]{6})\) var\(--night, (#[0-9a-f]{6})\))"
)


def palette(theme):
    """The colours of both style sheets, by day or by night."""
    css = "".join(
        (CSS / name).read_text() for name in ("home/companion.css", "paper/sheet.css")
    )
    return {
        name: always or (night if theme == "dark" else day)
        for name, always, day, night in PROPERTY.findall(css)
    }


def test_every_role_has_its_classes():
    css = "".join(
        (CSS / name).read_text() for name in ("paper/sheet.css", "tables/seats.css")
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


def luminance(colour):
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    ]
    return sum(
        share * one for share, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


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


# On paper


def read(document):
    return PdfReader(BytesIO(document))


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


def test_words_of_a_drawing_wait_for_the_face_they_are_measured_for():
    fonts = (CSS / "home/fonts.css").read_text()
    drawn = re.findall(r'family: "(Drawn[^"]*)"; .*font-display: (\w+)', fonts)
    assert drawn == [("Drawn Sans", "swap"), ("Drawn Sans", "swap"), ("Drawn", "swap")]
    sheet = (CSS / "paper/sheet.css").read_text()
    assert '.drawing text { font-family: "Drawn Sans",' in sheet
    assert "text-rendering: geometricPrecision" in sheet
    assert '.drawing .display { font-family: "Drawn",' in sheet
