"""Moves that can be checked: what is refused, by which rule, and what follows."""

import pytest

from scoring.arcs import turns
from scoring.arcs.rulebook import BUILDINGS
from scoring.desks import DESK_OF_RULE, DESKS, OURS
from scoring.entries import entries_of
from scoring.first_player import (
    BEGINNINGS,
    WayToBegin,
    first_by_rolls,
    read_rolls,
    roll_for_first,
    write_rolls,
)
from scoring.games import GAMES
from scoring.imperial_settlers.moves import BuiltLocation, Deal
from scoring.inkas import moves as inkas
from scoring.inkas.trade import GOOD_NAMES, RESOURCE_NAMES
from scoring.north_moves import (
    Attack,
    Disc,
    GoldPayment,
    Voyage,
    islands_to_choose,
)
from scoring.rise_of_empire.layout import GOOD_NAMES as CAMPAIGN_GOODS
from scoring.rise_of_empire.moves import ProvinceUse, TokenPlace
from scoring.rise_of_empire.tokens import notes_for, token_shortages
from scoring.rules import declared_rules
from tests.played_campaign import PlayedCampaign, end_bonuses, ticks


def answer(game, key, entered):
    (move,) = [one for one in DESKS[game].moves if one.key == key]
    return move.answer(entered)


def refused(game, key, entered):
    return [problem.rule.id for problem in answer(game, key, entered).problems]


def follows(game, key, entered):
    return [str(one.message) for one in answer(game, key, entered).outcome]


# Every rule has its place


def test_every_declared_rule_stands_on_exactly_one_desk():
    own = [
        rule.id
        for desk in DESKS.values()
        for section in desk.sections
        for rule in section.rules
        if section is not OURS
    ]
    assert len(own) == len(set(own))
    ours = {rule.id for rule in OURS.rules}
    assert set(own) | ours == set(declared_rules()) == set(DESK_OF_RULE)


def test_every_game_has_a_desk_with_its_own_rules():
    assert set(DESKS) == set(GAMES) == set(BEGINNINGS)
    for slug, desk in DESKS.items():
        books = {rule.book for rule in desk.rules if rule not in OURS.rules}
        assert GAMES[slug].name in books


# Cards and initiative in Arcs


LEAD = {"lead_suit": "aggression", "lead": 4}


@pytest.mark.rule("ARC-22", "ARC-23")
@pytest.mark.parametrize(
    ("mine", "ways"),
    [
        (("aggression", 5), {"surpass": 3, "copy": 1}),
        (("aggression", 4), {"copy": 1}),
        (("aggression", 2), {"copy": 1}),
        (("construction", 7), {"copy": 1, "pivot": 1}),
        (("construction", 1), {"copy": 1, "pivot": 1}),
    ],
)
def test_how_a_card_can_follow_the_lead_card(mine, ways):
    play = turns.FollowingPlay(**LEAD, suit=mine[0], number=mine[1], stars=3)
    assert turns.ways_to_play(play) == ways


@pytest.mark.rule("ARC-22")
def test_without_a_lead_card_nothing_follows():
    assert refused(
        "arcs", "card", turns.FollowingPlay(suit="aggression", number=3)
    ) == ["ARC-22"]
    assert refused("arcs", "card", turns.FollowingPlay(**LEAD)) == ["ARC-23"]


@pytest.mark.rule("ARC-27")
def test_under_the_zero_marker_any_card_of_the_suit_surpasses():
    low = turns.FollowingPlay(**LEAD, suit="aggression", number=2, stars=4)
    assert "surpass" not in turns.ways_to_play(low)
    zero = turns.FollowingPlay(
        **LEAD, declared=True, suit="aggression", number=2, stars=4
    )
    assert turns.ways_to_play(zero)["surpass"] == 4
    assert "The lead card counts as 0." in follows("arcs", "card", zero)
    lowest = turns.FollowingPlay(**LEAD, declared=True, suit="aggression", number=1)
    assert "surpass" in turns.ways_to_play(lowest)


@pytest.mark.rule("ARC-24")
@pytest.mark.parametrize(
    ("suit", "number", "seized", "alone"),
    [
        ("aggression", 7, False, True),
        ("aggression", 6, False, False),
        ("construction", 7, False, False),
        ("aggression", 7, True, False),
    ],
)
def test_only_a_7_that_surpasses_seizes_by_itself_and_once(suit, number, seized, alone):
    play = turns.FollowingPlay(**LEAD, suit=suit, number=number, stars=1, seized=seized)
    assert turns.seizes_alone(play) is alone
    said = follows("arcs", "card", play)[-1]
    expected = "Nobody else" if seized else "Surpassing" if alone else "A second card"
    assert said.startswith(expected)


@pytest.mark.rule("ARC-25")
@pytest.mark.parametrize(
    ("holder", "numbers", "seized", "leads"),
    [
        (0, (0, 0, 0, 0), None, 0),
        (0, (0, 5, 6, 0), None, 2),
        (3, (5, 0, 0, 0), None, 0),
        (0, (0, 5, 6, 0), 3, 3),
        (2, (0, 0, 0, 0), 1, 1),
    ],
)
def test_who_leads_the_next_round(holder, numbers, seized, leads):
    assert turns.next_initiative(holder, numbers, seized) == leads
    names = ("first", "second", "third", "fourth")
    played = turns.PlayedRound(
        str(holder),
        "" if seized is None else str(seized),
        **dict(zip(names, numbers, strict=True)),
    )
    assert follows("arcs", "initiative", played)[0].startswith("ABCD"[leads])


@pytest.mark.rule("ARC-24")
def test_the_leader_neither_seizes_nor_surpasses():
    assert refused("arcs", "initiative", turns.PlayedRound()) == ["ARC-25"]
    assert refused("arcs", "initiative", turns.PlayedRound("1", "1")) == ["ARC-24"]
    assert refused("arcs", "initiative", turns.PlayedRound("1", second=3)) == ["ARC-23"]


@pytest.mark.rule("ARC-26")
def test_a_passed_initiative_goes_left_to_the_next_with_cards():
    assert turns.next_with_cards(0, (3, 0, 2, 1)) == 2
    assert turns.next_with_cards(3, (1, 0, 0, 2)) == 0
    assert turns.next_with_cards(1, (0, 4, 0, 0)) is None
    told = follows("arcs", "passing", turns.PassedOn("0", 3, 0, 2, 1))
    assert told[0].startswith("C ")
    assert refused("arcs", "passing", turns.PassedOn()) == ["ARC-26"]


@pytest.mark.rule("ARC-31")
@pytest.mark.parametrize(
    ("ships", "who"),
    [((2, 1, 0, 0), 0), ((2, 2, 0, 0), None), ((0, 0, 0, 0), None), ((1, 1, 0, 3), 3)],
)
def test_a_system_is_controlled_by_more_undamaged_ships(ships, who):
    assert turns.who_controls(ships) == who
    said = follows("arcs", "control", turns.ShipsHere(*ships))[0]
    assert said.startswith("Nobody" if who is None else "ABCD"[who])


@pytest.mark.rule("ARC-30")
@pytest.mark.parametrize(
    ("ships", "starports", "back"), [(0, 0, 3), (1, 0, 0), (0, 1, 0)]
)
def test_three_ships_come_back_when_nothing_is_left(ships, starports, back):
    there = turns.OnTheMap(ships, starports)
    assert entries_of(turns.OnTheMap)["starports"].maximum == BUILDINGS / 2
    assert turns.ships_to_return(there) == back
    assert ("3" in follows("arcs", "return", there)[0]) is bool(back)


@pytest.mark.rule("ARC-28", "ARC-29")
@pytest.mark.parametrize(
    ("players", "numbers"),
    [(2, (20, 3, 2, 3, 2)), (3, (20, 4, 2, 4, 1)), (4, (28, 4, 1, 5, 1))],
)
def test_the_set_up_in_numbers(players, numbers):
    assert tuple(vars(turns.set_up_numbers(players)).values()) == numbers
    told = follows("arcs", "set-up", turns.ArcsSetUp(players))
    assert told[0].startswith(f"{numbers[0]} ")
    assert ("two C systems" in " ".join(told)) is (players == 2)
    assert told[-1].startswith(f"{numbers[3]} leaders")
    assert refused("arcs", "set-up", turns.ArcsSetUp(1)) == ["ARC-29"]


# Deals and new locations in Imperial Settlers


@pytest.mark.rule("IS-28")
@pytest.mark.parametrize(
    ("deal", "rules"),
    [
        (Deal("faction", food=1), []),
        (Deal("faction", gold=1), []),
        (Deal("faction"), ["IS-28"]),
        (Deal("common", food=1), ["IS-28"]),
        (Deal(food=1), ["IS-28"]),
    ],
)
def test_a_deal_needs_a_faction_card_and_a_food(deal, rules):
    assert refused("imperial_settlers", "deal", deal) == rules


@pytest.mark.rule("IS-9", "IS-28")
def test_gold_pays_a_deal_only_where_food_is_missing():
    paid = [
        answer("imperial_settlers", "deal", deal).outcome[0].rule.id
        for deal in (Deal("faction", food=1, gold=1), Deal("faction", gold=1))
    ]
    assert paid == ["IS-28", "IS-9"]


@pytest.mark.rule("IS-29")
@pytest.mark.parametrize(
    ("kind", "bonus", "said"),
    [
        ("production", False, ["Take its goods"]),
        ("production", True, ["Take its goods", "Take its building bonus"]),
        ("action", True, ["Take its building bonus"]),
        ("feature", False, ["Nothing right away"]),
    ],
)
def test_what_a_new_location_pays_at_once(kind, bonus, said):
    told = follows("imperial_settlers", "new-location", BuiltLocation(kind, bonus))
    assert len(told) == len(said)
    assert all(map(str.startswith, told, said))
    unknown = BuiltLocation()
    assert refused("imperial_settlers", "new-location", unknown) == ["IS-29"]


# Inkas


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


# North


READY = {"placed": True, "neighbour": True}


@pytest.mark.rule("EON-11")
@pytest.mark.parametrize(
    ("disc", "problems"),
    [
        ({**READY, "food": 1}, 0),
        ({**READY, "gold": 1}, 0),
        (READY, 1),
        ({**READY, "food": 1, "turned": True}, 1),
        ({"neighbour": True, "food": 1}, 1),
        ({"placed": True, "food": 1}, 1),
    ],
)
def test_a_disc_is_used_a_second_time_next_door_for_a_food(disc, problems):
    assert (
        refused("empires_of_the_north", "disc", Disc(**disc)) == ["EON-11"] * problems
    )


@pytest.mark.rule("EON-11")
def test_gold_pays_for_a_disc_only_without_food():
    both = Disc(**READY, food=1, gold=1)
    assert follows("empires_of_the_north", "disc", both)[0] == "Pay 1 food."
    gold = Disc(**READY, gold=1)
    assert follows("empires_of_the_north", "disc", gold)[0] == "Pay 1 gold."


@pytest.mark.rule("EON-12")
@pytest.mark.parametrize(
    ("attack", "problems"),
    [
        ({"tokens": 1, "action": True}, 0),
        ({"action": True}, 1),
        ({"tokens": 1}, 1),
        ({"tokens": 1, "action": True, "exhausted": True}, 1),
        ({"tokens": 1, "action": True, "passed": True}, 1),
    ],
)
def test_only_a_ready_action_card_of_somebody_still_in_is_attacked(attack, problems):
    said = refused("empires_of_the_north", "attack", Attack(**attack))
    assert said == ["EON-12"] * problems


@pytest.mark.rule("EON-13")
@pytest.mark.parametrize(
    ("use", "held", "gold", "allowed"),
    [
        ("pay", 0, 2, True),
        ("pay", 0, 1, False),
        ("pay", 2, 0, True),
        ("assign", 0, 5, False),
        ("assign", 2, 0, True),
        ("fish", 0, 2, True),
        ("", 2, 2, False),
    ],
)
def test_gold_replaces_what_is_paid_and_a_ship_s_fish_only(use, held, gold, allowed):
    payment = GoldPayment(use, asked=2, held=held, gold=gold)
    said = refused("empires_of_the_north", "gold", payment)
    assert said == ([] if allowed else ["EON-13"])


@pytest.mark.rule("EON-2", "EON-13")
def test_what_is_assigned_is_told_to_score_nothing():
    rules = [
        [one.rule.id for one in answer("empires_of_the_north", "gold", wish).outcome]
        for wish in (GoldPayment("assign", 1, 1), GoldPayment("pay", 1, 1))
    ]
    assert rules == [["EON-2", "EON-13"], ["EON-13"]]
    for asked, held, points in ((1, 1, 0), (1, 2, 1), (2, 5, 1), (3, 3, 1), (4, 4, 2)):
        wish = GoldPayment("assign", asked, held)
        lost = answer("empires_of_the_north", "gold", wish).outcome[0].message.values
        assert lost["points"] == points


@pytest.mark.rule("EON-9", "EON-14")
def test_a_ship_may_take_the_top_of_a_deck_unseen_and_far_ones_with_a_fish():
    near = [("near", False), ("near", True)]
    far = [("far", False), ("far", True)]
    assert islands_to_choose(fish=False) == near
    assert islands_to_choose(fish=True) == [*near, *far]
    told = follows("empires_of_the_north", "island", Voyage(attack=True))
    assert told[-1] == "Plunder it, or conquer it."
    assert follows("empires_of_the_north", "island", Voyage())[-1] == "Plunder it."


# The campaign: tokens and provinces


@pytest.mark.rule("ROE-42", "ROE-48", "ROE-49", "ROE-50", "ROE-51")
@pytest.mark.parametrize(
    ("token", "rule", "kinds"),
    [
        ("dove", "ROE-48", {"action", "feature", "production"}),
        ("drudge", "ROE-49", {"action"}),
        ("wall", "ROE-50", {"action", "feature", "production"}),
        ("bribe", "ROE-51", {"production"}),
    ],
)
def test_a_token_lies_only_where_it_fits(token, rule, kinds):
    for kind in ("action", "feature", "production"):
        place = TokenPlace(token, kind)
        fits = kind in kinds
        assert refused("rise_of_empire", "token", place) == ([] if fits else [rule])
        if fits:
            effect, free, kept = answer("rise_of_empire", "token", place).outcome
            ids = [effect.rule.id, free.rule.id, kept.rule.id]
            assert ids == [rule, "ROE-47", "ROE-42"]
    assert refused("rise_of_empire", "token", TokenPlace(token)) == ["ROE-42"]


@pytest.mark.rule("ROE-42", "ROE-48")
@pytest.mark.parametrize("good", CAMPAIGN_GOODS)
def test_the_dove_pays_the_good_the_table_read(good):
    at = PlayedCampaign(dove_good=good)
    (note,) = notes_for(["dove"], at.state.readings)
    assert str(note.effect).endswith(f"{CAMPAIGN_GOODS[good]}.")


@pytest.mark.rule("ROE-42")
def test_only_the_tokens_somebody_has_are_told_in_the_booklet_s_order():
    readings = PlayedCampaign().state.readings
    assert [one.token for one in notes_for(["bribe", "dove"], readings)] == [
        "dove",
        "bribe",
    ]


@pytest.mark.rule("ROE-1", "ROE-42")
@pytest.mark.parametrize(("each", "short"), [(4, 0), (5, 1)])
def test_the_box_has_eight_tokens_of_a_kind(each, short):
    at = PlayedCampaign(layouts=[end_bonuses(*["dove"] * each)])
    for key in ("anna", "bara"):
        at.take_over(key, ticks=ticks(science=each))
    said = token_shortages(at.state)
    assert [remark.rule.id for remark in said] == ["ROE-1"] * short
    if said:
        assert (said[0].message.values["due"], said[0].message.values["there"]) == (
            10,
            8,
        )


@pytest.mark.rule("ROE-8")
def test_a_province_is_never_removed_or_built_over_but_counts():
    assert refused("rise_of_empire", "province", ProvinceUse("remove")) == ["ROE-8"]
    assert refused("rise_of_empire", "province", ProvinceUse("build_over")) == ["ROE-8"]
    assert len(follows("rise_of_empire", "province", ProvinceUse("count"))) == 2
    assert follows("rise_of_empire", "province", ProvinceUse()) == []


# Who begins


@pytest.mark.parametrize(
    ("game", "way", "rule"),
    [
        pytest.param(game, way, rule, marks=pytest.mark.rule(rule))
        for game, way, rule in (
            ("imperial_settlers", WayToBegin.LOT, "IS-35"),
            ("rise_of_empire", WayToBegin.LOT, "IS-35"),
            ("inkas", WayToBegin.ROLL, "INK-20"),
            ("arcs", WayToBegin.LOT, "ARC-32"),
            ("empires_of_the_north", WayToBegin.KNOWN, "EON-15"),
        )
    ],
)
def test_who_begins_by_each_rulebook(game, way, rule):
    assert (BEGINNINGS[game].way, BEGINNINGS[game].rule.id) == (way, rule)
    assert bool(BEGINNINGS[game].question) is (way is WayToBegin.KNOWN)


@pytest.mark.rule("INK-20")
def test_the_highest_roll_begins_and_those_who_tie_roll_again():
    thrown = iter([9, 4, 9, 9, 6, 6, 11, 2])
    rolls = roll_for_first(4, lambda: next(thrown))
    assert rolls == ((9, 4, 9, 9), (6, 6, 11))
    assert first_by_rolls(rolls, 4) == 3
    assert first_by_rolls(((9, 9, 2),), 3) is None
    assert read_rolls(write_rolls(rolls), 4) == rolls


@pytest.mark.rule("INK-20")
@pytest.mark.parametrize(
    "text", ["", "9", "9-13-4", "9-1-4", "9-9-4.3-3-3", "9-8-4.5", "a-b-c", "9-9-4."]
)
def test_rolls_that_nobody_can_have_thrown_are_none(text):
    assert read_rolls(text, 3) is None
