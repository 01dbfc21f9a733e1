"""Empires of the North, rule by rule."""

import pytest

from scoring.empires_of_the_north import GAME, NorthBoard, NorthSeat
from scoring.entries import entries_of
from scoring.north_moves import assign_goods
from scoring.north_stored import StoringCard
from scoring.sheet import Tally, score_game

CLANS = ("olaf", "heidel", "nanuuk", "panurjuk", "glenn", "mackinnon")


def scored(*seats, **board):
    return score_game(GAME, [Tally(1, NorthBoard(**board), seats)])


def broken(sheet):
    return [(problem.rule.id, problem.seat) for problem in sheet.problems]


def remarked(sheet):
    return [(remark.rule.id, remark.seat) for remark in sheet.remarks]


# Final score


@pytest.mark.rule("EON-1")
def test_a_track_of_27_with_12_cards_5_materials_and_2_gold_is_43():
    seat = NorthSeat(track=27, cards=12, materials=5, gold=2, attack=3)
    assert scored(seat, NorthSeat()).totals == (43, 0)


@pytest.mark.rule("EON-3")
def test_with_its_3_attack_tokens_that_is_46():
    seat = NorthSeat(track=27, cards=12, materials=5, gold=2, attack=3)
    assert scored(seat, NorthSeat(), attack="points").totals == (46, 0)


@pytest.mark.rule("EON-1")
@pytest.mark.parametrize(
    ("materials", "worth"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)]
)
def test_two_raw_materials_of_any_kind_are_a_point(materials, worth):
    assert scored(NorthSeat(materials=materials), NorthSeat()).totals == (worth, 0)


@pytest.mark.rule("EON-1")
@pytest.mark.parametrize("entry", ["track", "cards", "gold"])
def test_points_cards_and_gold_count_one_each(entry):
    for pieces in (1, 2, 7):
        assert scored(NorthSeat(**{entry: pieces}), NorthSeat()).totals == (pieces, 0)


@pytest.mark.rule("EON-2")
def test_goods_stored_on_a_card_pay_each_round_and_score_nothing():
    before = NorthSeat(materials=5, gold=2)
    after = assign_goods(before, materials=3, gold=1)
    assert scored(before, after).totals == (4, 2)
    assert StoringCard(stored=3, lot=2).yields == 1


@pytest.mark.rule("EON-1", "EON-4")
def test_workers_and_cards_in_hand_are_worth_nothing():
    assert scored(NorthSeat(workers=9, hand=9), NorthSeat()).totals == (0, 0)


# Attack tokens


@pytest.mark.rule("EON-3")
def test_attack_tokens_score_only_where_the_table_says_so():
    seats = NorthSeat(track=30, attack=4), NorthSeat(track=25)
    assert NorthBoard().attack == "nothing"
    assert scored(*seats).totals == (30, 25)
    assert scored(*seats, attack="points").totals == (34, 25)


@pytest.mark.rule("EON-3")
@pytest.mark.parametrize("attack", ["nothing", "points"])
@pytest.mark.parametrize(
    ("tokens", "remarks"),
    [(1, []), (2, [("EON-3", None)]), (3, [("EON-3", None)])],
)
def test_the_result_says_when_attack_tokens_change_the_winner(attack, tokens, remarks):
    seats = NorthSeat(track=30), NorthSeat(track=28, attack=tokens)
    assert remarked(scored(*seats, attack=attack)) == remarks


@pytest.mark.rule("EON-3", "EON-4")
def test_a_change_of_the_winner_is_judged_with_the_tie_breaks():
    ahead, behind = NorthSeat(track=30, workers=2), NorthSeat(track=28, attack=2)
    assert remarked(scored(ahead, behind)) == []


@pytest.mark.rule("EON-3")
def test_the_remark_speaks_of_the_other_reading():
    seats = NorthSeat(track=30), NorthSeat(track=25, attack=9)
    (off,) = scored(*seats).remarks
    (on,) = scored(*seats, attack="points").remarks
    assert "With 1 point" in str(off.message)
    assert "Without points" in str(on.message)


@pytest.mark.rule("EON-3", "EON-5")
@pytest.mark.parametrize(
    ("track", "reached", "remarks"),
    [
        (24, "", []),
        (25, "", [("EON-3", None)]),
        (25, "action", [("EON-3", None)]),
        (25, "sailing", []),
        (25, "earlier", [("EON-3", None)]),
    ],
)
def test_nobody_speaks_of_another_winner_before_there_is_one(track, reached, remarks):
    seats = NorthSeat(track=track), NorthSeat(track=20, attack=9)
    assert remarked(scored(*seats, reached=reached)) == remarks


@pytest.mark.rule("EON-3", "EON-8")
def test_attack_tokens_are_not_remarked_on_alone():
    sheet = scored(NorthSeat(track=30, attack=9))
    assert remarked(sheet) == []
    assert scored(NorthSeat(track=30, attack=9), attack="points").totals == (39,)


# Ties


@pytest.mark.rule("EON-4")
def test_a_tie_goes_to_more_cards_in_the_empire():
    sheet = scored(
        NorthSeat(track=30, cards=3, workers=9, hand=9), NorthSeat(track=29, cards=4)
    )
    assert sheet.totals == (33, 33)
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[0]
    assert sheet.decided_by.rule.id == "EON-4"


@pytest.mark.rule("EON-4")
def test_then_to_more_workers():
    sheet = scored(
        NorthSeat(track=30, workers=3, hand=9), NorthSeat(track=30, workers=4)
    )
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[1]


@pytest.mark.rule("EON-4")
def test_then_to_more_cards_in_hand():
    sheet = scored(
        NorthSeat(track=30, workers=3, hand=1), NorthSeat(track=30, workers=3, hand=2)
    )
    assert sheet.winners == (1,)
    assert sheet.decided_by is sheet.ties[2]


@pytest.mark.rule("EON-4")
def test_a_last_tie_is_a_shared_victory():
    equal = NorthSeat(track=30, cards=2, workers=3, hand=1)
    sheet = scored(equal, NorthSeat(track=31), equal)
    assert sheet.places == (1, 3, 1)
    assert sheet.winners == (0, 2)
    assert sheet.decided_by is None


@pytest.mark.rule("EON-4")
def test_no_tie_break_beats_points():
    sheet = scored(
        NorthSeat(track=31, cards=0), NorthSeat(track=20, cards=10, workers=9, hand=9)
    )
    assert sheet.winners == (0,)
    assert sheet.decided_by is None


@pytest.mark.rule("EON-4")
def test_alone_nothing_is_asked_for_a_tie():
    assert broken(scored(NorthSeat(workers=1, hand=1))) == [("EON-4", 0), ("EON-4", 0)]


# The end


@pytest.mark.rule("EON-5")
@pytest.mark.parametrize(("track", "over"), [(24, False), (25, True), (26, True)])
def test_the_game_is_over_only_once_somebody_has_25_on_the_track(track, over):
    sheet = scored(NorthSeat(track=5), NorthSeat(track=track))
    assert sheet.ending.over is over
    assert sheet.ending.rule.id == "EON-5"
    assert sheet.winners == ((1,) if over else ())


@pytest.mark.rule("EON-5")
def test_points_of_the_final_scoring_end_nothing():
    sheet = scored(NorthSeat(track=24, cards=20, materials=20, gold=20), NorthSeat())
    assert not sheet.ending.over
    assert sheet.winners == ()


@pytest.mark.rule("EON-5")
@pytest.mark.parametrize(
    ("reached", "over"), [("action", True), ("sailing", False), ("earlier", True)]
)
def test_25_reached_only_while_sailing_leaves_one_more_round(reached, over):
    sheet = scored(NorthSeat(track=25), NorthSeat(), reached=reached)
    assert sheet.ending.over is over
    assert sheet.winners == ((0,) if over else ())
    assert sheet.problems == ()


@pytest.mark.rule("EON-5")
@pytest.mark.parametrize("reached", ["action", "sailing", "earlier"])
@pytest.mark.parametrize(("track", "problems"), [(24, [("EON-5", None)]), (25, [])])
def test_25_cannot_have_been_reached_by_nobody(reached, track, problems):
    sheet = scored(NorthSeat(track=track), NorthSeat(track=3), reached=reached)
    assert broken(sheet) == problems


@pytest.mark.rule("EON-5")
def test_alone_there_is_no_25_to_reach():
    sheet = scored(NorthSeat(track=30), reached="action")
    assert broken(sheet) == [("EON-5", None)]
    assert scored(NorthSeat(track=3)).ending.over


@pytest.mark.rule("EON-5")
def test_everybody_races_to_25_on_the_track_whatever_else_they_have():
    race = scored(
        NorthSeat(track=12, cards=30, gold=9), NorthSeat(track=26), NorthSeat()
    ).race
    assert (race.to, race.have, race.rule.id) == (25, (12, 26, 0), "EON-5")


@pytest.mark.rule("EON-5")
@pytest.mark.parametrize(
    ("reached", "said"),
    [
        ("", ["Somebody has 25. Enter the phase when it was first reached."]),
        (
            "action",
            [
                "This round's sailing phase is the last.",
                "Skip clean-up and count the final score.",
            ],
        ),
        ("sailing", ["Clean up and play one last round."]),
        (
            "earlier",
            ["This round is the last.", "Skip clean-up and count the final score."],
        ),
    ],
)
@pytest.mark.parametrize(("track", "there"), [(24, False), (25, True), (26, True)])
def test_once_somebody_has_25_the_phase_says_what_is_still_played(
    reached, said, track, there
):
    sheet = scored(
        NorthSeat(track=3, cards=30), NorthSeat(track=track), reached=reached
    )
    assert [str(one.message) for one in sheet.steps] == (said if there else [])
    assert {(one.rule.id, one.seat) for one in sheet.steps} <= {("EON-5", None)}


@pytest.mark.rule("EON-5", "EON-8")
def test_alone_nobody_races_and_no_round_is_the_last():
    sheet = scored(NorthSeat(track=30))
    assert sheet.race is None
    assert sheet.steps == ()


# Bounds


@pytest.mark.rule("EON-6")
@pytest.mark.parametrize(
    ("cards", "problems"),
    [
        ((33, 33, 33, 33), []),
        ((55, 33), []),
        ((44, 44), []),
        ((45, 44), [("EON-6", None)]),
        ((55, 34), [("EON-6", None)]),
        ((55, 33, 0, 2), []),
        ((55, 34, 0, 2), [("EON-6", None)]),
    ],
)
def test_cards_beyond_the_33_of_a_clan_are_islands_of_which_there_are_22(
    cards, problems
):
    assert broken(scored(*(NorthSeat(cards=one) for one in cards))) == problems


@pytest.mark.rule("EON-6")
def test_nobody_has_more_cards_than_a_clan_and_all_islands():
    assert entries_of(NorthSeat)["cards"].maximum == 33 + 12 + 10


@pytest.mark.rule("EON-6")
@pytest.mark.parametrize("again", ["olaf", "Olaf", " OLAF "])
def test_a_clan_is_played_only_once(again):
    sheet = scored(
        NorthSeat(clan="olaf"), NorthSeat(clan="glenn"), NorthSeat(clan=again)
    )
    assert broken(sheet) == [("EON-6", 2)]


@pytest.mark.rule("EON-6")
def test_six_clans_and_typed_ones_may_play():
    assert tuple(entries_of(NorthSeat)["clan"].choices) == CLANS
    assert broken(scored(*(NorthSeat(clan=one) for one in CLANS[:4]))) == []
    assert (
        broken(
            scored(
                NorthSeat(clan="Ulf"), NorthSeat(clan="glenn"), NorthSeat(), NorthSeat()
            )
        )
        == []
    )


@pytest.mark.rule("EON-5", "EON-6")
def test_all_problems_are_told_together():
    seat = NorthSeat(clan="olaf", track=9, cards=50)
    sheet = scored(seat, seat, reached="action")
    assert sorted(broken(sheet), key=str) == [
        ("EON-5", None),
        ("EON-6", 1),
        ("EON-6", None),
    ]
    assert sheet.winners == ()


# Alone


@pytest.mark.rule("EON-8")
def test_alone_there_is_a_total_but_no_verdict():
    sheet = scored(NorthSeat(track=40, cards=3), scenario="The first winter")
    assert sheet.totals == (43,)
    assert sheet.winners == ()
    assert sheet.problems == ()
    assert sheet.ending.over
    assert sheet.ending.rule.id == "EON-8"


@pytest.mark.rule("EON-8")
def test_a_scenario_is_for_one_player_only():
    sheet = scored(NorthSeat(track=25), NorthSeat(), scenario="The first winter")
    assert broken(sheet) == [("EON-8", None)]
