"""A rating per person across all games (openskill, Plackett-Luce): ties and any number of players count.

Worked out from the games in their order alone, so it is the same after every rebuild.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from companion.base.collecting import collect_later
from companion.records.groups import PlayGroup
from scoring.stats.games import NEWEST
from scoring.stats.plays import NOBODY, GamePlay

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

LEAST_GAMES = 8  # before a rating is shown
MIDDLE = 25.0  # where openskill begins
START, POINTS = 1000, 40  # that is shown as 1000, one of its points as 40
DEVIATIONS = 2  # within which the true strength lies, 95 times in a hundred


@dataclass(frozen=True)
class Rating:
    """How strong somebody's results are, and how sure that is."""

    value: int
    plus_minus: int
    games: int
    course: tuple[int, ...] = ()  # the value after each of the newest games
    days: tuple[date | None, ...] = ()  # of these games
    since: date | None = None  # of the first game that has a day

    @property
    def change(self) -> int:
        """By how much the last game moved it."""
        before = self.course[-2] if len(self.course) > 1 else START
        return self.value - before

    @property
    def changed_on(self) -> date | None:
        return self.days[-1] if self.days else None

    @property
    def shown(self) -> bool:
        return self.games >= LEAST_GAMES

    @property
    def left(self) -> int:
        """How many games are missing until it is shown."""
        return max(0, LEAST_GAMES - self.games)


@dataclass(frozen=True)
class Strength:
    """What openskill knows of somebody after some games."""

    known: PlackettLuceRating
    games: int = 0
    course: tuple[tuple[int, date | None], ...] = ()  # of the newest games
    since: date | None = None


Strengths = Mapping[str, Strength]
UNKNOWN: Strengths = {}  # before the first game


@collect_later
def rate_group(group: PlayGroup) -> dict[str, Rating]:
    """Everybody's rating, the strongest first; months before the first change aren't counted again."""
    return show_ratings(strengths_after(group, UNKNOWN))


def strengths_after(group: PlayGroup, before: Strengths) -> Strengths:
    """Kept with the strengths it began with: a game long ago changes everybody's since."""
    kept: tuple[Strengths, Strengths] | None = group.kept.get("strengths")
    if kept and kept[0] is before:
        return kept[1]
    strengths = measure_strengths(group.own, before) if group.own else before
    for part in group.parts:
        strengths = strengths_after(part, strengths)
    group.kept["strengths"] = (before, strengths)
    return strengths


def measure_strengths(plays: Iterable[GamePlay], before: Strengths) -> Strengths:
    # Only pages with ratings pay for loading it.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = dict(before)
    for play in plays:
        named = [seat for seat in play.seats if seat.who != NOBODY]
        if len(named) < 2 or not play.has_points:
            continue
        own = [known.get(one.who) or Strength(model.rating()) for one in named]
        teams = [[one.known] for one in own]  # left as they are: it rates copies
        rated = model.rate(teams, ranks=[float(seat.place) for seat in named])
        for seat, was, (now,) in zip(named, own, rated, strict=True):
            course = (*was.course, (shown_value(now.mu), play.day))[-NEWEST:]
            since = was.since or play.day
            known[seat.who] = Strength(now, was.games + 1, course, since)
    return known


def show_ratings(strengths: Strengths) -> dict[str, Rating]:
    ratings = {who: as_rating(own) for who, own in strengths.items()}
    order = sorted(ratings, key=lambda who: (-ratings[who].value, who))
    return {who: ratings[who] for who in order}


def shown_value(mu: float) -> int:
    return round(START + (mu - MIDDLE) * POINTS)


def as_rating(own: Strength) -> Rating:
    return Rating(
        value=shown_value(own.known.mu),
        plus_minus=round(own.known.sigma * DEVIATIONS * POINTS),
        games=own.games,
        course=tuple(value for value, _day in own.course),
        days=tuple(day for _value, day in own.course),
        since=own.since,
    )
