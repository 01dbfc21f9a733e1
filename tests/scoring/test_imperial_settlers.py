"""Imperial Settlers, rule by rule."""

import pytest

from scoring import rise_of_empire
from scoring.entries import Group, entries_of
from scoring.imperial_settlers import EXAMPLE, GAME, SettlersBoard, SettlersSeat
from scoring.imperial_settlers.game import solo_title
from scoring.rules import RuleBroken
from scoring.sheet import Tally, score_game, score_valid_game


def scored(*seats, **board):
    return score_game(GAME, [Tally(1, SettlersBoard(**board), seats)])


def broken(sheet):
    return [(problem.rule.id, problem.seat) for problem in sheet.problems]


def remarked(sheet):
    return [(remark.rule.id, remark.seat) for remark in sheet.remarks]


def row(sheet, rule):
    """The points of the only line that a rule gives."""
    (found,) = [one.points for one in sheet.rows if one.rule.id == rule]
    return found


# Final score


@pytest.mark.rule("IS-1")
def test_a_track_of_41_with_6_common_and_9_faction_locations_is_65():
    assert scored(
        SettlersSeat(track=41, common=6, faction=9), SettlersSeat()
    ).totals == (65, 0)


@pytest.mark.rule("IS-1")
@pytest.mark.parametrize(
    ("entered", "worth"),
    [
        ({"track": 1}, 1),
        ({"common": 1}, 1),
        ({"common": 7}, 7),
        ({"faction": 1}, 2),
        ({"faction": 7}, 14),
        ({"track": 3, "common": 5, "faction": 4}, 16),
    ],
)
def test_a_common_location_is_worth_1_and_a_faction_location_2(entered, worth):
    assert scored(SettlersSeat(**entered), SettlersSeat()).totals == (worth, 0)


@pytest.mark.rule("IS-1")
def test_most_points_win():
    sheet = scored(
        SettlersSeat(track=10), SettlersSeat(track=12), SettlersSeat(track=11)
    )
    assert sheet.places == (3, 1, 2)
    assert sheet.winners == (1,)
    assert sheet.decided_by is None
    assert sheet.ending.over


@pytest.mark.rule("IS-2")
def test_shrine_and_gate_add_what_is_entered():
    sheet = scored(SettlersSeat(people="japanese", track=20, shrine=7), SettlersSeat())
    assert sheet.totals == (27, 0)
    assert row(sheet, "IS-2") == (7, 0)
    assert sheet.problems == ()


@pytest.mark.rule("IS-2")
@pytest.mark.parametrize("people", ["romans", "barbarians", "egyptians", "Atlanteans"])
def test_only_the_japanese_have_shrine_and_gate(people):
    assert broken(scored(SettlersSeat(), SettlersSeat(people=people, shrine=1))) == [
        ("IS-2", 1)
    ]


@pytest.mark.rule("IS-2")
def test_shrine_and_gate_are_believed_while_no_faction_is_entered():
    assert broken(scored(SettlersSeat(shrine=3), SettlersSeat())) == []


@pytest.mark.rule("IS-2")
def test_a_faction_without_points_from_shrine_and_gate_is_no_problem():
    assert broken(scored(SettlersSeat(people="romans"), SettlersSeat())) == []


@pytest.mark.rule("IS-2", "IS-3")
def test_what_few_games_need_is_shown_only_when_there_is_something_to_tell():
    def shown(*seats, **board):
        return {one.rule.id for one in scored(*seats, **board).rows if one.shown}

    assert shown(SettlersSeat(), SettlersSeat()) == {"IS-1"}
    assert shown(SettlersSeat(shrine=1), SettlersSeat()) == {"IS-1", "IS-2"}
    seats = SettlersSeat(people="egyptians"), SettlersSeat(common=1, under_ra=1)
    assert shown(*seats) == {"IS-1"}
    assert shown(*seats, temple="egyptians") == {"IS-1", "IS-3"}


# What doesn't score


@pytest.mark.rule("IS-3", "IS-5")
def test_goods_and_cards_in_hand_are_worth_nothing():
    left = SettlersSeat(materials=9, workers=8, goods=7, hand=6)
    assert scored(left, SettlersSeat()).totals == (0, 0)
    assert scored(left, SettlersSeat(), tie="goods").totals == (0, 0)


@pytest.mark.rule("IS-3")
def test_a_location_held_by_the_temple_of_ra_scores_for_its_owner():
    sheet = scored(
        SettlersSeat(common=4, under_ra=1), SettlersSeat(people="egyptians", common=2)
    )
    assert sheet.totals == (4, 2)
    assert row(sheet, "IS-3") == (0, 0)


@pytest.mark.rule("IS-3")
def test_a_table_may_give_what_the_temple_of_ra_holds_to_the_egyptians():
    sheet = scored(
        SettlersSeat(common=4, under_ra=1),
        SettlersSeat(people="egyptians", common=2),
        SettlersSeat(common=5, under_ra=2),
        temple="egyptians",
    )
    assert sheet.totals == (3, 5, 3)
    assert row(sheet, "IS-3") == (-1, 3, -2)
    assert sheet.problems == ()
    own = SettlersSeat(people="egyptians", common=2, under_ra=1)
    sheet = scored(own, SettlersSeat(common=5, under_ra=2), temple="egyptians")
    assert row(sheet, "IS-3") == (2, -2)  # nobody takes it from themselves


@pytest.mark.rule("IS-3")
@pytest.mark.parametrize(("held", "problems"), [(3, []), (4, [("IS-3", 0)])])
def test_the_temple_of_ra_holds_no_more_locations_than_there_are(held, problems):
    sheet = scored(
        SettlersSeat(common=3, under_ra=held), SettlersSeat(people="egyptians")
    )
    assert broken(sheet) == problems


@pytest.mark.rule("IS-3")
@pytest.mark.parametrize(
    ("temple", "held", "people", "problems"),
    [
        ("egyptians", 1, "romans", [("IS-3", None)]),
        ("egyptians", 1, "egyptians", []),
        ("egyptians", 0, "romans", []),
        ("owner", 1, "romans", []),
    ],
)
def test_points_for_the_egyptians_need_an_egyptian(temple, held, people, problems):
    seats = SettlersSeat(common=1, under_ra=held), SettlersSeat(people=people)
    assert broken(scored(*seats, temple=temple)) == problems


# Ties


@pytest.mark.rule("IS-4", "IS-5")
@pytest.mark.parametrize("left", ["materials", "workers"])
def test_a_tie_goes_to_more_raw_materials_and_workers_left(left):
    sheet = scored(SettlersSeat(track=9, hand=5), SettlersSeat(track=9, **{left: 1}))
    assert sheet.places == (2, 1)
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[0]
    assert sheet.decided_by.rule.id == "IS-4"


@pytest.mark.rule("IS-4")
def test_raw_materials_and_workers_are_counted_together():
    sheet = scored(
        SettlersSeat(track=9, materials=3, workers=1),
        SettlersSeat(track=9, materials=1, workers=4),
    )
    assert sheet.ties[0].points == (4, 5)
    assert sheet.winners == (1,)


@pytest.mark.rule("IS-4")
def test_gold_and_tokens_break_no_tie_unless_the_table_says_so():
    seats = SettlersSeat(track=9, materials=1), SettlersSeat(track=9, goods=2)
    assert scored(*seats).winners == (0,)
    assert scored(*seats, tie="goods").winners == (1,)


@pytest.mark.rule("IS-4")
def test_raw_materials_and_workers_still_count_where_gold_and_tokens_do():
    sheet = scored(
        SettlersSeat(track=9, materials=1, workers=2, goods=3),
        SettlersSeat(track=9),
        tie="goods",
    )
    assert sheet.ties[0].points == (6, 0)


@pytest.mark.rule("IS-4")
def test_a_second_tie_goes_to_more_cards_in_hand():
    sheet = scored(
        SettlersSeat(track=9, materials=2, hand=3),
        SettlersSeat(track=9, workers=2, hand=4),
    )
    assert sheet.places == (2, 1)
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[1]
    assert sheet.decided_by.rule.id == "IS-4"


@pytest.mark.rule("IS-4")
def test_a_last_tie_is_a_shared_victory():
    equal = SettlersSeat(track=9, materials=2, hand=3)
    sheet = scored(equal, SettlersSeat(track=8), equal)
    assert sheet.places == (1, 3, 1)
    assert sheet.winners == (0, 2)
    assert sheet.decided_by is None


@pytest.mark.rule("IS-4")
def test_left_overs_never_beat_points():
    sheet = scored(SettlersSeat(track=9, materials=99, hand=99), SettlersSeat(track=10))
    assert sheet.winners == (1,)
    assert sheet.decided_by is None


@pytest.mark.rule("IS-4")
def test_the_tie_break_named_is_the_last_that_was_needed():
    sheet = scored(
        SettlersSeat(track=9, workers=1),
        SettlersSeat(track=9, workers=2, hand=1),
        SettlersSeat(track=9, workers=2, hand=2),
    )
    assert sheet.places == (3, 2, 1)
    assert sheet.decided_by is sheet.ties[1]


@pytest.mark.rule("IS-4")
def test_a_tie_behind_the_winner_decides_no_victory():
    sheet = scored(
        SettlersSeat(track=9), SettlersSeat(track=8, hand=1), SettlersSeat(track=8)
    )
    assert sheet.places == (1, 2, 3)
    assert sheet.decided_by is None


@pytest.mark.rule("IS-5")
def test_only_what_is_left_in_the_supply_and_the_hand_is_asked_for_a_tie():
    asked = {
        key for key, one in entries_of(SettlersSeat).items() if one.group is Group.TIE
    }
    assert asked == {"materials", "workers", "goods", "hand"}
    assert "IS-5" in [rule.id for rule in GAME.remember]


# Factions and bounds


@pytest.mark.rule("IS-6")
@pytest.mark.parametrize(
    ("taken", "again"),
    [
        ("romans", "romans"),
        ("Atlanteans", "Atlanteans"),
        ("Atlanteans", " atlanteans "),
    ],
)
def test_a_faction_is_played_only_once(taken, again):
    sheet = scored(
        SettlersSeat(people=taken),
        SettlersSeat(people="japanese"),
        SettlersSeat(people=again),
    )
    assert broken(sheet) == [("IS-6", 2)]


@pytest.mark.rule("IS-6")
def test_everybody_who_repeats_a_faction_is_told():
    seats = (SettlersSeat(people="romans"),) * 3
    assert broken(scored(*seats)) == [("IS-6", 1), ("IS-6", 2)]


@pytest.mark.rule("IS-6")
def test_the_four_factions_and_typed_ones_may_play_together():
    people = ("barbarians", "japanese", "romans", "egyptians")
    assert set(entries_of(SettlersSeat)["people"].choices) == set(people)
    assert broken(scored(*(SettlersSeat(people=one) for one in people))) == []
    assert (
        broken(scored(SettlersSeat(people="Atlanteans"), SettlersSeat(people="Aztecs")))
        == []
    )


@pytest.mark.rule("IS-6")
def test_factions_that_nobody_entered_are_no_repetition():
    assert (
        broken(
            scored(
                SettlersSeat(),
                SettlersSeat(),
                SettlersSeat(people="  "),
                SettlersSeat(people="  "),
            )
        )
        == []
    )


@pytest.mark.rule("IS-8")
@pytest.mark.parametrize(
    ("deck", "faction", "problems"),
    [
        ("30", 30, []),
        ("30", 31, [("IS-8", 1)]),
        ("40", 31, []),
        ("40", 40, []),
    ],
)
def test_no_more_faction_locations_stand_than_the_deck_has_cards(
    deck, faction, problems
):
    assert (
        broken(scored(SettlersSeat(), SettlersSeat(faction=faction), deck=deck))
        == problems
    )


@pytest.mark.rule("IS-8")
def test_more_than_40_faction_locations_cannot_be_entered():
    assert entries_of(SettlersSeat)["faction"].maximum == 40


@pytest.mark.rule("IS-8")
@pytest.mark.parametrize(("second", "remarks"), [(44, []), (45, [("IS-8", None)])])
def test_more_than_84_common_locations_at_the_table_are_worth_a_remark(second, remarks):
    sheet = scored(SettlersSeat(common=40), SettlersSeat(common=second))
    assert remarked(sheet) == remarks
    assert sheet.problems == ()


@pytest.mark.rule("IS-2", "IS-3", "IS-6", "IS-8")
def test_all_problems_are_told_together():
    sheet = scored(
        SettlersSeat(people="romans", faction=31, shrine=1, common=1, under_ra=2),
        SettlersSeat(people="romans", faction=31),
        temple="egyptians",
    )
    assert sorted(broken(sheet), key=str) == sorted(
        [
            ("IS-2", 0),
            ("IS-3", 0),
            ("IS-3", None),
            ("IS-6", 1),
            ("IS-8", 0),
            ("IS-8", 1),
        ],
        key=str,
    )
    assert sheet.winners == ()


@pytest.mark.rule("IS-6")
def test_a_game_that_breaks_rules_is_not_settled():
    seats = (SettlersSeat(people="romans", faction=31), SettlersSeat(people="romans"))
    with pytest.raises(RuleBroken) as caught:
        score_valid_game(GAME, [Tally(1, SettlersBoard(), seats)])
    assert {one.rule.id for one in caught.value.problems} == {"IS-6", "IS-8"}


# Alone


@pytest.mark.rule("IS-11")
@pytest.mark.parametrize(
    ("own", "virtual", "winners"),
    [(9, 10, ()), (10, 10, ()), (11, 10, (0,)), (0, 0, ())],
)
def test_alone_one_wins_only_with_more_locations_than_the_collection(
    own, virtual, winners
):
    sheet = scored(SettlersSeat(track=20, faction=own, collection=virtual))
    assert sheet.winners == winners
    assert sheet.ending.over
    assert sheet.ending.rule.id == ("IS-12" if winners else "IS-11")


@pytest.mark.rule("IS-11")
def test_common_locations_do_not_beat_the_virtual_player():
    assert scored(SettlersSeat(common=50, faction=3, collection=3)).winners == ()


@pytest.mark.rule("IS-11")
def test_a_collection_is_for_one_player_only():
    assert broken(scored(SettlersSeat(), SettlersSeat(collection=1))) == [("IS-11", 1)]


@pytest.mark.rule("IS-3", "IS-4")
def test_a_player_alone_enters_nothing_for_ties_or_the_temple_of_ra():
    seat = SettlersSeat(common=1, under_ra=1, materials=1, workers=1, goods=1, hand=1)
    assert broken(scored(seat)) == [("IS-3", 0)] + [("IS-4", 0)] * 4


@pytest.mark.rule("IS-12")
def test_the_locations_count_only_for_who_beat_the_virtual_player():
    seat = {"people": "japanese", "track": 20, "common": 6, "faction": 9, "shrine": 4}
    won = scored(SettlersSeat(**seat, collection=8))
    lost = scored(SettlersSeat(**seat, collection=9))
    assert won.totals == (48,)
    assert row(won, "IS-12") == (0,)
    assert lost.totals == (20,)
    assert row(lost, "IS-12") == (-28,)


@pytest.mark.rule("IS-12")
@pytest.mark.parametrize(
    ("points", "title"),
    [
        (2, "Commoner"),
        (29, "Commoner"),
        (30, "Servant"),
        (39, "Servant"),
        (40, "Squire"),
        (49, "Squire"),
        (50, "Knight"),
        (59, "Knight"),
        (60, "Castellan"),
        (69, "Castellan"),
        (70, "King"),
        (79, "King"),
        (80, "Emperor"),
        (200, "Emperor"),
    ],
)
def test_a_title_is_earned_by_the_final_score(points, title):
    sheet = scored(SettlersSeat(track=points - 2, faction=1))
    assert sheet.totals == (points,)
    assert str(sheet.ending.why).endswith(f"Title: {title}.")


@pytest.mark.rule("IS-12")
def test_nobody_is_below_a_commoner():
    assert solo_title(0) == "Commoner"


@pytest.mark.rule("IS-12")
def test_a_loss_earns_no_title():
    assert "title" not in scored(SettlersSeat(track=90)).ending.why.values


@pytest.mark.rule("IS-11", "IS-12")
def test_nobody_at_a_table_is_measured_against_the_virtual_player():
    sheet = scored(SettlersSeat(track=1, common=2), SettlersSeat())
    assert sheet.totals == (3, 0)
    assert "IS-12" not in [one.rule.id for one in sheet.rows]


@pytest.mark.rule("IS-1")
def test_the_example_comes_to_the_sums_of_its_rows():
    sheet = score_valid_game(GAME, EXAMPLE.tallies)
    assert sheet.totals == (65, 65, 65)
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[0]


# The virtual player's collection has a bound


@pytest.mark.rule("IS-11", "IS-13", "IS-20")
def test_the_collection_holds_four_cards_a_round_at_most():
    assert entries_of(SettlersSeat)["collection"].maximum == 5 * 4
    assert entries_of(rise_of_empire.GAME.seat)["collection"].maximum == 4 * 4
