"""What the games of one kind add up to: records, factions, seats, and what decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from operator import add

from scoring.stats.adding import add_up
from scoring.stats.people import ScoreSum, rates_by_person, scores_by_person
from scoring.stats.plays import GamePlay, SeatPlay
from scoring.stats.rates import Rate, count_rate

NEWEST = 25  # games whose scores are drawn; more are too close to tell apart


class RecordKind(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    CLOSEST = "closest"
    CLEAREST = "clearest"
    LONGEST = "longest"


@dataclass(frozen=True)
class GameRecord:
    """A record, the game it fell in first, and whose it was there."""

    kind: RecordKind
    value: int
    play: GamePlay
    who: tuple[str, ...] = ()
    more: int = 0  # later games that reached the same

    def __add__(self, later: GameRecord) -> GameRecord:
        """The better of the two; of equal ones the first."""
        if self.rank == later.rank:
            return replace(self, more=self.more + 1 + later.more)
        small = self.kind in (RecordKind.LOWEST, RecordKind.CLOSEST)
        return self if (self.rank < later.rank) == small else later

    @property
    def rank(self) -> tuple[int, bool]:
        """A tie is closer than what a tie-break decided."""
        decided = self.kind is RecordKind.CLOSEST and len(self.play.winners) == 1
        return self.value, decided


@dataclass(frozen=True)
class Candidate:
    """A value that may be a record, and who reached it."""

    value: int
    play: GamePlay
    who: tuple[str, ...]


@dataclass(frozen=True)
class SeatLine:
    """How those did who sat at one place around the table."""

    position: int
    rate: Rate

    def __add__(self, more: SeatLine) -> SeatLine:
        return SeatLine(self.position, self.rate + more.rate)


@dataclass(frozen=True)
class DecidingLine:
    """A category, how often it was what separated first from second most, and by how much in all games."""

    label: str
    decided: int
    games: int
    points: int

    def __add__(self, more: DecidingLine) -> DecidingLine:
        return DecidingLine(
            self.label,
            self.decided + more.decided,
            self.games + more.games,
            self.points + more.points,
        )

    @property
    def average(self) -> float:
        return self.points / self.games


@dataclass(frozen=True)
class FactionRow:
    """A faction, and how each person did with it."""

    faction: str
    rate: Rate
    by_person: Mapping[str, Rate]

    def __add__(self, more: FactionRow) -> FactionRow:
        people = add_up((self.by_person, more.by_person))
        return FactionRow(self.faction, self.rate + more.rate, people)


@dataclass(frozen=True)
class GameNumbers:
    """Everything a game's page tells."""

    plays: int
    blank: int  # of them without any points
    newest: tuple[GamePlay, ...]  # those with points, the newest last
    records: tuple[GameRecord, ...]
    people: Mapping[str, Rate]
    scores: Mapping[str, ScoreSum]
    totals: Mapping[int, int]  # how often each score was reached
    factions: tuple[FactionRow, ...]
    seats: tuple[SeatLine, ...]
    deciding: tuple[DecidingLine, ...]
    minutes: int
    timed: int  # how many games say how long they took

    @property
    def length(self) -> float:
        """In minutes on average, of the games that say so."""
        return self.minutes / self.timed if self.timed else 0.0


def summarise_game(plays: Sequence[GamePlay]) -> GameNumbers:
    """From games of one kind in the order they were played."""
    timed = [play.minutes for play in plays if play.minutes]
    scored = [play for play in plays if play.has_points]
    return GameNumbers(
        plays=len(plays),
        blank=len(plays) - len(scored),
        newest=tuple(scored[-NEWEST:]),
        records=tuple(find_records(scored)),
        people=rates_by_person(scored),
        scores=scores_by_person(scored),
        totals=Counter(seat.total for play in scored for seat in play.seats),
        factions=tuple(faction_rows(scored)),
        seats=tuple(seat_lines(scored)),
        deciding=tuple(deciding_lines(scored)),
        minutes=sum(timed),
        timed=len(timed),
    )


def join_game(parts: Sequence[GameNumbers]) -> GameNumbers:
    """What games of one kind add up to over several stretches of time, the oldest first."""
    records = add_up({one.kind: one for one in part.records} for part in parts)
    factions = add_up({one.faction: one for one in part.factions} for part in parts)
    seats = add_up({one.position: one for one in part.seats} for part in parts)
    deciding = add_up({one.label: one for one in part.deciding} for part in parts)
    return GameNumbers(
        plays=sum(one.plays for one in parts),
        blank=sum(one.blank for one in parts),
        newest=tuple(play for part in parts for play in part.newest)[-NEWEST:],
        records=tuple(records[kind] for kind in RecordKind if kind in records),
        people=add_up(one.people for one in parts),
        scores=add_up(one.scores for one in parts),
        totals=add_up(one.totals for one in parts),
        factions=tuple(sorted(factions.values(), key=rank_faction_row)),
        seats=tuple(seats[position] for position in sorted(seats)),
        deciding=tuple(sorted(deciding.values(), key=rank_deciding)),
        minutes=sum(one.minutes for one in parts),
        timed=sum(one.timed for one in parts),
    )


def rank_faction_row(row: FactionRow) -> tuple[int, str]:
    return -row.rate.games, row.faction


def rank_deciding(line: DecidingLine) -> tuple[int, float, str]:
    return -line.decided, -line.average, line.label


def find_records(plays: Sequence[GamePlay]) -> list[GameRecord]:
    """Each record once, in the game it was reached in first."""
    reached = {
        RecordKind.HIGHEST: [reach_total(play, max) for play in plays],
        RecordKind.LOWEST: [reach_total(play, min) for play in plays],
        RecordKind.CLOSEST: list(reach_margins(plays)),
        RecordKind.CLEAREST: [one for one in reach_margins(plays) if one.value],
        RecordKind.LONGEST: [
            Candidate(play.minutes, play, ()) for play in plays if play.minutes
        ],
    }
    return [make_record(kind, found) for kind, found in reached.items() if found]


def reach_total(play: GamePlay, pick: Callable[[Iterable[int]], int]) -> Candidate:
    """The highest or lowest score of a game, and whose it was."""
    total = pick(seat.total for seat in play.seats)
    who = tuple(seat.who for seat in play.seats if seat.total == total)
    return Candidate(total, play, who)


def reach_margins(plays: Iterable[GamePlay]) -> Iterator[Candidate]:
    for play in plays:
        if play.margin is not None:
            yield Candidate(play.margin, play, tuple(seat.who for seat in play.winners))


def make_record(kind: RecordKind, reached: Sequence[Candidate]) -> GameRecord:
    records = (GameRecord(kind, one.value, one.play, one.who) for one in reached)
    return reduce(add, records)


def group_seats(
    plays: Iterable[GamePlay], key: Callable[[GamePlay, int], str]
) -> dict[str, list[tuple[GamePlay, SeatPlay]]]:
    """Seats by a key; those whose key is empty are left out."""
    grouped: dict[str, list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
    for play in plays:
        for position, seat in enumerate(play.seats):
            if found := key(play, position):
                grouped[found].append((play, seat))
    return grouped


def faction_rows(plays: Sequence[GamePlay]) -> list[FactionRow]:
    """By faction, the one played most first."""
    grouped = group_seats(plays, lambda play, at: play.seats[at].faction)
    rows = []
    for faction, own in grouped.items():
        people: dict[str, list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
        for play, seat in own:
            people[seat.who].append((play, seat))
        rates = {who: count_rate(played) for who, played in people.items() if who}
        rows.append(FactionRow(faction, count_rate(own), rates))
    return sorted(rows, key=rank_faction_row)


def seat_lines(plays: Iterable[GamePlay]) -> list[SeatLine]:
    """Of the games that say who sat where."""
    seated = [play for play in plays if play.contested and play.seated]
    grouped = group_seats(seated, lambda _play, at: str(at))
    return [
        SeatLine(int(at), count_rate(grouped[at])) for at in sorted(grouped, key=int)
    ]


def deciding_lines(plays: Iterable[GamePlay]) -> list[DecidingLine]:
    """What separated first from second, over the games with one winner and known categories."""
    gaps: dict[str, list[int]] = defaultdict(list)
    decided: dict[str, int] = defaultdict(int)
    for play in plays:
        own = gaps_to_second(play)
        for label, gap in own.items():
            gaps[label].append(gap)
        if own:
            decided[max(own, key=lambda label: own[label])] += 1
    lines = [
        DecidingLine(label, decided[label], len(own), sum(own))
        for label, own in gaps.items()
    ]
    return sorted(lines, key=rank_deciding)


def gaps_to_second(play: GamePlay) -> dict[str, int]:
    """By how much the winner was ahead of the second in each category."""
    if len(play.winners) != 1 or not play.contested or not play.lines:
        return {}
    order = sorted(range(len(play.seats)), key=lambda at: play.seats[at].place)
    first, second = order[:2]
    return {label: points[first] - points[second] for label, points in play.lines}
