"""What lists tell of a session, pure: its card, its seats, its winners and its line-up."""

import pytest

from companion.sessions.session_form import SessionForm
from scoring.engines import concerned_players
from scoring.missing import ask_for_tie
from scoring.rules import RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.sessions import (
    call_by_present_names,
    end_early,
    given_entries,
    player_of,
    sheet_of,
    tallies_of,
)
from tests.scoring.plain_sessions import (
    ARCS,
    NORTH,
    SETTLERS,
    begun,
    do,
    ended,
    put,
    seats_of,
)

# Rows


def card_of(session):
    return SESSION_ENGINE.rows(session)["card", ()]


def test_the_card_tells_what_lists_look_for():
    session = put(begun(), {"played_on": "2026-11-16", "place": "at home"})
    assert card_of(session) == {
        "game": SETTLERS,
        "played_on": "2026-11-16",
        "place": "at home",
        "begun": False,
        "covered": False,
        "finished": False,
        "archived": False,
        "totals_only": False,
        "minutes": 0,
        "variant": "30",
        "categories": [],
    }
    done = card_of(do(ended(session), "archive"))
    assert (done["begun"], done["finished"], done["archived"]) == (True, True, True)


def test_categories_are_told_once_a_session_is_finished():
    session = put(begun(), {"1s0-track": "4", "1s1-common": "3"})
    assert card_of(session)["categories"] == []
    points = [points for _label, points in card_of(do(session, "finish"))["categories"]]
    assert points == [[4, 0], [0, 3]]


def test_who_is_called_otherwise_now_is_so_in_every_seat_and_nowhere_else():
    session = put(begun(), {"name0": "Anna", "name1": "Bob", "place": "anna"})
    now = call_by_present_names(session, {"anna": "Anna K."})
    assert now.cells == {"name0": "Anna K.", "name1": "Bob", "place": "anna"}
    both = call_by_present_names(session, {"anna": "Anna K.", "bob": "Bob L."})
    assert both.names == ("Anna K.", "Bob L.")


def test_a_seat_that_waits_for_somebodys_return_is_nobodys():
    session = put(begun(), {"name0": "Anna", "name1": "Bob"})
    owners = [player_of(session, f"1s{seat}-track") for seat in range(4)]
    assert owners == ["Anna", "Bob", "", ""]


def test_what_is_only_asked_alone_counts_no_more_once_somebody_joins():
    alone = put(begun(players=1), {"name0": "Anna", "1s0-collection": "3"})
    together = do(alone, "take_seat", name="Bob")
    assert together.cells["1s0-collection"] == "3"
    assert tallies_of(together)[0].seats[0].collection == 0


def test_whose_seat_an_act_is_about():
    session = put(begun(), {"name0": "Anna", "name1": "Bob"})
    for kind, data, owners in (
        ("set_cell", {"cell": "1s1-track", "typed": "3"}, ["Bob"]),
        ("set_cell", {"cell": "1b-temple", "typed": "owner"}, []),
        ("leave_seat", {"seat": 0}, ["Anna"]),
        ("enter_final_scores", {"names": ["Bob", ""], "scores": ["1", "2"]}, ["Bob"]),
        ("finish", {}, []),
    ):
        assert concerned_players(SESSION_ENGINE, session, kind, data) == owners


def test_each_seat_tells_who_played_what_and_what_it_came_to():
    cells = {"name0": "Anna", "1s0-people": "romans", "1s1-track": "4"}
    first, second = seats_of(put(begun(), cells))
    assert first == {
        "name": "Anna",
        "played_as": "romans",
        "total": 0,
        "place": 2,
        "wins": False,
    }
    assert (second["total"], second["place"], second["wins"]) == (4, 1, False)


def counted(*tracks):
    """Everything Imperial Settlers asks of everybody."""
    return {
        f"1s{seat}-{key}": typed
        for seat, track in enumerate(tracks)
        for key, typed in (("track", track), ("common", "0"), ("faction", "0"))
    }


def winners_of(session):
    return [seat["wins"] for seat in seats_of(session)]


@pytest.mark.parametrize(
    ("trophies", "wins"),
    [(("3", "1", "0"), [True, False, False]), (("3", "3", "0"), [True, True, False])],
)
def test_a_game_the_table_ended_early_has_a_winner_or_a_tie(trophies, wins):
    cells = {f"1s{seat}-trophies": own for seat, own in enumerate(trophies)}
    session = put(begun(ARCS, 3), {"1b-first": "warlord", **cells})
    assert not any(winners_of(session))
    assert not sheet_of(session).ending.over
    finished = do(session, "finish")
    assert winners_of(finished) == wins
    sheet = sheet_of(finished)
    assert (sheet.race, sheet.steps) == (None, ())
    assert str(sheet.ending.why) == "You ended the game early."
    assert sheet_of(do(finished, "reopen")) == sheet_of(session)


def test_a_game_alone_that_the_table_ended_early_is_not_won():
    alone = put(begun(players=1), {"1s0-track": "5"})
    early = end_early(sheet_of(alone))
    assert early.winners == ()
    assert end_early(sheet_of(put(begun(), {"1s0-track": "5"}))).winners == (0,)


def test_nobody_wins_before_everything_is_entered_or_the_session_is_finished():
    whole = counted("4", "5")
    session = begun()
    for cell, typed in list(whole.items())[:-1]:
        session = put(session, {cell: typed})
        assert winners_of(session) == [False, False]
    assert winners_of(do(session, "finish")) == [False, True]
    assert winners_of(put(session, whole)) == [False, True]


def test_a_tie_has_no_winner_before_those_tied_have_entered_what_breaks_it():
    session = put(begun(players=3), counted("5", "5", "1"))
    assert winners_of(session) == [False] * 3
    tie = ("materials", "workers", "goods", "hand")
    session = put(session, {f"1s0-{key}": "1" for key in tie})
    assert winners_of(session) == [False] * 3
    session = put(session, {f"1s1-{key}": "0" for key in tie})
    assert winners_of(session) == [True, False, False]


def test_only_the_next_tie_break_is_asked_and_only_of_those_still_level():
    session = put(begun(players=3), counted("5", "5", "1"))
    assert asked(session) == ((0, 1), ("materials", "workers"))
    goods = put(session, {"1b-tie": "goods"})
    assert asked(goods) == ((0, 1), ("materials", "workers", "goods"))
    level = {
        f"1s{seat}-{key}": "2" for seat in (0, 1) for key in ("materials", "workers")
    }
    session = put(session, level)
    assert asked(session) == ((0, 1), ("hand",))
    session = put(session, {"1s0-hand": "1", "1s1-hand": "3"})
    assert asked(session) == ((), ())
    assert winners_of(session) == [False, True, False]


def test_no_tie_break_is_asked_while_somebody_still_counts():
    session = put(begun(players=3), counted("5", "5"))  # the third has entered nothing
    assert asked(session) == ((), ())
    assert asked(put(session, counted("5", "5", "1")))[0] == (0, 1)


def test_eleven_points_win_in_inkas_while_others_have_entered_nothing():
    cells = {"1s0-first": "4", "1s0-second": "4", "1s0-third": "3"}
    session = put(begun("inkas", players=3), cells)
    assert winners_of(session) == [True, False, False]
    session = put(session, {"1s0-third": "2"})
    assert winners_of(session) == [False, False, False]


def asked(session):
    given = given_entries(session)
    tie = ask_for_tie(session.rules, tallies_of(session), sheet_of(session), given)
    return tie.seats, tie.keys


def test_the_north_has_no_winner_before_the_table_says_when_25_was_reached():
    counts = {"track": "27", "cards": "9", "materials": "0", "gold": "0"}
    cells = {f"1s{n}-{key}": own for n in (0, 1) for key, own in counts.items()}
    session = put(begun(NORTH), {**cells, "1s1-track": "20"})
    assert winners_of(session) == [False, False]
    assert winners_of(do(session, "finish")) == [True, False]
    assert winners_of(put(session, {"1b-reached": "sailing"})) == [False, False]
    assert winners_of(put(session, {"1b-reached": "action"})) == [True, False]


# The line-up


def line_up(*names, players=2):
    session = begun(players=players)
    for name in names:
        session = do(session, "take_seat", name=name)
    return session


def test_whoever_takes_a_seat_adds_one_when_all_are_taken():
    assert line_up("Anna").players == 2
    session = line_up("Anna", "Bára", "Cyril")
    assert (session.players, session.names) == (3, ("Anna", "Bára", "Cyril"))


@pytest.mark.parametrize("name", ["", "  ", "anna", "Emil", "x" * 61])
def test_a_seat_is_taken_once_by_a_name_and_by_no_more_than_can_play(name):
    full = line_up("Anna", "Bára", "Cyril", "David")
    with pytest.raises(RuleBroken):
        do(full, "take_seat", name=name)


def test_whoever_leaves_takes_their_entries_along_and_finds_them_again():
    session = put(line_up("Anna", "Bára", "Cyril"), counted("1", "2", "3"))
    left = do(session, "leave_seat", seat=1)
    assert left.names == ("Anna", "Cyril")
    assert [seat["total"] for seat in seats_of(left)] == [1, 3]
    back = do(left, "take_seat", name="Bára")
    assert [seat["total"] for seat in seats_of(back)] == [1, 3, 2]
    another = do(left, "take_seat", name="David")
    assert [seat["total"] for seat in seats_of(another)] == [1, 3, 0]


def test_two_seats_stay_however_many_leave():
    session = do(line_up("Anna", "Bára"), "leave_seat", seat=0)
    assert (session.players, session.names) == (2, ("", "Bára"))


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_nobody_leaves_a_seat_that_is_not_there(seat):
    with pytest.raises(RuleBroken):
        do(line_up("Anna", "Bára"), "leave_seat", seat=seat)


def test_a_faction_typed_by_its_name_is_the_one_of_the_list():
    (first, _second) = seats_of(put(begun(), {"1s0-people": "Romans"}))
    assert first["played_as"] == "romans"


def test_nobody_has_won_an_empty_table():
    assert not any(seat["wins"] for seat in seats_of(begun()))


def test_a_typed_0_begins_a_session_in_the_list_as_on_its_page():
    session = put(begun(), {"1s0-track": "0"})
    page = SessionForm(session)
    assert card_of(session)["begun"] == bool(page.entered)
