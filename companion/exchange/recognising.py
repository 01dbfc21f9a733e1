"""Which games of a file are here already, whichever kind of file they come in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from uuid import UUID

from django.db.models import QuerySet

from campaign.models import Campaign, Result, Session
from campaign.session.days import session_day
from companion.exchange.campaign_plays import campaign_session_id
from companion.exchange.given import GivenPlay
from companion.exchange.matching import NameAnswers, fold_letters
from companion.exchange.plays import session_id
from companion.log.models import Act
from companion.sessions.models import GameSession, SeatTaken
from companion.tables.models import Person, Table
from scoring.rise_of_empire.session import GAME

IMPORT = "import_session"
Signature = tuple[str, str, frozenset[tuple[str, int]]]


def known_ids(table: Table) -> set[UUID]:
    """The ids of everything played here, in three queries."""
    sessions = table.sessions.values_list("token", "file_id")
    brought = Act.objects.filter(kind=IMPORT, log__gamesession__table=table)
    opened = Session.objects.filter(campaign__table=table)
    return {
        *(session_id(token, file_id) for token, file_id in sessions),
        *brought.values_list("client_id", flat=True),
        *map(campaign_session_id, opened.values_list("act__client_id", flat=True)),
    }


def unknown_plays(plays: Iterable[GivenPlay], known: set[UUID]) -> Iterator[GivenPlay]:
    """Those that aren't here yet, each once."""
    seen = set(known)
    for play in plays:
        if play.id not in seen:
            seen.add(play.id)
            yield play


def sign_play(play: GivenPlay, names: NameAnswers) -> Signature:
    day = play.cells.get("played_on", "")
    seated = map(fold_letters, names.seat(play.names))
    return sign_game(play.game, day, seated, play.sheet.totals)


def sign_game(
    game: str, day: str, folded_names: Iterable[str], totals: Iterable[int]
) -> Signature:
    """What no two games of one day share: who had how many points."""
    return game, day, frozenset(zip(folded_names, totals, strict=True))


def fold_present_name(name: str, former: Mapping[str, Person]) -> str:
    """The folded name of whoever this is by now."""
    own = fold_letters(name)
    return fold_letters(former[own].name) if own in former else own


def played_already(table: Table, former: Mapping[str, Person]) -> set[Signature]:
    """Games that were sent to another program come back under another id."""
    finished = table.sessions.filter(card__finished=True)
    real = table.campaigns.filter(example=False, what_if_after=None, copy_of=None)
    single = (one for _key, one in single_signatures(finished, former))
    return {*single, *campaign_signatures(real, former)}


def single_signatures(
    sessions: QuerySet[GameSession], former: Mapping[str, Person]
) -> Iterator[tuple[int, Signature]]:
    """What tells each of these finished games from every other, with its key."""
    rows = SeatTaken.objects.filter(session__in=sessions.order_by().values("pk"))
    columns = ("session", "session__card__game", "session__card__played_on")
    games: dict[tuple[int, str, str], list[tuple[str, int]]] = defaultdict(list)
    for key, game, day, name, total in rows.values_list(*columns, "name", "total"):
        seat = fold_present_name(name, former), total
        games[key, game, day.isoformat() if day else ""].append(seat)
    for (key, game, day), seats in games.items():
        yield key, (game, day, frozenset(seats))


def campaign_signatures(
    campaigns: QuerySet[Campaign], former: Mapping[str, Person]
) -> Iterator[Signature]:
    """The same of the finished sessions of campaigns."""
    rows = Result.objects.filter(
        campaign__in=campaigns.order_by().values("pk"), session__end__isnull=False
    )
    columns = ("session", "session__played_on", "session__act__at")
    games: dict[tuple[int, date], list[tuple[str, int]]] = defaultdict(list)
    for key, typed, opened, name, score in rows.values_list(
        *columns, "empire__player", "score"
    ):
        seat = fold_present_name(name, former), score
        games[key, session_day(typed, opened)].append(seat)
    for (_key, day), seats in games.items():
        yield GAME.slug, day.isoformat(), frozenset(seats)
