"""The six steps after the game, one question at a time."""

from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from scoring.rise_of_empire.stages import Stage, session_stage
from tests.campaign_visitor import Visitor, done, four, kept, said
from tests.played_campaign import (
    PlayedCampaign,
    end_bonuses,
    filled_cards,
    founded_campaign,
    invention,
    layout,
    plain_choice,
    ticks,
    track,
)

pytestmark = pytest.mark.django_db


def at(client, played, role="organiser"):
    return Visitor(client, kept(played), role)


def on(here):
    """Which part of the session the page shows."""
    return here.page().context["on"]


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


# 5: inventions


def buying(**start):
    played = PlayedCampaign(**start).take_over(
        "anna", knowledge=18, inventions=[invention(56)]
    )
    played.found("bara").open().settle(anna=43, bara=42)
    return played.to(Stage.INVENTIONS)


def test_the_worked_example_is_bought_as_the_booklet_tells_it(client):
    here = at(client, buying())
    page = here.page()
    assert page.context["view"].asked.key == "anna"
    wares = {one.card.number: one for one in page.context["wares"]}
    assert wares[61].then.left == 16
    assert wares[61].then.discards == ()
    assert [one.number for one in wares[66].then.discards] == [56]
    assert [one.card.number for one in page.context["dear"]] == [70]
    assert "9 more knowledge needed." in page.content.decode()
    done(here.do("buy_invention", wares[61].data))
    assert here.sheet("anna").knowledge == 16
    assert "Done · keep 16" in here.page().content.decode()
    done(here.do("stop_buying", {"empire": "anna"}))
    assert here.page().context["view"].asked.key == "bara"


def test_nothing_bought_nobody_is_done(client):
    here = at(client, buying())
    assert not here.page().context["done"]
    assert said(here.do("stop_buying", {"empire": "anna"}))[0][1] == "ROE-27"


def test_it_is_refused_out_of_turn(client):
    here = at(client, buying())
    data = {"empire": "bara", "number": 57, "price": 40, "colour": "brown"}
    assert "It's another empire's turn to buy." in dict(
        said(here.do("buy_invention", data))
    )


def test_a_card_nobody_knows_yet_is_copied_while_it_is_bought(client):
    here = at(client, buying(cards=[]))
    page = here.page()
    assert page.context["unknown"] == 18
    typed = {"number": "63", "price": "30", "colour": "gold", "name": "Kolo"}
    done(here.do("buy_invention", page.context["buyer_data"], **typed))
    card = here.state.catalogue[63]
    assert (card.name, card.price, card.colour) == ("Kolo", 30, "gold")
    assert here.sheet("anna").knowledge == 31


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"price": "30", "colour": "gold"}, "number"),
        ({"number": "63", "colour": "gold"}, "price"),
        ({"number": "63", "price": "-3", "colour": "gold"}, "price"),
        ({"number": "63", "price": "30"}, "colour"),
    ],
)
def test_what_is_missing_of_a_copied_card_is_said_beside_it(client, typed, field):
    here = at(client, buying(cards=[]))
    answer = here.do("buy_invention", {"empire": "anna"}, **typed)
    assert answer.status_code == 422
    assert list(answer.context["invention_form"].errors) == [field]
    assert here.sheet("anna").knowledge == 61


def test_a_copied_card_that_is_too_dear_stays_typed(client):
    here = at(client, buying(cards=[]))
    typed = {"number": "63", "price": "62", "colour": "gold"}
    answer = here.do("buy_invention", {"empire": "anna"}, **typed)
    assert said(answer) == [("1 more knowledge needed.", "ROE-27")]
    assert 'value="62"' in answer.content.decode()


def test_a_card_with_a_price_and_no_colour_asks_for_the_colour_only(client):
    here = at(client, buying(cards=[]))
    half = {one.card.number: one for one in here.page().context["half"]}
    assert [number for number, one in half.items() if one.refused] == [70]
    typed = {"number": 61, "price": 45, "name": "Stavitelství", "colour": "grey"}
    done(here.do("buy_invention", {"empire": "anna"}, **typed))
    assert here.state.catalogue[61].colour == "grey"
    assert here.sheet("anna").knowledge == 16


def test_whoever_can_buy_nothing_collapses_only_when_they_say_so(client):
    played = founded_campaign("anna", "bara", cards=filled_cards(price=44)).open()
    here = at(client, played.settle(anna=50, bara=12).to(Stage.INVENTIONS))
    assert not here.page().context["none"]
    done(here.do("buy_invention", here.page().context["wares"][0].data))
    done(here.do("stop_buying", {"empire": "anna"}))
    page = here.page()
    assert page.context["wares"] == []
    fold = page.content.decode().split('<details class="card opens dire">')[1]
    assert fold.index("Are you sure?") < fold.index("/do/afford_nothing/")
    assert "are lost." in fold
    done(here.do("afford_nothing", page.context["none"][0].data))
    assert here.state.session.seat("bara").fall == "dark_age"


def test_collapsing_isnt_red_while_a_price_is_unknown(client):
    played = founded_campaign("anna", "bara", cards=[]).open()
    here = at(client, played.settle(anna=3, bara=2).to(Stage.INVENTIONS))
    page = here.page()
    assert page.context["unknown"]
    assert page.context["none"]
    shown = page.content.decode()
    fold = shown.split('<details class="card opens">')[1]
    assert "/do/afford_nothing/" in fold
    assert "dire" not in shown.partition("<main")[2]


def test_collapsing_is_red_once_every_price_is_known_and_too_high(client):
    cards = [{**one, "colour": ""} for one in filled_cards(price=44)]
    played = founded_campaign("anna", "bara", cards=cards).open()
    here = at(client, played.settle(anna=13, bara=12).to(Stage.INVENTIONS))
    page = here.page()
    assert page.context["half"]
    fold = page.content.decode().split('<details class="card opens dire">')[1]
    assert 'class="dire"' in fold


def test_equals_settle_who_buys_first(client):
    played = (
        founded_campaign("anna", "bara", "cyril")
        .open()
        .settle(anna=50, bara=40, cyril=40)
    )
    here = at(client, played.to(Stage.INVENTIONS))
    orders = here.page().context["orders"]
    assert [players for _option, players in orders] == [
        ["Anna", "Bara", "Cyril"],
        ["Anna", "Cyril", "Bara"],
    ]
    done(here.do("settle_tie", orders[1][0].data))
    assert here.state.session.order == ("anna", "cyril", "bara")


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


# The end


def test_finish_is_refused_while_a_step_is_open(client):
    here = at(client, drawing())
    assert said(here.do("finish_session", {})) == [
        ("This belongs to another step. Finish the current step first.", "ROE-25")
    ]


def test_before_and_after_are_compared_and_the_session_is_finished(client):
    here = at(
        client, four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.FINISH)
    )
    page = here.page()
    rows = {
        row.label: (row.before, row.after) for row in page.context["compared"][0].rows
    }
    assert rows["Provinces"] == (2, 3)
    assert rows["Knowledge"] == (46, here.sheet("anna").knowledge)
    done(here.do("finish_session", {}))
    assert here.state.session is None
    assert on(here) == "before"


def test_finishing_leads_to_the_page_that_closes_the_evening(client):
    here = at(
        client, four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.FINISH)
    )
    closing = here.address("campaign-chapter", 3)
    before = here.page().content.decode()
    assert 'data-session="3"' in before
    assert "data-closing" not in before
    assert done(here.do("finish_session", {})).headers["Location"] == closing
    # A phone that still shows session 3 learns from this where to go.
    shown = here.page().content.decode()
    assert f'data-session="4" data-closing="{closing}"' in shown


def test_before_the_next_session_comes_how_the_last_one_ended(client):
    here = at(client, founded_campaign("anna", "bara").session(anna=50, bara=45))
    shown = here.page().content.decode()
    assert "Session 1 is over: Anna won." in " ".join(shown.split())
    assert shown.index("See how it went") < shown.index("Who plays?")
    assert f'href="{here.address("campaign-chapter", 1)}"' in shown


def test_nobody_is_said_to_have_won_alone(client):
    here = at(client, founded_campaign("anna").session(anna=50))
    shown = here.page().content.decode()
    assert "Session 1 is over." in shown
    assert "won." not in shown


def test_before_the_first_session_nothing_is_over(client):
    shown = at(client, founded_campaign("anna", "bara")).page().content.decode()
    assert "See how it went" not in shown


def test_the_first_session_is_compared_with_the_sheet_from_paper(client):
    played = (
        PlayedCampaign()
        .take_over("anna", knowledge=18, provinces=[11])
        .found("bara")
        .open()
    )
    here = at(client, played.settle(anna=43, bara=42).to(Stage.FINISH))
    anna, bara = here.page().context["compared"]
    assert [
        (row.before, row.after) for row in anna.rows if row.label == "Provinces"
    ] == [(1, 2)]
    assert all(row.before == 0 for row in bara.rows)


def test_the_fall_is_told_before_the_session_is_finished(client):
    played = founded_campaign("anna", "bara")
    for score in (60, 55, 50):
        played.session(anna=score, bara=60)
    played.open().settle(anna=45, bara=60).to(Stage.FINISH)
    shown = at(client, played).page().content.decode()
    assert "collapses" in shown
    assert "The score kept falling: 60, 55, 50, 45." in shown


def test_a_session_finished_meanwhile_refuses_what_a_stale_page_sends(client):
    here = at(client, founded_campaign("anna", "bara").session(anna=50, bara=45))
    answer = here.do(
        "buy_invention", {"empire": "anna", "number": 57, "price": 1, "colour": "red"}
    )
    assert said(answer) == [("No session is open.", "ROE-2")]
    assert answer.context["on"] == "before"


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


# Cards the app doesn't know yet


def two_of_a_colour(client):
    """Anna holds one red card and reads another off the box."""
    played = founded_campaign("anna", "bara", cards=[])
    played.do("fill_card", number=63, price=10, colour="red", name="Archery")
    played.open().settle(anna=60, bara=50).to(Stage.INVENTIONS)
    here = at(client, played)
    done(
        here.do(
            "buy_invention",
            {"empire": "anna", "number": 63, "price": 10, "colour": "red"},
        )
    )
    return here


RED_64 = {"number": "64", "price": "12", "colour": "red", "name": ""}


def test_a_card_typed_off_the_box_says_what_it_replaces_before_it_does(client):
    here = two_of_a_colour(client)
    answer = here.do("buy_invention", {"empire": "anna"}, **RED_64)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "replaces 063 Archery. Both are" in " ".join(shown.split())
    assert [one.number for one in here.sheet("anna").inventions] == [63]
    done(here.do("buy_invention", answer.context["deed"].data))
    assert [one.number for one in here.sheet("anna").inventions] == [64]


def test_a_card_of_another_colour_is_bought_at_once(client):
    here = two_of_a_colour(client)
    done(here.do("buy_invention", {"empire": "anna"}, **{**RED_64, "colour": "blue"}))
    assert len(here.sheet("anna").inventions) == 2


def test_the_buyer_sees_the_inventions_they_have(client):
    here = two_of_a_colour(client)
    page = here.page()
    assert [one.number for one in page.context["held"]] == [63]
    assert "You have:" in page.content.decode()


def test_no_invention_costs_nothing(client):
    here = two_of_a_colour(client)
    answer = here.do("buy_invention", {"empire": "anna"}, **{**RED_64, "price": "0"})
    assert answer.status_code == 422
    assert "This can&#x27;t be less than 1." in answer.content.decode()


@pytest.mark.rule("ROE-36")
def test_a_winners_summary_shows_the_sheet_it_won_with(client):
    played = PlayedCampaign().take_over(
        "anna", age="industrial", ticks=ticks(15, 0, 0), earlier_ticks=40
    )
    played.found("bara").open().settle(anna=60, bara=50)
    played.do("tick_track", empire="anna", category="diplomacy").to(Stage.FINISH)
    anna = at(client, played).page().context["compared"][0]
    assert (anna.rows[0].before, anna.rows[0].after) == (15, 16)


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


def test_a_collapsed_empire_loses_also_what_it_gained_that_evening(client):
    played = founded_campaign("anna", "bara", cards=filled_cards(price=44)).open()
    played.settle(anna=50, bara=12).to(Stage.INVENTIONS)
    played.do("buy_invention", empire="anna", number=57, price=44, colour="brown")
    played.do("stop_buying", empire="anna").do("afford_nothing", empire="bara")
    here = at(client, played.to(Stage.FINISH))
    gained, page = here.sheet("bara").knowledge, here.page()
    bara = next(one for one in page.context["compared"] if one.empire.key == "bara")
    rows = {row.label: (row.before, row.after) for row in bara.rows}
    assert gained > 0
    assert rows["Knowledge"] == (gained, 0)
    assert {after for _, after in rows.values()} == {0}
    words = " ".join(strip_tags(page.content.decode()).split())
    assert "The empire collapses. Dark age: it couldn" in words
