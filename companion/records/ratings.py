"""A rating per person across all games (openskill, Plackett-Luce): ties and any number of players count.

Worked out from the games in their order alone, so it is the same after every rebuild.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.stats.plays import NOBODY, GamePlay

LEAST_GAMES = 8  # before a rating is shown
START, POINTS = 1000, 40  # openskill's 25 is shown as 1000, one of its points as 40
DEVIATIONS = 2  # within which the true strength lies, 95 times in a hundred


@dataclass(frozen=True)
class Rating:
    """How strong somebody's results are, and how sure that is."""

    value: int
    plus_minus: int
    games: int
    course: tuple[int, ...] = ()  # the value after each game

    @property
    def shown(self) -> bool:
        return self.games >= LEAST_GAMES

    @property
    def left(self) -> int:
        """How many games are missing until it is shown."""
        return max(0, LEAST_GAMES - self.games)


@dataclass
class Strength:
    """What openskill knows of somebody while games are counted."""

    mu: float
    sigma: float
    course: list[int] = field(default_factory=list)


def rate_people(plays: Iterable[GamePlay]) -> dict[str, Rating]:
    """Everybody's rating after these games, the strongest first."""
    # Only pages with ratings pay for loading it.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Strength] = defaultdict(lambda: Strength(model.mu, model.sigma))
    for play in plays:
        named = [seat for seat in play.seats if seat.who != NOBODY]
        if len(named) < 2:
            continue
        teams = [
            [model.rating(known[seat.who].mu, known[seat.who].sigma)] for seat in named
        ]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in named])
        for seat, (after,) in zip(named, rated, strict=True):
            own = known[seat.who]
            own.mu, own.sigma = after.mu, after.sigma
            own.course.append(shown_value(after.mu, model.mu))
    ratings = {who: as_rating(own, model.mu) for who, own in known.items()}
    order = sorted(ratings, key=lambda who: (-ratings[who].value, who))
    return {who: ratings[who] for who in order}


def shown_value(mu: float, start: float) -> int:
    return round(START + (mu - start) * POINTS)


def as_rating(own: Strength, start: float) -> Rating:
    return Rating(
        value=shown_value(own.mu, start),
        plus_minus=round(own.sigma * DEVIATIONS * POINTS),
        games=len(own.course),
        course=tuple(own.course),
    )
