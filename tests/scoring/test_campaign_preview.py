"""What would come of it: scores so far, knowledge to gain, a purchase, the end of a session."""

import pytest

from scoring.rise_of_empire.preview import (
    empire_as_seated,
    empire_changes,
    is_win_tied,
    knowledge_sums,
    next_icon,
    preview_finish,
    preview_purchase,
    score_sheet,
    ties_to_break,
    with_entries,
)
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import (
    ARCHERY,
    PlayedCampaign,
    end_bonuses,
    filled_cards,
    founded_campaign,
    invention,
    ticks,
    with_icons,
)


@pytest.mark.rule("ROE-22")
def test_nobody_has_won_while_a_score_is_missing():
    at = founded_campaign("anna", "bara").open().enter("anna", track=40)
    sheet = score_sheet(at.state)
    assert sheet.totals == (40, 0)
    assert not sheet.ending.over
    assert sheet.winners == ()
    assert score_sheet(at.enter("bara", track=30).state).winners == (0,)


@pytest.mark.rule("ROE-22")
def test_a_score_can_be_tried_without_entering_it():
    at = founded_campaign("anna", "bara").open()
    assert score_sheet(with_entries(at.state, "bara", {"track": 7})).totals == (0, 7)
    assert at.seat("bara").entries is None


@pytest.mark.rule("ROE-11")
def test_what_the_campaign_knows_itself_is_never_held_against_the_table():
    at = (
        PlayedCampaign().take_over("anna", boxes=[0], provinces=[]).found("bara").open()
    )
    at.enter("anna", track=5).enter("bara", track=3)
    assert score_sheet(at.state).problems == ()


@pytest.mark.rule("ROE-26", "ROE-32")
def test_the_sum_of_knowledge_adds_up_to_what_the_sheet_says_afterwards():
    at = with_icons("knowledge_common", "knowledge_faction")
    at.settle(anna={"track": 20, "common": 3, "faction": 4}, bara=9).to(Stage.KNOWLEDGE)
    before = knowledge_sums(at.state)
    assert dict(before[0].gains) == {
        "score": 31,
        "knowledge_common": 3,
        "knowledge_faction": 4,
    }
    at.do("gain_knowledge")
    assert [one.total for one in before] == [
        at.sheet(one.empire).knowledge for one in before
    ]


@pytest.mark.rule("ROE-28", "ROE-30", "ROE-32")
def test_a_purchase_tells_what_is_left_and_what_goes():
    at = PlayedCampaign().take_over(
        "anna", knowledge=61, inventions=[invention(ARCHERY)]
    )
    anna = at.empire("anna")
    assert preview_purchase(anna, 45, "grey").left == 16
    assert preview_purchase(anna, 45, "grey").discards == ()
    pottery = preview_purchase(anna, 60, "red")
    assert (pottery.left, [one.number for one in pottery.discards]) == (1, [ARCHERY])


@pytest.mark.rule("ROE-40")
def test_the_next_icon_stands_on_the_leftmost_free_box():
    at = PlayedCampaign(layouts=[end_bonuses("dove", "", "wall")])
    at.take_over("anna", ticks=ticks(science=2))
    anna = at.empire("anna")
    assert next_icon(at.state, anna, "science") == "wall"
    assert next_icon(at.state, anna, "economy") == ""
    at.take_over("bara", ticks=ticks(science=15)).open().settle(anna=1, bara=2)
    at.do("tick_track", empire="bara", category="science")
    assert next_icon(at.state, at.empire("bara"), "science") == ""


@pytest.mark.rule("ROE-40")
def test_icons_reached_in_this_session_are_not_among_those_it_began_with():
    at = founded_campaign("anna", "bara").open().complete(136, "anna")
    assert at.sheet("anna").ticks.economy == 3
    seated = empire_as_seated(at.empire("anna"), at.seat("anna"))
    assert seated.sheet.ticks.economy == 0


@pytest.mark.rule("ROE-38")
def test_the_end_is_known_before_the_session_is_finished():
    at = PlayedCampaign(cards=filled_cards(price=90)).found("anna", "bara").open()
    at.settle(anna=95, bara=10).to(Stage.INVENTIONS)
    at.do("buy_invention", empire="anna", number=57, price=90, colour="brown")
    at.do("stop_buying", empire="anna").do("afford_nothing", empire="bara")
    assert preview_finish(at.state) is at.state
    ahead = preview_finish(at.to(Stage.FINISH).state)
    assert ahead.empire("bara").status == "collapsed"
    assert at.empire("bara").alive


@pytest.mark.rule("ROE-2")
def test_a_new_empire_is_compared_with_a_blank_sheet():
    before = founded_campaign("anna")
    after = founded_campaign("anna").found("bara")
    anna, bara = empire_changes(before.state, after.state)
    assert anna.before == before.empire("anna")
    assert bara.before is None
    assert (bara.sheet_before.knowledge, bara.sheet_before.age) == (0, "ancient")


@pytest.mark.rule("ROE-23", "ROE-27")
@pytest.mark.parametrize(
    ("scores", "level", "win"),
    [
        ((50, 50, 40), ("anna", "bara"), True),
        ((60, 50, 50), ("bara", "cyril"), False),
        ((60, 50, 40), (), False),
        ((50, 50, None), (), False),  # one may still be ahead of both
    ],
)
def test_only_level_scores_ask_what_is_left_and_only_the_highest_for_the_win(
    scores, level, win
):
    at = founded_campaign("anna", "bara", "cyril")
    assert not is_win_tied(at.state)
    at.open()
    for empire, score in zip(("anna", "bara", "cyril"), scores, strict=True):
        if score is not None:
            at.enter(empire, track=score)
    assert ties_to_break(at.state) == level
    assert is_win_tied(at.state) is win


@pytest.mark.rule("ROE-23")
def test_alone_there_is_nobody_to_be_level_with():
    at = founded_campaign("anna").open().enter("anna", track=50)
    assert ties_to_break(at.state) == ()
