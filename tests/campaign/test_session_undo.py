"""What was done in a session can be taken back or changed, along with what would fall with it."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.rise_of_empire.stages import Stage, session_stage
from tests.campaign_visitor import Visitor, at, done, four, kept, said
from tests.played_campaign import filled_cards, founded_campaign

pytestmark = pytest.mark.django_db
MAP_BOX = {"empire": "anna", "box": 0}


def bought(price=40, **scores):
    """Anna has bought, Bára buys next."""
    played = founded_campaign("anna", "bara", cards=filled_cards(price=price)).open()
    return played.settle(**(scores or {"anna": 60, "bara": 50})).to(Stage.INVENTIONS)


def fallen_numbers(answer):
    return [line.act.number for line, _why in answer.context["fallen"]]


# Undo


def test_the_last_act_is_named_and_taken_back(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.do("complete_mission", {"mission": 136, "empires": ["anna"]}))
    page = here.page()
    assert "Anna: Mission completed · 136" in page.context["undo_words"]
    done(here.take_back(page.context["undo"].number))
    assert here.sheet("anna").ticks.economy == 0
    assert "Session started" in here.page().context["undo_words"]


def test_undo_goes_back_act_by_act(client):
    here = at(client, founded_campaign("anna", "bara").open())
    for _step in range(3):
        done(here.do("move_marker", {"mission": 136, "empire": "anna"}))
    for left in (2, 1, 0):
        done(here.take_back(here.page().context["undo"].number))
        assert here.state.session.mission(136).markers.get("anna", 0) == left


def test_a_finished_session_can_be_opened_again_by_undo(client):
    here = at(client, founded_campaign("anna", "bara").session(anna=50, bara=45))
    page = here.page()
    assert page.context["undo_words"] == "Session finished"
    done(here.take_back(page.context["undo"].number))
    assert session_stage(here.state) == Stage.FINISH


def test_a_step_is_taken_back_as_a_whole(client):
    here = at(client, bought())
    for _buyer in range(2):
        done(here.do("buy_invention", here.page().context["wares"][0].data))
        done(here.do("stop_buying", here.page().context["done"][0].data))
    page = here.page()
    assert (page.context["back"].number, len(page.context["back_acts"])) == (5, 4)
    done(here.take_back(*page.context["back_acts"]))
    assert session_stage(here.state) == Stage.INVENTIONS
    assert here.sheet("anna").inventions == here.sheet("bara").inventions == ()


def test_a_purchase_undone_after_the_province_was_drawn_names_what_would_fall(client):
    here = at(client, bought().to(Stage.PROVINCES))
    purchase = here.campaign.acts.filter(kind="buy_invention").first()
    done(here.do("draw_provinces", {"empire": "anna"}))
    done(here.do("tick_map_box", MAP_BOX))
    answer = here.take_back(purchase.number)
    assert answer.status_code == 422
    fallen = [line.act for line, _why in answer.context["fallen"]]
    assert {one.kind for one in fallen} >= {"stop_buying", "draw_provinces"}
    assert answer.context["back"] == here.address("campaign-session")
    assert f'name="of" value="{purchase.number}"' in answer.content.decode()
    assert here.sheet("anna").provinces
    done(here.take_back(purchase.number, fall=[one.number for one in fallen]))
    assert here.sheet("anna").provinces == here.sheet("anna").inventions == ()
    assert session_stage(here.state) == Stage.INVENTIONS


def test_more_that_fell_meanwhile_is_asked_about_again(client):
    here = at(client, bought().to(Stage.PROVINCES))
    purchase = here.campaign.acts.filter(kind="buy_invention").first()
    answer = here.take_back(purchase.number)
    agreed = fallen_numbers(answer)
    done(here.do("draw_provinces", {"empire": "anna"}))
    again = here.take_back(purchase.number, fall=agreed)
    assert again.status_code == 422
    assert len(fallen_numbers(again)) > len(agreed)
    assert here.sheet("anna").inventions


def test_taking_back_twice_with_one_press_takes_back_once(client):
    here, press = at(client, founded_campaign("anna", "bara").open()), uuid4()
    done(here.do("move_marker", {"mission": 136, "empire": "anna"}))
    done(here.do("move_marker", {"mission": 136, "empire": "anna"}))
    number = here.last.number
    done(here.take_back(number, press=press))
    done(here.take_back(number, press=press))
    assert here.state.session.mission(136).markers == {"anna": 1}


@pytest.mark.parametrize("numbers", [(), ("99",), ("0",), ("x",)])
def test_what_isnt_there_cant_be_taken_back(client, numbers):
    here = at(client, founded_campaign("anna", "bara").open())
    assert said(here.take_back(*numbers))
    assert here.state.session


def test_what_is_undone_already_is_said_to_be_out_of_date(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.do("move_marker", {"mission": 136, "empire": "anna"}))
    number = here.last.number
    done(here.take_back(number))
    assert "changed in the meantime" in said(here.take_back(number))[0][0]


# Whose it is


def test_a_player_takes_back_only_what_is_their_own(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.do("move_marker", {"mission": 136, "empire": "anna"}))
    foreign = here.last.number
    player = Visitor(Client(), here.campaign, "player", "petr")
    assert player.page().context["undo"] is None
    assert "Somebody else did this" in said(player.take_back(foreign))[0][0]
    done(player.do("move_marker", {"mission": 150, "empire": "bara"}))
    assert player.page().context["undo"].number == player.last.number
    done(player.take_back(player.last.number))
    assert here.state.session.mission(150).markers == {}


def test_a_player_cant_take_others_acts_along(client):
    here = at(client, bought())
    player = Visitor(Client(), here.campaign, "player", "petr")
    done(player.do("buy_invention", here.page().context["wares"][0].data))
    own = player.last.number
    done(here.do("stop_buying", here.page().context["done"][0].data))
    answer = player.take_back(own)
    assert not answer.context["may"]
    fall = fallen_numbers(answer)
    assert player.take_back(own, fall=fall).status_code == 422
    assert here.sheet("anna").inventions


# Changing a score in its place


def test_a_score_changed_in_step_five_keeps_all_purchases(client):
    here = at(client, bought())
    done(here.do("buy_invention", here.page().context["wares"][0].data))
    done(here.count(0, track=65))
    assert here.state.session.seat("anna").score == 65
    assert len(here.sheet("anna").inventions) == 1
    assert here.sheet("anna").knowledge == 35
    assert here.page().context["undo"].kind == "amend"


def test_the_form_of_a_settled_score_shows_what_stands_there(client):
    here = at(
        client, four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.FINISH)
    )
    page = here.page("campaign-session-change-score", 1)
    assert page.context["score"].settled
    # The provinces of that moment, not the one gained since.
    assert page.context["result"].sheet.totals == (66, 44, 70, 50)


def test_a_score_that_makes_a_purchase_impossible_names_it_and_asks(client):
    here = at(client, bought())
    done(here.do("buy_invention", here.page().context["wares"][0].data))
    done(here.do("stop_buying", here.page().context["done"][0].data))
    done(here.do("buy_invention", here.page().context["wares"][0].data))
    answer = here.count(1, track=30)
    assert answer.status_code == 422
    (first, _why), *_more = answer.context["fallen"]
    assert first.act.kind == "buy_invention"
    assert (first.told.what, first.told.whom) == (
        "Invention bought",
        ("bara's realm",),
    )
    assert 'value="30"' in answer.content.decode()
    assert here.state.session.seat("bara").score == 50
    fall = fallen_numbers(answer)
    done(here.count(1, track=30, fall=fall))
    assert here.state.session.seat("bara").score == 30
    assert here.sheet("bara").inventions == ()
    assert here.sheet("anna").inventions


def test_a_change_of_the_winner_brings_the_tick_up_again(client):
    here = at(client, bought())
    answer = here.count(1, track=70)
    fall = fallen_numbers(answer)
    assert {line.act.kind for line, _why in answer.context["fallen"]} >= {"tick_track"}
    done(here.count(1, track=70, fall=fall))
    assert here.page().context["on"] == "winner"
    assert here.page().context["view"].asked.key == "bara"


def test_before_the_scores_are_settled_counting_again_just_counts(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.count(0, track=30))
    done(here.count(0, track=31))
    assert here.state.session.seat("anna").entries["track"] == 31
    assert here.last.kind == "enter_score"


def test_a_player_cant_change_a_score_somebody_else_counted(client):
    here = at(client, bought())
    player = Visitor(Client(), here.campaign, "player", "petr")
    assert "Somebody else did this" in said(player.count(0, track=99))[0][0]
    assert here.state.session.seat("anna").score == 60


def test_what_is_undone_is_said_on_a_short_line(client):
    played = founded_campaign("anna", "bara", "cyril", "dana").open()
    here = Visitor(client, kept(played))
    assert (
        here.page().context["undo_words"] == "Anna, Bara, Cyril, Dana: Session started"
    )
    done(here.count(0, track=30, faction=12, common=9, goods=4))
    words = here.page("campaign-session-scores").context["undo_words"]
    assert words.startswith("Anna: Score")
    assert len(words) <= 50
