"""Arcs: where everybody stands before a chapter is over, and what a declaration would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.arcs import rulebook as book
from scoring.arcs.chapters import (
    ArcsBoard,
    ArcsSeat,
    Chapter,
    Place,
    all_counts,
    ambition_line,
    city_bonus,
    declared_ambitions,
    holds_back,
    marker_worth,
    place_power,
    rank_counts,
)
from scoring.arcs.checks import declaration_problems
from scoring.arcs.rulebook import AMBITION_NAMES, Ambition, AmbitionMarker
from scoring.entries import Group, count, pick, reading
from scoring.helping import Around, HelperMove, KeptHelper
from scoring.rules import Problem
from scoring.sheet import Tally
from scoring.typed_helpers import CellsTyped, TypedNumbers, reseat_cells
from scoring.words import Words, _

CHAPTERS = {str(number): str(number) for number in range(1, book.LAST_CHAPTER + 1)}


@dataclass(frozen=True)
class Situation(ArcsBoard):
    """What was declared so far, and in which chapter."""

    chapter: str = reading(_("Chapter"), book.MARKERS, CHAPTERS, group=Group.MAIN)


@dataclass(frozen=True)
class Holding:
    """What one player has towards each ambition, counted over tokens and cards."""

    power: int = count(_("Power so far"), book.END)
    tycoon: int = count(AMBITION_NAMES[Ambition.TYCOON], book.AMBITIONS, maximum=20)
    tyrant: int = count(AMBITION_NAMES[Ambition.TYRANT], book.AMBITIONS, maximum=30)
    warlord: int = count(AMBITION_NAMES[Ambition.WARLORD], book.AMBITIONS, maximum=105)
    keeper: int = count(AMBITION_NAMES[Ambition.KEEPER], book.AMBITIONS, maximum=10)
    empath: int = count(AMBITION_NAMES[Ambition.EMPATH], book.AMBITIONS, maximum=10)
    cities: int = count(
        _("Cities left on your board"), book.CITIES, default=4, maximum=5
    )
    leader: str = pick(_("Leader"), book.CARDS, book.LEADER_NAMES, group=Group.MORE)


def as_chapter(situation: Situation, holdings: Sequence[Holding]) -> Chapter:
    """The chapter as its scoring knows it: one piece of a kind stands for all of them."""
    board = ArcsBoard(
        situation.first, situation.second, situation.third, situation.set_up
    )
    return Tally(int(situation.chapter), board, tuple(map(as_seat, holdings)))


def as_seat(holding: Holding) -> ArcsSeat:
    return ArcsSeat(
        tycoon=holding.tycoon,
        captives=holding.tyrant,
        trophies=holding.warlord,
        keeper=holding.keeper,
        empath=holding.empath,
        cities=holding.cities,
        leader=holding.leader,
    )


def as_situation(chapter: Chapter) -> Situation:
    set_up = chapter.board.set_up if len(chapter.seats) == 2 else ""
    return Situation(*declared_ambitions(chapter), set_up, str(chapter.number))


def as_holdings(chapter: Chapter, so_far: Sequence[int]) -> tuple[Holding, ...]:
    """What was entered piece by piece, counted by ambition."""
    by_ambition = {one.value: all_counts(one, chapter) for one in Ambition}
    return tuple(
        Holding(
            power=so_far[number],
            cities=seat.cities,
            leader=seat.leader,
            **{name: of[number] for name, of in by_ambition.items()},
        )
        for number, seat in enumerate(chapter.seats)
    )


def standings_problems(chapter: Chapter) -> Iterator[Problem]:
    yield from declaration_problems(chapter)
    if len(chapter.seats) == 2 and not chapter.board.set_up:
        message = _("Choose the set-up card. Its tokens compete too.")
        yield Problem(message, book.OUT_OF_PLAY)


@dataclass(frozen=True)
class Rank:
    seat: int | None  # none: the tokens out of play
    place: Place
    count: int
    power: int


@dataclass(frozen=True)
class Contest:
    """One ambition: what it is worth now and who places in it."""

    ambition: Ambition
    worth: AmbitionMarker
    declared: bool
    ranks: tuple[Rank, ...]  # best first, without those who have nothing


def contests(chapter: Chapter) -> list[Contest]:
    return [contest(ambition, chapter) for ambition in Ambition]


def contest(ambition: Ambition, chapter: Chapter) -> Contest:
    """ARC-4, 5 and 6: who is first and second in an ambition, declared or not."""
    of, values = all_counts(ambition, chapter), marker_worth(ambition, chapter)
    ranks = []
    for number, (own, place) in enumerate(zip(of, rank_counts(of), strict=True)):
        if number < len(chapter.seats):
            back = holds_back(chapter.seats[number], ambition)
            gain = place_power(place, values, holds_back=back)
            ranks.append(Rank(number, place, own, gain))
        else:
            ranks.append(Rank(None, place, own, 0))
    having = [rank for rank in ranks if rank.count]
    best = tuple(sorted(having, key=lambda rank: -rank.count))
    return Contest(ambition, values, ambition in declared_ambitions(chapter), best)


def power_gains(chapter: Chapter) -> tuple[int, ...]:
    """The power everybody would gain if the chapter ended now, city bonus and all."""
    lines = [ambition_line(ambition).points(chapter) for ambition in Ambition]
    columns = zip(*lines, city_bonus(chapter), strict=True)
    return tuple(sum(points.value for points in column) for column in columns)


def markers_left(chapter: Chapter) -> tuple[AmbitionMarker, ...]:
    """ARC-3: the markers nobody has taken yet, highest first."""
    return book.markers(chapter.number)[
        len([n for n in declared_ambitions(chapter) if n]) :
    ]


def declare_ambition(chapter: Chapter, ambition: Ambition) -> Chapter:
    """ARC-3: the chapter after one more declaration."""
    taken = [name for name in declared_ambitions(chapter) if name]
    first, second, third = [*taken, ambition, "", ""][:3]
    board = replace(chapter.board, first=first, second=second, third=third)
    return replace(chapter, board=board)


@dataclass(frozen=True)
class DeclarationOutlook:
    """What everybody would gain more, or less, if this were declared now."""

    ambition: Ambition
    cards: tuple[int, ...]  # the lead cards that declare it
    changes: tuple[int, ...]


def declarations(chapter: Chapter) -> list[DeclarationOutlook]:
    if not markers_left(chapter):
        return []
    now = power_gains(chapter)
    return [
        DeclarationOutlook(
            ambition,
            declaring_cards(ambition, len(chapter.seats)),
            tuple(
                then - before
                for then, before in zip(
                    power_gains(declare_ambition(chapter, ambition)), now, strict=True
                )
            ),
        )
        for ambition in Ambition
    ]


def declaring_cards(ambition: Ambition, players: int) -> tuple[int, ...]:
    """ARC-16: the card of the ambition, and with four players the 7."""
    number = book.CARD_NUMBER[ambition]
    return (number, 7) if players == 4 else (number,)


def most_power(chapter: Chapter) -> tuple[int, ...]:
    """The most power each player could still come to in this chapter, with the cities of now.

    Each marker left goes to an ambition of its own, of which there are always enough.
    """
    return tuple(
        sum(
            best_gain(seat, ambition, chapter)
            for ambition in set(declared_ambitions(chapter)) - {""}
        )
        + sum(one.first + book.CITY_BONUS[seat.cities] for one in markers_left(chapter))
        for seat in chapter.seats
    )


def best_gain(seat: ArcsSeat, name: str, chapter: Chapter) -> int:
    """ARC-5 and 7: what being alone in first place brings; less to a leader who holds back."""
    ambition = Ambition(name)
    back = holds_back(seat, ambition)
    bonus = 0 if back else book.CITY_BONUS[seat.cities]
    return (
        place_power(Place.FIRST, marker_worth(ambition, chapter), holds_back=back)
        + bonus
    )


def standings_records(around: Around) -> Mapping[str, type]:
    """What people type into, by its prefix on the page."""
    return {"b": Situation, **{f"s{seat}": Holding for seat in range(around.most)}}


@dataclass(frozen=True)
class TypeStandings(CellsTyped, HelperMove[TypedNumbers]):
    """Numbers tried out over those of the session."""

    records = staticmethod(standings_records)

    def apply(self, state: TypedNumbers, around: Around) -> TypedNumbers:
        return TypedNumbers(self.merge_into(state.cells, around))

    @property
    def words(self) -> Words:
        return _("Other numbers tried")


def reseat_standings(state: TypedNumbers, moved: Mapping[int, int]) -> TypedNumbers:
    return TypedNumbers(reseat_cells(state.cells, moved))


STANDINGS = KeptHelper(
    "arcs-standings",
    TypedNumbers,
    (TypeStandings,),
    lambda _around: TypedNumbers(),
    reseat_standings,
)
