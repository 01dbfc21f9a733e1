"""Game nights from a file: what would be added, and then all of it in one piece, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.files.tables import NoFile
from campaign.models import Session
from companion.exchange.campaign_plays import campaign_session_id
from companion.exchange.given import GivenFile, GivenPlay, OtherNight, UnreadPlay
from companion.exchange.matching import (
    MOST_NAMES,
    NameAnswers,
    NameQuestion,
    answer_names,
    ask_for_names,
    fold_letters,
    former_names,
)
from companion.exchange.plays import session_id
from companion.exchange.reading import read_given_file
from companion.log.models import Act
from companion.log.record import NewAct, append_all, begin_log
from companion.sessions.models import GameSession, SeatTaken
from companion.sessions.services import ENGINE
from companion.tables.models import Person, Table
from companion.tables.services import remember_people

IMPORT = "import_session"
MOST_AT_ONCE = 250  # sessions; the others come when the file is opened once more
Signature = tuple[str, str, frozenset[tuple[str, int]]]


@dataclass(frozen=True)
class ImportPlan:
    """What a file would add to a table, and what stands in the way of the rest."""

    file: GivenFile
    new: tuple[GivenPlay, ...]
    known: int  # here already, by their ids or because everything is the same
    waiting: int  # too many for one time
    nights: tuple[OtherNight, ...]  # sessions of campaigns that aren't here
    questions: tuple[NameQuestion, ...]
    people: tuple[Person, ...]

    @property
    def remarks(self) -> list[UnreadPlay]:
        return [UnreadPlay(one.where, one.remark) for one in self.new if one.remark]

    def answers(self, given: Mapping[str, str]) -> NameAnswers:
        return answer_names(self.questions, self.people, given)


def plan_import(raw: bytes, table: Table) -> ImportPlan:
    """What a file would add; raises NoFile where it is none we know."""
    known = known_ids(table)
    file = read_given_file(raw, known)
    people, former = tuple(table.people.order_by("name")), former_names(table)
    fresh = list(unknown_plays(file.plays, known))
    every = Counter(name for play in fresh for name in play.names if name)
    if len(every) > MOST_NAMES:
        text = _("This file has too many people. We read up to %(most)s.")
        raise NoFile(text % {"most": MOST_NAMES})
    names = answer_names(ask_for_names(every, people, former), people, {})
    there = played_already(table, former)
    new = [one for one in fresh if signature(one, names) not in there]
    taken = tuple(new[:MOST_AT_ONCE])
    asked = Counter(name for play in taken for name in play.names if name)
    return ImportPlan(
        file=file,
        new=taken,
        known=file.here + len(file.plays) - len(new) + count_known(file.nights, known),
        waiting=file.waiting + len(new) - len(taken),
        nights=tuple(one for one in file.nights if one.id not in known),
        questions=tuple(ask_for_names(asked, people, former)),
        people=people,
    )


def unknown_plays(plays: Iterable[GivenPlay], known: set[UUID]) -> Iterator[GivenPlay]:
    """Those that aren't here yet, each once."""
    seen = set(known)
    for play in plays:
        if play.id not in seen:
            seen.add(play.id)
            yield play


def count_known(nights: Sequence[OtherNight], known: set[UUID]) -> int:
    return sum(one.id in known for one in nights)


def known_ids(table: Table) -> set[UUID]:
    """The ids of everything played here, in three queries."""
    tokens = table.sessions.values_list("token", flat=True)
    brought = Act.objects.filter(kind=IMPORT, log__gamesession__table=table)
    opened = Session.objects.filter(campaign__table=table)
    return {
        *map(session_id, tokens),
        *brought.values_list("client_id", flat=True),
        *map(campaign_session_id, opened.values_list("act__client_id", flat=True)),
    }


def signature(play: GivenPlay, names: NameAnswers) -> Signature:
    """What no two games of one day share: who had how many points."""
    seats = zip(names.seat(play.names), play.sheet.totals, strict=True)
    day = play.cells.get("played_on", "")
    return play.game, day, frozenset((fold_letters(n), total) for n, total in seats)


def played_already(table: Table, former: Mapping[str, Person]) -> set[Signature]:
    """Games that were sent to another program come back under another id."""
    seats: dict[int, set[tuple[str, int]]] = {}
    about: dict[int, tuple[str, str]] = {}
    rows = SeatTaken.objects.filter(session__table=table, session__card__finished=True)
    columns = ("session", "session__card__game", "session__card__played_on")
    for key, game, day, name, total in rows.values_list(*columns, "name", "total"):
        about[key] = (game, day.isoformat() if day else "")
        own = fold_letters(name)
        now = fold_letters(former[own].name) if own in former else own
        seats.setdefault(key, set()).add((now, total))
    return {(*about[key], frozenset(own)) for key, own in seats.items()}


# Kept


@dataclass(frozen=True)
class Clash:
    """Two players of one game who would be the same person here."""

    where: str
    name: str


def find_clash(plan: ImportPlan, names: NameAnswers) -> Clash | None:
    for play in plan.new:
        seated = [one for one in names.seat(play.names) if one]
        folded = Counter(one.casefold() for one in seated)
        twice = next((one for one in seated if folded[one.casefold()] > 1), None)
        if twice:
            return Clash(play.where, twice)
    return None


@transaction.atomic
def keep_plays(
    plan: ImportPlan, names: NameAnswers, *, table: Table, by: Person | None = None
) -> int:
    """Adds every new game, or none if one can't be kept; returns how many there were.

    Two who press at once add them once: the second finds them here.
    """
    Table.objects.select_for_update().get(pk=table.pk)
    new = list(unknown_plays(plan.new, known_ids(table)))
    for play in new:
        keep_play(play, plan.file.source, names, table=table, by=by)
    if new:
        remember_people(table, names.new)
    return len(new)


def keep_play(
    play: GivenPlay,
    source: str,
    names: NameAnswers,
    *,
    table: Table,
    by: Person | None,
) -> GameSession:
    session = GameSession(engine=ENGINE, table=table)
    begin_log(session, start=play.start(names.seat(play.names)))
    origin = {"source": source, "origin": str(play.id)}
    acts = [
        NewAct(IMPORT, origin, client_id=play.id, by=by),
        NewAct("finish", {}, by=by),
        *([NewAct("archive", {}, by=by)] if play.archived else []),
    ]
    append_all(session, acts)
    return session
