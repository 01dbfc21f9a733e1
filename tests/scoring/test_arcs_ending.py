"""Arcs: when the game is over and who won."""

import pytest

from scoring.arcs.chapters import ArcsSeat
from tests.scoring.arcs_chapters import (
    TYCOON,
    TYRANT,
    WARLORD,
    broken,
    chapter,
    played,
    scored,
    stepped,
    warlords,
)

around_the_end = pytest.mark.parametrize(
    ("players", "power", "over"),
    [
        (4, 26, False),
        (4, 27, True),
        (3, 29, False),
        (3, 30, True),
        (2, 32, False),
        (2, 33, True),
    ],
)

# The end of the game


# By what it comes to: the markers on Tyrant and the cities left, chapter by chapter.
WAYS = {
    26: ((3, 4), (1, 4), (2, 4)),
    27: ((3, 4), (2, 4), (1, 1)),
    29: ((3, 4), (2, 1), (1, 1)),
    30: ((3, 4), (3, 4), (1, 1)),
    32: ((3, 4), (2, 1), (2, 4)),
    33: ((3, 4), (3, 4), (2, 4)),
}


def gaining(power, players, chapters=3):
    """A game in which the second player alone gains so much power in three chapters."""
    ways = [*WAYS[power], *((0, 4),) * (chapters - 3)]
    set_up = "homelands" if players == 2 else ""
    rest = (ArcsSeat(),) * (players - 2)
    return played(
        *(
            chapter(
                number,
                (TYRANT,) * markers,
                ArcsSeat(),
                ArcsSeat(captives=1, cities=cities),
                *rest,
                set_up=set_up if number == 1 else "",
            )
            for number, (markers, cities) in enumerate(ways, start=1)
        )
    )


@pytest.mark.rule("ARC-10")
@around_the_end
def test_the_game_ends_with_27_30_or_33_power_by_the_number_of_players(
    players, power, over
):
    sheet = gaining(power, players)
    assert sheet.totals == (0, power, *(0,) * (players - 2))
    assert sheet.ending.over is over
    assert sheet.ending.rule.id == "ARC-10"
    assert sheet.winners == ((1,) if over else ())
    assert sheet.problems == ()


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(
    ("players", "power", "problems"),
    [
        (4, 26, []),
        (4, 27, [("ARC-10", None, 4)]),
        (3, 29, []),
        (3, 30, [("ARC-10", None, 4)]),
        (2, 32, []),
        (2, 33, [("ARC-10", None, 4)]),
    ],
)
def test_no_chapter_follows_the_one_that_ended_the_game(players, power, problems):
    assert broken(gaining(power, players, chapters=4)) == problems


@pytest.mark.rule("ARC-10")
def test_chapters_after_the_end_are_told_once():
    assert broken(gaining(30, 3, chapters=5)) == [("ARC-10", None, 4)]


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(("number", "over"), [(1, False), (4, False), (5, True)])
def test_the_game_ends_after_the_fifth_chapter_at_the_latest(number, over):
    sheet = scored((WARLORD,), *warlords(1, 0, 0), number=number)
    assert sheet.ending.over is over
    assert sheet.winners == ((0,) if over else ())


@pytest.mark.rule("ARC-10")
def test_the_power_of_all_chapters_adds_up():
    sheet = played(
        chapter(1, (WARLORD,), *warlords(2, 1, 0)),
        chapter(2, (TYCOON, WARLORD), *warlords(0, 1, 2)),
    )
    assert sheet.totals == (5, 3 + 2, 4)


@pytest.mark.rule("ARC-10")
@around_the_end
def test_after_the_end_nothing_is_done_but_saying_so(players, power, over):
    sheet = gaining(power, players)
    ended = ["The game is over. There is no next chapter."]
    assert (stepped(sheet) == ended) is over
    assert ("Chapter 4 begins. Everyone draws 6 cards." in stepped(sheet)) is not over
    assert {one.tally for one in sheet.steps} == {3}


@pytest.mark.rule("ARC-10", "ARC-20")
@pytest.mark.parametrize(("number", "steps"), [(4, ["ARC-20"]), (5, ["ARC-10"])])
def test_no_hands_are_drawn_after_the_fifth_chapter(number, steps):
    sheet = scored((WARLORD,), *warlords(1, 0, 0), number=number)
    assert [one.rule.id for one in sheet.steps][-1:] == steps


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(("players", "enough"), [(2, 33), (3, 30), (4, 27)])
def test_everybody_races_for_the_power_that_ends_the_game(players, enough):
    race = gaining(26, players).race
    assert (race.to, race.have) == (enough, (0, 26, *(0,) * (players - 2)))
    assert race.rule.id == "ARC-10"


# The winner


def tied(*turns, number=5, captives=None):
    """A chapter after which everybody has the same power, unless captives say otherwise."""
    captives = captives or (1,) * len(turns)
    seats = [
        ArcsSeat(turn=turn, captives=own)
        for turn, own in zip(turns, captives, strict=True)
    ]
    set_up = "homelands" if len(turns) == 2 else ""
    return scored((TYRANT,), *seats, number=number, set_up=set_up)


@pytest.mark.rule("ARC-11")
@pytest.mark.parametrize(
    ("turns", "winner", "places"),
    [
        ((1, 2), 0, (1, 2)),
        ((2, 1), 1, (2, 1)),
        ((3, 1, 2), 1, (3, 1, 2)),
        ((3, 4, 2, 1), 3, (3, 4, 2, 1)),
    ],
)
def test_a_tie_goes_to_who_is_earlier_in_turn_order(turns, winner, places):
    sheet = tied(*turns)
    assert sheet.problems == ()
    assert sheet.winners == (winner,)
    assert sheet.places == places
    assert sheet.decided_by is sheet.ties[0]
    assert sheet.decided_by.rule.id == "ARC-11"


@pytest.mark.rule("ARC-11")
def test_turn_order_never_beats_power():
    sheet = tied(2, 3, 1, captives=(3, 2, 1))
    assert sheet.places == (1, 2, 3)
    assert sheet.winners == (0,)
    assert sheet.decided_by is None


@pytest.mark.rule("ARC-11")
def test_the_turn_order_of_the_last_chapter_decides():
    order = [ArcsSeat(turn=1), ArcsSeat(turn=2), ArcsSeat(turn=3)]
    later = [ArcsSeat(turn=3), ArcsSeat(turn=2), ArcsSeat(turn=1)]
    sheet = played(
        *(chapter(number, (), *order) for number in range(1, 5)),
        chapter(5, (), *later),
    )
    assert sheet.winners == (2,)


@pytest.mark.rule("ARC-11")
@pytest.mark.parametrize("turns", [(0, 0), (0, 0, 0), (0, 0, 1, 0)])
def test_a_tie_for_the_victory_is_never_shared(turns):
    captives = (1, 1, *(0,) * (len(turns) - 2))
    sheet = tied(*turns, captives=captives)
    assert broken(sheet) == [("ARC-11", None, None)]
    assert sheet.winners == ()


@pytest.mark.rule("ARC-11")
def test_a_tie_is_not_decided_by_an_order_that_only_one_of_the_tied_entered():
    sheet = tied(4, 0, 0, 0, captives=(1, 1, 0, 0))
    assert broken(sheet) == [("ARC-11", None, None)]


@pytest.mark.rule("ARC-11")
def test_turn_order_is_not_needed_without_a_tie_for_the_victory():
    assert broken(tied(0, 0, 0, 0, captives=(2, 1, 1, 0))) == []


@pytest.mark.rule("ARC-11")
def test_turn_order_is_not_needed_before_the_end():
    sheet = tied(0, 0, 0, number=4)
    assert sheet.problems == ()
    assert sheet.places == (1, 1, 1)


@pytest.mark.rule("ARC-11")
def test_two_players_have_no_place_in_turn_order_in_common():
    assert broken(tied(2, 1, 2)) == [("ARC-11", 2, None)]
    assert broken(tied(2, 0, 2, number=1)) == [("ARC-11", 2, None)]
    (same,) = tied(2, 1, 2).problems
    said = "Player 1 and Player 3 are both number 2 in turn order."
    assert (same.twin, str(same.message)) == (0, said)


@pytest.mark.rule("ARC-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_as_many_places_in_turn_order_as_players(players):
    order = list(range(1, players + 1))
    assert broken(tied(*order)) == []
    order[-1] += 1
    assert broken(tied(*order)) == [("ARC-11", None, None)]
