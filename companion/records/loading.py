"""The finished games of a table, read from what its logs left: many at a time, each kind in one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from campaign.models import Result
from campaign.session.days import session_day
from companion.log.models import Act
from companion.log.replay import UNDO, undone_numbers
from companion.records.groups import Stretch
from companion.records.players import TYPED, Players
from companion.sessions.models import GameSession, SeatTaken, SessionCard
from companion.sessions.timing import end_of_game, measure_span, noon_of
from companion.tables.models import Table
from scoring.rise_of_empire.session import GAME as CAMPAIGN_GAME
from scoring.stats.plays import GamePlay, SeatPlay

FINISH = "finish"
ROW = 32  # sessions whose keys stand side by side are read together
MOST_SPANS = 8  # of rows in one question
UNDATED = 64  # games without a day in one stretch
Span = tuple[datetime, datetime]  # when a session was begun and finished


@dataclass(frozen=True)
class NameReader:
    """Turns names into keys, and remembers the key each name had."""

    players: Players
    keys: dict[str, str] = field(default_factory=dict)

    def read(self, name: str) -> str:
        if name not in self.keys:
            self.keys[name] = self.players.key_of(name)
        return self.keys[name]

    def read_seats(self, names: Sequence[str]) -> list[str]:
        """A key for each seat; nobody sits twice, so a former name is then somebody else's."""
        keys = [self.read(name) for name in names]
        named = [key for key in keys if key]
        if len(named) == len(set(named)):
            return keys
        own = self.players.by_name
        return [
            key
            if keys.count(key) == 1 or not key or name.casefold() in own
            else TYPED + name.casefold()
            for key, name in zip(keys, names, strict=True)
        ]

    def find_moved(self) -> set[str]:
        """Names that are somebody else's by now; they are read anew."""
        moved = {
            name for name, key in self.keys.items() if self.players.key_of(name) != key
        }
        for name in moved:
            del self.keys[name]
        return moved


@dataclass(frozen=True)
class ShelvedPlay:
    """A game with the names as they were written, and where it belongs among the others."""

    number: int  # of its session, in the order they were begun
    names: tuple[str, ...]
    play: GamePlay
    ended: datetime | None = None  # where its log tells it

    @property
    def order(self) -> tuple[date, float, bool, int]:
        """By day and by when it was over; what has no day comes first."""
        day = self.play.day
        over = self.ended or (noon_of(day) if day else None)
        moment = over.timestamp() if over else 0.0
        return day or date.min, moment, self.play.campaign, self.number

    @property
    def stretch(self) -> Stretch:
        day = self.play.day
        return (day.year, day.month) if day else (0, self.number // UNDATED)

    def read_again(self, names: NameReader) -> ShelvedPlay:
        """The same game with the people the names mean now."""
        keys = names.read_seats(self.names)
        seats = zip(self.play.seats, keys, strict=True)
        read = tuple(replace(seat, who=key) for seat, key in seats)
        return replace(self, play=replace(self.play, seats=read))

    def tell_apart(self, names: NameReader) -> ShelvedPlay:
        """The same game, read again where two seats would be one person's."""
        named = [seat.who for seat in self.play.seats if seat.who]
        return self if len(named) == len(set(named)) else self.read_again(names)


def counted_sessions(table: Table) -> QuerySet[GameSession]:
    """Which sessions count: finished, not archived, nothing hidden."""
    own = GameSession.objects.filter(table=table).order_by()
    return own.filter(card__finished=True, card__archived=False, card__covered=False)


def in_rows(rows: Iterable[int]) -> Q:
    """Sessions whose keys stand in these rows, and in those between where there are many."""
    spans = (
        Q(pk__gte=least * ROW, pk__lt=(most + 1) * ROW)
        for least, most in join_neighbours(rows)
    )
    return Q(*spans, _connector=Q.OR)


def join_neighbours(rows: Iterable[int]) -> list[tuple[int, int]]:
    """The first and the last of the rows that stand side by side.

    A database goes through a long list of spans for every session: many are asked for as one.
    """
    joined: list[tuple[int, int]] = []
    for row in sorted(rows):
        if joined and joined[-1][1] + 1 == row:
            joined[-1] = joined[-1][0], row
        else:
            joined.append((row, row))
    return joined if len(joined) <= MOST_SPANS else [(joined[0][0], joined[-1][1])]


def load_sessions(
    table: Table, rows: Collection[int], names: NameReader
) -> Iterator[ShelvedPlay]:
    """The counted sessions of these rows."""
    # A list within the query: a database finds few sessions among many by it.
    sessions = counted_sessions(table).filter(in_rows(rows))
    own = SeatTaken.objects.filter(session__in=sessions)
    seats: dict[int, list[tuple[str, SeatPlay]]] = defaultdict(list)
    columns = ("session_id", "name", "played_as", "total", "place", "wins")
    for session, name, *rest in own.order_by("session_id", "position").values_list(
        *columns
    ):
        seats[session].append((name, SeatPlay(names.read(name), *rest)))
    cards = SessionCard.objects.filter(session__in=sessions)
    shown = cards.order_by("session_id").values_list(
        *("session_id", "session__token", "game", "played_on", "minutes"),
        *("variant", "categories", "totals_only"),
    )
    spans = find_spans(sessions)
    for session, token, game, day, minutes, variant, categories, totals_only in shown:
        play = GamePlay(
            key=token,
            game=game,
            seats=tuple(seat for _name, seat in seats[session]),
            day=day,
            minutes=minutes or measure_minutes(spans.get(session), day),
            variant=variant,
            lines=tuple((label, tuple(points)) for label, points in categories),
            seated=not totals_only,
        )
        typed = tuple(name for name, _seat in seats[session])
        span = spans.get(session)
        ended = end_of_game(*span, day) if span else None
        yield ShelvedPlay(session, typed, play, ended).tell_apart(names)


def measure_minutes(span: Span | None, day: date | None) -> int:
    if span is None:
        return 0
    began, ended = span
    return measure_span(began, ended, day.isoformat() if day else "").minutes


def find_spans(sessions: QuerySet[GameSession]) -> dict[int, Span]:
    """When each session was begun and first finished."""
    acts = Act.objects.filter(log__in=sessions.values("pk"), kind__in=(FINISH, UNDO))
    ordered = acts.order_by("log_id", "number")
    columns = ("log_id", "number", "kind", "data", "at", "log__gamesession__created")
    spans: dict[int, Span] = {}
    for log, own in groupby(ordered.values_list(*columns), key=itemgetter(0)):
        told = [(began, FinishAct(*act)) for _log, *act, began in own]
        if ended := first_finish([act for _began, act in told]):
            spans[log] = told[0][0], ended
    return spans


class FinishAct(NamedTuple):
    """What finished a session, or an undo in it."""

    number: int
    kind: str
    data: Any
    at: datetime


def first_finish(acts: list[FinishAct]) -> datetime | None:
    """By an act that still counts."""
    gone = undone_numbers(acts)
    finishes = (one for one in acts if one.kind == FINISH and one.number not in gone)
    return next((one.at for one in finishes), None)


def load_campaigns(
    table: Table, campaigns: Collection[int], names: NameReader
) -> Iterator[tuple[int, ShelvedPlay]]:
    """Sessions of those campaigns people really played: no what-ifs, no copies, and no demo but at a demo table."""
    real = {} if table.demo else {"campaign__example": False}
    results = Result.objects.filter(
        campaign__in=campaigns,
        campaign__what_if_after=None,
        campaign__copy_of=None,
        session__end__isnull=False,
        **real,
    )
    rows = results.order_by("session_id", "place", "pk").values_list(
        *("session_id", "campaign_id", "session__number", "session__played_on"),
        *("session__act__at", "session__end__act__at"),
        *("empire__player", "empire__faction", "score", "place"),
    )
    sessions: dict[tuple[Any, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for session, campaign, number, played_on, opened, finished, *seat in rows:
        day = session_day(played_on, opened)
        ended = end_of_game(opened, finished, day)
        sessions[session, campaign, number, day, ended].append(tuple(seat))
    for (session, campaign, number, day, ended), seats in sessions.items():
        play = GamePlay(
            key=f"{campaign}/{number}",
            game=CAMPAIGN_GAME.slug,
            seats=tuple(campaign_seats(seats, names)),
            day=day,
            campaign=True,
            seated=False,  # a campaign sits down anew for each session
        )
        own_names = tuple(name for name, *_rest in seats)
        yield campaign, ShelvedPlay(session, own_names, play, ended)


def campaign_seats(
    rows: Iterable[tuple[Any, ...]], names: NameReader
) -> Iterator[SeatPlay]:
    for name, faction, score, place in rows:
        yield SeatPlay(names.read(name), faction, score, place, place == 1)
