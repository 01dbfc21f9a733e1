"""The vocabulary in which every game is declared.

A game is scored in one or more tallies. In each the players enter what lies
before them, one record for the board and one per seat; the game's lines turn
the records into points; the points add up to a score sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from scoring.entries import entries_of
from scoring.points import Adjustment as Adjustment
from scoring.points import Ending as Ending
from scoring.points import Points as Points
from scoring.points import Race as Race
from scoring.points import ScoreLine as ScoreLine
from scoring.points import TableStep as TableStep
from scoring.points import Tally as Tally
from scoring.points import multiply_points as multiply_points
from scoring.points import points_per_piece as points_per_piece
from scoring.rules import Problem, Remark, Rule, RuleBroken
from scoring.words import Message, Words, _, make_message

B = TypeVar("B")
S = TypeVar("S")
B_out = TypeVar("B_out", covariant=True)
S_out = TypeVar("S_out", covariant=True)


@dataclass(frozen=True)
class ScoreRow:
    tally: int
    label: str
    rule: Rule
    points: tuple[int, ...]
    why: tuple[Words, ...]
    rare: bool = False

    @property
    def shown(self) -> bool:
        return not self.rare or any(self.points) or any(self.why)


@dataclass(frozen=True)
class TieBreak:
    """How some with equal points were told apart: by which line, the first of them first."""

    row: ScoreRow
    seats: tuple[int, ...]
    place: int  # what they were tied for


@dataclass(frozen=True)
class PlayedGame(Generic[B_out, S_out]):
    """Everything entered so far, with what it adds up to."""

    tallies: tuple[Tally[B_out, S_out], ...]
    rows: tuple[ScoreRow, ...]
    ties: tuple[ScoreRow, ...]

    @property
    def last(self) -> Tally[B_out, S_out]:
        return self.tallies[-1]

    @property
    def players(self) -> int:
        return len(self.last.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(row.points for row in self.rows), strict=True)))

    @property
    def places(self) -> tuple[int, ...]:
        """Most points first; equal points by the tie-breaks; still equal: the same place."""
        keys = list(zip(self.totals, *(row.points for row in self.ties), strict=True))
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    @property
    def decided_by(self) -> ScoreRow | None:
        """The tie-break that told the first from those with as many points."""
        rivals = [i for i, total in enumerate(self.totals) if total == max(self.totals)]
        decided = None
        for row in self.ties:
            most = max(row.points[i] for i in rivals)
            ahead = [i for i in rivals if row.points[i] == most]
            decided = row if len(ahead) < len(rivals) else decided
            rivals = ahead
        return decided


@dataclass(frozen=True)
class ScoreSheet:
    rows: tuple[ScoreRow, ...]
    ties: tuple[ScoreRow, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    decided_by: ScoreRow | None
    ending: Ending
    problems: tuple[Problem, ...]
    remarks: tuple[Remark, ...]
    race: Race | None
    steps: tuple[TableStep, ...]

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        return tuple(find_tie_breaks(self.totals, self.ties))

    @property
    def has_points(self) -> bool:
        """Whether anybody scored anything, or a tie-break told noughts apart."""
        scored = any(self.totals) or any(any(row.points) for row in self.rows)
        return scored or len(set(self.places)) > 1

    @property
    def winners(self) -> tuple[int, ...]:
        """Nobody wins a game of noughts, unless it was played alone."""
        if not (self.ending.over and self.ending.first_wins) or self.problems:
            return ()
        if len(self.totals) > 1 and not self.has_points:
            return ()
        return tuple(i for i, place in enumerate(self.places) if place == 1)


def find_tie_breaks(
    totals: Sequence[int], ties: Sequence[ScoreRow]
) -> Iterable[TieBreak]:
    """What told equal points apart, for every place; who stays equal shares it."""
    for total in sorted(set(totals), reverse=True):
        place = 1 + sum(other > total for other in totals)
        rivals = [seat for seat, own in enumerate(totals) if own == total]
        yield from split_rivals(rivals, ties, place)


def split_rivals(
    rivals: Sequence[int], ties: Sequence[ScoreRow], place: int
) -> Iterable[TieBreak]:
    if len(rivals) < 2 or not ties:
        return
    row, *later = ties
    ordered = sorted(rivals, key=lambda seat: -row.points[seat])
    levels = sorted({row.points[seat] for seat in rivals}, reverse=True)
    if len(levels) > 1:
        yield TieBreak(row, tuple(ordered), place)
    for level in levels:
        equal = [seat for seat in ordered if row.points[seat] == level]
        ahead = sum(row.points[seat] > level for seat in rivals)
        yield from split_rivals(equal, later, place + ahead)


@dataclass(frozen=True)
class Example(Generic[B_out, S_out]):
    """A game somebody might have played, to show what is entered."""

    players: tuple[str, ...]
    tallies: tuple[Tally[B_out, S_out], ...]


def no_items(_played: PlayedGame[Any, Any]) -> Iterable[Any]:
    return ()


def no_race(_played: PlayedGame[Any, Any]) -> Race | None:
    return None


def no_words(_tally: int) -> Words:
    return ""


def every_entry(_tally: Tally[Any, Any]) -> Collection[str] | None:
    return None


def nothing_carried(_tally: Tally[Any, Any]) -> Sequence[Mapping[str, int]]:
    return ()


def no_stakes(_tally: Tally[Any, Any]) -> Mapping[str, Words]:
    return {}


@dataclass(frozen=True)
class Helper:
    """A small tool for the table, one tap from the game: the name of its page and what it is called."""

    page: str
    title: str
    alone: bool = False  # for a game alone only


@dataclass(frozen=True)
class Game(Generic[B, S]):
    slug: str
    name: str
    players: range
    unit: str  # what is counted: points, power
    board: type[B]
    seat: type[S]
    lines: tuple[ScoreLine[B, S] | Adjustment[B, S], ...]
    ending: Callable[[PlayedGame[B, S]], Ending]
    example: Example[B, S]
    tie_breaks: tuple[ScoreLine[B, S], ...] = ()
    tallies: int = 1
    tally_name: str = ""
    at_stake: Callable[[int], Words] = no_words  # what a tally is played for
    # Which of a seat's counts decide this tally; None: all of them.
    needed: Callable[[Tally[B, S]], Collection[str] | None] = every_entry
    # What a count can gain in this tally, where that isn't the same for each piece.
    stakes: Callable[[Tally[B, S]], Mapping[str, Words]] = no_stakes
    # What stays before each seat until the next tally is counted.
    carried: Callable[[Tally[B, S]], Sequence[Mapping[str, int]]] = nothing_carried
    problems: Callable[[PlayedGame[B, S]], Iterable[Problem]] = no_items
    remarks: Callable[[PlayedGame[B, S]], Iterable[Remark]] = no_items
    race: Callable[[PlayedGame[B, S]], Race | None] = no_race
    steps: Callable[[PlayedGame[B, S]], Iterable[TableStep]] = (
        no_items  # in the order they are done
    )
    remember: tuple[Rule, ...] = ()  # what people ask about while they count
    helpers: tuple[Helper, ...] = ()
    rounds: int = 0  # where the rules say how many are played


def play_tallies(game: Game[B, S], tallies: Sequence[Tally[B, S]]) -> PlayedGame[B, S]:
    """Every line of every tally, and the tie-breaks as they stand in the last."""
    tallies = tuple(carry_once_entries(tallies))
    rows = tuple(row for tally in tallies for row in tally_rows(game, tally))
    last = tallies[-1]
    ties = tuple(as_row(line, last, line.points(last)) for line in game.tie_breaks)
    return PlayedGame(tallies, rows, ties)


def carry_once_entries(tallies: Sequence[Tally[B, S]]) -> Iterable[Tally[B, S]]:
    """The tallies with what is entered only once copied into all of them."""
    first = tallies[0]
    for tally in tallies:
        seats = map(copy_once_entries, first.seats, tally.seats)
        yield Tally(
            tally.number, copy_once_entries(first.board, tally.board), tuple(seats)
        )


def copy_once_entries(first: Any, later: Any) -> Any:
    once = [key for key, entry in entries_of(type(first)).items() if entry.once]
    return replace(later, **{key: getattr(first, key) for key in once})


def is_untouched(tally: Tally[Any, Any]) -> bool:
    """Whether nothing is entered but what is entered only once for all tallies."""
    records = (tally.board, *tally.seats)
    return all(
        record == copy_once_entries(record, type(record)()) for record in records
    )


def tally_rows(game: Game[B, S], tally: Tally[B, S]) -> list[ScoreRow]:
    players = len(tally.seats)
    so_far: tuple[int, ...] = (0,) * players
    rows = []
    for line in game.lines:
        if line.players is None or players in line.players:
            row = as_row(line, tally, line.worth(tally, so_far))
            so_far = tuple(map(int.__add__, so_far, row.points))
            rows.append(row)
    return rows


def as_row(
    line: ScoreLine[B, S] | Adjustment[B, S],
    tally: Tally[B, S],
    worth: Sequence[Points],
) -> ScoreRow:
    points, why = zip(*((seat.value, seat.why) for seat in worth), strict=True)
    return ScoreRow(tally.number, line.label, line.rule, points, why, line.rare)


def score_game(game: Game[B, S], tallies: Sequence[Tally[B, S]]) -> ScoreSheet:
    """The score sheet of what was entered, its problems collected on it."""
    so_far = play_tallies(game, tallies)
    return ScoreSheet(
        rows=so_far.rows,
        ties=so_far.ties,
        totals=so_far.totals,
        places=so_far.places,
        decided_by=so_far.decided_by,
        ending=game.ending(so_far),
        problems=(*misplaced_entries(so_far), *game.problems(so_far)),
        remarks=tuple(game.remarks(so_far)),
        race=game.race(so_far),
        steps=tuple(game.steps(so_far)),
    )


def score_valid_game(game: Game[B, S], tallies: Sequence[Tally[B, S]]) -> ScoreSheet:
    """The score sheet of entries that break no rule."""
    sheet = score_game(game, tallies)
    if sheet.problems:
        raise RuleBroken(*sheet.problems)
    return sheet


def misplaced_entries(so_far: PlayedGame[Any, Any]) -> Iterable[Problem]:
    """Entries that nobody is asked for with this number of players."""
    for tally in so_far.tallies:
        for seat, record in [(None, tally.board), *enumerate(tally.seats)]:
            for key, entry in entries_of(type(record)).items():
                carried_over = entry.once and tally.number > 1
                wrong = not (carried_over or entry.is_asked(so_far.players, 1))
                if wrong and getattr(record, key) != entry.default:
                    message = make_message(
                        _("“%(entry)s” isn't used with this number of players."),
                        entry=Message(entry.label),
                    )
                    yield Problem(message, entry.rule, seat, tally.number, entry=key)


def cited_rules(game: Game[Any, Any]) -> list[Rule]:
    """The rules a game's declaration stands on, each once."""
    asked = (*entries_of(game.board).values(), *entries_of(game.seat).values())
    rules = [one.rule for one in (*game.lines, *game.tie_breaks, *asked)]
    return list({rule.id: rule for rule in (*rules, *game.remember)}.values())


def blank_tally(game: Game[B, S], number: int, players: int) -> Tally[B, S]:
    return Tally(number, game.board(), (game.seat(),) * players)


def blank_sheet(game: Game[B, S], players: int) -> ScoreSheet:
    """The sheet before anything is entered: every row, nothing in it."""
    numbers = range(1, game.tallies + 1)
    return score_game(game, [blank_tally(game, number, players) for number in numbers])
