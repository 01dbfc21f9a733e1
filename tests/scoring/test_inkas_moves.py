"""Moves in Inkas: the robber, action cards, roads and routes."""

import pytest

from scoring.inkas import moves as inkas
from scoring.inkas.trade import GOOD_NAMES, RESOURCE_NAMES
from tests.scoring.desk import answer, follows, refused


@pytest.mark.rule("INK-16")
@pytest.mark.parametrize("place", inkas.LANDSCAPE_NAMES)
def test_the_robber_stays_away_from_goods(place):
    yields = inkas.YIELDS.get(place)
    move = inkas.RobberMove(place)
    assert refused("inkas", "robber", move) == (
        ["INK-16"] if yields in GOOD_NAMES else []
    )
    assert yields in {*RESOURCE_NAMES, *GOOD_NAMES, None}


@pytest.mark.rule("INK-16")
def test_the_robber_moves_and_draws_only_where_somebody_builds():
    assert refused("inkas", "robber", inkas.RobberMove()) == ["INK-16"]
    assert refused("inkas", "robber", inkas.RobberMove("forest", there=True)) == [
        "INK-16"
    ]
    assert len(follows("inkas", "robber", inkas.RobberMove("forest"))) == 1
    there = inkas.RobberMove("forest", building=True)
    assert len(follows("inkas", "robber", there)) == 2
    frame = inkas.RobberMove("frame", building=True)
    assert follows("inkas", "robber", frame) == ["On the frame he blocks nobody."]


@pytest.mark.rule("INK-17")
@pytest.mark.parametrize(
    ("play", "rules"),
    [
        ({}, []),
        ({"bought": True}, ["INK-17"]),
        ({"played": True}, ["INK-17"]),
        ({"founded": True}, ["INK-6"]),
        ({"bought": True, "played": True}, ["INK-17", "INK-17"]),
    ],
)
def test_what_forbids_an_action_card(play, rules):
    assert refused("inkas", "action-card", inkas.ActionCardPlay(**play)) == rules


@pytest.mark.rule("INK-17")
def test_an_action_card_may_come_before_the_roll():
    early = "You can play it even before rolling."
    assert early in follows("inkas", "action-card", inkas.ActionCardPlay())
    assert early not in follows(
        "inkas", "action-card", inkas.ActionCardPlay(rolled=True)
    )


@pytest.mark.rule("INK-18", "INK-19")
@pytest.mark.parametrize(
    ("site", "rules"),
    [
        ({"connected": True}, []),
        ({}, ["INK-18"]),
        ({"connected": True, "declining": True}, ["INK-18"]),
        ({"connected": True, "foreign": True}, ["INK-18"]),
        ({"connected": True, "jungle": True}, ["INK-19"]),
        ({"connected": True, "taken": True}, ["INK-19"]),
    ],
)
def test_where_no_road_can_be_built(site, rules):
    assert refused("inkas", "road", inkas.RoadSite(**site)) == rules


@pytest.mark.rule("INK-9", "INK-15")
@pytest.mark.parametrize(
    ("building", "reading", "length"),
    [
        ("", "cuts", 5),
        ("own", "cuts", 5),
        ("foreign", "passes", 3),  # the booklet's five roads, cut into three and two
        ("declining", "cuts", 3),
        ("declining", "passes", 5),
    ],
)
def test_what_stands_on_the_way_cuts_a_route(building, reading, length):
    route = inkas.CutRoute(3, 2, building, reading)
    assert inkas.route_length(route) == length
    (told,) = answer("inkas", "route", route).outcome
    assert told.rule.id == ("INK-15" if building == "declining" else "INK-9")


@pytest.mark.rule("INK-15")
def test_a_declining_building_cuts_unless_the_table_says_otherwise():
    assert inkas.CutRoute().declining == "cuts"
    short = follows("inkas", "route", inkas.CutRoute(2, 2, "declining"))
    assert short[-1] == "Too short for the card."
