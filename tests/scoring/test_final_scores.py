"""Final scores only: any game, counted on paper, with nothing lost on the way there and back."""

from dataclasses import replace

import pytest

from scoring.entries import entries_of
from scoring.final_scores import ALONE, FINAL_SCORES, TOGETHER, final_scores_game
from scoring.games import GAMES
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.seats import LETTERS
from scoring.session_acts import SESSION_ENGINE
from scoring.session_finals import find_open_question
from scoring.sessions import has_result, sheet_of
from scoring.worth import entry_worths

SETTLERS, ARCS = "imperial_settlers", "arcs"
FOUR = ("Anna", "Bára", "Cyril", "Dana")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def begun(game=SETTLERS, players=2, **more):
    return SESSION_ENGINE.start({"game": game, "players": players, **more})


def do(session, kind, **data):
    return SESSION_ENGINE.apply(session, kind, data)[0]


def put(session, **cells):
    for cell, typed in cells.items():
        session = do(session, "set_cell", cell=cell.lstrip("_"), typed=typed)
    return session


def counted(session, **scores):
    return do(
        session, "enter_final_scores", names=list(scores), scores=[*scores.values()]
    )


def winners(session):
    sheet = sheet_of(session)
    return [session.names[seat] for seat in sheet.winners]


@pytest.mark.rule("TABLE-3")
@every_game
def test_every_game_takes_final_scores_for_every_number_of_players(game):
    for players in game.players:
        names = ["Anna", "Bára", "Cyril", "Dana", "Emil", "Fanda"][:players]
        scores = {name: str(40 + seat) for seat, name in enumerate(names)}
        session = counted(begun(game.slug, game.players[0]), **scores)
        sheet = sheet_of(session)
        assert session.names == tuple(names)
        assert sheet.totals == tuple(range(40, 40 + players))
        assert sheet.problems == ()
        assert [row.rule for row in sheet.rows] == [FINAL_SCORES]
        assert has_result(session, sheet)
        assert do(session, "finish").finished


@pytest.mark.rule("TABLE-3")
def test_most_points_win():
    session = counted(begun(), Anna="50", Bára="61", Cyril="43")
    assert winners(session) == ["Bára"]
    assert sheet_of(session).places == (2, 1, 3)


@pytest.mark.rule("TABLE-3")
def test_a_tie_is_a_tie_until_the_table_says_who_won_it():
    session = counted(begun(), Anna="50", Bára="50", Cyril="43")
    assert winners(session) == []
    assert sheet_of(session).places == (1, 1, 3)
    assert find_open_question(session) == (0, 1)
    told = put(session, **{"1s1-won_tie": "on"})
    assert has_result(told, sheet_of(told))
    assert find_open_question(told) == ()
    assert winners(told) == ["Bára"]
    assert sheet_of(told).places == (2, 1, 3)


@pytest.mark.rule("TABLE-3")
def test_a_tie_nobody_broke_is_a_shared_win():
    session = do(counted(begun(), Anna="50", Bára="50", Cyril="43"), "finish")
    assert winners(session) == ["Anna", "Bára"]
    assert winners(do(session, "reopen")) == []


@pytest.mark.rule("TABLE-3")
def test_only_the_last_who_ticked_the_tiebreak_is_told_that_one_can_win_it():
    tied = counted(begun(players=3), Anna="5", Bára="5", Cyril="5")
    both = put(tied, **{"1s0-won_tie": "on", "1s1-won_tie": "on"})
    (problem,) = sheet_of(both).problems
    assert (problem.seat, problem.tally, problem.entry) == (1, 1, "won_tie")


def test_alone_one_says_who_won_and_together_who_won_a_tie():
    entries = entries_of(final_scores_game(GAMES["arcs"]).seat)
    asked = [
        [one.is_asked(players, 1) for players in (1, 2, 4)]
        for one in (entries["alone"], entries["won_tie"])
    ]
    assert asked == [[True, False, False], [False, True, True]]
    assert [*ALONE, *TOGETHER] == [*range(1, len(LETTERS) + 1)]  # as many as seats


@every_game
def test_a_final_score_says_nothing_of_pieces(game):
    finals = final_scores_game(game)
    assert entry_worths(finals, finals.board(), 2) == {}


def test_a_game_of_chapters_has_one_tally_of_final_scores():
    assert final_scores_game(GAMES["arcs"]).tallies == 1


def test_final_scores_are_those_of_the_very_game_and_made_once():
    arcs = GAMES["arcs"]
    pairs_only = replace(arcs, players=range(2, 3))
    assert final_scores_game(arcs) is final_scores_game(arcs)
    assert final_scores_game(pairs_only).players == range(2, 3)


def test_a_lost_game_alone_says_so():
    why = [
        str(sheet_of(put(counted(begun(players=1), Anna="9"), **alone)).ending.why)
        for alone in ({"1s0-alone": "lost"}, {"1s0-alone": "won"})
    ]
    assert why == [
        "Final scores only, counted on paper. Lost.",
        "Final scores only, counted on paper.",
    ]


def test_a_tie_has_one_winner_at_most():
    session = counted(begun(), Anna="50", Bára="50")
    both = put(session, **{"1s0-won_tie": "on", "1s1-won_tie": "on"})
    with pytest.raises(RuleBroken, match="Only one"):
        do(both, "finish")


def test_a_tie_for_second_is_no_question():
    session = counted(begun(), Anna="50", Bára="43", Cyril="43")
    assert find_open_question(session) == ()
    assert winners(session) == ["Anna"]


@pytest.mark.rule("TABLE-3")
@pytest.mark.parametrize(
    ("told", "won"), [("won", ["Anna"]), ("lost", []), ("", [])], ids=str
)
def test_alone_the_table_says_whether_it_was_won(told, won):
    session = counted(begun(), Anna="50")
    assert find_open_question(session) == (0,)
    if told:
        session = put(session, **{"1s0-alone": told})
        assert find_open_question(session) == ()
    assert winners(do(session, "finish")) == won


def test_a_score_below_zero_can_be_entered_where_a_game_ends_there():
    session = counted(begun("rise_of_empire"), Anna="-15", Bára="−20")
    assert sheet_of(session).totals == (-15, -20)
    assert winners(session) == ["Anna"]


def test_counts_of_a_game_still_stop_at_zero():
    with pytest.raises(RuleBroken, match="below 0"):
        put(begun(), **{"1s0-track": "-1"})


@pytest.mark.parametrize(
    "score", ["", "x", "10000", "-10000", "1.5", "9" * 50, "-" + "9" * 50]
)
def test_what_is_no_score_is_refused(score):
    with pytest.raises(RuleBroken):
        counted(begun(), Anna=score, Bára="3")


def test_a_sum_is_a_score_too():
    assert sheet_of(counted(begun(), Anna="20+21", Bára="3")).totals == (41, 3)


@pytest.mark.parametrize(
    ("names", "scores", "refusal"),
    [
        (["Anna", "anna"], ["1", "2"], "already in use"),
        (["A", "B", "C", "D", "E", "F"], ["1"] * 6, "At most 4 people"),
        ([], [], "at least one score"),
        (["x" * 61, "B"], ["1", "2"], "Too long"),
    ],
)
def test_people_who_cannot_play_are_refused(names, scores, refusal):
    with pytest.raises(RuleBroken) as broken:
        do(begun(), "enter_final_scores", names=names, scores=scores)
    assert refusal in str(broken.value.problems[0].message)


def test_names_and_scores_come_in_pairs():
    with pytest.raises(Unfit):
        do(begun(), "enter_final_scores", names=["Anna"], scores=["1", "2"])


def test_a_finished_session_takes_no_final_scores():
    done = do(counted(begun(), Anna="1", Bára="2"), "finish")
    with pytest.raises(RuleBroken):
        counted(done, Anna="2", Bára="1")


# There and back


def test_all_entries_are_there_again_after_final_scores_only():
    names = {"name0": "Anna", "name1": "Bára"}
    full = put(begun(), **names, **{"1s0-track": "30", "1s1-track": "20"})
    there = counted(full, Anna="55", Bára="44")
    assert sheet_of(there).totals == (55, 44)
    back = do(there, "count_everything")
    assert sheet_of(back).totals == (30, 20)
    again = counted(back, Anna="55", Bára="44")
    assert sheet_of(again).totals == (55, 44)


def test_every_chapter_is_there_again():
    session = do(begun(ARCS, 2, cells={"name0": "Anna"}), "add_tally", number=2)
    session = put(session, **{"1s0-fuel": "3", "2s0-fuel": "2"})
    there = counted(session, Anna="30", Bára="20")
    assert there.tallies == 1
    back = do(there, "count_everything")
    assert back.tallies == 2
    assert back.cells["2s0-fuel"] == "2"


def test_entries_follow_their_people_to_other_seats():
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    tracks = {"1s0-track": "10", "1s1-track": "20", "1s2-track": "30"}
    full = put(begun(players=3), **names, **tracks)
    there = counted(full, Cyril="3", Dana="2", Anna="1")
    assert there.names == ("Cyril", "Dana", "Anna")
    back = do(there, "count_everything")
    assert [back.cells.get(f"1s{seat}-track") for seat in range(3)] == [
        "30",
        None,
        "10",
    ]
    # Bára waits with her entries for her return.
    returned = do(back, "take_seat", name="Bára")
    assert returned.cells["1s3-track"] == "20"


def test_all_who_wait_for_their_return_keep_entries_of_their_own():
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    tracks = {"1s0-track": "10", "1s1-track": "20", "1s2-track": "30"}
    there = counted(put(begun(players=3), **names, **tracks), Dana="5", Emil="4")
    waiting = [there.cells[f"1s{seat}-track"] for seat in (2, 3, 4)]
    assert waiting == ["10", "20", "30"]
    assert [there.cells[f"name{seat}"] for seat in (2, 3, 4)] == [*names.values()]


def test_who_has_no_name_keeps_the_seat():
    full = put(begun(), **{"1s0-track": "10", "1s1-track": "20"})
    back = do(counted(full, Anna="1", Bára="2"), "count_everything")
    assert [back.cells[f"1s{seat}-track"] for seat in (0, 1)] == ["10", "20"]
    assert back.names == ("Anna", "Bára")


def test_new_scores_ask_anew_who_won_the_tie():
    tied = put(counted(begun(), Anna="5", Bára="5"), **{"1s0-won_tie": "on"})
    assert winners(tied) == ["Anna"]
    assert winners(counted(tied, Anna="6", Bára="6")) == []


def test_a_session_with_final_scores_only_goes_on_with_its_first_tally():
    for session in (counted(begun(), Anna="5", Bára="4"), begun(totals_only=True)):
        assert do(session, "count_everything").tallies == 1


def test_before_all_scores_are_there_nobody_is_asked_who_won():
    assert find_open_question(begun(totals_only=True)) == ()
    assert find_open_question(begun()) == ()


def test_the_whole_score_is_asked_for_once():
    with pytest.raises(RuleBroken):
        do(begun(), "count_everything")


def test_old_logs_know_nothing_of_it():
    assert "totals_only" not in SESSION_ENGINE.dump(begun())
    kept = SESSION_ENGINE.dump(counted(begun(), Anna="1", Bára="2"))
    assert kept["totals_only"] is True
    assert SESSION_ENGINE.load(kept).totals_only
