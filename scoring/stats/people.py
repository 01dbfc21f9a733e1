"""What one person's games add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.stats.plays import NOBODY, GamePlay, SeatPlay, plays_of
from scoring.stats.rates import FEWEST, Rate, count_rate, is_better

FORM = 8  # the last games that are a person's form
OwnPlays = Sequence[tuple[GamePlay, SeatPlay]]


@dataclass(frozen=True)
class Streak:
    """Wins one after the other."""

    now: int
    longest: int


@dataclass(frozen=True)
class Rivalry:
    """Somebody else in the same games: who came out ahead how often."""

    who: str
    together: int
    ahead: int  # the person was
    behind: int
    level: int

    @property
    def lead(self) -> int:
        return self.ahead - self.behind


@dataclass(frozen=True)
class GameLine:
    """One game in somebody's record."""

    game: str
    plays: int
    average: float
    best: int
    worst: int
    rate: Rate


@dataclass(frozen=True)
class FactionRecord:
    game: str
    faction: str
    plays: int
    average: float
    rate: Rate


@dataclass(frozen=True)
class PersonNumbers:
    """Everything a person's page tells of their games."""

    plays: int
    alone: int
    rate: Rate
    minutes: int
    timed: int  # how many games say how long they took
    games: tuple[GameLine, ...]
    factions: tuple[FactionRecord, ...]
    rivals: tuple[Rivalry, ...]
    streak: Streak
    form: tuple[tuple[GamePlay, SeatPlay], ...]  # the newest last

    @property
    def favourite(self) -> FactionRecord | None:
        """The faction played most, once it was played more than once."""
        often = [one for one in self.factions if one.plays > 1]
        return max(often, key=lambda one: one.plays, default=None)

    @property
    def strongest(self) -> FactionRecord | None:
        ranked = [one for one in self.factions if one.rate.ranked and one.rate.wins]
        return max(ranked, key=lambda one: is_better(one.rate), default=None)

    @property
    def nemesis(self) -> Rivalry | None:
        """Who came out ahead most often, of those met at least three times."""
        worse = [one for one in self.met if one.lead < 0]
        return min(worse, key=lambda one: (one.lead, -one.together), default=None)

    @property
    def victim(self) -> Rivalry | None:
        better = [one for one in self.met if one.lead > 0]
        return max(better, key=lambda one: (one.lead, one.together), default=None)

    @property
    def met(self) -> list[Rivalry]:
        return [one for one in self.rivals if one.together >= FEWEST]


def summarise_person(plays: Iterable[GamePlay], who: str) -> PersonNumbers:
    """From games in the order they were played."""
    own = list(plays_of(plays, who))
    timed = [play.minutes for play, _seat in own if play.minutes]
    return PersonNumbers(
        plays=len(own),
        alone=sum(not play.contested for play, _seat in own),
        rate=count_rate(own),
        minutes=sum(timed),
        timed=len(timed),
        games=tuple(game_lines(own)),
        factions=tuple(faction_lines(own)),
        rivals=tuple(find_rivals(own)),
        streak=measure_streak(seat.wins for play, seat in own if play.contested),
        form=tuple((play, seat) for play, seat in own if play.contested)[-FORM:],
    )


def measure_streak(wins: Iterable[bool]) -> Streak:
    now = longest = 0
    for won in wins:
        now = now + 1 if won else 0
        longest = max(longest, now)
    return Streak(now, longest)


def game_lines(own: OwnPlays) -> list[GameLine]:
    """By game, the one played most first."""
    grouped: dict[str, list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
    for play, seat in own:
        grouped[play.game].append((play, seat))
    lines = [make_game_line(game, played) for game, played in grouped.items()]
    return sorted(lines, key=lambda one: (-one.plays, one.game))


def make_game_line(game: str, played: OwnPlays) -> GameLine:
    totals = [seat.total for _play, seat in played]
    average, rate = sum(totals) / len(totals), count_rate(played)
    return GameLine(game, len(totals), average, max(totals), min(totals), rate)


def faction_lines(own: OwnPlays) -> list[FactionRecord]:
    grouped: dict[tuple[str, str], list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
    for play, seat in own:
        if seat.faction:
            grouped[play.game, seat.faction].append((play, seat))
    lines = [
        FactionRecord(
            game, faction, len(played), average_total(played), count_rate(played)
        )
        for (game, faction), played in grouped.items()
    ]
    return sorted(lines, key=lambda one: (-one.plays, one.game, one.faction))


def average_total(played: OwnPlays) -> float:
    return sum(seat.total for _play, seat in played) / len(played)


def find_rivals(own: OwnPlays) -> list[Rivalry]:
    """Everybody met, whom they met most first."""
    met: dict[str, list[int]] = defaultdict(list)
    for play, seat in own:
        for other in play.seats:
            if other.who not in (seat.who, NOBODY):
                met[other.who].append(other.place - seat.place)
    return sorted(
        map(count_rivalry, met.items()), key=lambda one: (-one.together, one.who)
    )


def count_rivalry(met: tuple[str, list[int]]) -> Rivalry:
    who, gaps = met
    ahead, behind = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    return Rivalry(who, len(gaps), ahead, behind, len(gaps) - ahead - behind)


def rates_by_person(plays: Iterable[GamePlay]) -> Mapping[str, Rate]:
    """Everybody's win rate."""
    seats: dict[str, list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
    for play in plays:
        for seat in play.seats:
            if seat.who != NOBODY:
                seats[seat.who].append((play, seat))
    return {who: count_rate(own) for who, own in seats.items()}


def average_totals(plays: Iterable[GamePlay]) -> dict[str, float]:
    totals: dict[str, list[int]] = defaultdict(list)
    for play in plays:
        for seat in play.seats:
            totals[seat.who].append(seat.total)
    return {who: sum(own) / len(own) for who, own in totals.items() if who != NOBODY}
