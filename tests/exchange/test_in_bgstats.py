"""Exports of BG Stats: games, scores and winners are read as people typed them."""

from uuid import uuid4

import pytest
from hypothesis import given as given_any
from hypothesis import strategies as st

from companion.exchange.bgstats import PlayerIds
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.importing import plan_import
from companion.exchange.plays import plays_of_table
from companion.exchange.read_bgstats import add_up
from companion.exchange.reading import read_given_file
from companion.sessions.services import session_state
from scoring.games import GAMES
from tests.exchange.bgstats_files import (
    arcs_export,
    as_bytes,
    export,
    north_play,
    play,
    score,
)
from tests.exchange.bringing import bring, told
from tests.exchange.nights import every_game_finished
from tests.thorough import examples

pytestmark = pytest.mark.django_db


def why(raw):
    (bad,) = read_given_file(raw).unread
    return bad.why


def test_the_rows_of_empires_of_the_north_are_taken_over(table):
    raw = as_bytes(export(north_play(locationRefId=7, comments="A close one")))
    assert bring(raw, table) == 1
    state = session_state(table.sessions.get())
    assert not state.totals_only
    assert {key: one for key, one in state.cells.items() if "s0-" in key} == {
        "1s0-track": "36",
        "1s0-cards": "19",
        "1s0-materials": "6",  # three points, one per two
        "1s0-gold": "7",
    }
    (session,) = told(table)
    assert [one["total"] for one in session["seats"]] == [65, 46, 49]
    assert (session["where"], session["note"], session["minutes"]) == (
        "Cabin",
        "A close one",
        90,
    )


def test_rows_that_do_not_give_the_score_leave_the_total(table):
    bring(as_bytes(export(north_play(resources=("9", "2", "4")))), table)
    assert session_state(table.sessions.get()).totals_only
    assert [one["total"] for one in told(table)[0]["seats"]] == [65, 46, 49]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("12", 12),
        (" 12", 12),
        ("12+3", 15),
        ("15+16+8-30", 9),
        ("12+", 12),
        ("7.0", 7),
        ("7,5+0,5", 8),
        ("-4", -4),
        ("−4", -4),
        (12, 12),
    ],
)
def test_scores_are_read_as_people_type_them(table, typed, value):
    raw = as_bytes(arcs_export("1", typed))
    (given_play,) = read_given_file(raw).plays
    assert given_play.sheet.totals == (1, value)


@pytest.mark.parametrize("typed", [None, "", "  "])
def test_a_missing_score_is_named(typed):
    said = why(as_bytes(arcs_export("1", typed)))
    assert said == "There is no score for Bára."


@pytest.mark.parametrize("typed", ["12.5", "many", "1 2", "3*4", "+", "1e9"])
def test_what_is_no_whole_number_is_named_with_what_it_says(typed):
    said = why(as_bytes(arcs_export("1", typed)))
    assert said == f"“{typed[:40]}” isn't a whole number (Bára)."


@pytest.mark.parametrize("typed", ["99999999999", "-99999999999", "9" * 200])
def test_a_number_no_game_ends_with_is_too_large(typed):
    said = why(as_bytes(arcs_export("1", typed)))
    assert said == f"“{typed[:40]}” is too large (Bára)."


def test_more_people_than_can_play_are_counted():
    people = ("Anna", "Bára", "Cyril", "Dana", "Eva", "Filip")
    said = why(as_bytes(arcs_export(*"123456", people=people)))
    assert said == "At most 4 people can play this."


def test_a_winner_without_any_score_is_named_so():
    said = why(as_bytes(arcs_export(None, "")))
    assert said == "It says who won, but no scores. We count by points."


def test_a_day_in_the_future_is_told_before_it_is_added():
    (one,) = read_given_file(as_bytes(arcs_export("9", "5", day="2999-01-01"))).plays
    assert one.remark == "Its day is in the future."


@examples(300)
@given_any(st.text(max_size=30))
def test_no_text_breaks_the_reader_of_scores(text):
    total = add_up(text)
    assert total is None or total == total


@pytest.mark.parametrize(
    ("points", "winners", "wins", "remarked"),
    [
        (("9", "5"), (0,), [True, False], False),
        (("9", "9"), (0, 1), [True, True], False),  # shared
        (("9", "9"), (1,), [False, True], False),  # broken at the table
        (("9", "5"), (), [True, False], True),
        (("9", "5"), (1,), [True, False], True),
        (("9", "9"), (), [True, True], False),  # a tie the app left open
    ],
)
def test_several_winners_or_none(points, winners, wins, remarked):
    seats = [score(n + 1, one, winner=n in winners) for n, one in enumerate(points)]
    (one,) = read_given_file(as_bytes(export(play(1, 2, *seats)))).plays
    assert [seat in one.sheet.winners for seat in range(2)] == wins
    assert bool(one.remark) is remarked


@pytest.mark.parametrize("won", [True, False])
def test_a_game_alone_is_won_or_lost_as_the_file_says(won):
    raw = as_bytes(export(play(1, 1, score(1, "40", winner=won)), people=("Anna",)))
    (one,) = read_given_file(raw).plays
    assert (one.sheet.winners == (0,)) is won
    assert one.remark == ""


def test_games_we_do_not_score_are_counted_by_name():
    raw = as_bytes(export(play(1, 3, score(1, "9")), play(2, 3, score(1, "8"))))
    file = read_given_file(raw)
    assert (file.plays, file.unread, file.other_games) == ([], [], {"Wingspan": 2})


def test_a_game_is_known_by_its_name_where_it_has_no_number():
    data = arcs_export("9", "5")
    for name, slug in (
        ("ARCS", "arcs"),
        ("Settlers: Rozkvět impéria", "rise_of_empire"),
    ):
        data["games"][1] |= {"bggId": 0, "name": name}
        assert [one.game for one in read_given_file(as_bytes(data)).plays] == [slug]


def test_an_ignored_play_and_one_without_players_are_named():
    ignored = play(1, 2, score(1, "9"), ignored=True)
    raw = as_bytes(export(ignored, play(2, 2)))
    said = [(one.where, one.why) for one in read_given_file(raw).unread]
    assert said == [
        ("Play 1 (Arcs, 1 Mar 2025)", "It is ignored in BG Stats."),
        ("Play 2 (Arcs, 1 Mar 2025)", "Nobody played."),
    ]


def test_an_anonymous_guest_has_no_name():
    data = arcs_export("9", "5")
    data["players"][1]["isAnonymous"] = True
    (one,) = read_given_file(as_bytes(data)).plays
    assert one.names == ("Anna", "")


def test_our_own_file_for_the_app_brings_nothing_back(table):
    every_game_finished(table)
    raw = write_bgstats(plays_of_table(table), PlayerIds(table))
    plan = plan_import(raw, table)
    assert (plan.new, plan.known, plan.file.unread) == ((), len(GAMES), [])


def test_a_game_that_was_sent_to_the_app_comes_back_under_another_id(table):
    table.people.create(name="Bára")
    bring(as_bytes(arcs_export("9", "5")), table)
    data = arcs_export("9", "5", people=("anna", "BARA"))
    data["plays"][0]["uuid"] = str(uuid4())
    plan = plan_import(as_bytes(data), table)
    assert (plan.new, plan.known) == ((), 1)
