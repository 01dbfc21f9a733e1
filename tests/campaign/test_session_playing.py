"""At the table: missions and who has them, the upkeep, notes, and who comes late."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from scoring.rise_of_empire.layout import Category
from tests.campaign_visitor import Visitor, at, done, four, kept, said
from tests.played_campaign import CAESAR, founded_campaign, with_icons

pytestmark = pytest.mark.django_db


# At the table


def test_a_marker_goes_on_and_back(client):
    here = at(client, founded_campaign("anna", "bara").open())
    move = {"mission": CAESAR, "empire": "anna", "by": 1}
    answer = done(here.do("move_marker", move, at=f"mission-{CAESAR}"))
    assert answer.url == f"{here.address('campaign-session-play')}#mission-{CAESAR}"
    done(here.do("move_marker", move))
    done(here.do("move_marker", {**move, "by": -1}))
    assert here.state.session.mission(CAESAR).markers == {"anna": 1}


def test_a_fragment_that_is_none_is_left_out(client):
    here = at(client, founded_campaign("anna", "bara").open())
    move = {"mission": CAESAR, "empire": "anna"}
    assert "evil" not in here.do("move_marker", move, at="//evil.example").url


@pytest.mark.parametrize("sent", ["{", "[]", "7", '{"mission": "x"}', '{"dance": 1}'])
def test_a_content_nobody_could_have_pressed_changes_nothing(client, sent):
    here = at(client, founded_campaign("anna", "bara").open())
    answer = here.client.post(
        here.address("campaign-session-do", "move_marker"), {"data": sent, "id": "x"}
    )
    assert "changed in the meantime" in said(answer)[0][0]


def test_an_act_that_isnt_of_a_session_has_no_address_here(client):
    here = at(client, founded_campaign("anna", "bara"))
    answer = here.do(
        "found_empire", {"empire": "x", "player": "X", "name": "X", "faction": "x"}
    )
    assert answer.status_code == 404


def test_the_first_ticks_three_and_the_later_one(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.do("complete_mission", {"mission": 136, "empires": ["anna"]}))
    done(here.do("complete_mission", {"mission": 136, "empires": ["bara"]}))
    assert here.sheet("anna").ticks.economy == 3
    assert here.sheet("bara").ticks.economy == 1


def test_two_at_the_same_moment_are_both_first(client):
    here = at(client, founded_campaign("anna", "bara", "cyril").open())
    done(here.do("complete_mission", {"mission": 136}, empires=["anna", "cyril"]))
    assert here.sheet("anna").ticks.economy == here.sheet("cyril").ticks.economy == 3


def test_with_nobody_ticked_the_page_says_what_to_tick(client):
    here = at(client, founded_campaign("anna", "bara", "cyril").open())
    answer = here.do("complete_mission", {"mission": 136})
    assert "Tick who completed it." in answer.content.decode()
    assert "changed in the meantime" not in answer.content.decode()


def test_upkeep_is_paid_box_by_box_with_its_goods_or_gold(client):
    here = at(client, four())
    ways = here.page("campaign-session-play").context["upkeep"][0].boxes[0].ways
    assert [one.data["goods"] for one in ways] == [["wood"], ["gold"]]
    done(here.do("pay_upkeep", ways[1].data))
    assert here.state.session.seat("anna").paid == {0: ("gold",)}
    shown = here.page("campaign-session-play").context["upkeep"][0]
    assert (shown.due, shown.boxes[0].ways) == (1, [])


def test_somebody_comes_late(client):
    here = at(client, founded_campaign("anna", "bara", "cyril").open("anna", "bara"))
    assert "Add Cyril, who came late" in here.page().content.decode()
    done(here.do("join_session", {"empire": "cyril"}))
    assert here.state.session.seat("cyril")


@pytest.mark.parametrize("typed", ["128", ""])
def test_a_mission_nobody_has_is_replaced_by_a_typed_or_a_drawn_one(client, typed):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.do("replace_mission", {"mission": CAESAR}, **{"card-1": typed}))
    new = here.state.session.missions[0]
    assert new.category == Category.DIPLOMACY
    assert new.number == int(typed) if typed else new.number != CAESAR


def test_a_wrong_number_for_another_mission_is_said_beside_it(client):
    here = at(client, founded_campaign("anna", "bara").open())
    answer = here.do("replace_mission", {"mission": CAESAR}, **{"card-1": "red"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Type the number on the card." in shown
    assert 'value="red"' in shown


def test_notes_are_kept_and_shown(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.do("write_note", text="Bára laughs <b>last</b>"))
    assert "Bára laughs &lt;b&gt;last&lt;/b&gt;" in here.page().content.decode()


@pytest.mark.parametrize("text", ["", "x" * 501])
def test_an_empty_or_endless_note_is_refused_beside_its_field(client, text):
    here = at(client, founded_campaign("anna", "bara").open())
    answer = here.do("write_note", text=text)
    assert answer.status_code == 422
    assert answer.context["note_form"].errors


def test_a_mission_in_a_row_offers_the_colours(client):
    played = founded_campaign("anna", "bara").open()
    played.do("fill_card", number=136, in_a_row=True, target=3, progressive=True)
    here = at(client, played)
    row = here.page().context["missions"][1].rows[0]
    assert len(row.colours) == 5
    done(here.do("count_in_a_row", row.colours[0]))
    done(here.do("count_in_a_row", row.colours[0]))
    assert here.state.session.mission(136).runs["anna"].length == 2


@pytest.mark.rule("ROE-19")
def test_the_colony_goes_on_with_a_run_of_any_of_its_colours(client):
    played = founded_campaign("anna", "bara").open()
    played.do("fill_card", number=136, in_a_row=True, target=3, progressive=True)
    here = at(client, played)

    def row():
        return here.page("campaign-session-play").context["missions"][1].rows[0]

    assert "Trade colony" in here.page("campaign-session-play").content.decode()
    done(here.do("count_in_a_row", row().colony))
    assert (row().run.colour, row().run.length) == ("colony", 1)
    done(here.do("count_in_a_row", {**row().colours[0], "colour": "grey"}))
    done(here.do("count_in_a_row", row().colony))
    assert (row().run.colour, row().run.length) == ("grey", 3)
    done(here.do("count_in_a_row", {**row().colours[0], "colour": "blue"}))
    done(here.do("count_in_a_row", row().colony))
    assert (row().run.colour, row().run.length) == ("colony", 1)


# Upkeep


def pay_all(here, empire):
    sent = {"id": str(uuid4()), "empire": empire}
    return here.client.post(here.address("campaign-session-pay-all"), sent)


@pytest.mark.rule("ROE-10")
def test_one_tap_pays_all_upkeep_of_an_empire(client):
    here = Visitor(client, kept(four()))
    key = here.state.session.seats[0].empire
    boxes = here.sheet(key).boxes
    assert len(boxes) > 1
    done(pay_all(here, key))
    state = here.state
    goods = state.layout(state.empire(key)).map
    assert state.session.seat(key).paid == {box: goods[box] for box in boxes}
    own, other = here.page("campaign-session-play").context["upkeep"][:2]
    assert (own.needed, bool(other.needed)) == ({}, True)


@pytest.mark.rule("ROE-10", "ROE-11")
def test_pay_all_leaves_what_an_icon_lets_stay_unpaid(client):
    played = with_icons("ignore_upkeep", boxes=[0, 6])
    here = Visitor(client, kept(played))
    key = here.state.session.seats[0].empire
    done(pay_all(here, key))
    assert len(here.state.session.seat(key).paid) == 1


def press_undo(here):
    """As the browser sends the button under the page."""
    page = here.page("campaign-session-play")
    form = page.content.decode().split("taking-back", 1)[1].split("</form>", 1)[0]
    numbers = re.findall(r'name="of" value="(\d+)"', form)
    done(here.take_back(*map(int, numbers)))
    return page.context["undo_words"]


def test_what_one_tap_paid_one_tap_takes_back(client):
    here = Visitor(client, kept(four()))
    key = here.state.session.seats[0].empire
    boxes = here.sheet(key).boxes
    before = here.page("campaign-session-play").context["undo_words"]
    done(pay_all(here, key))
    assert press_undo(here).endswith(f"Upkeep paid · {len(boxes)} boxes")
    assert here.state.session.seat(key).paid == {}
    assert here.page("campaign-session-play").context["undo_words"] == before


def test_boxes_paid_one_by_one_are_taken_back_one_by_one(client):
    here = Visitor(client, kept(four()))
    seat = here.state.session.seats[0]
    first, second, *_rest = here.sheet(seat.empire).boxes
    for minute, box in enumerate((first, second)):
        at = timezone.now() + timedelta(minutes=minute)
        with time_machine.travel(at, tick=True):
            page = here.page("campaign-session-play")
            own = page.context["upkeep"][0].boxes
            way = next(one for one in own if one.number == box + 1).whole[0]
            done(here.do("pay_upkeep", way.data))
    press_undo(here)
    assert list(here.state.session.seat(seat.empire).paid) == [first]


def test_paying_all_twice_pays_once(client):
    here = Visitor(client, kept(four()))
    key = here.state.session.seats[0].empire
    done(pay_all(here, key))
    before = here.campaign.acts.count()
    done(pay_all(here, key))
    assert here.campaign.acts.count() == before


def test_nobody_pays_for_an_empire_that_isnt_there(client):
    here = Visitor(client, kept(four()))
    assert pay_all(here, "nobody").status_code == 422


# Told where it matters


@pytest.mark.rule("ROE-14", "ROE-17", "ROE-18")
def test_a_mission_tells_its_demand_target_and_first_bonus(client):
    played = founded_campaign("anna", "bara")
    played.do("fill_card", number=136, demand="Have 4 blue", bonus="Draw 2", target=4)
    played.do("fill_card", number=136, progressive=False)
    here = at(client, played.open())
    page = here.page().content.decode()
    for told in (
        "Have 4 blue",
        "Target: 4",
        "Draw 2",
        "Raze 4 grey cards or locations.",
    ):
        assert told in page
    assert page.count("First to complete it:") == 2  # Caesar's and ours
    completed = {"mission": CAESAR, "empires": ["anna"]}
    done(here.do("complete_mission", completed, sure="on"))
    later = here.page().content.decode()
    assert later.count("First to complete it:") == 1  # the card is turned


def test_the_page_of_a_session_leads_to_the_rules_of_its_moment(client):
    here = at(client, founded_campaign("anna", "bara"))
    desk = reverse("rise_of_empire-rules")
    back = f"campaign={here.campaign.pk}"
    assert f'href="{desk}?{back}&amp;now=set-up"' in here.page().content.decode()
    done(here.do("open_session", empires=["anna", "bara"]))
    assert f'href="{desk}?{back}&amp;now=play"' in here.page().content.decode()


def test_a_text_of_a_card_has_a_bound():
    played = founded_campaign("anna")
    assert played.refuses("fill_card", number=136, demand="x" * 201) == ["ROE-1"]
    assert played.refuses("fill_card", number=136, bonus="x" * 201) == ["ROE-1"]
    played.do("fill_card", number=136, demand="x" * 200)


@pytest.mark.rule("ROE-10")
def test_a_box_is_paid_good_by_good(client):
    played = with_icons(boxes=[0, 6])
    here = Visitor(client, kept(played))

    def box():
        return here.page("campaign-session-play").context["upkeep"][0].boxes[1]

    assert next(one.data["goods"] for one in box().whole) == list(box().goods)
    done(here.do("pay_upkeep", box().single[0].data))
    assert (len(box().paid), box().done) == (1, False)
    done(pay_all(here, "anna"))
    assert box().done
    assert here.page("campaign-session-play").context["upkeep"][0].needed == {}


@pytest.mark.rule("ROE-11")
def test_the_player_picks_the_box_an_icon_covers(client):
    here = Visitor(client, kept(with_icons("ignore_upkeep", boxes=[0, 6])))
    first, second = here.page("campaign-session-play").context["upkeep"][0].boxes
    assert (first.covered, second.covered) == (False, True)
    done(here.do("ignore_upkeep", first.cover.data))
    first, second = here.page("campaign-session-play").context["upkeep"][0].boxes
    assert (first.covered, second.covered) == (True, False)
    done(pay_all(here, "anna"))
    assert list(here.state.session.seat("anna").paid) == [6]


# What a mission asks for, and who has it


def caesar(client, *keys):
    return at(client, founded_campaign(*(keys or ("anna", "bara"))).open())


@pytest.mark.rule("ROE-17")
def test_a_mission_below_its_target_is_asked_about_first(client):
    here = caesar(client)
    data = {"mission": CAESAR, "empires": ["anna"]}
    answer = here.do("complete_mission", data)
    assert [words for words, _rule in said(answer)] == ["Anna's marker is at 0 of 4."]
    assert "Completed anyway" in answer.content.decode()
    assert here.sheet("anna").ticks.diplomacy == 0
    done(here.do("complete_mission", data, sure="on"))
    assert here.sheet("anna").ticks.diplomacy == 3


@pytest.mark.rule("ROE-14")
def test_nobody_takes_the_first_place_from_who_has_it(client):
    here = caesar(client)
    done(here.do("move_marker", {"mission": CAESAR, "empire": "bara", "by": 4}))
    data = {"mission": CAESAR, "empires": ["anna"]}
    answer = here.do("complete_mission", data, sure="on")
    words = [words for words, _rule in said(answer)]
    assert words == ["Bara has reached the target and comes first."]
    assert "Completed anyway" not in answer.content.decode()
    done(here.do("complete_mission", {"mission": CAESAR, "empires": ["bara"]}))
    done(here.do("complete_mission", data, sure="on"))
    ticks = [here.sheet(key).ticks.diplomacy for key in ("anna", "bara")]
    assert ticks == [1, 3]


def test_at_the_target_nothing_is_asked(client):
    here = caesar(client)
    done(here.do("move_marker", {"mission": CAESAR, "empire": "anna", "by": 4}))
    done(here.do("complete_mission", {"mission": CAESAR, "empires": ["anna"]}))


@pytest.mark.rule("ROE-18")
def test_a_moved_marker_says_how_much_is_enough(client):
    played = founded_campaign("anna", "bara").open(missions=[126, 136, 161])
    here = at(client, played)
    assert "is enough" not in here.page().content.decode()
    done(here.do("move_marker", {"mission": 161, "empire": "anna", "by": 1}))
    shown = here.page("campaign-session-play").content.decode()
    assert "9 are enough" in shown
    assert "Target" in shown


def test_finishing_play_warns_of_unpaid_upkeep_and_leads_to_paying(client):
    here = at(client, with_icons(boxes=[0]))
    shown = here.page("campaign-session-play").content.decode()
    warning = shown.index("fully paid:")
    assert 'href="#upkeep"' in shown[warning : shown.index("Finish playing")]
    done(here.count(0, track=30))
    done(here.count(1, track=20))
    overview = here.page("campaign-session-scores").content.decode()
    address = here.address("campaign-session-play")
    assert f'href="{address}#upkeep">Pay upkeep' in overview


def test_finishing_play_warns_of_nothing_where_nothing_is_due(client):
    here = at(client, with_icons())
    assert "fully paid:" not in here.page("campaign-session-play").content.decode()
