"""A player's tribe board, grown by one building after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.helping import Around, HelperMove, KeptHelper, check_seat, refuse_move
from scoring.inkas.game import (
    FIRST_PEAK,
    PEAKS,
    START_POINTS,
    TO_WIN,
    InkasSeat,
    decline_steps,
    tribe_points,
)
from scoring.inkas.rulebook import (
    CITY,
    FIRST_DECLINE,
    KEPT,
    PEAK,
    PIECES,
    SECOND_DECK,
    SECOND_DECLINE,
    START,
)
from scoring.rules import Rule
from scoring.seats import seat_letter
from scoring.words import Words, _, make_message

VILLAGE, CITY_SIGN = "v", "c"
BUILDS = {VILLAGE, CITY_SIGN}
FIELDS = ("first", "second", "third")


@dataclass(frozen=True)
class Tribes:
    """The three tribes of a player and what stands of the active one."""

    points: tuple[int, int, int] = (START_POINTS, 0, 0)  # INK-2
    active: int = 0
    villages: int = START_POINTS
    cities: int = 0
    built: str = ""  # one letter for each building after the start
    declined: bool = False  # the last building completed a tribe

    @property
    def total(self) -> int:
        return sum(self.points)

    @property
    def won(self) -> bool:
        return self.total >= TO_WIN

    @property
    def may_build(self) -> tuple[str, ...]:
        """INK-4: one city per tribe, out of a village."""
        if self.won:
            return ()
        city = self.villages and not self.cities
        return (VILLAGE, CITY_SIGN) if city else (VILLAGE,)

    @property
    def seat(self) -> InkasSeat:
        return InkasSeat(*self.points, villages=self.villages, cities=self.cities)

    @property
    def checklist(self) -> list[tuple[str, Rule]]:
        """INK-6 and 7: what completing a tribe leaves to do, its successor already founded."""
        return list(decline_steps(self.seat)) if self.declined else []

    @property
    def boxes(self) -> list[tuple[int, list[bool]]]:
        """Each tribe's boxes, those with a token first."""
        return [
            (number, [box < points for box in range(peak)])
            for number, (points, peak) in enumerate(
                zip(self.points, PEAKS, strict=True), start=1
            )
        ]


def grow_tribes(letters: str) -> Tribes:
    """The board after these buildings; what can't be built is left out."""
    board = Tribes()
    for letter in letters:
        if letter in board.may_build:
            board = build_piece(board, letter)
    return board


def build_piece(board: Tribes, letter: str) -> Tribes:
    """INK-1: a token for a village, and one for turning a village into a city."""
    points = raise_points(board.points, board.active)
    city = letter == CITY_SIGN
    after = replace(
        board,
        points=points,
        villages=board.villages + (-1 if city else 1),
        cities=board.cities + city,
        built=board.built + letter,
        declined=False,
    )
    return (
        found_next_tribe(after)
        if points[board.active] == PEAKS[board.active]
        else after
    )


def found_next_tribe(board: Tribes) -> Tribes:
    """INK-6 and 7: a complete tribe founds a village of the next at once."""
    if board.won:
        return board
    following = board.active + 1
    return replace(
        board,
        points=raise_points(board.points, following),
        active=following,
        villages=1,
        cities=0,
        declined=True,
    )


def raise_points(points: tuple[int, int, int], tribe: int) -> tuple[int, int, int]:
    first, second, third = (
        number + (place == tribe) for place, number in enumerate(points)
    )
    return first, second, third


def is_second_deck_in_play(boards: Iterable[Tribes]) -> bool:
    """INK-12: whether everybody has brought the first tribe to its peak."""
    return all(board.points[0] == FIRST_PEAK for board in boards)


def seats_waited_for(boards: Sequence[Tribes]) -> list[int]:
    """INK-12: the seats whose first tribe is still growing."""
    return [
        i for i, board in enumerate(boards) if tribe_points(board.seat)[0] < FIRST_PEAK
    ]


@dataclass(frozen=True)
class TribeLogs:
    """What everybody built, one letter for each building, by seat."""

    built: dict[int, str] = field(default_factory=dict)

    def boards(self, players: int) -> list[Tribes]:
        return [grow_tribes(self.built.get(seat, "")) for seat in range(players)]


@dataclass(frozen=True)
class BuildPiece(HelperMove[TribeLogs]):
    """A building of one player; its number says so when two phones tap the same one."""

    seat: int
    piece: str
    nth: int  # counted from 1

    def apply(self, state: TribeLogs, around: Around) -> TribeLogs:
        check_seat(self.seat, around)
        board = grow_tribes(state.built.get(self.seat, ""))
        refuse_move(self.nth != len(board.built) + 1, _("Somebody just tapped this."))
        over = any(one.won for one in state.boards(around.most))
        refuse_move(over, _("The game is over."), PEAK)
        refuse_move(self.piece not in board.may_build, _("This can't be built."), CITY)
        return TribeLogs({**state.built, self.seat: board.built + self.piece})

    @property
    def words(self) -> Words:
        city = self.piece == CITY_SIGN
        text = _("%(seat)s: city built") if city else _("%(seat)s: village built")
        return make_message(text, seat=seat_letter(self.seat))


def reseat_tribes(state: TribeLogs, moved: Mapping[int, int]) -> TribeLogs:
    return TribeLogs({moved.get(at, at): log for at, log in state.built.items()})


TRIBES = KeptHelper(
    "inkas-tribes",
    TribeLogs,
    (BuildPiece,),
    lambda _around: TribeLogs(),
    reseat_tribes,
)
CITED = (START, PEAK, CITY, FIRST_DECLINE, SECOND_DECLINE, KEPT, SECOND_DECK, PIECES)
