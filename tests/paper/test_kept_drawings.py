"""Parts of a sheet are drawn again only when what they show has changed."""

from dataclasses import fields, replace

import pytest
from django.utils.translation import override

from campaign.documents import cards, counts, legend, phone_sheet, province_list, tracks
from campaign.documents import province_map as province_maps
from campaign.documents.kept_drawings import DRAWINGS, shows
from campaign.documents.missions import MissionCounter, draw_counter
from campaign.documents.sheet import draw_sheet
from companion.paper.areas import Area
from companion.paper.shapes import Text
from scoring.rise_of_empire.layout import Category, Good, Icon
from scoring.rise_of_empire.state import Invention, SheetState, Ticks
from tests.paper.sheets import ANCIENT, NAMES, SHEET, texts

ROOM = Area(3, 4, 180, 60)
GOODS = {Icon.GOOD_ONE: Good.FOOD, Icon.GOOD_TWO: Good.GOLD}
EVERYTHING = (*(one.name for one in fields(SheetState)), *Category)
FULL = replace(SHEET, carried=1, corrected=EVERYTHING)
PARTS = {
    tracks.draw_tracks: (ROOM, ANCIENT, FULL, GOODS),
    legend.draw_legend: (ROOM, ANCIENT, FULL, GOODS),
    province_maps.province_map: (ROOM, ANCIENT, FULL),
    province_list.draw_provinces: (ROOM, FULL, NAMES),
    cards.draw_inventions: (ROOM, FULL),
    counts.draw_scores: (ROOM, FULL),
    phone_sheet.draw_lane: (ANCIENT, Category.SCIENCE, FULL, GOODS, ROOM),
}
OTHERWISE = {
    "name": "Another",
    "faction": "japanese",
    "age": "medieval",
    "ticks": Ticks(1, 2, 3),
    "boxes": (1,),
    "provinces": (11,),
    "inventions": (Invention(62, "ancient", "red", 30, "Another"),),
    "knowledge": 3,
    "scores": (1, 2),
    "carried": 0,
    "corrected": (),
}
every_part = pytest.mark.parametrize("draw", PARTS, ids=lambda one: one.__name__)


def with_sheet(draw, sheet):
    return tuple(sheet if one is FULL else one for one in PARTS[draw])


@every_part
def test_a_part_shows_all_of_a_sheet_that_it_would_draw(draw):
    """Drawn with the whole sheet it is the same: nothing that it shows was kept from it."""
    assert draw(*PARTS[draw]) == draw.__wrapped__(*PARTS[draw])


@every_part
@pytest.mark.parametrize("field", OTHERWISE)
def test_a_part_never_lags_behind_its_sheet(draw, field):
    changed = with_sheet(draw, replace(FULL, **{field: OTHERWISE[field]}))
    draw(*PARTS[draw])
    assert draw(*changed) == draw.__wrapped__(*changed)


def test_what_changed_elsewhere_leaves_a_part_as_it_was():
    for draw, given in PARTS.items():
        richer = with_sheet(draw, replace(FULL, knowledge=99, name="Another"))
        assert draw(*given) is draw(*richer), draw.__name__


def test_a_part_is_drawn_in_every_language():
    said = set()
    for language in ("en", "cs", "en"):
        with override(language):
            shapes = province_maps.province_map(*PARTS[province_maps.province_map])
        said.add(tuple(one.text for one in shapes if isinstance(one, Text)))
    assert len(said) == 2


def test_a_counter_is_drawn_anew_when_its_marker_moves():
    counters = [MissionCounter(Category.SCIENCE, "Roads", at, 9) for at in (3, 4)]
    first, second = (draw_counter(ROOM, one) for one in counters)
    assert first != second
    assert draw_counter(ROOM, counters[0]) is first


def test_a_sheet_follows_every_one_of_its_fields():
    """What the parts keep never shows in the whole: each change is seen, then taken back."""
    whole = texts(draw_sheet(ANCIENT, FULL, provinces=NAMES))
    for field in ("ticks", "boxes", "provinces", "inventions", "knowledge", "scores"):
        other = replace(FULL, **{field: OTHERWISE[field]})
        assert texts(draw_sheet(ANCIENT, other, provinces=NAMES)) != whole, field
    assert texts(draw_sheet(ANCIENT, FULL, provinces=NAMES)) == whole


def test_what_isnt_declared_isnt_given():
    given = []

    @shows("knowledge")
    def draw_some(_area, sheet):
        given.append(sheet)
        return ()

    draw_some(ROOM, FULL)
    draw_some(ROOM, replace(FULL, scores=()))
    DRAWINGS.forget_everything()
    draw_some(ROOM, FULL)
    [first, again] = given
    assert first == again
    assert (first.knowledge, first.scores, first.name) == (16, (), "")
    assert first.corrected == ("knowledge",)
