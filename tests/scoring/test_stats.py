"""What finished games add up to: rates, streaks, rivals and records."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.games import (
    RecordKind,
    find_records,
    join_game,
    summarise_game,
)
from scoring.stats.people import (
    join_person,
    measure_streak,
    rates_by_person,
    summarise_person,
)
from scoring.stats.plays import GamePlay, SeatPlay
from scoring.stats.rates import Rate, RateVerdict, wilson_interval
from scoring.stats.table import join_table, summarise_table


def play(*totals, game="chess", factions=(), lines=(), **more):
    """A game of Anna, Bára, Cyril … with these totals; the highest win."""
    names = ("anna", "bara", "cyril", "dana", "eva", "filip")
    places = [1 + sum(other > own for other in totals) for own in totals]
    given_factions = factions or ("",) * len(totals)
    seats = tuple(
        SeatPlay(who, faction, total, place, place == 1 and len(totals) > 1)
        for who, faction, total, place in zip(
            names, given_factions, totals, places, strict=False
        )
    )
    return GamePlay("key", game, seats, lines=lines, **more)


plays_made = st.lists(
    st.lists(st.integers(-5, 5), min_size=1, max_size=6).map(lambda own: play(*own)),
    max_size=30,
)


# Rates


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0)],
)
def test_the_interval_is_wilsons(wins, games, low, high):
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=0.001)


@given(st.integers(1, 3000), st.floats(0, 1))
def test_the_interval_holds_the_rate_and_stays_between_0_and_1(games, share):
    low, high = wilson_interval(share * games, games)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1


@given(st.integers(1, 500), st.floats(0, 1))
def test_more_games_say_more(games, share):
    few = wilson_interval(share * games, games)
    many = wilson_interval(share * games * 4, games * 4)
    assert many[1] - many[0] < few[1] - few[0]


def test_without_a_game_anything_is_possible():
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_nothing_is_said_under_three_games():
    assert Rate(2, 2, 1.0).verdict is RateVerdict.FEW
    assert not Rate(2, 2, 1.0).ranked


def test_a_rate_that_chance_explains_could_be_luck():
    assert Rate(10, 6, 5.0).verdict is RateVerdict.LUCK


def test_a_rate_far_from_chance_is_unlikely_to_be_luck():
    assert Rate(40, 30, 10.0).verdict is RateVerdict.ABOVE
    assert Rate(40, 1, 10.0).verdict is RateVerdict.BELOW


@given(plays_made)
def test_every_contested_game_is_won_once_however_many_share_it(plays):
    rates = rates_by_person(plays).values()
    contested = [one for one in plays if one.contested]
    assert sum(one.wins for one in rates) == pytest.approx(len(contested))
    assert sum(one.by_chance for one in rates) == pytest.approx(len(contested))


def test_a_tie_is_shared():
    rate = rates_by_person([play(5, 5, 3)])["anna"]
    assert (rate.wins, rate.won, rate.shared) == (0.5, 1, 1)


def test_a_game_alone_is_neither_won_nor_lost():
    numbers = summarise_person([play(50)], "anna")
    assert (numbers.plays, numbers.alone, numbers.rate.games) == (1, 1, 0)


# People


@pytest.mark.parametrize(
    ("wins", "now", "longest"),
    [([], 0, 0), ([True, True, False], 0, 2), ([False, True, True, True], 3, 3)],
)
def test_a_streak_ends_with_the_first_game_that_isnt_won(wins, now, longest):
    streak = measure_streak(wins)
    assert (streak.now, streak.longest) == (now, longest)


@given(plays_made)
def test_what_one_is_ahead_the_other_is_behind(plays):
    for who in rates_by_person(plays):
        for rivalry in summarise_person(plays, who).rivals:
            others = summarise_person(plays, rivalry.who).rivals
            back = next(one for one in others if one.who == who)
            assert (back.ahead, back.behind) == (rivalry.behind, rivalry.ahead)
            assert back.level == rivalry.level


def test_a_nemesis_is_somebody_met_three_times():
    twice = summarise_person([play(1, 9)] * 2, "anna")
    thrice = summarise_person([play(1, 9)] * 3, "anna")
    assert twice.nemesis is None
    assert thrice.nemesis is not None
    assert thrice.nemesis.who == "bara"
    assert summarise_person([play(1, 9)] * 3, "bara").victim.who == "anna"


def test_a_persons_games_are_told_each_for_itself():
    games = [play(10, 5), play(20, 5), play(3, 4, game="go")]
    chess, go = summarise_person(games, "anna").games
    assert (chess.game, chess.plays, chess.average, chess.best) == ("chess", 2, 15, 20)
    assert (go.game, go.best, go.rate.won) == ("go", 3, 0)


def test_the_favourite_faction_is_the_one_played_most():
    own = [play(9, 1, factions=("red", "blue"))] * 3
    numbers = summarise_person([*own, play(9, 1, factions=("green", "red"))], "anna")
    assert numbers.favourite.faction == "red"
    assert numbers.strongest.faction == "red"


# Games


def test_records_name_who_and_when():
    day = date(2026, 11, 1)
    found = summarise_game([play(40, 12), play(30, 29, day=day, minutes=90)])
    records = {one.kind: one for one in found.records}
    assert records[RecordKind.HIGHEST].value == 40
    assert records[RecordKind.HIGHEST].who == ("anna",)
    assert records[RecordKind.LOWEST].who == ("bara",)
    assert records[RecordKind.CLOSEST].value == 1
    assert records[RecordKind.CLEAREST].value == 28
    assert records[RecordKind.LONGEST].play.day == day


def test_a_record_stays_with_whoever_reached_it_first():
    first = play(40, 1, day=date(2026, 1, 1))
    found = summarise_game([first, play(1, 40, day=date(2026, 2, 1))]).records
    assert found[0].play is first


def test_a_record_names_only_who_reached_it_in_the_game_it_tells_of():
    first, *later = play(30, 12), play(12, 30), play(12, 30)
    for record in summarise_game([first, *later]).records:
        assert record.play is first
        assert set(record.who) <= {"anna", "bara"}
        assert record.more == 2
    highest, lowest = summarise_game([first, *later]).records[:2]
    assert (highest.who, lowest.who) == (("anna",), ("bara",))


def test_a_record_two_reached_in_one_game_is_both_s():
    highest = summarise_game([play(30, 30, 1), play(29, 2)]).records[0]
    assert (highest.who, highest.more) == (("anna", "bara"), 0)


def test_a_game_in_which_nobody_scored_sets_no_record_and_nobody_wins_it():
    blank = play(0, 0, 0, day=date(2026, 3, 1), minutes=30)
    game, table = summarise_game([blank, play(9, 2)]), summarise_table([blank])
    assert (game.plays, game.blank, game.minutes) == (2, 1, 30)
    assert [one.value for one in game.records] == [9, 2, 7, 7]
    assert game.people["anna"].games == 1
    assert 0 not in game.totals
    assert (table.plays, table.blank, table.people, table.highs) == (1, 1, {}, ())
    anna = summarise_person([blank, play(9, 2)], "anna")
    assert (anna.plays, anna.blank, anna.rate.games) == (2, 1, 1)


def test_points_that_cancel_out_are_points():
    settled = play(0, 0, lines=(("gold", (5, 5)), ("debts", (-5, -5))))
    assert summarise_game([settled]).blank == 0


def test_what_separates_first_from_second_is_the_winners_largest_lead():
    lines = (("track", (20, 5, 30)), ("cards", (4, 9, 0)))
    (track, cards) = summarise_game([play(24, 14, 10, lines=lines)]).deciding
    assert (track.label, track.decided, track.average) == ("track", 1, 15)
    assert (cards.label, cards.decided, cards.average) == ("cards", 0, -5)


def test_a_tie_and_a_game_without_categories_decide_nothing():
    tie = play(5, 5, lines=(("track", (5, 5)),))
    assert summarise_game([tie, play(9, 2)]).deciding == ()


def test_seats_are_counted_where_somebody_said_who_sat_where():
    found = summarise_game([play(9, 2), play(1, 2), play(9, 1, seated=False)])
    assert [(one.rate.games, one.rate.won) for one in found.seats] == [(2, 1), (2, 1)]


def test_factions_are_told_by_person():
    games = [play(9, 2, factions=("red", "blue")), play(1, 3, factions=("blue", "red"))]
    red = next(one for one in summarise_game(games).factions if one.faction == "red")
    assert (red.rate.games, red.rate.won) == (2, 2)
    assert red.by_person["anna"].games == 1


# The table


def test_a_streak_that_goes_on_comes_first():
    games = [play(1, 9), play(1, 9), play(1, 9), play(9, 1), play(9, 1)]
    assert list(summarise_table(games).streaks) == ["anna", "bara"]


def test_the_first_game_sets_a_record_and_only_a_higher_total_breaks_it():
    games = [play(40, 1), play(40, 2), play(3, 41), play(5, 4, game="go")]
    (fallen,) = summarise_table(games).fallen
    assert (fallen.who, fallen.total, fallen.before) == (("bara",), 41, 40)


def test_rivals_have_met_three_times():
    games = [play(9, 1), play(1, 9), play(9, 1, 5)]
    (duel,) = summarise_table(games).duels
    assert (duel.one, duel.other, duel.together) == ("anna", "bara", 3)
    assert (duel.ahead, duel.behind) == (2, 1)


def test_of_rivals_who_are_level_nobody_is_ahead():
    (duel,) = summarise_table([play(4, 4), play(9, 1), play(4, 4)]).duels
    assert (duel.together, duel.ahead, duel.behind) == (3, 1, 0)


def test_who_has_played_nothing_has_won_nothing():
    assert Rate() == Rate(games=0, wins=0, by_chance=0, won=0, shared=0)
    assert Rate().share == 0


def test_games_without_a_day_are_in_no_month():
    numbers = summarise_table([play(1, 2), play(1, 2, day=date(2026, 3, 1))])
    assert numbers.months == {(2026, 3): 1}
    assert numbers.years == [2026]


# Stretches of time, each counted for itself


@given(plays_made, st.integers(0, 30), st.integers(0, 30))
def test_games_add_up_the_same_in_stretches_as_all_at_once(plays, one, other):
    first, second = sorted((one, other))
    parts = (plays[:first], plays[first:second], plays[second:])
    assert nearly(join_table([summarise_table(own) for own in parts])) == nearly(
        summarise_table(plays)
    )
    assert nearly(join_game([summarise_game(own) for own in parts])) == nearly(
        summarise_game(plays)
    )
    for who in ("anna", "dana"):
        joined = join_person([summarise_person(own, who) for own in parts])
        assert nearly(joined) == nearly(summarise_person(plays, who))


def nearly(found):
    """The same numbers with sums of thirds rounded."""
    if isinstance(found, float):
        return round(found, 6)
    if isinstance(found, tuple):
        return tuple(map(nearly, found))
    if isinstance(found, Mapping):
        return [(key, nearly(value)) for key, value in found.items()]
    if isinstance(found, GamePlay) or not is_dataclass(found):
        return found
    return tuple(nearly(getattr(found, one.name)) for one in fields(found))


def test_a_tie_is_closer_than_what_a_tiebreak_decided():
    decided, tied = play(9, 9), play(8, 8)
    first, second = decided.seats
    decided = replace(decided, seats=(first, replace(second, place=2, wins=False)))
    for plays in ((decided, tied), (tied, decided)):
        closest = next(
            one for one in find_records(plays) if one.kind is RecordKind.CLOSEST
        )
        assert (closest.play, closest.more) == (tied, 0)
