"""The record book of a table: its finished games, and what they add up to under a filter."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import Count, F, Max, Sum

from campaign.models import Campaign
from companion.records.loading import counted_sessions, load_plays
from companion.records.players import Players
from companion.records.ratings import Rating, rate_people
from companion.records.remembering import remember
from companion.sessions.models import GameSession
from companion.tables.models import Table
from scoring.stats.games import GameNumbers, summarise_game
from scoring.stats.people import PersonNumbers, summarise_person
from scoring.stats.plays import GamePlay
from scoring.stats.table import TableNumbers, summarise_table

T = TypeVar("T")


@dataclass(frozen=True)
class RecordBook:
    """Games of a table with its players; `version` names what they follow from, `chosen` which they are."""

    number: int  # the table's
    version: Hashable
    players: Players
    plays: tuple[GamePlay, ...]
    chosen: tuple[Hashable, ...] = ()

    def work_out(self, what: Hashable, make: Callable[[], T]) -> T:
        return remember(self.number, self.version, (self.chosen, what), make)

    def narrow(self, chosen: Hashable, fits: Callable[[GamePlay], bool]) -> RecordBook:
        """The same book with the games that fit; `chosen` names the filter."""
        plays = self.work_out(
            ("narrowed", chosen),
            lambda: tuple(play for play in self.plays if fits(play)),
        )
        return replace(self, chosen=(*self.chosen, chosen), plays=plays)

    def person(self, key: str) -> PersonNumbers:
        return self.work_out(("person", key), lambda: summarise_person(self.plays, key))

    def game(self, slug: str) -> GameNumbers:
        def summarise() -> GameNumbers:
            return summarise_game([play for play in self.plays if play.game == slug])

        return self.work_out(("game", slug), summarise)

    def table(self) -> TableNumbers:
        return self.work_out("table", lambda: summarise_table(self.plays))

    def ratings(self) -> dict[str, Rating]:
        return self.work_out("ratings", lambda: rate_people(self.plays))


def open_book(table: Table) -> RecordBook:
    """The book as its logs stand now."""
    # Whose old names are stands in the table's log; one query tells both.
    known = F("table__box__state__known_as")
    people = tuple(table.people.annotate(known_as=known).order_by("pk"))
    players = Players(people, next((one.known_as or {} for one in people), {}))
    named = tuple((one.pk, one.name) for one in players.people)
    former = tuple(sorted(players.known_as.items()))
    version = (version_of_games(table), named, former)
    loaded = remember(table.pk, version, "plays", lambda: load_plays(table, players))
    everybody = replace(players, typed=loaded.written)
    return RecordBook(table.pk, version, everybody, loaded.plays)


def version_of_games(table: Table) -> tuple[Any, ...]:
    """Changes with every act in a finished session or a campaign, and when one comes or goes."""
    sessions = GameSession.objects.filter(table=table, **counted_sessions())
    campaigns = Campaign.objects.filter(table=table)
    finished = sessions.aggregate(
        count=Count("pk"),
        acts=Sum("last"),
        keys=Sum("pk"),
        mix=Sum(F("last") * F("pk")),
    )
    played = campaigns.aggregate(count=Count("pk"), acts=Sum("last"), newest=Max("pk"))
    return (*finished.values(), *played.values())
