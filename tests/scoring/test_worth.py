"""What a field says one more of something is worth."""

from dataclasses import replace

import pytest

from scoring.games import GAMES
from scoring.points import Points, ScoreLine
from scoring.worth import Worth, entry_worths

EXPECTED = {
    "imperial_settlers": {"common": Worth(1), "faction": Worth(2)},
    "rise_of_empire": {
        "common": Worth(1),
        "faction": Worth(2),
        "provinces": Worth(-5),
    },
    "empires_of_the_north": {
        "cards": Worth(1),
        "materials": Worth(1, 2),
        "gold": Worth(1),
    },
    "inkas": {"first": Worth(1), "second": Worth(1), "third": Worth(1)},
    "arcs": {},
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_count_that_always_scores_the_same_says_so(game):
    assert entry_worths(game, game.board(), 3) == EXPECTED[game.slug]


def test_what_the_table_agreed_on_is_what_a_province_costs():
    game = GAMES["rise_of_empire"]
    board = replace(game.board(), printed=3, gold="points")
    worths = entry_worths(game, board, 2)
    assert worths["provinces"] == Worth(-3)
    assert worths["gold"] == Worth(1)


@pytest.mark.parametrize(("each", "worth"), [(3, Worth(1, 3)), (4, None)])
def test_a_point_for_more_than_three_pieces_is_worth_no_words(each, worth):
    game = GAMES["imperial_settlers"]

    def points(tally):
        return [Points(seat.common // each) for seat in tally.seats]

    line = ScoreLine("Some", game.lines[0].rule, points)
    changed = replace(game, lines=(line,))
    assert entry_worths(changed, game.board(), 2).get("common") == worth


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_piece_is_counted_in_the_first_tally_of_a_full_table(players):
    game = GAMES["imperial_settlers"]

    def points(tally):
        assert tally.number == 1
        return [Points(seat.common * len(tally.seats)) for seat in tally.seats]

    line = ScoreLine("Some", game.lines[0].rule, points)
    changed = replace(game, lines=(line,))
    assert entry_worths(changed, game.board(), players)["common"] == Worth(players)
