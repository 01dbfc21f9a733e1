"""Inventions and provinces at the end of a campaign's session."""

import pytest

from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.pools import inventions_left, province_deck
from scoring.rise_of_empire.stages import Stage
from scoring.rules import RuleBroken
from tests.played_campaign import (
    ARCHERY,
    POTTERY,
    PlayedCampaign,
    check,
    filled_cards,
    founded_campaign,
    invention,
    layout,
    with_icons,
)

# Step 5: inventions


def buy(at, key, number, price=40, colour=None):
    card = invention(number, price, colour)
    del card["age"]
    return at.do("buy_invention", empire=key, **card)


@pytest.mark.rule("ROE-27")
def test_inventions_are_bought_from_the_highest_score_down_and_at_least_one_each():
    at = founded_campaign("anna", "bara", "cyril").open()
    at.settle(anna=50, bara=70, cyril=60).to(Stage.INVENTIONS)
    assert at.state.session.order == ("bara", "cyril", "anna")
    turn = {"empire": "cyril", "number": 57, "price": 40, "colour": "brown"}
    assert at.refuses("buy_invention", **turn) == ["ROE-27"]
    assert at.refuses("stop_buying", empire="bara") == ["ROE-27"]
    buy(at, "bara", 57)
    assert at.refuses("buy_invention", **{**turn, "empire": "bara"}) == ["ROE-27"] * 2
    buy(at, "bara", ARCHERY, 30).do("stop_buying", empire="bara")
    assert at.sheet("bara").knowledge == 0
    assert at.refuses("buy_invention", **turn) == ["ROE-27"]  # one copy for all
    assert buy(at, "cyril", 58).sheet("cyril").knowledge == 20


@pytest.mark.rule("ROE-27", "ROE-30")
def test_new_and_saved_knowledge_pay_together_and_the_rest_is_saved():
    at = PlayedCampaign().take_over("anna", knowledge=10).found("bara")
    at.open().settle(anna=50, bara=45).to(Stage.INVENTIONS)
    buy(at, "anna", POTTERY, 60)
    assert at.sheet("anna").knowledge == 0
    at.finish()
    assert at.sheet("bara").knowledge == 15
    assert at.ledger("bara") == 15


@pytest.mark.rule("ROE-27", "ROE-35", "ROE-46")
def test_empires_of_different_ages_buy_from_the_pool_of_their_own_age():
    at = (
        PlayedCampaign()
        .take_over("anna", age="industrial")
        .take_over("bara", age="medieval")
    )
    at.found("cyril").open().settle(anna=60, bara=55, cyril=50).to(Stage.INVENTIONS)
    for key, own, other in (
        ("anna", 100, 78),
        ("bara", 78, 56),
        ("cyril", 57, 100),
    ):
        wrong = {"empire": key, "number": other, "price": 40, "colour": "mauve"}
        assert "ROE-27" in at.refuses("buy_invention", **wrong)
        buy(at, key, own).do("stop_buying", empire=key)
    ages = [at.sheet(one).inventions[0].age for one in ("anna", "bara", "cyril")]
    assert ages == ["industrial", "medieval", "ancient"]


@pytest.mark.rule("ROE-28")
@pytest.mark.parametrize(("reading", "there"), [("yes", True), ("no", False)])
def test_a_later_buyer_takes_the_card_another_just_discarded_if_it_is_read_so(
    reading, there
):
    at = PlayedCampaign(discard_available=reading)
    at.take_over("anna", inventions=[invention(ARCHERY, 30)], knowledge=30).found(
        "bara"
    )
    at.open().settle(anna=50, bara=45).to(Stage.INVENTIONS)
    buy(at, "anna", POTTERY, 60).do("stop_buying", empire="anna")
    wanted = {"empire": "bara", "number": ARCHERY, "price": 30, "colour": "red"}
    assert at.allows("buy_invention", **wanted) is there
    check(at.state, at.facts)
    at.finish()
    free_again = ARCHERY in inventions_left(at.state, "ancient")
    assert free_again or ARCHERY in {one.number for one in at.sheet("bara").inventions}


@pytest.mark.rule("ROE-12", "ROE-28")
def test_an_empire_never_has_two_inventions_of_a_colour_however_it_is_typed():
    at = PlayedCampaign(cards=[]).take_over("anna", knowledge=99).found("bara")
    at.open().settle(anna=50, bara=45).to(Stage.INVENTIONS)
    for number, colour in ((57, "red"), (58, " red"), (59, "red ")):
        buy(at, "anna", number, 10, colour)
    assert [card.number for card in at.sheet("anna").inventions] == [59]


@pytest.mark.rule("ROE-12", "ROE-27")
@pytest.mark.parametrize("colour", ["Red", " red ", "Tyrkysová"])
def test_a_card_is_bought_in_the_colour_it_was_filled_in_with_however_it_is_typed(
    colour,
):
    at = founded_campaign("anna", "bara").do("fill_card", number=57, colour=colour)
    at.open().settle(anna=50, bara=45).to(Stage.INVENTIONS)
    (offer,) = at.offered("buy_invention", "anna")
    (option,) = [one for one in offer.options if one.data["number"] == 57]
    assert option.refused == ()
    assert at.allows("buy_invention", **option.data)
    assert len(buy(at, "anna", 57, colour=colour).sheet("anna").inventions) == 1


@pytest.mark.rule("ROE-12")
def test_a_catalogue_brought_along_may_write_its_colours_with_capitals():
    cards = [{**card, "colour": card["colour"].title()} for card in filled_cards()]
    at = founded_campaign("anna", "bara", cards=cards).session(anna=50, bara=45)
    assert [len(at.sheet(one).inventions) for one in ("anna", "bara")] == [1, 1]


@pytest.mark.rule("ROE-28")
def test_an_old_card_goes_back_to_the_pool_of_its_own_age():
    at = PlayedCampaign().take_over("anna", age="medieval", inventions=[invention(57)])
    at.found("bara").open().settle(anna=50, bara=45).to(Stage.INVENTIONS)
    buy(at, "anna", 82, colour="brown")
    assert 57 in inventions_left(at.state, "ancient")


@pytest.mark.rule("ROE-27")
def test_price_and_colour_are_those_of_the_catalogue_until_the_card_is_mended():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=60, bara=50)
        .to(Stage.INVENTIONS)
    )
    other = {"empire": "anna", "number": 57, "price": 20, "colour": "mauve"}
    assert at.refuses("buy_invention", **other) == ["ROE-27", "ROE-12"]
    at.do("fill_card", number=57, price=20, colour="mauve")
    assert at.do("buy_invention", **other).sheet("anna").knowledge == 40


def test_a_price_mended_later_leaves_the_purchase_as_it_was():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=60, bara=50)
        .to(Stage.INVENTIONS)
    )
    buy(at, "anna", 57).do("fill_card", number=57, price=99, colour="mauve")
    (card,) = at.sheet("anna").inventions
    assert (card.price, card.colour) == (40, "brown")
    assert at.sheet("anna").knowledge == at.ledger("anna") == 20


def test_an_empty_slot_is_bought_at_once_and_the_catalogue_learns_it():
    at = PlayedCampaign(cards=[]).found("anna", "bara").open().settle(anna=60, bara=50)
    buy(at.to(Stage.INVENTIONS), "anna", 57, 33, "brown")
    card = at.state.catalogue[57]
    assert (card.price, card.colour, card.example) == (33, "brown", False)


# Step 6: provinces


def at_step_six(*icons, **given):
    return with_icons(*icons, **given).settle(anna=60, bara=50).to(Stage.PROVINCES)


@pytest.mark.rule("ROE-31", "ROE-9")
def test_one_province_is_drawn_kept_and_a_box_of_the_own_choice_ticked():
    at = at_step_six()
    assert at.refuses("keep_province", empire="anna", province=7) == ["ROE-31"]
    at.do("draw_provinces", empire="anna", provinces=[7])
    assert at.refuses("draw_provinces", empire="anna", provinces=[8]) == ["ROE-31"]
    assert at.refuses("tick_map_box", empire="anna", box=3) == ["ROE-31"]
    assert at.refuses("keep_province", empire="anna", province=8) == ["ROE-31"]
    at.do("keep_province", empire="anna", province=7)
    assert at.refuses("tick_map_box", empire="anna", box=10) == ["ROE-9"]
    at.do("tick_map_box", empire="anna", box=9)
    assert (at.sheet("anna").provinces, at.sheet("anna").boxes) == ((7,), (9,))
    assert at.refuses("draw_provinces", empire="anna", provinces=[8]) == ["ROE-31"]


@pytest.mark.rule("ROE-31", "ROE-43")
def test_with_icons_more_are_drawn_one_is_kept_and_the_others_are_discarded():
    at = at_step_six("more_provinces", "more_provinces")
    for wrong in ([7], [7, 8], [7, 7, 8], [7, 8, 9, 10]):
        said = at.refuses("draw_provinces", empire="anna", provinces=wrong)
        assert said == ["ROE-31"]
    at.do("draw_provinces", empire="anna", provinces=[7, 8, 9])
    check(at.state, at.facts)
    at.do("keep_province", empire="anna", province=8)
    assert at.sheet("anna").provinces == (8,)
    assert set(at.state.discarded) == {7, 9}


@pytest.mark.rule("ROE-31")
def test_cards_that_are_held_in_hand_or_discarded_are_not_drawn():
    at = at_step_six("more_provinces", boxes=[0])
    at.do("draw_provinces", empire="anna", provinces=[7, 8])
    for gone in (1, 7, 8, 56, 99):
        said = at.refuses("draw_provinces", empire="bara", provinces=[gone])
        assert said == ["ROE-31"]
    at.do("keep_province", empire="anna", province=7)
    assert at.refuses("draw_provinces", empire="bara", provinces=[8]) == ["ROE-31"]
    assert 8 not in province_deck(at.state)


def nearly_empty_deck(**readings):
    """Bára holds 52 provinces, Anna 2; one card is set aside, so the deck is empty."""
    own = layout(map=[["wood"]] * 30)
    at = PlayedCampaign(layouts=[own], **readings)
    at.take_over("anna", provinces=[1, 2], boxes=[0, 1], knowledge=99)
    at.take_over("bara", provinces=[*range(3, 55)], boxes=[*range(30)])
    return at.do("fill_card", number=55, aside=True).open()


@pytest.mark.rule("ROE-31")
def test_with_an_empty_deck_the_discarded_are_shuffled_or_nothing_is_gained():
    for reading, drawn in (("reshuffle", True), ("none", False)):
        at = nearly_empty_deck(empty_deck=reading, unpaid_province="lost")
        at.enter("anna", track=90).pay("bara").enter("bara", track=400)
        at.do("settle_scores").do("lose_provinces", empire="anna", provinces=[1, 2])
        at.to(Stage.PROVINCES)
        assert bool(at.offered("draw_provinces", "anna")) is drawn
        assert at.allows("draw_provinces", empire="anna", provinces=[2]) is drawn
        assert at.allows("gain_no_province", empire="anna") is not drawn
        at.finish()
        assert len(at.sheet("anna").boxes) == int(drawn)
        check(at.state, at.facts)


@pytest.mark.rule("ROE-31")
@pytest.mark.parametrize(
    ("reading", "gained"), [("province_only", 1), ("no_province", 0)]
)
def test_with_a_full_map_no_box_is_ticked_and_the_province_is_for_the_table_to_say(
    reading, gained
):
    at = PlayedCampaign(layouts=[layout(map=[["wood"]])], full_map=reading)
    at.take_over("anna", provinces=[1], boxes=[0]).found("bara").open()
    at.settle(anna=60, bara=50).to(Stage.PROVINCES)
    assert at.allows("gain_no_province", empire="anna") is not bool(gained)
    at.finish()
    assert at.sheet("anna").boxes == (0,)
    assert len(at.sheet("anna").provinces) == 1 + gained


@pytest.mark.rule("ROE-31")
def test_who_is_done_buying_draws_without_waiting_for_the_others():
    at = founded_campaign("anna", "bara").open().settle(anna=60, bara=50)
    at.to(Stage.INVENTIONS)
    assert at.refuses("draw_provinces", empire="anna", provinces=[7])
    at.step().step()
    assert at.stage == Stage.INVENTIONS
    assert at.seat("anna").shopped
    assert [one.empire for one in at.offered("draw_provinces")] == ["anna"]
    assert at.refuses("draw_provinces", empire="bara", provinces=[7])
    at.do("draw_provinces", empire="anna", provinces=[7])
    at.do("keep_province", empire="anna", province=7)
    at.do("tick_map_box", empire="anna", box=0)
    at.to(Stage.PROVINCES)
    assert [one.empire for one in at.offered("draw_provinces")] == ["bara"]
    check(at.finish().state, at.facts)


@pytest.mark.rule("ROE-31")
def test_a_province_somebody_has_says_whose_it_is():
    at = at_step_six("more_provinces")
    at.do("draw_provinces", empire="anna", provinces=[7, 8])
    at.do("keep_province", empire="anna", province=7)
    with pytest.raises(RuleBroken) as refused:
        ENGINE.apply(at.state, "draw_provinces", {"empire": "bara", "provinces": [7]})
    (problem,) = refused.value.problems
    assert problem.message.values == {"number": "007", "player": "Anna"}
