"""The finished games of a table, read from what its logs left: each table in a handful of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from campaign.models import Result
from companion.log.models import Act
from companion.log.replay import UNDO, undone_numbers
from companion.records.players import TYPED, Players
from companion.sessions.models import SeatTaken, SessionCard
from companion.sessions.timing import measure_span
from companion.tables.models import Table
from scoring.rise_of_empire.session import GAME as CAMPAIGN_GAME
from scoring.stats.plays import GamePlay, SeatPlay

FINISH = "finish"


@dataclass(frozen=True)
class NameReader:
    """Turns names into keys, and notes how those were written whom the table doesn't know."""

    players: Players
    written: dict[str, str] = field(default_factory=dict)

    def read(self, name: str) -> str:
        key = self.players.key_of(name)
        if key.startswith(TYPED):
            self.written[key] = name
        return key


@dataclass(frozen=True)
class Loaded:
    """The finished games of a table in the order they were played; what has no day comes first."""

    plays: tuple[GamePlay, ...]
    written: Mapping[str, str]  # names of people the table doesn't know, by key


def load_plays(table: Table, players: Players) -> Loaded:
    names = NameReader(players)
    plays = [*load_sessions(table, names), *load_campaigns(table, names)]
    ordered = sorted(plays, key=lambda play: play.day or date.min)
    return Loaded(tuple(ordered), names.written)


def counted_sessions(prefix: str = "") -> dict[str, Any]:
    """Which sessions count: finished, not archived, nothing hidden."""
    return {
        f"{prefix}card__finished": True,
        f"{prefix}card__archived": False,
        f"{prefix}card__covered": False,
    }


def load_sessions(table: Table, names: NameReader) -> Iterator[GamePlay]:
    own = SeatTaken.objects.filter(
        session__table=table, **counted_sessions("session__")
    )
    seats: dict[int, list[SeatPlay]] = defaultdict(list)
    columns = ("session_id", "name", "played_as", "total", "place", "wins")
    for session, name, *rest in own.order_by("session_id", "position").values_list(
        *columns
    ):
        seats[session].append(SeatPlay(names.read(name), *rest))
    cards = SessionCard.objects.filter(
        session__table=table, finished=True, archived=False, covered=False
    )
    shown = cards.order_by("session_id").values_list(
        *("session_id", "session__token", "session__created", "game"),
        *("played_on", "minutes", "variant", "categories", "totals_only"),
    )
    ends = find_ends(table)
    for session, token, began, game, day, minutes, *told in shown:
        variant, categories, totals_only = told
        yield GamePlay(
            key=token,
            game=game,
            seats=tuple(seats[session]),
            day=day,
            minutes=minutes or measure_minutes(began, ends.get(session), day),
            variant=variant,
            lines=tuple((label, tuple(points)) for label, points in categories),
            seated=not totals_only,
        )


def measure_minutes(began: datetime, ended: datetime | None, day: date | None) -> int:
    return measure_span(began, ended, day.isoformat() if day else "").minutes


def find_ends(table: Table) -> dict[int, datetime]:
    """When each session was first finished, by an act that still counts."""
    acts = Act.objects.filter(
        log__gamesession__table=table, kind__in=(FINISH, UNDO)
    ).order_by("log_id", "number")
    by_log: dict[int, list[Act]] = defaultdict(list)
    for act in acts.only("log_id", "number", "kind", "data", "at"):
        by_log[act.log_id].append(act)
    ends = ((log, first_finish(own)) for log, own in by_log.items())
    return {log: at for log, at in ends if at}


def first_finish(acts: list[Act]) -> datetime | None:
    gone = undone_numbers(acts)
    finishes = (one for one in acts if one.kind == FINISH and one.number not in gone)
    return next((one.at for one in finishes), None)


def load_campaigns(table: Table, names: NameReader) -> Iterator[GamePlay]:
    """Sessions of the campaigns people really played: no what-ifs, and no demo but at a demo table."""
    real = {} if table.demo else {"campaign__example": False}
    results = Result.objects.filter(
        campaign__table=table,
        campaign__what_if_after=None,
        session__end__isnull=False,
        **real,
    )
    rows = results.order_by("session_id", "place", "pk").values_list(
        *("session_id", "campaign_id", "session__number", "session__played_on"),
        *("empire__player", "empire__faction", "score", "place"),
    )
    sessions: dict[tuple[Any, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for session, campaign, number, day, *seat in rows:
        sessions[session, campaign, number, day].append(tuple(seat))
    for (_session, campaign, number, day), seats in sessions.items():
        yield GamePlay(
            key=f"{campaign}/{number}",
            game=CAMPAIGN_GAME.slug,
            seats=tuple(campaign_seats(seats, names)),
            day=day,
            campaign=True,
            seated=False,  # a campaign sits down anew for each session
        )


def campaign_seats(
    rows: Iterable[tuple[Any, ...]], names: NameReader
) -> Iterator[SeatPlay]:
    for name, faction, score, place in rows:
        yield SeatPlay(names.read(name), faction, score, place, place == 1)
