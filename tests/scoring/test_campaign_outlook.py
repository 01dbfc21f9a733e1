"""What lies ahead of an empire: the next set-up, and how near its fall and its next age are."""

import pytest

from scoring.rise_of_empire.outlook import empire_forecast, set_up
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import (
    ARCHERY,
    PlayedCampaign,
    filled_cards,
    founded_campaign,
    invention,
    layout,
    ticks,
    track,
)

# The next set-up


@pytest.mark.rule("ROE-4", "ROE-13")
def test_provinces_and_inventions_are_laid_out_from_the_second_session_on():
    at = founded_campaign("anna", "bara")
    assert set_up(at.state, at.empire("anna")).provinces == ()
    at.session(anna=50, bara=45)
    for _session in range(2):
        laid = set_up(at.state, at.empire("anna"))
        assert laid.provinces == at.sheet("anna").provinces
        assert laid.inventions == tuple(
            card.number for card in at.sheet("anna").inventions
        )
        at.session(anna=50, bara=45)
    assert len(laid.provinces) == len(laid.inventions) == 2


@pytest.mark.rule("ROE-4")
def test_an_empire_founded_later_lays_out_nothing_in_its_first_session():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45).found("cyril")
    assert at.empire("cyril").founded == 2
    laid = set_up(at.state, at.empire("cyril"))
    assert laid.provinces == laid.inventions == laid.upkeep == ()
    assert laid.bonuses == laid.tokens == laid.end_bonuses == {}


@pytest.mark.rule("ROE-4", "ROE-40", "ROE-41", "ROE-42", "ROE-43")
def test_the_set_up_takes_every_bonus_and_token_reached_as_often_as_it_was():
    own = layout(
        diplomacy=track("dove", "dove", "wall", "bribe"),
        economy=track("good_one", "foundations", "drudge"),
        science=track("card_in_hand", "card_in_hand", "more_provinces"),
    )
    at = PlayedCampaign(layouts=[own]).take_over("anna", ticks=ticks(3, 2, 3))
    laid = set_up(at.state, at.empire("anna"))
    assert laid.tokens == {"dove": 2, "wall": 1}
    assert laid.bonuses == {"good_one": 1, "foundations": 1, "card_in_hand": 2}
    assert laid.end_bonuses == {"more_provinces": 1}


@pytest.mark.rule("ROE-4", "ROE-9")
def test_the_set_up_shows_the_upkeep_of_every_ticked_box():
    at = PlayedCampaign().take_over("anna", boxes=[6, 0], provinces=[1, 2])
    laid = set_up(at.state, at.empire("anna"))
    assert laid.upkeep == ((6, ("stone", "wood")), (0, ("wood",)))
    assert laid.goods == {"stone": 1, "wood": 2}


@pytest.mark.rule("ROE-4", "ROE-34", "ROE-35")
def test_after_a_change_of_age_only_inventions_and_the_new_province_are_laid_out():
    own = {"ticks": ticks(economy=15), "provinces": [1], "boxes": [9]}
    at = (
        PlayedCampaign()
        .take_over("anna", **own, inventions=[invention(57)])
        .found("bara")
    )
    at.open().complete(136, "anna").settle(anna=60, bara=50).finish()
    laid = set_up(at.state, at.empire("anna"))
    assert 1 not in laid.provinces
    assert len(laid.provinces) == len(laid.upkeep) == 1
    assert laid.inventions[0] == 57
    assert laid.bonuses == laid.tokens == laid.end_bonuses == {}


# The forecast


def seen(at, key="anna"):
    return empire_forecast(at.state, at.empire(key))


@pytest.mark.rule("ROE-37")
@pytest.mark.parametrize(
    ("reading", "scores", "below"),
    [
        ("three_falls", [40, 35, 30], 30),
        ("three_falls", [40, 40, 30], None),
        ("three_falls", [35, 30], None),
        ("three_falls", [], None),
        ("two_falls", [35, 30], 30),
        ("two_falls", [50, 30, 30], None),
        ("two_falls", [30, 40, 35], 35),
        ("two_falls", [30], None),
    ],
)
def test_the_score_below_which_twilight_falls_is_told(reading, scores, below):
    at = PlayedCampaign(twilight=reading).take_over("anna", scores=scores).found("bara")
    assert seen(at).twilight_below == below


@pytest.mark.rule("ROE-37", "ROE-45")
@pytest.mark.parametrize(("reading", "below"), [("floor", None), ("allowed", 0)])
def test_a_score_of_0_is_undercut_only_where_scores_go_below_it(reading, below):
    at = PlayedCampaign(below_zero=reading).take_over("anna", scores=[30, 20, 0])
    assert seen(at).twilight_below == below


@pytest.mark.rule("ROE-37")
@pytest.mark.parametrize(("score", "falls"), [(30, False), (29, True)])
def test_twilight_falls_just_below_the_score_that_was_told(score, falls):
    at = PlayedCampaign(cards=filled_cards(price=0)).take_over(
        "anna", scores=[40, 35, 30]
    )
    at.found("bara")
    assert seen(at).twilight_below == 30
    at.session(anna=score, bara=60)
    assert at.empire("anna").alive is not falls


@pytest.mark.rule("ROE-29", "ROE-38")
@pytest.mark.parametrize(("score", "falls"), [(12, False), (11, True)])
def test_with_every_price_known_the_dark_age_is_told_exactly(score, falls):
    at = PlayedCampaign().take_over("anna", knowledge=18).found("bara")
    told = seen(at)
    assert (told.cheapest, told.dark_age_below, told.certain) == (30, 12, True)
    assert (told.prices_known, told.prices_all) == (22, 22)
    at.open("anna", "bara").settle(anna=score, bara=1).to(Stage.INVENTIONS)
    assert at.allows("afford_nothing", empire="anna") is falls


@pytest.mark.rule("ROE-29")
def test_with_prices_missing_the_dark_age_is_told_at_most():
    at = PlayedCampaign(cards=[]).take_over("anna", knowledge=18)
    told = seen(at)
    assert not told.certain
    assert (told.cheapest, told.prices_known, told.prices_all) == (30, 4, 22)
    assert told.dark_age_below == 12


@pytest.mark.rule("ROE-27", "ROE-29")
def test_inventions_that_are_held_are_no_longer_among_the_prices():
    at = (
        PlayedCampaign()
        .take_over("anna", inventions=[invention(ARCHERY, 30)])
        .found("bara")
    )
    told = seen(at, "bara")
    assert (told.cheapest, told.prices_all) == (40, 21)
    assert seen(PlayedCampaign().take_over("anna", knowledge=99)).dark_age_below == 0


@pytest.mark.rule("ROE-29")
def test_with_no_invention_left_there_is_no_cheapest():
    at = founded_campaign("anna")
    for number in range(56, 78):
        at.do("fill_card", number=number, aside=True)
    told = seen(at)
    assert (told.cheapest, told.prices_all, told.certain) == (None, 0, True)


@pytest.mark.rule("ROE-33")
def test_the_next_age_is_told_at_the_present_pace_of_the_fullest_track():
    assert seen(founded_campaign("anna")).sessions_to_age is None
    at = PlayedCampaign().take_over("anna", ticks=ticks(8, 2), scores=[40, 41])
    assert seen(at).sessions_to_age == 2
    at = PlayedCampaign().take_over("anna", ticks=ticks(7), scores=[40, 41])
    assert seen(at).sessions_to_age == 3


@pytest.mark.rule("ROE-33", "ROE-34")
def test_the_pace_on_a_new_sheet_is_that_of_the_sessions_played_on_it():
    at = (
        PlayedCampaign()
        .take_over("anna", ticks=ticks(15), scores=[40, 41, 42])
        .found("bara")
    )
    at.open().complete(126, "anna").settle(anna=50, bara=60).finish()
    assert seen(at).sessions_to_age is None
    at.open().complete(126, "anna").settle(anna=50, bara=60).finish()
    assert at.sheet("anna").ticks.diplomacy == 3
    assert seen(at).sessions_to_age == 5  # 13 boxes at 3 a session
