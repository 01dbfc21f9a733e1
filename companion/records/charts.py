"""What a record book draws: scores over time, how scores are spread, a rating's course, a calendar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.dates import MONTHS_3
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.paper.bars import BarChart, bar_chart
from companion.paper.charts import Chart, Series, chart
from companion.paper.heat import HeatMonth, months_drawing, share_as_heat
from companion.paper.svg import paint_svg
from companion.records.players import Players
from companion.records.ratings import Rating
from scoring.seats import LETTERS
from scoring.stats.games import GameNumbers

YEARS = 6
MOST_PAINTED = 400  # halves of years that are kept painted, a few kilobytes each
CZECH_SUMMER = {6: "čvn", 7: "čvc"}  # Django's "čen" and "čec" are nobody's


def draw_scores(numbers: GameNumbers, players: Players) -> Chart | None:
    """Everybody's scores in the newest games, for the people who play most."""
    first = numbers.plays - numbers.blank - len(numbers.newest) + 1
    newest = dict(enumerate(numbers.newest, start=first))
    often = sorted(numbers.people, key=lambda who: -numbers.people[who].games)
    series = []
    for who, letter in players.letters(often[: len(LETTERS)]).items():
        own = {
            number: seat.total
            for number, play in newest.items()
            if (seat := play.seat_of(who))
        }
        player = players.player(who)
        series.append(Series(player.name, "", letter, own, tint=player.colour))
    shown = [one for one in series if one.values]
    many = len({number for one in shown for number in one.values}) > 1
    days = {number: play.day for number, play in newest.items()}
    return chart("scores", shown, days=days) if many else None


def draw_spread(numbers: GameNumbers) -> BarChart | None:
    return bar_chart(numbers.totals)


def draw_rating(players: Players, who: str, rating: Rating | None) -> Chart | None:
    """The course of a rating over the newest games; nothing before it is shown."""
    if rating is None or not rating.shown:
        return None
    first = rating.games - len(rating.course) + 1
    values = dict(enumerate(rating.course, start=first))
    player, (letter,) = players.player(who), players.letters([who]).values()
    own = Series(player.name, "", letter, values, tint=player.colour)
    days = dict(enumerate(rating.days, start=first))
    return chart("rating", [own], from_zero=False, days=days)


@dataclass(frozen=True)
class CalendarYear:
    year: int
    months: tuple[HeatMonth, ...]

    @property
    def halves(self) -> tuple[SafeString, ...]:
        """Each half of the year drawn; beside each other where there is room."""
        said = _("When you played: %(year)s") % {"year": self.year}
        parts = (self.months[:6], self.months[6:])
        return tuple(paint_months(said, one) for one in parts)


@lru_cache(maxsize=MOST_PAINTED)
def paint_months(said: str, months: tuple[HeatMonth, ...]) -> SafeString:
    """Painted once: what is past hardly ever changes."""
    return paint_svg(months_drawing(said, months))


@dataclass(frozen=True)
class Calendar:
    """How many games each month saw, the newest year first."""

    months: tuple[str, ...]
    years: tuple[CalendarYear, ...]

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """The numbers underneath, month by month."""
        return [
            (name, [one.months[at].count for one in self.years])
            for at, name in enumerate(self.months)
        ]


def draw_calendar(counts: Mapping[tuple[int, int], int]) -> Calendar | None:
    """Nothing where no game has a day."""
    if not counts:
        return None
    most, names = max(counts.values()), [name_month(one) for one in range(1, 13)]
    years = sorted({year for year, _month in counts}, reverse=True)[:YEARS]
    return Calendar(
        tuple(names),
        tuple(
            CalendarYear(year, tuple(months_of(year, counts, most, names)))
            for year in years
        ),
    )


def name_month(number: int) -> str:
    """Short, as the reader's language writes it: English begins months with a capital."""
    language = (get_language() or "")[:2]
    if language == "cs" and number in CZECH_SUMMER:
        return CZECH_SUMMER[number]
    name = str(MONTHS_3[number])
    return capfirst(name) if language == "en" else name


def months_of(
    year: int, counts: Mapping[tuple[int, int], int], most: int, names: Sequence[str]
) -> list[HeatMonth]:
    found = [counts.get((year, month), 0) for month in range(1, 13)]
    return [
        HeatMonth(name, count, share_as_heat(count / most))
        for name, count in zip(names, found, strict=True)
    ]
