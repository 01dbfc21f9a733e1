"""Who of the table somebody in a file is: sure by the name, asked where it only looks alike."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from django.db.models import F

from companion.tables.models import Person, Table

NEW, TYPED = "new", "typed"  # answers beside the key of a person
MOST_NAMES = 300


@dataclass(frozen=True)
class NameQuestion:
    """A name of a file with whom it may be; `chosen` is what happens if nobody says otherwise."""

    name: str
    games: int
    chosen: str
    sure: bool  # nobody needs to look
    like: tuple[str, ...] = ()  # who at the table has nearly this name

    @property
    def alike(self) -> bool:
        return bool(self.like)

    @property
    def field(self) -> str:
        """The same for the same name, whatever else is in the file."""
        return f"who-{sha256(self.name.encode()).hexdigest()[:16]}"


def fold_letters(name: str) -> str:
    """A name without case and accents: Bára is Bara."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return " ".join(letters.split())


def former_names(table: Table) -> Mapping[str, Person]:
    """Who people are that turned out to be somebody else, by their folded names."""
    return read_people(table).former


class TablePeople(NamedTuple):
    people: tuple[Person, ...]
    former: Mapping[str, Person]  # by folded name
    known_as: Mapping[str, str]  # the same by names, in lower case


def read_people(table: Table) -> TablePeople:
    """The people of a table with the names that are theirs too, in one query."""
    known = F("table__box__state__known_as")
    everyone = Person.everyone.filter(table=table).annotate(known_as=known)
    rows = tuple(everyone.order_by("name"))
    people = tuple(one for one in rows if one.merged_into_id is None)
    by_key = {one.pk: one.name for one in people}
    by_name = {one.name.casefold(): one for one in people}
    taken = {fold_letters(one.name) for one in people}
    said = {
        **next((one.known_as or {} for one in rows), {}),
        **{
            one.name.casefold(): by_key[one.merged_into_id]
            for one in rows
            if one.merged_into_id in by_key
        },
    }
    former = {
        fold_letters(name): by_name[whose.casefold()]
        for name, whose in said.items()
        if whose.casefold() in by_name
        and fold_letters(name) not in taken - {fold_letters(whose)}
    }
    return TablePeople(people, former, said)


def ask_for_names(
    names: Counter[str], people: Sequence[Person], former: Mapping[str, Person]
) -> list[NameQuestion]:
    """What is asked about each name, those that need a look first."""
    found = [question_for(name, many, people, former) for name, many in names.items()]
    return sorted(found, key=lambda one: (not one.alike, fold_letters(one.name)))


def question_for(
    name: str, games: int, people: Sequence[Person], former: Mapping[str, Person]
) -> NameQuestion:
    folded = fold_letters(name)
    same = [one for one in people if one.name.casefold() == name.casefold()]
    if same or folded in former:
        known = same[0] if same else former[folded]
        return NameQuestion(name, games, person_key(known), sure=True)
    alike = [one for one in people if fold_letters(one.name) == folded]
    if len(alike) == 1:
        chosen = person_key(alike[0])
        return NameQuestion(name, games, chosen, sure=False, like=(alike[0].name,))
    first = folded.split(" ")[0]
    related = [one for one in people if fold_letters(one.name).split(" ")[0] == first]
    like = tuple(one.name for one in related)
    return NameQuestion(name, games, NEW, sure=False, like=like)


def person_key(person: Person) -> str:
    return str(person.pk)


@dataclass(frozen=True)
class NameAnswers:
    """Under which name everybody of a file sits here, and who is new at the table."""

    names: Mapping[str, str]
    new: tuple[str, ...] = ()
    known_as: Mapping[str, str] = field(default_factory=dict)  # former names, folded

    def seat(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.names.get(name, name) for name in names)

    def present(self, names: Iterable[str]) -> list[str]:
        """What they are called at this table now, also who was somebody else once."""
        seated = self.seat(names)
        return [self.known_as.get(name.casefold(), name) for name in seated]


def answer_names(
    questions: Iterable[NameQuestion],
    people: Sequence[Person],
    given: Mapping[str, str],
) -> NameAnswers:
    """What was answered; an unknown answer counts as none."""
    by_key = {person_key(one): one.name for one in people}
    names, new = {}, []
    for one in questions:
        answer = given.get(one.field, one.chosen)
        if answer not in (NEW, TYPED, *by_key):
            answer = one.chosen
        names[one.name] = by_key.get(answer, one.name)
        if answer == NEW:
            new.append(one.name)
    return NameAnswers(names, tuple(new))
