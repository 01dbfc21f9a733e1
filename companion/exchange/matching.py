"""Who of the table somebody in a file is: sure by the name, asked where it only looks alike."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

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


def former_names(table: Table) -> dict[str, Person]:
    """Who people are that turned out to be somebody else, by their folded names."""
    return read_people(table)[1]


def read_people(table: Table) -> tuple[tuple[Person, ...], dict[str, Person]]:
    """The people of a table, and its former names."""
    everyone = Person.everyone.filter(table=table).select_related("merged_into")
    listed = tuple(everyone.order_by("name"))
    former = {
        fold_letters(one.name): one.merged_into for one in listed if one.merged_into
    }
    return tuple(one for one in listed if not one.merged_into), former


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

    def seat(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.names.get(name, name) for name in names)


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
