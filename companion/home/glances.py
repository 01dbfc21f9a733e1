"""A short summary of each of the visitor's tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, TruncDate

from companion.base.wording import translate
from companion.sessions.models import GameSession
from companion.tables.models import Table
from scoring.games import GAMES

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


REALLY_PLAYED = Q(
    campaigns__archived=False,
    campaigns__what_if_after=None,
    campaigns__copy_of=None,
)


class TableCounts(TypedDict):
    """The counts that are queried with every table."""

    sitting: int
    long_games: int
    game: str | None
    played_on: date | None


@dataclass(frozen=True)
class Glance:
    table: Table
    people: int
    game: str = ""  # of the last session, if there was one
    played_on: date | None = None
    campaigns: int = 0


def table_glances(own: Iterable[Table]) -> list[Glance]:
    """A summary of each table, in one query."""
    newest = GameSession.objects.filter(
        table=OuterRef("pk"), card__begun=True, card__archived=False
    ).annotate(day=Coalesce("card__played_on", TruncDate("created")))
    found = Table.objects.filter(pk__in=[table.pk for table in own]).annotate(
        sitting=Count("people", distinct=True),
        long_games=Count("campaigns", filter=REALLY_PLAYED, distinct=True),
        game=Subquery(newest.values("card__game")[:1]),
        played_on=Subquery(newest.values("day")[:1]),
    )
    return [table_glance(table) for table in found]


def table_glance(table: WithAnnotations[Table, TableCounts]) -> Glance:
    game = translate(GAMES[table.game].name) if table.game else ""
    return Glance(table, table.sitting, game, table.played_on, table.long_games)
