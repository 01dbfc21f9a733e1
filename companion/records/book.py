"""The record book of a table: its finished games, and what they add up to under a filter."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db.models import F

from companion.records.groups import PlayGroup
from companion.records.players import Players
from companion.records.ratings import Rating, rate_group
from companion.records.remembering import find_shelf, keep_shelf
from companion.records.shelf import refresh_shelf, stamp_campaigns
from companion.tables.models import Table
from scoring.stats.games import GameNumbers, join_game, summarise_game
from scoring.stats.people import PersonNumbers, join_person, summarise_person
from scoring.stats.plays import GamePlay
from scoring.stats.table import TableNumbers, join_table, summarise_table

T = TypeVar("T")


@dataclass(frozen=True)
class RecordBook:
    """Games of a table with its players."""

    players: Players
    group: PlayGroup
    campaigns: Hashable = ()  # another after every act in one of the table's campaigns

    def keep(self, what: Hashable, make: Callable[[], T]) -> T:
        """What was made of these games and under these names, or is now."""
        return self.group.keep((what, self.players.spelling), make)

    @property
    def version(self) -> Hashable:
        """Another one as soon as a game or a name is another."""
        return self.keep("version", object)

    @property
    def plays(self) -> tuple[GamePlay, ...]:
        return self.group.plays

    def narrow(self, chosen: Hashable, fits: Callable[[GamePlay], bool]) -> RecordBook:
        """The same book with the games that fit; `chosen` names the filter."""
        return replace(self, group=self.group.narrow(chosen, fits))

    def person(self, key: str) -> PersonNumbers:
        def summarise(plays: Sequence[GamePlay]) -> PersonNumbers:
            return summarise_person(plays, key)

        return self.group.sum_up(("person", key), summarise, join_person)

    def game(self, slug: str) -> GameNumbers:
        def summarise(plays: Sequence[GamePlay]) -> GameNumbers:
            return summarise_game([play for play in plays if play.game == slug])

        return self.group.sum_up(("game", slug), summarise, join_game)

    def table(self) -> TableNumbers:
        return self.group.sum_up("table", summarise_table, join_table)

    def ratings(self) -> dict[str, Rating]:
        return rate_group(self.group)


def open_book(table: Table) -> RecordBook:
    """The book as its logs stand now."""
    # Whose old names are stands in the table's log; one query tells both.
    known = F("table__box__state__known_as")
    people = tuple(table.people.annotate(known_as=known).order_by("pk"))
    players = Players(people, next((one.known_as or {} for one in people), {}))
    campaigns = stamp_campaigns(table)
    shelf = refresh_shelf(find_shelf(table.pk), table, players, campaigns)
    keep_shelf(table.pk, shelf)
    everybody = replace(players, typed=shelf.spellings)
    return RecordBook(everybody, shelf.years.whole, tuple(campaigns))
