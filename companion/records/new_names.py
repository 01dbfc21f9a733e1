"""What people were called, one after the other, and what an undo makes of it.

Somebody is called what the last new name says that still counts, or what they were called before the
first. Whatever else they were called stays theirs, with the games written under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import uuid5

from django.db.models import QuerySet

from campaign.models import TableLog
from companion.log.models import Act
from companion.log.record import record
from companion.log.replay import REWRITING, effective_acts
from companion.records.campaign_names import founding_acts, written_players
from companion.sessions.models import SeatTaken
from companion.tables.models import Person, Table
from scoring.rules import Problem, RuleBroken
from scoring.tables.people import WHO_IS_WHO
from scoring.words import _, make_message

RENAME, KEEP = "rename_person", "keep_names"


@dataclass
class NameCourse:
    """The names one person had."""

    person: int  # 0 where an act from before doesn't say it
    first: str
    acts: list[int] = field(default_factory=list)
    last: str = ""  # what they are called now
    names: dict[str, str] = field(default_factory=dict)  # as written, by folded name

    def take(self, act: Act, standing: set[int]) -> None:
        data = act.data
        self.acts.append(act.number)
        if act.number in standing:
            self.last = data["new"]
        played = (data["old"],) if data.get("played", True) else ()
        for name in (*played, data["new"]):
            self.names[name.casefold()] = name


def known_names(table: Table) -> Mapping[str, str]:
    """Whose the names in old games are, where that isn't plain; by the name in lower case."""
    kept = TableLog.objects.filter(table=table).values_list("state__known_as")
    return next((known for (known,) in kept if known), {})


def written_names(table: Table) -> set[str]:
    """Every name that was written in a game of the table, in lower case."""
    seats = SeatTaken.objects.filter(session__table=table).order_by()
    said = set(table_acts(table).values_list("client_id", flat=True))
    players = (
        name
        for campaign in table.campaigns.defer("start", "state")
        for name in written_players(founding_acts(campaign), said).values()
    )
    names = (*seats.values_list("name", flat=True).distinct(), *players)
    return {one.casefold() for one in names}


def table_acts(table: Table) -> QuerySet[Act]:
    return Act.objects.filter(log__tablelog__table=table)


def is_played(table: Table, name: str) -> bool:
    """Whether a name stands in any game of the table, or is whose such names are."""
    whose = map(str.casefold, known_names(table).values())
    return name.casefold() in {*written_names(table), *whose}


def follow_new_names(table: Table, act: Act) -> None:
    """After an undo: only the people it is about are called differently, and nobody loses a game."""
    kinds = (RENAME, *REWRITING)
    acts = list(act.log.acts.filter(kind__in=kinds).order_by("number"))
    stood = {one.number for one in effective_acts(acts[:-1])}
    standing = {one.number for one in effective_acts(acts)}
    for course in read_courses(acts, standing):
        person = find_person(table, course)
        if person is None:
            continue
        if (stood ^ standing).intersection(course.acts):
            call_person(person, course)
        keep_names(table, person, course, act)


def read_courses(acts: Iterable[Act], standing: set[int]) -> list[NameCourse]:
    courses: list[NameCourse] = []
    for act in (one for one in acts if one.kind == RENAME):
        course = find_course(courses, act.data)
        if course is None:
            old = act.data["old"]
            course = NameCourse(act.data.get("person", 0), old, last=old)
            courses.append(course)
        course.take(act, standing)
    return courses


def find_course(
    courses: Sequence[NameCourse], data: Mapping[str, object]
) -> NameCourse | None:
    """By the person, or by a name of theirs where an act doesn't say who it was."""
    person, old = data.get("person", 0), str(data["old"]).casefold()
    for one in reversed(courses):
        if one.person == person if person and one.person else old in one.names:
            return one
    return None


def find_person(table: Table, course: NameCourse) -> Person | None:
    everyone = Person.everyone.filter(table=table).order_by("pk")
    if found := everyone.filter(pk=course.person).first():
        return found
    called = {course.first.casefold(), *course.names}
    return next((one for one in everyone if one.name.casefold() in called), None)


def call_person(person: Person, course: NameCourse) -> None:
    """Raises RuleBroken where somebody else has the name by now."""
    if person.name == course.last:
        return
    wanted, others = course.last.casefold(), Person.everyone.exclude(pk=person.pk)
    names = others.filter(table=person.table).values_list("name", flat=True)
    whose = known_names(person.table).get(wanted, "").casefold()
    given = whose and whose not in course.names and person.merged_into_id is None
    if given or wanted in map(str.casefold, names):
        said = make_message(
            _("Somebody else is called %(name)s by now."), name=course.last
        )
        raise RuleBroken(Problem(said, WHO_IS_WHO))
    person.name = course.last
    person.save(update_fields=("name",))


def keep_names(table: Table, person: Person, course: NameCourse, act: Act) -> None:
    """What they were called in games is theirs, whatever was undone."""
    known = known_names(table)
    owner = find_owner(person.name, course, known)
    if left := list(names_left(table, person, course, owner)):
        data = {"names": left, "person": owner}
        own = uuid5(act.client_id, f"names of {person.pk}")
        log = TableLog.objects.get(pk=act.log_id)
        record(log, kind=KEEP, data=data, client_id=own, by=act.by)


def find_owner(name: str, course: NameCourse, known: Mapping[str, str]) -> str:
    """They themselves, or whoever they turned out to be."""
    own = {name.casefold(), *course.names}
    whose = (known.get(one, "") for one in own)
    return next((one for one in whose if one and one.casefold() not in own), name)


def names_left(
    table: Table, person: Person, course: NameCourse, owner: str
) -> Iterator[str]:
    """Names of theirs that stand in games and lead to nobody, or to a name they had."""
    known, written = known_names(table), written_names(table)
    others = Person.everyone.filter(table=table).exclude(pk=person.pk)
    taken = {name.casefold() for name in others.values_list("name", flat=True)}
    played = {*written, *(one.casefold() for one in known.values())}
    for folded, name in course.names.items():
        leads = known.get(folded, name).casefold()
        if leads != owner.casefold() and folded in played - taken:
            yield name
