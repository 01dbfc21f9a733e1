"""How empires collapse: twilight, the dark age, alone; and what comes after."""

from dataclasses import replace

import pytest

from scoring.rise_of_empire.falling import falling_scores
from scoring.rise_of_empire.pools import inventions_left, province_deck
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import (
    ALONE,
    CAESAR,
    TRIEU,
    PlayedCampaign,
    check,
    filled_cards,
    founded_campaign,
    invention,
    ticks,
)

# Twilight


def cheap():
    """Inventions for 0, so that nobody falls into a dark age."""
    return filled_cards(price=0)


def scores_of(at, *scores):
    """The session in which Anna falls, counted from 1; None if she doesn't."""
    for number, score in enumerate(scores, start=1):
        at.session(anna=score, bara=100)
        if not at.empire("anna").alive:
            return number
    return None


@pytest.mark.rule("ROE-37")
def test_30_25_25_20_15_10_falls_with_the_10():
    at = founded_campaign("anna", "bara", cards=cheap())
    assert scores_of(at, 30, 25, 25, 20, 15, 10) == 6
    assert at.empire("anna").fall == "twilight"
    assert at.empire("anna").status == "collapsed"


@pytest.mark.rule("ROE-37")
@pytest.mark.parametrize(
    ("reading", "scores", "session"),
    [
        ("three_falls", (30, 25, 20), None),
        ("three_falls", (30, 25, 20, 20, 15, 10), None),
        ("three_falls", (30, 25, 20, 21, 15, 10, 5), 7),
        ("three_falls", (30, 25, 20, 15), 4),
        ("two_falls", (30, 25, 20), 3),
        ("two_falls", (30, 25, 25, 20, 15), 5),
        ("two_falls", (30, 25), None),
    ],
)
def test_twilight_needs_three_falls_in_a_row_or_two_by_the_other_reading(
    reading, scores, session
):
    at = founded_campaign("anna", "bara", cards=cheap(), twilight=reading)
    assert scores_of(at, *scores) == session


@pytest.mark.rule("ROE-37")
def test_sessions_an_empire_missed_do_not_count():
    at = founded_campaign("anna", "bara", "cyril", cards=cheap())
    at.session(anna=30, bara=50, cyril=50).session(anna=25, bara=50, cyril=50)
    at.session(bara=50, cyril=50).session(anna=20, bara=50, cyril=50)
    assert at.empire("anna").alive
    at.session(anna=15, bara=50, cyril=50)
    assert at.empire("anna").fall == "twilight"


@pytest.mark.rule("ROE-37", "ROE-34")
def test_twilight_runs_across_a_change_of_age_in_the_same_session_and_the_next():
    before = {"scores": [40, 35, 30], "ticks": ticks(15)}
    at = PlayedCampaign(cards=cheap()).take_over("anna", **before).found("bara")
    at.open().complete(CAESAR, "anna").settle(anna=25, bara=60).finish()
    assert at.sheet("anna").age == "medieval"
    assert at.empire("anna").fall == "twilight"
    before = {"scores": [40, 30], "ticks": ticks(15)}
    at = PlayedCampaign(cards=cheap()).take_over("anna", **before).found("bara")
    at.open().complete(CAESAR, "anna").settle(anna=25, bara=60).finish()
    assert at.sheet("anna").scores == (40, 30, 25)
    at.session(anna=24, bara=60)
    assert at.empire("anna").fall == "twilight"


@pytest.mark.rule("ROE-37", "ROE-39")
def test_a_fall_does_not_run_on_in_the_players_next_empire():
    at = founded_campaign("anna", "bara", cards=cheap())
    assert scores_of(at, 30, 25, 20, 15) == 4
    at.found("anna2").session(anna2=10, bara=100)
    assert at.empire("anna2").alive


def falling(**readings):
    at = PlayedCampaign(cards=cheap(), **readings).take_over(
        "anna", scores=[40, 35, 30]
    )
    return at.found("bara").open()


@pytest.mark.rule("ROE-37")
def test_by_default_twilight_comes_after_all_steps_and_the_cards_return_then():
    at = falling().settle(anna=25, bara=60).to(Stage.FINISH)
    assert at.empire("anna").alive
    (card,), (province,) = at.sheet("anna").inventions, at.sheet("anna").provinces
    at.do("finish_session")
    assert at.empire("anna").fall == "twilight"
    assert card.number in inventions_left(at.state, "ancient")
    assert province in province_deck(at.state)


@pytest.mark.rule("ROE-37")
@pytest.mark.parametrize(("entered", "corrected"), [(25, 31), (31, 25)])
def test_a_score_corrected_before_the_session_is_finished_decides_about_twilight(
    entered, corrected
):
    at = falling().settle(anna=entered, bara=60)
    at.correct("score", "anna", position=3, score=corrected).finish()
    assert at.empire("anna").fall == ("twilight" if corrected < 30 else "")


@pytest.mark.rule("ROE-37")
def test_checked_with_the_scores_twilight_leaves_nothing_to_buy_or_to_draw():
    at = falling(twilight_when="scoring").settle(anna=25, bara=60)
    assert at.seat("anna").fall == "twilight"
    at.to(Stage.FINISH)
    assert at.sheet("anna").inventions == at.sheet("anna").provinces == ()
    assert at.sheet("anna").knowledge == 0
    at.do("finish_session")
    assert at.empire("anna").fall == "twilight"


@pytest.mark.rule("ROE-36", "ROE-37")
@pytest.mark.parametrize("when", ["finish", "scoring"])
def test_a_win_of_the_campaign_goes_before_a_twilight_of_the_same_session(when):
    at = PlayedCampaign(cards=cheap(), twilight_when=when)
    at.take_over("anna", age="industrial", ticks=ticks(15), scores=[40, 35, 30])
    at.found("bara").open().complete(CAESAR, "anna").settle(anna=25, bara=60).finish()
    assert (at.empire("anna").status, at.empire("anna").fall) == ("won", "")
    assert at.state.champions == ("anna",)


@pytest.mark.rule("ROE-36", "ROE-29")
def test_who_has_won_need_not_buy_any_more():
    at = PlayedCampaign(cards=filled_cards(price=90, p101=90))
    at.take_over("anna", age="industrial", ticks=ticks(15)).found("bara")
    at.open().complete(CAESAR, "anna").settle(anna=5, bara=95).finish()
    assert at.empire("anna").status == "won"


# The dark age


@pytest.mark.rule("ROE-29", "ROE-38")
def test_who_can_afford_no_invention_says_so_and_collapses():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=29, bara=50)
        .to(Stage.INVENTIONS)
    )
    assert "ROE-29" in at.refuses("afford_nothing", empire="bara")
    at.do("buy_invention", empire="bara", number=57, price=40, colour="brown")
    assert at.refuses("afford_nothing", empire="bara") == ["ROE-29"]
    at.do("stop_buying", empire="bara").do("afford_nothing", empire="anna")
    assert at.refuses("draw_provinces", empire="anna", provinces=[1])[-1] == "ROE-31"
    at.finish()
    assert (at.empire("anna").status, at.empire("anna").fall) == (
        "collapsed",
        "dark_age",
    )
    assert at.sheet("anna").provinces == ()
    check(at.state, at.facts)


@pytest.mark.rule("ROE-29")
def test_saved_knowledge_counts_and_having_to_replace_a_better_card_is_no_excuse():
    at = PlayedCampaign(cards=filled_cards(price=90)).take_over(
        "anna", knowledge=28, inventions=[invention(66, 60, "red")]
    )
    at.found("bara").open().settle(anna=2, bara=95).to(Stage.INVENTIONS)
    at.do("buy_invention", empire="bara", number=57, price=90, colour="brown")
    at.do("stop_buying", empire="bara")
    assert at.refuses("afford_nothing", empire="anna") == ["ROE-29"]
    at.do("buy_invention", empire="anna", number=56, price=30, colour="red")
    assert [card.number for card in at.sheet("anna").inventions] == [56]


@pytest.mark.rule("ROE-29", "ROE-38")
def test_when_nobody_can_buy_all_collapse_and_the_campaign_goes_on():
    at = founded_campaign("anna", "bara").open().settle(anna=20, bara=10).finish()
    assert [one.fall for one in at.state.empires] == ["dark_age", "dark_age"]
    assert at.state.alive == ()
    assert not at.state.over
    assert at.found("anna2", "bara2").session(anna2=50, bara2=45).state.played == 2


@pytest.mark.rule("ROE-29")
def test_an_empire_collapses_only_on_an_explicit_no_while_prices_are_unknown():
    at = PlayedCampaign(cards=[]).found("anna", "bara").open().settle(anna=29, bara=20)
    at.to(Stage.INVENTIONS)
    asked = [one for one in at.offered("buy_invention", "anna") if one.asks]
    assert len(asked[0].options) > 15
    assert at.empire("anna").alive
    at.do("buy_invention", empire="anna", number=57, price=29, colour="red")
    at.do("stop_buying", empire="anna").do("afford_nothing", empire="bara")
    assert at.finish().empire("bara").fall == "dark_age"
    assert at.empire("anna").alive


@pytest.mark.rule("ROE-27", "ROE-29")
def test_with_the_last_card_of_an_age_gone_the_next_buyer_collapses():
    at = founded_campaign("anna", "bara")
    for number in range(57, 78):
        at.do("fill_card", number=number, aside=True)
    at.open().settle(anna=60, bara=55).to(Stage.INVENTIONS)
    at.do("buy_invention", empire="anna", number=56, price=30, colour="red")
    assert inventions_left(at.state, "ancient") == ()
    at.do("stop_buying", empire="anna").do("afford_nothing", empire="bara").finish()
    assert at.empire("bara").fall == "dark_age"
    assert at.empire("anna").alive


# After a collapse


@pytest.mark.rule("ROE-39", "ROE-2")
def test_a_collapsed_empires_player_founds_anew_blank_and_with_another_faction():
    at = PlayedCampaign().take_over(
        "anna",
        ticks=ticks(5),
        provinces=[1],
        boxes=[0],
        inventions=[invention(57)],
        knowledge=3,
    )
    at.found("bara").open().settle(anna=20, bara=50).finish()
    assert at.empire("anna").status == "collapsed"
    assert 57 in inventions_left(at.state, "ancient")
    assert 1 in province_deck(at.state)
    again = {"empires": ["anna", "bara"], "missions": (CAESAR, 136, 150)}
    assert at.refuses("open_session", **again) == ["ROE-2"]
    at.do(
        "found_empire", empire="new", player="Anna", name="Phoenix", faction="egyptians"
    )
    sheet = at.sheet("new")
    assert (sheet.age, sheet.ticks.total, sheet.knowledge) == ("ancient", 0, 0)
    assert at.empire("new").founded == 2
    assert at.sheet("anna").ticks.diplomacy == 5  # its story stays
    check(at.state, at.facts)


@pytest.mark.rule("ROE-39")
def test_a_falling_empire_stands_until_the_session_is_finished():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=20, bara=50)
        .to(Stage.FINISH)
    )
    anew = {"empire": "new", "player": "Anna", "name": "N", "faction": "japanese"}
    assert at.refuses("found_empire", **anew) == ["ROE-39"]


# Alone


def alone(*completed, collection=0, **readings):
    at = founded_campaign("anna", cards=cheap(), **readings).open()
    for mission in completed:
        at.complete(mission, "anna")
    return at.settle(anna={"track": 50, "faction": 5, "collection": collection})


@pytest.mark.rule("ROE-45")
@pytest.mark.parametrize(
    ("completed", "fall"),
    [((), "solo"), ((CAESAR,), "solo"), ((CAESAR, TRIEU), ""), (ALONE, "")],
)
def test_alone_two_missions_must_be_completed_or_the_empire_collapses(completed, fall):
    at = alone(*completed).finish()
    assert at.empire("anna").fall == fall


@pytest.mark.rule("ROE-45", "ROE-37")
def test_alone_the_missions_are_checked_where_twilight_is():
    at = alone(CAESAR).to(Stage.FINISH)
    assert len(at.sheet("anna").inventions) == 1
    at = alone(CAESAR, twilight_when="scoring").to(Stage.FINISH)
    assert at.sheet("anna").inventions == at.sheet("anna").provinces == ()
    assert at.do("finish_session").empire("anna").fall == "solo"


@pytest.mark.rule("ROE-45", "ROE-14")
def test_alone_one_is_always_the_first():
    at = alone(CAESAR, TRIEU, 136)
    assert at.sheet("anna").ticks.diplomacy == 6
    assert [one["ticks"] for one in at.known("completion")] == [3, 3, 3]
    assert all(one["first"] for one in at.known("completion"))


@pytest.mark.rule("ROE-45", "ROE-23")
@pytest.mark.parametrize(
    ("reading", "won", "lost"), [("beaten", 1, 0), ("always", 1, 1), ("never", 0, 0)]
)
def test_alone_the_winners_tick_is_for_the_table_to_say(reading, won, lost):
    for collection, due in ((4, won), (5, lost), (6, lost)):
        at = alone(CAESAR, TRIEU, collection=collection, solo_tick=reading)
        assert at.seat("anna").ticks_due == due


@pytest.mark.rule("ROE-45", "ROE-22")
@pytest.mark.parametrize(("reading", "score"), [("counts", 60), ("zero", 0)])
def test_alone_a_session_lost_to_the_virtual_player_scores_as_the_table_says(
    reading, score
):
    at = alone(CAESAR, TRIEU, collection=5, solo_lost=reading)
    assert at.sheet("anna").scores == (score,)
    at = alone(CAESAR, TRIEU, collection=4, solo_lost=reading)
    assert at.sheet("anna").scores == (60,)


@pytest.mark.rule("ROE-45", "ROE-5")
@pytest.mark.parametrize(
    ("reading", "trieu"), [("per_mission", 0), ("per_category", 1)]
)
def test_alone_two_missions_of_a_category_have_a_marker_each_or_one_together(
    reading, trieu
):
    at = founded_campaign("anna", solo_markers=reading).open()
    at.do("move_marker", mission=CAESAR, empire="anna")
    assert at.state.session.mission(CAESAR).markers == {"anna": 1}
    assert at.state.session.mission(TRIEU).markers.get("anna", 0) == trieu
    assert at.state.session.mission(136).markers.get("anna", 0) == 0


@pytest.mark.rule("ROE-45", "ROE-36")
def test_alone_the_campaign_is_won_without_a_second_mission_too():
    at = PlayedCampaign(cards=cheap()).take_over(
        "anna", age="industrial", ticks=ticks(14)
    )
    at.open().complete(CAESAR, "anna").settle(anna=50).finish()
    assert (at.empire("anna").status, at.state.champions) == ("won", ("anna",))


@pytest.mark.rule("ROE-45")
def test_at_a_table_of_two_no_mission_need_be_completed():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    assert len(at.state.alive) == 2


@pytest.mark.rule("ROE-37")
def test_the_scores_that_are_told_as_falling_are_the_last_four_at_most():
    anna = PlayedCampaign().take_over("anna").empire("anna")
    for scores, told in (
        ((60, 50, 40, 30, 20), (50, 40, 30, 20)),
        ((60, 40, 40, 30), (40, 30)),
    ):
        sheet = replace(anna.sheet, scores=scores)
        assert falling_scores(replace(anna, sheet=sheet)) == told
