"""The sheets: copied box by box on a picture, saved as a file and taken from one."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.box.layout_editing import edit_layout, read_draft, write_draft
from campaign.models import Campaign
from companion.log import record as service
from companion.paper.pictograms import pictogram
from scoring.records import Unfit
from scoring.rise_of_empire.knowing import missing_goods
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, dump_layout
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, founded_campaign
from tests.played_campaign import layout as layout_data

pytestmark = pytest.mark.django_db
ANCIENT = DEFAULT_LAYOUTS["ancient"]


@pytest.fixture
def place():
    return Place(founded_campaign("anna", "bara"))


def press(place, do="", layout=ANCIENT, icon="wall", good="wood", **more):
    sent = {"layout": write_draft(layout), "icon": icon, "good": good, "do": do}
    client = more.pop("client", None) or place.organiser
    return client.post(place.address("sheets/ancient/"), {**once(), **sent, **more})


def drawn(answer):
    return answer.context["layout"]


# Editing, box by box


def test_a_press_puts_the_icon_on_the_box(place):
    answer = press(place, "mark:science:0", icon="dove")
    assert answer.status_code == 200
    assert drawn(answer).science.boxes[0] == "dove"
    assert place.last().kind == "found_empire"  # nothing is kept before Save


def opened(place, browser):
    return browser.get(place.address("sheets/ancient/"))


def test_taps_are_there_again_after_a_look_elsewhere_until_they_are_discarded(place):
    phone = place.organiser
    press(place, "mark:science:0", icon="dove", client=phone)
    listed = phone.get(place.address("sheets/")).content.decode()
    assert listed.count("changes not saved yet") == 1
    again = opened(place, phone)
    assert drawn(again).science.boxes[0] == "dove"
    assert "Your taps are kept on this device." in again.content.decode()
    gone = press(place, discard="1", layout=drawn(again), client=phone)
    assert drawn(gone) == ANCIENT
    assert drawn(opened(place, phone)) == ANCIENT


def test_taps_are_saved_once_and_no_draft_is_left(place):
    phone = place.organiser
    answer = press(place, "mark:science:0", icon="dove", client=phone)
    press(place, layout=drawn(answer), save="1", client=phone)
    assert place.last().kind == "change_layout"
    assert not phone.session["sheet_drafts"]
    again = opened(place, phone)
    assert "Your taps are kept" not in again.content.decode()
    assert drawn(again).science.boxes[0] == "dove"


def test_a_page_opened_before_other_taps_adds_its_own(place):
    """The same sheet in two tabs: neither wipes what the other did."""
    phone = place.organiser
    for box in (0, 2):
        press(place, f"mark:science:{box}", icon="dove", client=phone)
    both = drawn(opened(place, phone)).science.boxes
    assert both[:3] == ("dove", "card_in_hand", "dove")


def test_what_was_saved_elsewhere_meanwhile_stays_beside_the_taps(place):
    phone = place.organiser
    press(place, "mark:science:0", icon="dove", client=phone)
    other = edit_layout(ANCIENT, "mark:diplomacy:0", icon="wall", good="")
    place.do("change_layout", layout=dump_layout(other))
    both = drawn(opened(place, phone))
    assert (both.science.boxes[0], both.diplomacy.boxes[0]) == ("dove", "wall")


def test_taps_of_another_browser_are_its_own(place):
    press(place, "mark:science:0", icon="dove")
    assert drawn(opened(place, place.organiser)) == ANCIENT


def test_a_draft_nobody_can_read_is_no_draft(place):
    phone = place.organiser
    press(place, "mark:science:0", icon="dove", client=phone)
    kept = phone.session
    kept["sheet_drafts"] = {key: ["{", 3] for key in kept["sheet_drafts"]}
    kept.save()
    assert drawn(opened(place, phone)) == ANCIENT


def test_the_same_icon_again_empties_the_box_and_so_does_nothing():
    once_more = edit_layout(ANCIENT, "mark:science:1", icon="card_in_hand", good="")
    assert once_more.science.boxes[1] == ""
    assert (
        edit_layout(ANCIENT, "mark:science:1", icon="", good="").science.boxes[1] == ""
    )


def test_goods_are_added_one_by_one_and_taken_away():
    two = edit_layout(ANCIENT, "mark:map:0", icon="", good="gold")
    assert two.map[0] == ("gold", "wood")
    none = edit_layout(
        edit_layout(two, "mark:map:0", icon="", good=""), "mark:map:0", icon="", good=""
    )
    assert none.map[0] == ()
    six = ANCIENT
    for _press in range(9):
        six = edit_layout(six, "mark:map:0", icon="", good="food")
    assert len(six.map[0]) == 6


def test_a_track_grows_and_shrinks_within_what_a_sheet_has_room_for():
    longer = edit_layout(ANCIENT, "longer:economy", icon="", good="")
    assert longer.economy.length == 17
    assert edit_layout(ANCIENT, "shorter:map", icon="", good="").map == ANCIENT.map[:-1]
    tiny = ANCIENT
    for _press in range(50):
        tiny = edit_layout(tiny, "shorter:economy", icon="", good="")
    assert tiny.economy.length == 1
    for _press in range(50):
        tiny = edit_layout(tiny, "longer:economy", icon="", good="")
    assert tiny.economy.length == 40


@pytest.mark.parametrize(
    "do", ["", "mark", "mark:science:99", "mark:science:-1", "burn:map:0", "mark:age:0"]
)
def test_a_press_that_means_nothing_changes_nothing(do):
    assert edit_layout(ANCIENT, do, icon="wall", good="wood") == ANCIENT


def test_the_page_is_its_own_memory():
    empty = edit_layout(ANCIENT, "longer:map", icon="", good="")
    assert read_draft(write_draft(empty), "ancient") == empty


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"map": 5}', '{"map": [[]], "age": 1}', "[" * 99_999]
)
def test_a_memory_that_is_none_is_refused(text):
    with pytest.raises(Unfit):
        read_draft(text, "ancient")


@pytest.mark.rule("ROE-9")
def test_a_copied_map_box_asks_for_something():
    empty = edit_layout(ANCIENT, "longer:map", icon="", good="")
    (problem,) = missing_goods(empty)
    assert problem.rule.id == "ROE-9"
    assert str(problem.message) == "Map box 11 has no goods yet. Add at least one."
    assert missing_goods(ANCIENT) == ()


# Keeping


def test_a_saved_sheet_is_the_tables_own(place):
    changed = edit_layout(ANCIENT, "mark:science:0", icon="dove", good="")
    answer = press(place, layout=changed, save="1")
    assert answer.status_code == 302
    assert place.last().kind == "change_layout"
    kept = place.state["layouts"]["ancient"]
    assert kept["custom"] is True
    assert kept["science"]["boxes"][0] == "dove"
    assert "your copy" in place.organiser.get(answer.url).content.decode()


def test_during_a_session_it_holds_from_the_next_one_on(place):
    place.do("open_session", empires=["anna", "bara"], missions=[126, 136, 150])
    assert "from the next session" in page(place)
    changed = edit_layout(ANCIENT, "mark:science:0", icon="dove", good="")
    press(place, layout=changed, save="1")
    assert place.state["layouts"]["ancient"]["custom"] is False
    assert place.state["next_layouts"]["ancient"]["science"]["boxes"][0] == "dove"
    shown = place.organiser.get(place.address("sheets/")).content.decode()
    assert "from the next session</span>" in shown


def page(place):
    return place.organiser.get(place.address("sheets/ancient/")).content.decode()


@pytest.mark.rule("ROE-41")
def test_a_good_is_offered_by_the_name_it_has_at_this_table():
    at = PlayedCampaign(good_one="food", good_two="gold").found("anna")
    shown = page(Place(at))
    assert 'title="1 food"' in shown
    assert 'title="1 gold"' in shown
    assert "starting good" not in shown
    assert pictogram("good_one") not in shown


def test_a_sheet_that_would_lose_ticks_is_refused_and_nothing_drawn_is_lost():
    place = Place(
        founded_campaign().take_over(
            "anna", ticks={"science": 15, "economy": 2, "diplomacy": 0}
        )
    )
    shorter = edit_layout(ANCIENT, "shorter:science", icon="", good="")
    shorter = edit_layout(shorter, "shorter:science", icon="", good="")
    answer = press(place, layout=shorter, save="1")
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "An empire already has more ticks than this track has boxes." in said
    assert "ROE-21" in said
    assert drawn(answer).science.length == 14


def test_a_map_box_without_goods_is_named(place):
    answer = press(
        place, layout=edit_layout(ANCIENT, "longer:map", icon="", good=""), save="1"
    )
    assert answer.status_code == 422
    assert "Map box 11 has no goods yet. Add at least one." in answer.content.decode()
    assert place.last().kind == "found_empire"


def test_a_page_out_of_date_says_so(place):
    answer = place.organiser.post(
        place.address("sheets/ancient/"), {**once(), "layout": "nonsense", "save": "1"}
    )
    assert answer.status_code == 422
    assert "changed in the meantime" in answer.content.decode()


def test_with_htmx_only_the_editor_comes_back_and_saving_leads_on(place):
    hx = {"headers": {"HX-Request": "true"}}
    sent = {
        **once(),
        "layout": write_draft(ANCIENT),
        "icon": "dove",
        "do": "mark:science:0",
    }
    part = place.organiser.post(place.address("sheets/ancient/"), sent, **hx)
    assert part.content.decode().lstrip().startswith("<form")
    sent = {**once(), "layout": write_draft(ANCIENT), "save": "1"}
    done = place.organiser.post(place.address("sheets/ancient/"), sent, **hx)
    assert done["HX-Redirect"] == place.address("sheets/")


def test_everybody_at_the_table_looks_and_only_organisers_copy(place):
    player, spectator = place.join("bara", "player"), place.join("cyril", "spectator")
    for client in (player, spectator):
        assert client.get(place.address("sheets/")).status_code == 200
        assert client.get(place.address("sheets/ancient/")).status_code == 404
        assert press(place, save="1", client=client).status_code == 404
    assert Client().get(place.address("sheets/")).status_code == 404
    assert place.organiser.get(place.address("sheets/modern/")).status_code == 404


# Files


def saved(place, form):
    return place.organiser.get(place.address(f"sheets/sheets.{form}")).content


def look_at(place, raw):
    file = SimpleUploadedFile("sheets", raw)
    return place.organiser.post(place.address("sheets/file/"), {"file": file})


def take(place, shown, **more):
    sent = {**once(), "carried": shown.context["carried"], "take": "1", **more}
    return place.organiser.post(place.address("sheets/file/"), sent)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_saved_sheets_bring_another_campaign_to_the_same(place, form):
    place.do("change_layout", layout=layout_data(science=["dove"] * 12))
    raw = saved(place, form)
    other = twin(place)
    shown = look_at(other, raw)
    said = shown.content.decode()
    assert "Science and culture" in said
    assert "12 boxes, " in said
    assert take(other, shown).status_code == 302
    assert other.state["layouts"] == place.state["layouts"]


def twin(place):
    """Another campaign at the same table."""
    other = Place.__new__(Place)
    other.table, other.people = place.table, place.people
    other.campaign = service.begin_log(
        Campaign(table=place.table, name="Second", engine="campaign"), start={}
    )
    return other


def test_unchanged_sheets_change_nothing(place):
    assert "Nothing will change" in look_at(place, saved(place, "csv")).content.decode()


def test_a_file_with_one_track_leaves_the_others(place):
    raw = "age,track,box,content\nmedieval,science,1,wall\nmedieval,science,2,\n"
    assert take(place, look_at(place, raw.encode())).status_code == 302
    kept = place.state["layouts"]["medieval"]
    assert kept["science"]["boxes"] == ["wall", ""]
    assert (
        kept["economy"]["boxes"] == dump_layout(DEFAULT_LAYOUTS["medieval"])["economy"]
    )


def test_every_bad_box_is_named_and_its_track_left_as_it_was(place):
    raw = (
        "age,track,box,content\n"
        "ancient,science,1,sword\n"
        "ancient,science,2,wall\n"
        "modern,science,1,wall\n"
        "ancient,navy,1,wall\n"
        "ancient,map,1,wood gold\n"
        "ancient,map,2,silver\n"
        "ancient,economy,1,wall\n"
        "ancient,economy,3,wall\n"
        "ancient,diplomacy,99,wall\n"
        "medieval,map,1,\n"
        "medieval,economy,1,dove\n"
        "medieval,economy,1,dove\n"
        "industrial,science,1,wall\n"
    )
    shown = look_at(place, raw.encode())
    said = shown.content.decode()
    for line in (2, 4, 5, 7, 10, 11, 13):
        assert f"line {line}:" in said
    assert "ancient, economy:" in said
    assert [one.age for one in shown.context["found"].layouts] == ["industrial"]
    take(place, shown)
    assert place.state["layouts"]["ancient"]["custom"] is False
    assert place.state["layouts"]["industrial"]["science"]["boxes"] == ["wall"]


def test_a_sheet_in_use_that_does_not_fit_is_refused_with_its_rule():
    place = Place(
        founded_campaign().take_over(
            "anna", ticks={"science": 5, "economy": 0, "diplomacy": 0}
        )
    )
    raw = "age,track,box,content\nancient,science,1,wall\n"
    said = look_at(place, raw.encode()).content.decode()
    assert "An empire already has more ticks than this track has boxes." in said
    assert "ROE-21" in said


def test_whatever_stands_in_a_json_file_is_refused_by_its_place(place):
    raw = json.dumps(
        {"layouts": [7, {"age": "ancient", "map": 5}, {"age": ["x"], "map": [1]}]}
    )
    said = look_at(place, raw.encode()).content.decode()
    for nth in (1, 2, 3):
        assert f"sheet {nth} in the file" in said


def test_taking_twice_takes_once(place):
    raw = "age,track,box,content\nmedieval,science,1,wall\n"
    shown, same = look_at(place, raw.encode()), once()
    for _press in range(2):
        take(place, shown, **same)
    assert place.acts.filter(kind="change_layout").count() == 1
