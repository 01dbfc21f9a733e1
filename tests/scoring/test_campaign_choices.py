"""What a campaign offers: in every step what is offered is accepted, and what must be possible is there."""

import pytest

from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ACTS
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import (
    CAESAR,
    TRIEU,
    PlayedCampaign,
    founded_campaign,
    invention,
    layout,
    ticks,
    with_icons,
)

STEPS = [
    (Stage.WINNER, {"tick_track"}),
    (Stage.AGES, {"change_age"}),
    (Stage.KNOWLEDGE, {"gain_knowledge"}),
    (Stage.INVENTIONS, {"buy_invention", "stop_buying", "afford_nothing"}),
    (Stage.PROVINCES, {"draw_provinces"}),
    (Stage.FINISH, {"finish_session"}),
]


def kinds(at):
    return {one.kind for one in choices(at.state)}


def offered_data(at, kind, empire=None):
    return [option.data for one in at.offered(kind, empire) for option in one.allowed]


def accepts_what_it_offers(at):
    """Every option is tried; cards to be drawn are the first ones offered."""
    for one in choices(at.state):
        assert one.kind in ACTS
        if one.draws and one.empire:
            drawn = {key: draw.numbers[: draw.count] for key, draw in one.draws.items()}
            assert at.allows(one.kind, empire=one.empire, **drawn)
        for option in one.options:
            if not one.asks:
                assert at.allows(one.kind, **option.data) is not bool(option.refused)
    return at


# The six steps


@pytest.mark.rule("ROE-25", "ROE-22", "ROE-23", "ROE-26", "ROE-27", "ROE-31")
def test_the_six_steps_come_in_order_and_each_offers_its_own():
    at = PlayedCampaign().take_over("anna", ticks=ticks(15)).found("bara").open()
    assert at.stage == Stage.PLAY
    at.complete(CAESAR, "anna").settle(anna=60, bara=50)
    for step, own in STEPS:
        at.to(step)
        assert kinds(at) == own
        accepts_what_it_offers(at)


def test_whatever_is_offered_all_through_a_session_is_accepted_and_never_nothing():
    at = PlayedCampaign().take_over(
        "anna", boxes=[0, 6], provinces=[1, 2], ticks=ticks(11)
    )
    at.take_over("bara", age="medieval", inventions=[invention(57)]).found("cyril")
    accepts_what_it_offers(at)
    accepts_what_it_offers(at.open("anna", "bara"))
    at.complete(CAESAR, "anna").settle(anna=60, bara=60)
    while at.state.session is not None:
        accepts_what_it_offers(at)
        assert [one for one in choices(at.state) if one.allowed or one.draws]
        at.step()
    accepts_what_it_offers(at)


def test_with_an_order_to_settle_every_order_that_follows_the_scores_is_offered():
    at = (
        founded_campaign("anna", "bara", "cyril")
        .open()
        .settle(anna=50, bara=50, cyril=45)
    )
    at.to(Stage.INVENTIONS)
    assert kinds(at) == {"settle_tie"}
    assert [one["order"] for one in offered_data(at, "settle_tie")] == [
        ["anna", "bara", "cyril"],
        ["bara", "anna", "cyril"],
    ]


@pytest.mark.rule("ROE-27", "ROE-36")
def test_a_tie_with_an_empire_that_buys_nothing_any_more_needs_no_settling():
    at = PlayedCampaign().take_over("anna", age="industrial", ticks=ticks(15))
    at.found("bara", "cyril").open().complete(CAESAR, "anna")
    at.settle(anna=50, bara=50, cyril=45).to(Stage.INVENTIONS)
    assert "settle_tie" not in kinds(at)
    assert at.offered("buy_invention")[0].empire == "bara"


@pytest.mark.rule("ROE-11")
def test_provinces_to_be_lost_are_offered_before_the_winners_tick():
    at = with_icons(boxes=[0, 3], unpaid_province="lost")
    at.enter("anna", track=50).enter("bara", track=60).do("settle_scores")
    (losing,) = choices(at.state)
    assert (losing.kind, losing.empire) == ("lose_provinces", "anna")
    assert losing.draws["provinces"].count == 2
    accepts_what_it_offers(at)


# Between sessions


def test_before_anything_is_founded_only_empires_can_come():
    assert kinds(PlayedCampaign()) == {"found_empire", "take_over_empire"}


def test_between_sessions_a_session_can_be_opened_and_empires_come_and_go():
    at = founded_campaign("anna", "bara")
    assert kinds(at) == {
        "open_session",
        "found_empire",
        "take_over_empire",
        "retire_empire",
    }
    (opening,) = at.offered("open_session")
    assert opening.needed
    assert opening.draws["solo"].count == 4
    assert opening.draws["science"].count == 1
    assert [one.empire for one in at.offered("retire_empire")] == ["anna", "bara"]


@pytest.mark.rule("ROE-36")
def test_a_campaign_that_is_over_offers_to_play_on():
    at = (
        PlayedCampaign()
        .take_over("anna", age="industrial", ticks=ticks(15))
        .found("bara")
    )
    at.open().complete(CAESAR, "anna").settle(anna=60, bara=50).finish()
    assert kinds(at) == {"play_on"}
    assert "open_session" in kinds(accepts_what_it_offers(at).do("play_on"))


# In play


def test_in_play_everything_a_player_may_do_is_offered():
    at = (
        PlayedCampaign()
        .take_over("anna", boxes=[6], provinces=[1])
        .found("bara", "cyril")
    )
    at.do("fill_card", number=150, in_a_row=True)
    at.open("anna", "bara")
    assert kinds(at) == {
        "enter_score",
        "pay_upkeep",
        "replace_mission",
        "move_marker",
        "count_in_a_row",
        "complete_mission",
        "join_session",
        "settle_scores",
    }
    assert offered_data(at, "pay_upkeep", "anna")[0]["box"] == 6
    assert not at.offered("pay_upkeep", "bara")
    assert offered_data(at, "join_session") == [{"empire": "cyril"}]
    (row,) = at.offered("count_in_a_row", "bara")
    assert (row.options[0].data["mission"], row.asks) == (150, ("colour",))


@pytest.mark.rule("ROE-16", "ROE-14")
def test_a_completed_mission_is_offered_to_the_others_only_and_never_replaced():
    at = founded_campaign("anna", "bara").open().complete(CAESAR, "anna")
    offers = offered_data(at, "complete_mission", "anna")
    assert CAESAR not in {one["mission"] for one in offers}
    offers = offered_data(at, "complete_mission", "bara")
    assert CAESAR in {one["mission"] for one in offers}
    replaced = offered_data(at, "replace_mission")
    assert {one["mission"] for one in replaced} == {136, 150}
    assert {one.draws["by"].count for one in at.offered("replace_mission")} == {1}


@pytest.mark.rule("ROE-15")
def test_completing_a_mission_together_is_offered():
    at = founded_campaign("anna", "bara").open()
    offers = at.offered("complete_mission")
    together = [set(one["empires"]) for one in offered_data(at, "complete_mission")]
    asked = any("empires" in one.asks for one in offers)
    assert asked or {"anna", "bara"} in together


@pytest.mark.rule("ROE-10")
@pytest.mark.parametrize("reading", ["yes", "no"])
def test_paying_with_gold_is_offered_where_it_is_allowed(reading):
    own = layout(map=[["wood"]])
    at = PlayedCampaign(layouts=[own], gold_upkeep=reading)
    at.take_over("anna", boxes=[0], provinces=[1]).found("bara").open()
    goods = [one.get("goods") for one in offered_data(at, "pay_upkeep", "anna")]
    asked = any("goods" in one.asks for one in at.offered("pay_upkeep", "anna"))
    assert asked or ["wood"] in goods
    assert asked or (["gold"] in goods) is (reading == "yes")


def test_settling_the_scores_is_refused_with_its_reasons_until_all_are_entered():
    at = founded_campaign("anna", "bara").open().enter("anna", track=5)
    (settling,) = at.offered("settle_scores")
    assert settling.needed
    assert settling.allowed == ()
    assert [one.rule.id for one in settling.options[0].refused] == ["ROE-22"]
    needed = [one.empire for one in at.offered("enter_score") if one.needed]
    assert needed == ["bara"]


@pytest.mark.rule("ROE-45")
def test_alone_joining_is_refused_with_its_reason_and_any_mission_may_replace():
    at = founded_campaign("anna", "bara").open("anna")
    (joining,) = at.offered("join_session")
    assert [one.rule.id for one in joining.options[0].refused] == ["ROE-45"]
    replacing = at.offered("replace_mission")[0]
    assert len(replacing.draws["by"].numbers) == 38


# The end


@pytest.mark.rule("ROE-23")
def test_a_full_track_is_refused_for_the_winners_tick_with_its_reason():
    at = PlayedCampaign().take_over("anna", ticks=ticks(15)).found("bara").open()
    at.complete(CAESAR, "anna").settle(anna=60, bara=50)
    (ticking,) = at.offered("tick_track", "anna")
    refused = {one.data["category"] for one in ticking.options if one.refused}
    assert refused == {"diplomacy"}
    assert len(ticking.allowed) == 2


@pytest.mark.rule("ROE-27", "ROE-29")
def test_every_invention_left_is_offered_and_those_too_dear_say_what_is_missing():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=40, bara=20)
        .to(Stage.INVENTIONS)
    )
    (buying,) = at.offered("buy_invention", "anna")
    assert {one.data["number"] for one in buying.options} == set(range(56, 78))
    assert buying.needed
    dear = {one.data["number"]: one.refused for one in buying.options if one.refused}
    assert set(dear) == {61, 66, 70}
    assert str(dear[70][0].message) == "30 more knowledge needed."
    (nothing,) = at.offered("afford_nothing", "anna")
    assert [one.rule.id for one in nothing.options[0].refused] == ["ROE-29"]
    (stopping,) = at.offered("stop_buying", "anna")
    assert [one.rule.id for one in stopping.options[0].refused] == ["ROE-27"]
    assert not at.offered("buy_invention", "bara")


@pytest.mark.rule("ROE-27")
def test_who_has_bought_one_invention_may_buy_more_or_stop():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=90, bara=20)
        .to(Stage.INVENTIONS)
    )
    at.do("buy_invention", **at.offered("buy_invention")[0].allowed[0].data)
    (buying,), (stopping,) = at.offered("buy_invention"), at.offered("stop_buying")
    assert not buying.needed
    assert buying.allowed
    assert stopping.allowed
    assert not at.offered("afford_nothing")


@pytest.mark.rule("ROE-29")
def test_a_card_known_to_be_too_dear_is_refused_though_its_colour_is_unknown():
    at = PlayedCampaign(cards=[]).found("anna", "bara").open().settle(anna=40, bara=20)
    at.to(Stage.INVENTIONS)
    options = {
        option.data["number"]: option.refused
        for one in at.offered("buy_invention", "anna")
        for option in one.options
    }
    assert len(options) == 22
    assert {number for number, refused in options.items() if refused} == {61, 66, 70}


@pytest.mark.rule("ROE-31", "ROE-9")
def test_step_6_offers_to_draw_then_to_keep_then_the_free_boxes():
    at = with_icons("more_provinces", boxes=[3]).settle(anna=60, bara=50)
    at.to(Stage.PROVINCES)
    assert {one.empire for one in choices(at.state)} == {"anna", "bara"}
    (drawing,) = at.offered("draw_provinces", "anna")
    assert drawing.draws["provinces"].count == 2
    assert 1 not in drawing.draws["provinces"].numbers
    at.do("draw_provinces", empire="anna", provinces=[7, 8])
    keeping = offered_data(at, "keep_province", "anna")
    assert [one["province"] for one in keeping] == [7, 8]
    at.do("keep_province", empire="anna", province=7)
    (ticking,) = at.offered("tick_map_box", "anna")
    assert [one.data["box"] for one in ticking.options if one.refused] == [3]
    assert len(ticking.allowed) == 9


@pytest.mark.rule("ROE-31")
def test_a_collapsed_empire_is_offered_no_province():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=60, bara=5)
        .to(Stage.PROVINCES)
    )
    assert {one.empire for one in choices(at.state)} == {"anna"}


def test_a_replaced_mission_is_drawn_from_its_category():
    at = founded_campaign("anna", "bara").open()
    (replacing,) = [
        one
        for one in at.offered("replace_mission")
        if one.options[0].data["mission"] == CAESAR
    ]
    assert TRIEU in replacing.draws["by"].numbers
    assert len(replacing.draws["by"].numbers) == 13
