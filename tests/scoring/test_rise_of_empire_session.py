"""A session of Rise of the Empire, rule by rule."""

import pytest

from scoring.entries import entries_of
from scoring.rise_of_empire.session import GAME, EmpireBoard, EmpireSeat
from scoring.sheet import Tally, score_game


def scored(*seats, **board):
    return score_game(GAME, [Tally(1, EmpireBoard(**board), seats)])


def broken(sheet):
    return [(problem.rule.id, problem.seat) for problem in sheet.problems]


def remarked(sheet):
    return [(remark.rule.id, remark.seat) for remark in sheet.remarks]


def rows(sheet, rule):
    return [one.points for one in sheet.rows if one.rule.id == rule]


def sums(sheet):
    return tuple(map(sum, zip(*(one.points for one in sheet.rows), strict=True)))


# Provinces


@pytest.mark.rule("ROE-8", "ROE-22")
def test_48_points_and_one_province_are_43():
    sheet = scored(
        EmpireSeat(track=30, common=4, faction=7, provinces=1), EmpireSeat(track=42)
    )
    assert sheet.totals == (43, 42)
    assert sheet.winners == (0,)


@pytest.mark.rule("ROE-8")
@pytest.mark.parametrize(
    ("provinces", "printed", "left"),
    [(0, 5, 60), (1, 5, 55), (2, 5, 50), (7, 5, 25), (2, 4, 52), (3, 0, 60)],
)
def test_each_province_costs_the_points_printed_on_it(provinces, printed, left):
    sheet = scored(
        EmpireSeat(track=60, provinces=provinces), EmpireSeat(), printed=printed
    )
    assert sheet.totals == (left, 0)
    assert rows(sheet, "ROE-8") == [(left - 60, 0)]


@pytest.mark.rule("ROE-7", "ROE-8")
def test_a_province_costs_20_at_most_and_4_rounds_bring_16_cards_at_most():
    assert entries_of(EmpireBoard)["printed"].maximum == 20
    assert entries_of(EmpireSeat)["collection"].maximum == 4 * 4


@pytest.mark.rule("ROE-8")
def test_a_province_costs_5_unless_the_table_says_otherwise():
    assert EmpireBoard().printed == 5


@pytest.mark.rule("ROE-8")
def test_a_province_is_no_location_that_scores_or_beats_the_virtual_player():
    assert scored(EmpireSeat(track=30, provinces=1), EmpireSeat()).totals == (25, 0)
    assert scored(EmpireSeat(faction=2, collection=2, provinces=3)).winners == ()


@pytest.mark.rule("ROE-8")
def test_there_are_only_55_provinces():
    assert entries_of(EmpireSeat)["provinces"].maximum == 55


# Upkeep


@pytest.mark.rule("ROE-11")
def test_48_points_two_provinces_and_unpaid_upkeep_are_0():
    sheet = scored(EmpireSeat(track=48, provinces=2, unpaid=True), EmpireSeat(track=1))
    assert sheet.totals == (0, 1)
    assert rows(sheet, "ROE-11") == [(-38, 0)]
    assert sums(sheet) == sheet.totals
    assert sheet.winners == (1,)


@pytest.mark.rule("ROE-11", "ROE-22")
@pytest.mark.parametrize("below_zero", ["floor", "allowed"])
def test_unpaid_upkeep_is_0_also_where_the_provinces_cost_more_than_was_gained(
    below_zero,
):
    seat = EmpireSeat(track=3, provinces=2, unpaid=True)
    sheet = scored(seat, EmpireSeat(track=1), below_zero=below_zero)
    assert sheet.totals == (0, 1)
    assert sums(sheet) == sheet.totals


@pytest.mark.rule("ROE-11")
def test_upkeep_unpaid_by_all_leaves_the_tie_breaks_to_decide():
    sheet = scored(
        EmpireSeat(track=50, provinces=1, unpaid=True),
        EmpireSeat(track=9, provinces=1, unpaid=True, workers=1),
    )
    assert sheet.totals == (0, 0)
    assert sheet.winners == (1,)


@pytest.mark.rule("ROE-11")
def test_a_table_may_read_unpaid_upkeep_as_no_knowledge():
    seats = EmpireSeat(track=20), EmpireSeat(track=48, provinces=2, unpaid=True)
    sheet = scored(*seats, unpaid="knowledge")
    assert sheet.totals == (20, 38)
    assert remarked(sheet) == [("ROE-11", 1)]
    assert sheet.winners == (1,)


@pytest.mark.rule("ROE-11")
def test_everybody_who_gains_no_knowledge_is_told():
    seat = EmpireSeat(track=9, provinces=1, unpaid=True)
    sheet = scored(seat, EmpireSeat(provinces=1), seat, unpaid="knowledge")
    assert remarked(sheet) == [("ROE-11", 0), ("ROE-11", 2)]


@pytest.mark.rule("ROE-11")
def test_nothing_is_remarked_where_unpaid_upkeep_costs_the_score():
    assert remarked(scored(EmpireSeat(provinces=1, unpaid=True), EmpireSeat())) == []


@pytest.mark.rule("ROE-11")
def test_paid_upkeep_costs_nothing_in_either_reading():
    for unpaid in ("score", "knowledge"):
        sheet = scored(EmpireSeat(track=48, provinces=1), EmpireSeat(), unpaid=unpaid)
        assert sheet.totals == (43, 0)
        assert sheet.remarks == ()


@pytest.mark.rule("ROE-11")
def test_upkeep_cannot_be_unpaid_without_a_province():
    assert broken(scored(EmpireSeat(track=9, unpaid=True), EmpireSeat())) == [
        ("ROE-11", 0)
    ]


# Final score


@pytest.mark.rule("ROE-22")
@pytest.mark.parametrize(
    ("track", "floor", "allowed"), [(9, 0, -1), (10, 0, 0), (11, 1, 1), (0, 0, -10)]
)
def test_a_score_falls_below_0_only_where_the_table_allows_it(track, floor, allowed):
    seats = EmpireSeat(track=track, provinces=2), EmpireSeat()
    for below_zero, total in (("floor", floor), ("allowed", allowed)):
        sheet = scored(*seats, below_zero=below_zero)
        assert sheet.totals == (total, 0)
        assert sums(sheet) == sheet.totals


@pytest.mark.rule("ROE-22")
def test_scores_do_not_fall_below_0_unless_said():
    assert EmpireBoard().below_zero == "floor"
    assert scored(EmpireSeat(provinces=1), EmpireSeat()).totals == (0, 0)


@pytest.mark.rule("ROE-22")
def test_gold_scores_only_where_the_table_says_so():
    seats = EmpireSeat(track=10, gold=4), EmpireSeat()
    assert scored(*seats).totals == (10, 0)
    assert scored(*seats, gold="points").totals == (14, 0)


@pytest.mark.rule("ROE-11", "ROE-22")
def test_gold_does_not_help_against_unpaid_upkeep():
    seat = EmpireSeat(track=10, gold=4, provinces=1, unpaid=True)
    assert scored(seat, EmpireSeat(), gold="points").totals == (0, 0)


@pytest.mark.rule("ROE-22")
def test_gold_that_scores_is_counted_before_the_floor():
    seat = EmpireSeat(gold=7, provinces=1)
    assert scored(seat, EmpireSeat(), gold="points").totals == (2, 0)


# What the base game adds


@pytest.mark.rule("IS-1", "IS-2")
def test_the_base_game_is_counted_first():
    seat = EmpireSeat(people="japanese", track=10, common=3, faction=4, shrine=2)
    assert scored(seat, EmpireSeat()).totals == (23, 0)


@pytest.mark.rule("IS-3")
def test_the_temple_of_ra_moves_points_in_the_campaign_too():
    seats = EmpireSeat(common=3, under_ra=2), EmpireSeat(people="egyptians")
    assert scored(*seats).totals == (3, 0)
    assert scored(*seats, temple="egyptians").totals == (1, 2)


@pytest.mark.rule("IS-2", "IS-3", "IS-6", "IS-8")
def test_the_bounds_of_the_base_game_hold_in_the_campaign():
    sheet = scored(
        EmpireSeat(people="romans", faction=31, shrine=1, common=85, under_ra=86),
        EmpireSeat(people="romans"),
    )
    assert sorted(broken(sheet)) == [("IS-2", 0), ("IS-3", 0), ("IS-6", 1), ("IS-8", 0)]
    assert remarked(sheet) == [("IS-8", None)]
    assert sheet.winners == ()


# The winner


@pytest.mark.rule("ROE-23")
def test_the_highest_final_score_wins_not_the_highest_before_the_provinces():
    sheet = scored(EmpireSeat(track=40, provinces=3), EmpireSeat(track=30))
    assert sheet.places == (2, 1)
    assert sheet.winners == (1,)
    assert sheet.ending.rule.id == "ROE-23"
    assert sheet.decided_by is None


@pytest.mark.rule("ROE-23")
@pytest.mark.parametrize("left", ["materials", "workers"])
def test_a_tie_goes_to_who_has_more_left_over(left):
    sheet = scored(EmpireSeat(track=9, hand=3), EmpireSeat(track=9, **{left: 1}))
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[0]
    assert sheet.decided_by.rule.id == "ROE-23"


@pytest.mark.rule("ROE-23")
def test_then_a_tie_goes_to_more_cards_in_hand():
    sheet = scored(EmpireSeat(track=9, hand=1), EmpireSeat(track=9, hand=2))
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[1]


@pytest.mark.rule("ROE-23")
def test_a_last_tie_makes_several_winners():
    sheet = scored(
        EmpireSeat(track=9), EmpireSeat(track=9), EmpireSeat(track=14, provinces=1)
    )
    assert sheet.winners == (0, 1, 2)
    assert sheet.decided_by is None


@pytest.mark.rule("ROE-23")
def test_gold_and_tokens_break_a_tie_only_by_the_other_reading():
    seats = EmpireSeat(track=9, goods=1), EmpireSeat(track=9)
    assert scored(*seats).winners == (0, 1)
    assert scored(*seats, tie="goods").winners == (0,)


# Alone


@pytest.mark.rule("IS-11", "ROE-23")
@pytest.mark.parametrize(("own", "winners"), [(5, ()), (6, ()), (7, (0,))])
def test_alone_one_wins_a_session_by_beating_the_virtual_player(own, winners):
    sheet = scored(EmpireSeat(track=20, faction=own, collection=6))
    assert sheet.winners == winners
    assert sheet.ending.rule.id == "IS-11"


@pytest.mark.rule("IS-12", "ROE-22")
def test_a_session_lost_to_the_virtual_player_counts_as_usual():
    sheet = scored(EmpireSeat(track=20, common=4, faction=6, collection=7, provinces=1))
    assert sheet.totals == (31,)


@pytest.mark.rule("ROE-11")
def test_unpaid_upkeep_is_0_alone_too():
    sheet = scored(EmpireSeat(track=20, faction=6, provinces=1, unpaid=True))
    assert sheet.totals == (0,)
    assert sheet.winners == (0,)


@pytest.mark.rule("ROE-11")
@pytest.mark.parametrize("below_zero", ["floor", "allowed"])
def test_not_paying_never_shows_as_points_gained(below_zero):
    seat = EmpireSeat(provinces=3, unpaid=True)
    sheet = scored(seat, EmpireSeat(track=9), below_zero=below_zero)
    assert rows(sheet, "ROE-11") == [(0, 0)]
    assert sheet.totals == (0, 9)
