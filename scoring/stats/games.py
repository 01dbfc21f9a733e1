"""What the games of one kind add up to: records, factions, seats, and what decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.stats.people import average_totals, rates_by_person
from scoring.stats.plays import GamePlay, SeatPlay
from scoring.stats.rates import Rate, count_rate


class RecordKind(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    CLOSEST = "closest"
    CLEAREST = "clearest"
    LONGEST = "longest"


@dataclass(frozen=True)
class GameRecord:
    """A record, whose it is, and the game it fell in."""

    kind: RecordKind
    value: int
    play: GamePlay
    who: tuple[str, ...] = ()


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


@dataclass(frozen=True)
class DecidingLine:
    """A category, how often it was what separated first from second most, and by how much on average."""

    label: str
    decided: int
    games: int
    average: float


@dataclass(frozen=True)
class FactionRow:
    """A faction, and how each person did with it."""

    faction: str
    rate: Rate
    by_person: Mapping[str, Rate]


@dataclass(frozen=True)
class GameNumbers:
    """Everything a game's page tells."""

    plays: tuple[GamePlay, ...]
    records: tuple[GameRecord, ...]
    people: Mapping[str, Rate]
    averages: Mapping[str, float]
    factions: tuple[FactionRow, ...]
    seats: tuple[SeatLine, ...]
    deciding: tuple[DecidingLine, ...]
    minutes: float  # on average, of the games that say so


def summarise_game(plays: Sequence[GamePlay]) -> GameNumbers:
    """From games of one kind in the order they were played."""
    timed = [play.minutes for play in plays if play.minutes]
    return GameNumbers(
        plays=tuple(plays),
        records=tuple(find_records(plays)),
        people=rates_by_person(plays),
        averages=average_totals(plays),
        factions=tuple(faction_rows(plays)),
        seats=tuple(seat_lines(plays)),
        deciding=tuple(deciding_lines(plays)),
        minutes=sum(timed) / len(timed) if timed else 0.0,
    )


def find_records(plays: Sequence[GamePlay]) -> list[GameRecord]:
    """Each record once, with everybody who holds it, in the game it was reached in first."""
    totals = [
        Candidate(seat.total, play, (seat.who,))
        for play in plays
        for seat in play.seats
    ]
    margins = [
        Candidate(play.margin, play, tuple(seat.who for seat in play.winners))
        for play in plays
        if play.margin is not None
    ]
    timed = [play for play in plays if play.minutes]
    found: list[GameRecord] = []
    if totals:
        found += [
            make_record(RecordKind.HIGHEST, totals, max),
            make_record(RecordKind.LOWEST, totals, min),
        ]
    if margins:
        found += [
            make_record(RecordKind.CLOSEST, margins, min),
            make_record(RecordKind.CLEAREST, margins, max),
        ]
    if timed:
        longest = max(timed, key=lambda play: play.minutes)
        found.append(GameRecord(RecordKind.LONGEST, longest.minutes, longest))
    return found


def make_record(
    kind: RecordKind,
    reached: Sequence[Candidate],
    pick: Callable[[Iterable[int]], int],
) -> GameRecord:
    value = pick(one.value for one in reached)
    holding = [one for one in reached if one.value == value]
    who = dict.fromkeys(who for one in holding for who in one.who)
    return GameRecord(kind, value, holding[0].play, tuple(who))


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
    return sorted(rows, key=lambda one: (-one.rate.games, one.faction))


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
        DecidingLine(label, decided[label], len(own), sum(own) / len(own))
        for label, own in gaps.items()
    ]
    return sorted(lines, key=lambda one: (-one.decided, -one.average, one.label))


def gaps_to_second(play: GamePlay) -> dict[str, int]:
    """By how much the winner was ahead of the second in each category."""
    if len(play.winners) != 1 or not play.contested or not play.lines:
        return {}
    order = sorted(range(len(play.seats)), key=lambda at: play.seats[at].place)
    first, second = order[:2]
    return {label: points[first] - points[second] for label, points in play.lines}
