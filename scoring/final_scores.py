"""Final scores only: a game people counted on paper, kept as one total per seat.

Any game can be kept like this. It is a game of its own with one line, so that its form, result,
paper and history are derived as those of every other game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scoring.entries import Group, Nothing, count, flag, pick
from scoring.rules import OURS, Problem, Rule
from scoring.seats import LETTERS
from scoring.sheet import (
    Ending,
    Example,
    Game,
    PlayedGame,
    Points,
    ScoreLine,
    Tally,
    every_entry,
    no_items,
    no_race,
    no_stakes,
    no_words,
    nothing_carried,
    points_per_piece,
)
from scoring.words import _

ALONE, TOGETHER = range(1, 2), range(2, len(LETTERS) + 1)
LARGEST = 9999  # nobody has scored more in any of our games
WON, LOST = "won", "lost"

FINAL_SCORES = Rule(
    "TABLE-3",
    OURS,
    "",
    _("Final scores only"),
    _("You counted on paper. Only the totals are saved here."),
    _("Our own rule, not the game's."),
)


@dataclass(frozen=True)
class FinalSeat:
    final_score: int = count(
        _("Final score"),
        FINAL_SCORES,
        minimum=-LARGEST,
        maximum=LARGEST,
        are_points=True,
    )
    alone: str = pick(
        _("Won or lost"),
        FINAL_SCORES,
        {WON: _("Won"), LOST: _("Lost")},
        players=ALONE,
    )
    won_tie: bool = flag(
        _("Won the tiebreak"), FINAL_SCORES, group=Group.TIE, players=TOGETHER
    )


Finals: TypeAlias = PlayedGame[Nothing, FinalSeat]
FINAL_SCORE, ALONE_KEY, WON_TIE = "final_score", "alone", "won_tie"


def tie_winners(played: Finals) -> list[int]:
    """Who won the tiebreak, as the table says, among those with the most points."""
    most = max(played.totals)
    seats = zip(played.totals, played.last.seats, strict=True)
    return [n for n, (total, own) in enumerate(seats) if total == most and own.won_tie]


def is_tied(played: Finals) -> bool:
    return played.totals.count(max(played.totals)) > 1 and not tie_winners(played)


def final_ending(played: Finals) -> Ending:
    """Over in any case; who won a tie or a game alone only the table knows.

    A tie nobody broke before the session was finished is shared (`share_tie`).
    """
    why = _("Final scores only, counted on paper.")
    if played.players > 1:
        return Ending(True, why, FINAL_SCORES, first_wins=not is_tied(played))
    own = played.last.seats[0].alone
    if own == LOST:
        why = _("Final scores only, counted on paper. Lost.")
    return Ending(True, why, FINAL_SCORES, first_wins=own == WON)


def final_problems(played: Finals) -> Iterable[Problem]:
    if len(tie_winners(played)) > 1:
        message = _("Only one player can win the tiebreak.")
        yield Problem(
            message, FINAL_SCORES, tie_winners(played)[-1], 1, entry="won_tie"
        )


def count_tie_winners(tally: Tally[Nothing, FinalSeat]) -> list[Points]:
    return [Points(int(seat.won_tie)) for seat in tally.seats]


# Each with the game it was made from: a session asks for it at every cell.
MADE: dict[str, tuple[Game[Any, Any], Game[Nothing, FinalSeat]]] = {}


def final_scores_game(game: Game[Any, Any]) -> Game[Nothing, FinalSeat]:
    """The same game where only the final scores are kept."""
    found = MADE.get(game.slug)
    if found is None or found[0] is not game:
        found = MADE[game.slug] = (game, make_final_scores_game(game))
    return found[1]


def make_final_scores_game(game: Game[Any, Any]) -> Game[Nothing, FinalSeat]:
    seats = tuple(FinalSeat() for _name in game.example.players)
    return replace(
        game,
        board=Nothing,
        seat=FinalSeat,
        lines=(
            ScoreLine(_("Final score"), FINAL_SCORES, points_per_piece(FINAL_SCORE)),
        ),
        tie_breaks=(ScoreLine(_("Won the tiebreak"), FINAL_SCORES, count_tie_winners),),
        ending=final_ending,
        problems=final_problems,
        example=Example(game.example.players, (Tally(1, Nothing(), seats),)),
        tallies=1,
        tally_name="",
        at_stake=no_words,
        needed=every_entry,
        stakes=no_stakes,
        carried=nothing_carried,
        remarks=no_items,
        race=no_race,
        steps=no_items,
        remember=(),
    )
