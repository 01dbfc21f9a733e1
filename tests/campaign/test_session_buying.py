"""After the game inventions are bought: in whose turn, from the box or from a list, or not at all."""

import pytest

from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import at, done, said
from tests.played_campaign import (
    PlayedCampaign,
    filled_cards,
    founded_campaign,
    invention,
)

pytestmark = pytest.mark.django_db


# Whose turn it is


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


@pytest.mark.rule("ROE-27")
def test_who_may_have_enough_for_a_second_card_is_asked_before_buying_ends(client):
    known = [one for one in filled_cards() if one["number"] == 61]
    here = at(client, buying(cards=known))
    shop = here.page().content.decode().split('class="shop"')[1].split("</form>")[0]
    assert "I'm buying more than one" in shop  # other cards' prices nobody knows


@pytest.mark.rule("ROE-27")
def test_who_has_enough_for_one_card_is_not_asked_for_a_second(client):
    dear = filled_cards(price=60, p56=60, p61=60, p66=60, p70=60)
    here = at(client, buying(cards=dear))
    assert "I'm buying more than one" not in here.page().content.decode()


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
