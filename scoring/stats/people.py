"""What one person's games add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.stats.adding import add_up
from scoring.stats.plays import NOBODY, GamePlay, SeatPlay, plays_of
from scoring.stats.rates import FEWEST, Rate, count_rate, is_better

FORM = 8  # the last games that are a person's form
OwnPlays = Sequence[tuple[GamePlay, SeatPlay]]


@dataclass(frozen=True)
class Streak:
    """Wins one after the other."""

    now: int
    longest: int
    first: int = 0  # how many the games begin with
    games: int = 0

    def __add__(self, later: Streak) -> Streak:
        return Streak(
            now=later.now + (self.now if later.now == later.games else 0),
            longest=max(self.longest, later.longest, self.now + later.first),
            first=self.first + (later.first if self.first == self.games else 0),
            games=self.games + later.games,
        )


@dataclass(frozen=True)
class ScoreSum:
    """How many scores somebody had, and what they come to."""

    seats: int
    points: int

    def __add__(self, more: ScoreSum) -> ScoreSum:
        return ScoreSum(self.seats + more.seats, self.points + more.points)

    @property
    def average(self) -> float:
        return self.points / self.seats


@dataclass(frozen=True)
class Rivalry:
    """Somebody else in the same games: who came out ahead how often."""

    who: str
    together: int
    ahead: int  # the person was
    behind: int
    level: int

    def __add__(self, more: Rivalry) -> Rivalry:
        return Rivalry(
            self.who,
            self.together + more.together,
            self.ahead + more.ahead,
            self.behind + more.behind,
            self.level + more.level,
        )

    @property
    def lead(self) -> int:
        return self.ahead - self.behind


@dataclass(frozen=True)
class GameLine:
    """One game in somebody's record."""

    game: str
    scores: ScoreSum
    best: int
    rate: Rate

    def __add__(self, more: GameLine) -> GameLine:
        return GameLine(
            self.game,
            self.scores + more.scores,
            max(self.best, more.best),
            self.rate + more.rate,
        )

    @property
    def plays(self) -> int:
        return self.scores.seats

    @property
    def average(self) -> float:
        return self.scores.average


@dataclass(frozen=True)
class FactionRecord:
    game: str
    faction: str
    scores: ScoreSum
    rate: Rate

    def __add__(self, more: FactionRecord) -> FactionRecord:
        scores, rate = self.scores + more.scores, self.rate + more.rate
        return FactionRecord(self.game, self.faction, scores, rate)

    @property
    def plays(self) -> int:
        return self.scores.seats

    @property
    def average(self) -> float:
        return self.scores.average


@dataclass(frozen=True)
class PersonNumbers:
    """Everything a person's page tells of their games."""

    plays: int
    blank: int  # of them without any points
    alone: int
    rate: Rate
    in_campaigns: Rate  # of these, sessions of a campaign
    in_single_games: Rate  # and single games
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
    played = list(plays_of(plays, who))
    own = [one for one in played if one[0].has_points]
    timed = [play.minutes for play, _seat in played if play.minutes]
    return PersonNumbers(
        plays=len(played),
        blank=len(played) - len(own),
        alone=sum(not play.contested for play, _seat in played),
        rate=count_rate(own),
        in_campaigns=count_rate(one for one in own if one[0].campaign),
        in_single_games=count_rate(one for one in own if not one[0].campaign),
        minutes=sum(timed),
        timed=len(timed),
        games=tuple(game_lines(own)),
        factions=tuple(faction_lines(own)),
        rivals=tuple(find_rivals(own)),
        streak=measure_streak(seat.wins for play, seat in own if play.contested),
        form=tuple((play, seat) for play, seat in own if play.contested)[-FORM:],
    )


def join_person(parts: Sequence[PersonNumbers]) -> PersonNumbers:
    """What somebody's games add up to over several stretches of time, the oldest first."""
    games = add_up({one.game: one for one in part.games} for part in parts)
    factions = add_up(
        {(one.game, one.faction): one for one in part.factions} for part in parts
    )
    rivals = add_up({one.who: one for one in part.rivals} for part in parts)
    return PersonNumbers(
        plays=sum(one.plays for one in parts),
        blank=sum(one.blank for one in parts),
        alone=sum(one.alone for one in parts),
        rate=sum((one.rate for one in parts), Rate()),
        in_campaigns=sum((one.in_campaigns for one in parts), Rate()),
        in_single_games=sum((one.in_single_games for one in parts), Rate()),
        minutes=sum(one.minutes for one in parts),
        timed=sum(one.timed for one in parts),
        games=tuple(sorted(games.values(), key=rank_game_line)),
        factions=tuple(sorted(factions.values(), key=rank_faction)),
        rivals=tuple(sorted(rivals.values(), key=rank_rival)),
        streak=sum((one.streak for one in parts), Streak(0, 0)),
        form=tuple(one for part in parts for one in part.form)[-FORM:],
    )


def rank_game_line(line: GameLine) -> tuple[int, str]:
    return -line.plays, line.game


def rank_faction(line: FactionRecord) -> tuple[int, str, str]:
    return -line.plays, line.game, line.faction


def rank_rival(one: Rivalry) -> tuple[int, str]:
    return -one.together, one.who


def measure_streak(wins: Iterable[bool]) -> Streak:
    now = longest = first = games = 0
    for won in wins:
        first += won and now == games
        now = now + 1 if won else 0
        games += 1
        longest = max(longest, now)
    return Streak(now, longest, first, games)


def game_lines(own: OwnPlays) -> list[GameLine]:
    """By game, the one played most first."""
    grouped: dict[str, list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
    for play, seat in own:
        grouped[play.game].append((play, seat))
    lines = [make_game_line(game, played) for game, played in grouped.items()]
    return sorted(lines, key=rank_game_line)


def make_game_line(game: str, played: OwnPlays) -> GameLine:
    best = max(seat.total for _play, seat in played)
    return GameLine(game, add_scores(played), best, count_rate(played))


def faction_lines(own: OwnPlays) -> list[FactionRecord]:
    grouped: dict[tuple[str, str], list[tuple[GamePlay, SeatPlay]]] = defaultdict(list)
    for play, seat in own:
        if seat.faction:
            grouped[play.game, seat.faction].append((play, seat))
    lines = [
        FactionRecord(game, faction, add_scores(played), count_rate(played))
        for (game, faction), played in grouped.items()
    ]
    return sorted(lines, key=rank_faction)


def add_scores(played: OwnPlays) -> ScoreSum:
    return ScoreSum(len(played), sum(seat.total for _play, seat in played))


def find_rivals(own: OwnPlays) -> list[Rivalry]:
    """Everybody met, whom they met most first."""
    met: dict[str, list[int]] = defaultdict(list)
    for play, seat in own:
        for other in play.seats:
            if other.who not in (seat.who, NOBODY):
                met[other.who].append(other.place - seat.place)
    return sorted(map(count_rivalry, met.items()), key=rank_rival)


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


def scores_by_person(plays: Iterable[GamePlay]) -> dict[str, ScoreSum]:
    totals: dict[str, list[int]] = defaultdict(list)
    for play in plays:
        for seat in play.seats:
            totals[seat.who].append(seat.total)
    return {
        who: ScoreSum(len(own), sum(own))
        for who, own in totals.items()
        if who != NOBODY
    }
