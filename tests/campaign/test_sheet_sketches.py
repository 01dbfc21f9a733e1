"""A sheet left half-copied: every tap is kept in the box, for every phone, until somebody saves it."""

from uuid import uuid4

import pytest

from campaign.box.keeping import box_state, find_box, open_box
from companion.log.record import rebuild, record
from scoring.plain import Unfit
from scoring.tables.engine import ENGINE as TABLE
from scoring.tables.state import part_boxes
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, layout

pytestmark = pytest.mark.django_db
PART = "copy/ancient/science/"


@pytest.fixture
def place():
    return Place(PlayedCampaign(cards=[]).found("anna", "bara"))


def at(place, rest=PART):
    return f"/campaigns/box/{place.table.pk}/{rest}"


def open_page(place, rest=PART, client=None):
    answer = (client or place.organiser).get(at(place, rest))
    assert answer.status_code == 200
    return answer


def press(place, shown, *, rest=PART, icon="dove", **pressed):
    brush = {"layout": shown.context["remembered"], "icon": icon, "good": "gold"}
    return place.organiser.post(at(place, rest), {**once(), **brush, **pressed})


def boxes_of(place, part="science", age="ancient"):
    return part_boxes(box_state(place.table).drawn_sheet(age), part)


def test_taps_are_there_again_on_another_phone(place):
    shown = press(place, open_page(place), do="mark:science:3")
    press(place, shown, do="mark:science:5")
    other = open_page(place, client=place.join("bara", "organiser"))
    assert other.context["layout"].science.boxes[3] == "dove"
    assert other.context["layout"].science.boxes[5] == "dove"
    assert "Your taps are kept" in other.content.decode()


def test_copying_goes_on_where_somebody_began(place):
    press(place, open_page(place), do="mark:science:3")
    assert place.organiser.get(at(place, "copy/")).url == at(place)
    assert ", begun" in open_page(place, "copy/ancient/economy/").content.decode()


def test_no_campaign_sees_what_is_not_saved(place):
    before = box_state(place.table).sheets
    press(place, open_page(place), do="mark:science:3")
    box = box_state(place.table)
    assert box.sheets == before
    assert box.copied == {}
    assert "not saved yet" in open_page(place, "sheets/").content.decode()


def test_saving_a_part_leaves_nothing_unsaved(place):
    shown = press(place, open_page(place), do="mark:science:3")
    press(place, shown, save="1")
    box = box_state(place.table)
    assert box.sketches == {}
    assert box.sheets["ancient"].science.boxes[3] == "dove"
    assert "Your taps are kept" not in open_page(place).content.decode()


def test_what_is_not_saved_can_be_discarded(place):
    saved = box_state(place.table).sheets["ancient"]
    shown = press(place, open_page(place), do="mark:science:3")
    shown = press(place, shown, discard="science")
    assert shown.context["layout"] == saved
    assert box_state(place.table).sketches == {}


def test_two_phones_on_one_part_keep_each_others_taps(place):
    first, second = open_page(place), open_page(place)
    press(place, first, do="mark:science:3")
    both = press(place, second, do="mark:science:5")
    assert both.context["layout"].science.boxes[3] == "dove"
    assert boxes_of(place)[5] == ("dove",)


def test_a_whole_sheet_keeps_the_taps_of_each_of_its_parts(place):
    rest = "sheets/medieval/"
    shown = press(place, open_page(place, rest), rest=rest, do="mark:economy:1")
    press(place, shown, rest=rest, do="longer:map")
    again = open_page(place, rest).context["layout"]
    assert again.economy.boxes[1] == "dove"
    assert again.map[-1] == ()
    assert set(box_state(place.table).sketches) == {"medieval-economy", "medieval-map"}


def test_taps_are_one_line_of_the_history_and_rebuild_the_same(place):
    shown = press(place, open_page(place), do="mark:science:3")
    press(place, shown, do="mark:science:5")
    assert "Taps on sheets: 2 entries" in open_page(place, "history/").content.decode()
    assert rebuild(find_box(place.table)) == 0


def test_a_sheet_that_comes_whole_replaces_what_was_tapped(place):
    press(place, open_page(place), do="mark:science:3")
    data = {"layout": layout()}
    box = open_box(place.table)
    record(box, kind="change_box_sheet", data=data, client_id=uuid4())
    assert box_state(place.table).sketches == {}


@pytest.mark.parametrize(
    "changed",
    [
        {"age": "iron"},
        {"part": "coast"},
        {"boxes": []},
        {"boxes": [["dove", "dove"]]},
        {"boxes": [["gold"]]},
        {"boxes": [[]] * 41},
        {"boxes": "dove"},
        {"more": 1},
    ],
)
def test_what_no_page_sends_is_no_sketch(changed):
    sound = {"age": "ancient", "part": "science", "boxes": [["dove"], []]}
    TABLE.check_data("sketch_sheet_part", sound)
    with pytest.raises(Unfit):
        TABLE.check_data("sketch_sheet_part", {**sound, **changed})
