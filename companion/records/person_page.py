"""What a person's page shows of their games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from campaign.models import EmpireSheet, Result
from companion.paper.charts import Chart
from companion.records.book import RecordBook
from companion.records.charts import draw_rating
from companion.records.players import Player
from companion.records.ratings import Rating
from companion.tables.models import Person, Table
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.stats.people import PersonNumbers, Rivalry
from scoring.stats.rates import Rate

RIVALS = 8


@dataclass(frozen=True)
class RivalLine:
    player: Player
    rivalry: Rivalry


@dataclass(frozen=True)
class Empires:
    """What somebody ruled in the table's campaigns."""

    names: tuple[str, ...]
    ages: tuple[str, ...]  # every age they lived in; kept for readers of any language

    @property
    def count(self) -> int:
        return len(self.names)

    @property
    def counted_names(self) -> list[str]:
        """Each name once, with how many empires had it."""
        counted = Counter(self.names).items()
        return [f"{name} ×{many}" if many > 1 else name for name, many in counted]


@dataclass(frozen=True)
class PersonPage:
    numbers: PersonNumbers
    nemesis: RivalLine | None
    victim: RivalLine | None
    rivals: tuple[RivalLine, ...]
    apart: tuple[tuple[str, Rate], ...]  # plain games and campaign sessions
    empires: Empires
    rating: Rating | None
    course: Chart | None  # of the rating


def show_person(
    book: RecordBook, table: Table, person: Person, *, narrowed: bool = False
) -> PersonPage:
    """`narrowed` says whether the book has some of the games only."""
    key = str(person.pk)
    numbers, rating = book.person(key), book.ratings().get(key)

    def rival(one: Rivalry | None) -> RivalLine | None:
        return RivalLine(book.players.player(one.who), one) if one else None

    lines = (rival(one) for one in numbers.rivals[:RIVALS])
    return PersonPage(
        numbers,
        nemesis=rival(numbers.nemesis),
        victim=rival(numbers.victim),
        rivals=tuple(one for one in lines if one),
        apart=apart_rates(numbers),
        empires=book.keep(
            ("empires", person.pk, book.campaigns),
            lambda: find_empires(book, table, person, narrowed=narrowed),
        ),
        rating=rating,
        course=draw_rating(book.players, key, rating),
    )


def apart_rates(numbers: PersonNumbers) -> tuple[tuple[str, Rate], ...]:
    """Single games and campaign sessions each for itself, where there are both."""
    plain, campaign = numbers.in_single_games, numbers.in_campaigns
    if not (plain.games and campaign.games):
        return ()
    return (("plain", plain), ("campaign", campaign))


def find_empires(
    book: RecordBook, table: Table, person: Person, *, narrowed: bool
) -> Empires:
    """The empires somebody founded, and the ages these lived in; of some games those that played in them."""
    real = {} if table.demo else {"campaign__example": False}
    sheets = EmpireSheet.objects.filter(
        campaign__table=table,
        campaign__what_if_after=None,
        campaign__copy_of=None,
        **real,
    )
    players = sheets.order_by().values_list("empire__player", flat=True).distinct()
    called = [one for one in players if book.players.key_of(one) == str(person.pk)]
    own = sheets.filter(empire__player__in=called).order_by("empire_id", "position")
    rows = list(own.values_list("empire_id", "empire__name", "age"))
    if narrowed:
        playing = find_playing(book, table)
        rows = [row for row in rows if row[0] in playing]
    names = {empire: name for empire, name, _age in rows}
    ages = dict.fromkeys(age for _empire, _name, age in rows)
    return Empires(tuple(names.values()), tuple(name_ages(ages)))


def find_playing(book: RecordBook, table: Table) -> set[int]:
    """The empires that played in the campaign sessions of a book."""
    sessions = {play.key for play in book.plays if play.campaign}
    results = Result.objects.filter(campaign__table=table).order_by()
    rows = results.values_list("empire_id", "campaign_id", "session__number")
    return {
        empire
        for empire, campaign, number in rows.iterator()
        if f"{campaign}/{number}" in sessions
    }


def name_ages(ages: Iterable[str]) -> Iterable[str]:
    known = list(ages)
    return [name for age, name in AGE_NAMES.items() if age in known]
