"""What games add up to, where one more or one fewer decides."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.stats.games import DecidingLine, FactionRow, summarise_game
from scoring.stats.people import (
    FactionRecord,
    Rivalry,
    ScoreSum,
    scores_by_person,
    summarise_person,
)
from scoring.stats.plays import NOBODY, GamePlay, SeatPlay
from scoring.stats.rates import Rate, RateVerdict, count_rate, rank_rate
from scoring.stats.table import summarise_table

ANNA, BARA = SeatPlay("anna", "", 9, 1, True), SeatPlay("bara", "", 7, 2, False)
WON = GamePlay("key", "chess", (ANNA, BARA))
ONCE, TWICE = Rate(1, 1.0, 0.5, 1), Rate(2, 1.0, 1.0, 1)


def test_a_game_of_which_nothing_is_said_is_a_single_one_of_unknown_length():
    assert (WON.minutes, WON.campaign) == (0, False)


def test_noughts_that_a_tie_break_told_apart_were_counted():
    noughts = tuple(replace(seat, total=0) for seat in WON.seats)
    equal = tuple(replace(seat, place=1) for seat in noughts)
    assert replace(WON, seats=noughts).has_points
    assert not replace(WON, seats=equal).has_points


def test_only_a_game_that_somebody_won_from_somebody_has_a_margin():
    alone, nobody = replace(WON, seats=(ANNA,)), replace(WON, seats=(BARA, BARA))
    assert [one.margin for one in (WON, alone, nobody)] == [2, None, None]


def test_a_game_of_two_is_half_won_by_chance_and_a_tie_is_shared():
    tie = replace(WON, seats=(ANNA, replace(ANNA, who="bara")))
    assert count_rate([(WON, ANNA)]) == Rate(1, 1.0, 0.5, 1, 0)
    assert count_rate([(tie, ANNA)]) == Rate(1, 0.5, 0.5, 1, 1)


@pytest.mark.parametrize(
    ("rate", "verdict"),
    [
        (Rate(10, 0.0, 0.0), RateVerdict.LUCK),  # nothing expected and nothing won
        (Rate(10, 10.0, 5.0), RateVerdict.ABOVE),
        (Rate(10, 0.0, 5.0), RateVerdict.BELOW),
    ],
)
def test_a_rate_says_something_only_beyond_what_chance_allows(rate, verdict):
    assert rate.verdict is verdict


def test_a_rate_exactly_at_the_limit_of_chance_is_luck():
    rate = Rate(16, 4.0)
    for limit in (rate.low, rate.high):
        assert replace(rate, by_chance=16 * limit).verdict is RateVerdict.LUCK


def test_who_played_enough_comes_before_who_won_once():
    enough = Rate(10, 5.0, 5.0)
    assert rank_rate(enough, 0.0) < rank_rate(ONCE, 50.0)


def test_scores_of_nobody_are_nobody_s():
    seats = (ANNA, replace(BARA, who=NOBODY))
    assert scores_by_person([replace(WON, seats=seats)]) == {"anna": ScoreSum(1, 9)}


def test_lines_of_two_stretches_of_time_add_up():
    line = DecidingLine("Gold", 1, 2, 3)
    assert line + DecidingLine("Gold", 10, 20, 30) == DecidingLine("Gold", 11, 22, 33)
    row = FactionRow("Olaf", ONCE, {"anna": ONCE})
    assert row + FactionRow("Olaf", TWICE, {}) == FactionRow(
        "Olaf", ONCE + TWICE, {"anna": ONCE}
    )
    record = FactionRecord("chess", "Olaf", ScoreSum(1, 9), ONCE)
    assert record + record == FactionRecord(
        "chess", "Olaf", ScoreSum(2, 18), ONCE + ONCE
    )


def numbers_with(**what):
    return replace(summarise_person([WON], "anna"), **what)


def test_a_favourite_was_played_twice_and_the_strongest_has_won():
    once = FactionRecord("chess", "Olaf", ScoreSum(1, 9), ONCE)
    twice = FactionRecord("chess", "Glenn", ScoreSum(2, 9), TWICE)
    assert numbers_with(factions=(once,)).favourite is None
    assert numbers_with(factions=(once, twice)).favourite == twice
    never = replace(twice, rate=Rate(10, 0.0, 5.0))
    often = replace(twice, rate=Rate(10, 6.0, 5.0, 6))
    assert numbers_with(factions=(never, once)).strongest is None
    assert numbers_with(factions=(never, once, often)).strongest == often


def test_a_rival_one_is_level_with_is_neither_ahead_nor_behind():
    level, ahead, behind = (
        Rivalry("bara", 10, won, lost, 10 - won - lost)
        for won, lost in ((2, 2), (3, 2), (2, 3))
    )
    none = numbers_with(rivals=(level,))
    assert (none.nemesis, none.victim) == (None, None)
    both = numbers_with(rivals=(level, ahead, behind))
    assert (both.nemesis, both.victim) == (behind, ahead)


def test_sessions_of_a_campaign_and_single_games_are_told_apart():
    numbers = summarise_person([WON, replace(WON, campaign=True), WON], "anna")
    assert (numbers.in_campaigns.games, numbers.in_single_games.games) == (1, 2)


def test_games_alone_are_counted_apart():
    alone = replace(WON, seats=(ANNA,))
    numbers = summarise_person([WON, alone, WON], "anna")
    assert (numbers.plays, numbers.alone) == (3, 1)


def test_a_table_shows_its_six_newest_games_and_its_years_from_the_last():
    plays = [replace(WON, key=str(at), day=date(2019 + at, 1, 1)) for at in range(8)]
    numbers = summarise_table(plays)
    assert [one.key for one in numbers.recent] == ["7", "6", "5", "4", "3", "2"]
    assert numbers.years == [2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019]


def test_a_form_is_the_last_eight_games_and_a_chart_the_last_twenty_five():
    plays = [replace(WON, key=str(at)) for at in range(40)]
    assert [play.key for play, _seat in summarise_person(plays, "anna").form] == [
        str(at) for at in range(32, 40)
    ]
    assert [play.key for play in summarise_game(plays).newest] == [
        str(at) for at in range(15, 40)
    ]


def test_games_without_points_or_without_a_day_are_counted_apart():
    never = replace(WON, seats=(replace(ANNA, total=0),), day=date(2026, 1, 1))
    numbers = summarise_table([WON, never, WON, never, never])
    assert (numbers.plays, numbers.blank, numbers.undated) == (5, 3, 2)


def test_a_run_that_goes_on_comes_before_a_longer_one_that_has_ended():
    lost = replace(WON, seats=(replace(ANNA, wins=False), replace(BARA, wins=True)))
    games = [WON] * 3 + [lost] * 2
    assert list(summarise_table(games).streaks) == ["bara", "anna"]
