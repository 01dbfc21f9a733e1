"""Records of a table: what a result beats of the sessions of the same game that were finished before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext as _

from companion.base.wording import signed_points
from companion.sessions.models import GameSession, SeatTaken
from companion.sessions.present_names import former_names_in
from companion.sessions.result import SessionResult, Standing


@dataclass(frozen=True)
class BestScores:
    """The best total of everybody who has played, by name in lower case."""

    by_name: Mapping[str, int]

    @property
    def of_table(self) -> int | None:
        return max(self.by_name.values(), default=None)


def find_best_scores(session: GameSession) -> BestScores:
    """What was reached at this table in this game before the session; nothing without a table."""
    if session.table_id is None:
        return BestScores({})
    own = SeatTaken.objects.filter(session=OuterRef("session"))
    seats = SeatTaken.objects.filter(
        is_earlier(session),
        Exists(own.exclude(total=0)),  # of noughts alone nothing is a record
        session__table=session.table_id,
        session__card__game=session.card.game,
        session__card__finished=True,
        session__card__archived=False,
    )
    best: dict[str, int] = {}
    known = former_names_in(session)
    grouped = seats.order_by().values_list("name").annotate(Max("total"))
    for name, total in grouped:
        key = known.get(name.casefold(), name).casefold()
        best[key] = max(total, best.get(key, total))
    return BestScores(best)


def is_earlier(session: GameSession) -> Q:
    """Which sessions count as played before this one: a record stays one when it is beaten."""
    day = session.card.played_on
    begun_before = Q(session__lt=session.pk)
    if day is None:
        return begun_before
    earlier_day = Q(session__card__played_on__lt=day)
    return earlier_day | Q(begun_before, session__card__played_on=day)


def describe_records(result: SessionResult, best: BestScores) -> list[str]:
    """Every record that this result broke, in words; the table's own first."""
    if best.of_table is None:
        return []
    return [*table_record(result.standings, best.of_table), *own_records(result, best)]


def table_record(standings: Iterable[Standing], before: int) -> Iterable[str]:
    most = max(who.total for who in standings)
    names = ", ".join(who.name for who in standings if who.total == most)
    if most > before:
        values = record_values(names, most, before)
        yield _("Table record: %(name)s with %(total)s (was %(before)s)") % values


def own_records(result: SessionResult, best: BestScores) -> Iterable[str]:
    """Who did better than ever; not again for whoever broke the table's record."""
    for who, given in zip(result.standings, result.form.given, strict=True):
        before = best.by_name.get(given.casefold()) if given else None
        if before is not None and before < who.total <= (best.of_table or 0):
            values = record_values(who.name, who.total, before)
            yield _("Personal best: %(name)s with %(total)s (was %(before)s)") % values


def record_values(name: str, total: int, before: int) -> dict[str, str]:
    return {
        "name": name,
        "total": signed_points(total),
        "before": signed_points(before),
    }
