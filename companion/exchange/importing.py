"""Game nights from a file: what would be added, and then all of it in one piece, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.files.tables import NoFile
from companion.exchange.added import IMPORT, AddedGames, stamp_import
from companion.exchange.given import GivenFile, GivenPlay, OtherNight, UnreadPlay
from companion.exchange.matching import (
    MOST_NAMES,
    NameAnswers,
    NameQuestion,
    answer_names,
    ask_for_names,
    read_people,
)
from companion.exchange.reading import read_given_file
from companion.exchange.recognising import (
    count_changed,
    known_ids,
    played_already,
    sign_play,
    unknown_plays,
)
from companion.log.record import NewAct, append_all, begin_log
from companion.sessions.models import GameSession
from companion.sessions.services import ENGINE
from companion.tables.models import Person, Table
from companion.tables.services import remember_people

MOST_AT_ONCE = 250  # sessions; the others come when the file is opened once more


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
    known_as: Mapping[str, str] = field(default_factory=dict)  # former names, folded
    changed: int = 0  # of the known ones those that differ from what is here

    @property
    def remarks(self) -> list[UnreadPlay]:
        return [UnreadPlay(one.where, one.remark) for one in self.new if one.remark]

    def answers(self, given: Mapping[str, str]) -> NameAnswers:
        names = answer_names(self.questions, self.people, given)
        return replace(names, known_as=self.known_as)


def plan_import(raw: bytes, table: Table) -> ImportPlan:
    """What a file would add; raises NoFile where it is none we know."""
    known = known_ids(table)
    file = read_given_file(raw, known)
    people, former, known_as = read_people(table)
    fresh = list(unknown_plays(file.plays, known))
    every = Counter(name for play in fresh for name in play.names if name)
    if len(every) > MOST_NAMES:
        text = _("This file has too many people. We read up to %(most)s.")
        raise NoFile(text % {"most": MOST_NAMES})
    names = answer_names(ask_for_names(every, people, former), people, {})
    here, campaigns = played_already(table, former)
    there = {*here.values(), *campaigns}
    new = [one for one in fresh if sign_play(one, names) not in there]
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
        known_as=known_as,
        changed=count_changed(file.again, known, here),
    )


def count_known(nights: Sequence[OtherNight], known: Container[UUID]) -> int:
    return sum(one.id in known for one in nights)


# Kept


@dataclass(frozen=True)
class Clash:
    """Two players of one game who would be the same person here."""

    where: str
    name: str


def find_clash(plan: ImportPlan, names: NameAnswers) -> Clash | None:
    for play in plan.new:
        seated = [one for one in names.present(play.names) if one]
        folded = Counter(one.casefold() for one in seated)
        twice = next((one for one in seated if folded[one.casefold()] > 1), None)
        if twice:
            return Clash(play.where, twice)
    return None


@transaction.atomic
def keep_plays(
    plan: ImportPlan, names: NameAnswers, *, table: Table, by: Person | None = None
) -> AddedGames:
    """Adds every new game, or none if one can't be kept.

    Two who press at once add them once: the second finds them here.
    """
    Table.objects.select_for_update().get(pk=table.pk)
    new = list(unknown_plays(plan.new, known_ids(table)))
    source = plan.file.source
    kept = [keep_play(one, source, names, table=table, by=by) for one in new]
    if new:
        remember_people(table, names.new)
    return stamp_import(AddedGames(tuple(one.pk for one in kept)), table)


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
        NewAct("finish", {}, by=by, at=play.ended or timezone.now()),
        *([NewAct("archive", {}, by=by)] if play.archived else []),
    ]
    append_all(session, acts)
    return session
