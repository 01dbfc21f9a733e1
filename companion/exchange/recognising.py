"""Which games of a file are here already, whichever kind of file they come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

from campaign.models import Session
from companion.exchange.campaign_plays import campaign_session_id
from companion.exchange.given import GivenPlay
from companion.exchange.matching import NameAnswers, fold_letters
from companion.exchange.plays import session_id
from companion.log.models import Act
from companion.sessions.models import SeatTaken
from companion.tables.models import Person, Table

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
    seats: dict[int, list[tuple[str, int]]] = {}
    about: dict[int, tuple[str, str]] = {}
    rows = SeatTaken.objects.filter(session__table=table, session__card__finished=True)
    columns = ("session", "session__card__game", "session__card__played_on")
    for key, game, day, name, total in rows.values_list(*columns, "name", "total"):
        about[key] = (game, day.isoformat() if day else "")
        seats.setdefault(key, []).append((fold_present_name(name, former), total))
    return {(*about[key], frozenset(own)) for key, own in seats.items()}
