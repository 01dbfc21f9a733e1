"""Which games of a file are here already, whichever kind of file they come in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import date
from uuid import UUID

from django.db.models import QuerySet

from campaign.models import Campaign, Result, Session
from campaign.session.days import session_day
from companion.exchange.added import IMPORT
from companion.exchange.campaign_plays import campaign_session_id
from companion.exchange.given import GivenPlay
from companion.exchange.matching import NameAnswers, fold_letters
from companion.exchange.plays import session_id
from companion.log.models import Act
from companion.sessions.models import GameSession, SeatTaken
from companion.tables.models import Person, Table
from scoring.records import Unfit
from scoring.rise_of_empire.session import GAME
from scoring.rules import RuleBroken

# The game, its day, and who had how many points.
Signature = tuple[str, str, tuple[tuple[str, int], ...]]


def known_ids(table: Table) -> dict[UUID, int]:
    """The ids of everything played here, in three queries; each with the key of its single game."""
    sessions = table.sessions.values_list("token", "file_id", "pk")
    brought = Act.objects.filter(kind=IMPORT, log__gamesession__table=table)
    opened = Session.objects.filter(campaign__table=table)
    acts = opened.values_list("act__client_id", flat=True)
    return {
        **{campaign_session_id(one): 0 for one in acts},
        **{session_id(token, own): key for token, own, key in sessions},
        **dict(brought.values_list("client_id", "log_id")),
    }


def unknown_plays(
    plays: Iterable[GivenPlay], known: Container[UUID]
) -> Iterator[GivenPlay]:
    """Those that aren't here yet, each once."""
    seen: set[UUID] = set()
    for play in plays:
        if play.id not in known and play.id not in seen:
            seen.add(play.id)
            yield play


def count_changed(
    plays: Iterable[GivenPlay],
    known: Mapping[UUID, int],
    here: Mapping[int, Signature],
) -> int:
    """How many games that are here have another day or other points in a file."""
    return sum(
        differs_from(play, here[key])
        for play in plays
        if (key := known.get(play.id, 0)) in here
    )


def differs_from(play: GivenPlay, here: Signature) -> bool:
    """Whatever people are called; what no longer is a result of the game is another too."""
    game, day, seats = here
    try:
        totals = sorted(play.sheet.totals)
    except (RuleBroken, Unfit):
        return True
    told = play.game, play.cells.get("played_on", ""), totals
    return told != (game, day, sorted(points for _name, points in seats))


def sign_play(play: GivenPlay, names: NameAnswers) -> Signature:
    day = play.cells.get("played_on", "")
    seated = map(fold_letters, names.seat(play.names))
    return sign_game(play.game, day, seated, play.sheet.totals)


def sign_game(
    game: str, day: str, folded_names: Iterable[str], totals: Iterable[int]
) -> Signature:
    """What no two games of one day share: who had how many points."""
    return game, day, tuple(sorted(zip(folded_names, totals, strict=True)))


def fold_present_name(name: str, former: Mapping[str, Person]) -> str:
    """The folded name of whoever this is by now."""
    own = fold_letters(name)
    return fold_letters(former[own].name) if own in former else own


def played_already(
    table: Table, former: Mapping[str, Person]
) -> tuple[dict[int, Signature], set[Signature]]:
    """Single games by their keys, and campaign sessions: sent to another program they come back under another id."""
    finished = table.sessions.filter(card__finished=True)
    real = table.campaigns.filter(example=False, what_if_after=None, copy_of=None)
    single = single_signatures(finished, former)
    return single, set(campaign_signatures(real, former))


def single_signatures(
    sessions: QuerySet[GameSession], former: Mapping[str, Person]
) -> dict[int, Signature]:
    """What tells each of these finished games from every other, by its key."""
    rows = SeatTaken.objects.filter(session__in=sessions.order_by().values("pk"))
    columns = ("session", "session__card__game", "session__card__played_on")
    games: dict[tuple[int, str, str], list[tuple[str, int]]] = defaultdict(list)
    for key, game, day, name, total in rows.values_list(*columns, "name", "total"):
        seat = fold_present_name(name, former), total
        games[key, game, day.isoformat() if day else ""].append(seat)
    return {
        key: (game, day, tuple(sorted(seats)))
        for (key, game, day), seats in games.items()
    }


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
        yield GAME.slug, day.isoformat(), tuple(sorted(seats))
