"""After the game, one question at a time: scores, the winner's tick, new ages, knowledge, provinces."""

from uuid import uuid4

import pytest

from scoring.rise_of_empire.stages import Stage, session_stage
from tests.campaign_visitor import Visitor, at, done, four, kept, on, said
from tests.played_campaign import (
    PlayedCampaign,
    end_bonuses,
    founded_campaign,
    layout,
    plain_choice,
    ticks,
    track,
)

pytestmark = pytest.mark.django_db


# 1: scores


def test_each_player_counts_what_the_campaign_doesnt_know(client):
    here = at(client, four())
    form = here.page("campaign-session-scores").context["count_form"]
    assert {"track", "common", "faction"} <= set(form.fields)
    assert not {"people", "provinces", "unpaid"} & set(form.fields)


def test_the_page_asks_the_next_player_who_hasnt_counted(client):
    here = at(client, founded_campaign("anna", "bara", "cyril").open())
    assert on(here) == "playing"
    done(here.count(1, track=30, common=2, faction=5))
    page = here.page()
    assert page.context["on"] == "scores"
    assert page.context["score"].seat.key == "anna"
    assert here.state.session.seat("bara").entries["faction"] == 5


def test_the_result_counts_along_without_writing_anything(client):
    here = at(client, founded_campaign("anna", "bara").open())
    answer = here.client.get(
        here.address("campaign-session-score", 0),
        {"s-track": "20+21"},
        headers={"HX-Request": "true"},
    )
    shown = answer.content.decode()
    assert "Anna leads with 41" in shown
    assert "<html" not in shown
    assert here.state.session.seat("anna").entries is None


def test_a_score_that_is_no_number_is_said_beside_its_field(client):
    here = at(client, founded_campaign("anna", "bara").open())
    answer = here.count(0, track="many")
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Enter a whole number" in shown
    assert 'value="many"' in shown
    assert here.state.session.seat("anna").entries is None


def test_scores_are_settled_once_all_are_counted(client):
    here = at(client, founded_campaign("anna", "bara").open())
    done(here.count(0, track=30))
    assert said(here.do("settle_scores", {})) == [
        ("Some scores are still missing.", "ROE-22")
    ]
    done(here.count(1, track=40))
    done(here.do("settle_scores", {}))
    assert [seat.score for seat in here.state.session.seats] == [30, 40]


def test_unpaid_upkeep_is_pointed_out_while_counting(client):
    here = at(client, four())
    words = "Upkeep isn't fully paid. The final score is 0."
    assert words in here.page("campaign-session-scores").content.decode()
    for box in here.page("campaign-session-play").context["upkeep"][0].boxes:
        done(here.do("pay_upkeep", box.ways[0].data))
    assert words not in here.page("campaign-session-scores").content.decode()


def test_there_is_no_seat_beyond_the_last(client):
    here = at(client, founded_campaign("anna", "bara").open())
    assert here.page("campaign-session-score", 2).status_code == 404


# 2: the winner's tick


def test_the_winner_is_asked_for_a_track_and_told_what_it_brings(client):
    here = at(client, founded_campaign("anna", "bara").open().settle(anna=30, bara=40))
    page = here.page()
    assert page.context["on"] == "winner"
    assert page.context["view"].asked.key == "bara"
    assert [(one.ticks, one.then, one.length) for one in page.context["tracks"]] == [
        (0, 1, 16)
    ] * 3
    done(here.do("tick_track", page.context["tracks"][2].data))
    assert here.sheet("bara").ticks.science == 1
    assert on(here) == "inventions"


def test_a_track_says_which_good_it_brings(client):
    sheet = layout(science=track("good_one"))
    campaign = PlayedCampaign(layouts=[sheet], good_one="food").found("anna", "bara")
    here = at(client, campaign.open().settle(anna=30, bara=40))
    assert "1 food</small>" in here.page().content.decode()


def test_shared_winners_tick_one_after_the_other(client):
    here = at(client, founded_campaign("anna", "bara").open().settle(anna=40, bara=40))
    for key in ("anna", "bara"):
        page = here.page()
        assert page.context["view"].asked.key == key
        done(here.do("tick_track", page.context["tracks"][0].data))
    assert on(here) == "inventions"


def test_provinces_are_given_up_where_the_table_reads_it_so(client):
    played = PlayedCampaign(unpaid_province="lost")
    played.take_over("anna", boxes=[0, 1], provinces=[11, 12]).found("bara").open()
    played.do("pay_upkeep", empire="anna", box=0, goods=["wood"])
    played.enter("anna", track=9).enter("bara", track=3).do("settle_scores")
    here = at(client, played)
    page = here.page()
    assert page.context["on"] == "losing"
    data = page.context["data"]
    refused = here.do("lose_provinces", data, provinces=["11", "12"])
    assert said(refused)[0][1] == "ROE-11"
    done(here.do("lose_provinces", data, provinces=["12"]))
    assert here.sheet("anna").provinces == (11,)


# 3: new ages


def new_age():
    played = PlayedCampaign().take_over(
        "anna", ticks=ticks(diplomacy=15), provinces=[11]
    )
    played.found("bara").open().settle(anna=50, bara=45)
    return played.do("tick_track", empire="anna", category="diplomacy")


def test_a_new_age_is_celebrated_and_told_until_the_end(client):
    here = at(client, new_age())
    page = here.page()
    assert page.context["on"] == "ages"
    assert "Medieval age!" in page.content.decode()
    done(here.do("change_age", page.context["data"]))
    assert here.sheet("anna").age == "medieval"
    after = here.page().content.decode()
    assert "Buy at least one invention." in after
    assert "Medieval age" in after


def test_the_modern_age_wins_the_campaign(client):
    played = PlayedCampaign().take_over(
        "anna", age="industrial", ticks=ticks(science=15)
    )
    played.found("bara").open().settle(anna=50, bara=45)
    played.do("tick_track", empire="anna", category="science")
    played.do("tick_track", empire="anna", category="economy")  # an icon's second tick
    here = at(client, played)
    page = here.page()
    assert "Win the campaign" in page.content.decode()
    done(here.do("change_age", page.context["data"]))
    here = Visitor(client, kept(played.to(Stage.FINISH)), name="second")
    assert "reaches the modern age" in here.page().content.decode()
    done(here.do("finish_session", {}))
    assert "The campaign is won" in here.page().content.decode()
    done(here.do("play_on", {}))
    assert not here.state.over


# 4: knowledge


def test_knowledge_is_shown_as_a_sum_before_it_is_written(client):
    played = PlayedCampaign().take_over("anna", knowledge=18).found("bara").open()
    here = at(client, played.settle(anna=43, bara=12).to(Stage.KNOWLEDGE))
    sums = {one.empire: one for _seat, one in here.page().context["sums"]}
    assert (sums["anna"].saved, sums["anna"].gains, sums["anna"].total) == (
        18,
        (("score", 43),),
        61,
    )
    done(here.do("gain_knowledge", {}))
    assert here.sheet("anna").knowledge == 61


# 6: provinces


def drawing(**start):
    played = founded_campaign("anna", "bara", **start).open().settle(anna=50, bara=45)
    return played.to(Stage.PROVINCES)


def test_a_single_province_drawn_is_kept_without_asking(client):
    here = at(client, drawing())
    done(here.do("draw_provinces", {"empire": "anna"}))
    seat = here.state.session.seat("anna")
    assert seat.kept == seat.drawn[0]
    boxes = here.page().context["map"]
    done(here.do("tick_map_box", boxes[3].data))
    assert here.sheet("anna").boxes == (3,)
    assert here.page().context["view"].asked.key == "bara"


def test_drawing_twice_with_one_press_draws_once(client):
    here, press = at(client, drawing()), uuid4()
    for _press in range(2):
        done(here.do("draw_provinces", {"empire": "anna"}, press=press))
    assert here.campaign.acts.filter(kind="draw_provinces").count() == 1
    assert here.campaign.acts.filter(kind="keep_province").count() == 1


def test_a_province_from_the_box_is_typed(client):
    here = at(client, drawing())
    done(here.do("draw_provinces", {"empire": "anna"}, **{"card-1": "038"}))
    assert here.sheet("anna").provinces == (38,)


def test_a_province_that_is_not_there_is_refused(client):
    here = at(client, drawing())
    answer = here.do("draw_provinces", {"empire": "anna"}, **{"card-1": "60"})
    assert said(answer)[0][1] == "ROE-31"
    assert 'value="60"' in answer.content.decode()


def test_of_several_drawn_one_is_chosen(client):
    played = PlayedCampaign(layouts=[end_bonuses("more_provinces")])
    played.take_over("anna", ticks=ticks(science=1)).found("bara").open()
    here = at(client, played.settle(anna=50, bara=45).to(Stage.PROVINCES))
    done(here.do("draw_provinces", {"empire": "anna"}))
    cards = here.page().context["cards"]
    assert len(cards) == 2
    done(here.do("keep_province", cards[1][1].data))
    assert here.sheet("anna").provinces == (cards[1][0].number,)


def test_with_no_box_and_no_province_left_the_table_goes_on(client):
    played = PlayedCampaign(full_map="no_province", layouts=[layout(map=[["wood"]])])
    played.take_over("anna", boxes=[0], provinces=[11]).found("bara").open()
    here = at(client, played.settle(anna=50, bara=45).to(Stage.PROVINCES))
    page = here.page()
    assert "No province this time" in page.content.decode()
    done(here.do("gain_no_province", page.context["choice"].options[0].data))
    assert here.state.session.seat("anna").boxed


# All steps


def test_finish_is_refused_while_a_step_is_open(client):
    here = at(client, drawing())
    assert said(here.do("finish_session", {})) == [
        ("This belongs to another step. Finish the current step first.", "ROE-25")
    ]


def test_every_button_of_the_six_steps_pressed_twice_counts_once(client):
    """The second press comes from the same page, as a finger that taps too often makes it."""
    played = four().settle(anna=66, bara=44, cyril=70, dana=50)
    here = at(client, played)
    while session_stage(here.state) != Stage.FINISH:
        kind, data = plain_choice(here.state)
        press, acts = uuid4(), here.campaign.acts.count()
        done(here.do(kind, data, press=press))
        after, state = here.campaign.acts.count(), here.state
        assert after > acts
        done(here.do(kind, data, press=press))
        assert (here.campaign.acts.count(), here.state) == (after, state), kind


@pytest.mark.parametrize("wanted", [one for one in Stage if one != Stage.LOSING])
def test_every_stage_has_its_page(client, wanted):
    played = new_age() if wanted == Stage.AGES else four()
    if wanted not in (Stage.PLAY, Stage.AGES):
        played.settle(anna=66, bara=44, cyril=70, dana=50).to(wanted)
    here = at(client, played)
    assert session_stage(here.state) == wanted
    assert here.page().status_code == 200


def test_a_page_costs_the_same_early_and_late(client, django_assert_max_num_queries):
    played = founded_campaign("anna", "bara")
    for _session in range(6):
        played.session(anna=50, bara=45)
    here = at(client, played.open().settle(anna=50, bara=45).to(Stage.FINISH))
    with django_assert_max_num_queries(10):
        here.page()


# What is an example


def test_icons_nobody_copied_are_called_examples(client):
    words = "These bonuses are examples."
    played = founded_campaign("anna", "bara").open().settle(anna=30, bara=40)
    page = at(client, played).page()
    assert page.context["on"] == "winner"
    assert words in page.content.decode()


@pytest.mark.parametrize(("layouts", "told"), [((), True), ((layout(),), False)])
def test_a_map_box_is_chosen_knowing_that_its_goods_are_examples(client, layouts, told):
    played = PlayedCampaign(layouts=layouts).found("anna", "bara").open()
    played.settle(anna=60, bara=50).to(Stage.PROVINCES)
    here = at(client, played.do("draw_provinces", empire="anna", provinces=[3]))
    done(here.do("keep_province", {"empire": "anna", "province": 3}))
    page = here.page()
    assert page.context["map"]
    assert ("These bonuses are examples." in page.content.decode()) is told
