"""Who is who at a table: people who are one, names they were written under, and new names.

A session keeps the names as they were written. Whose they are is told here, so undoing an act gives
every old session back to whoever it was before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from scoring.acts import ActField, Declaration, FieldKind
from scoring.engines import Data
from scoring.entries import LONGEST
from scoring.rise_of_empire.act_fields import Step
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rules import OURS, Problem, Rule
from scoring.tables.acts import TableAct
from scoring.tables.state import TableState
from scoring.words import Words, _, make_message

WHO_IS_WHO = Rule(
    "TABLE-4",
    OURS,
    "",
    _("Who is who"),
    _("One name means one person. Old games keep the names they were written with."),
    _("Our own rule, not the game's."),
)
PersonName = Annotated[str, ActField(_("Name"), FieldKind.TEXT, typed=False)]
PersonColour = Annotated[str, ActField(_("Colour"), FieldKind.TEXT, typed=False)]
SignedKey = Annotated[str, ActField(_("Number"), FieldKind.TEXT, typed=False)]
OldNames = Annotated[
    tuple[str, ...], ActField(_("Names"), FieldKind.TEXT, several=True, typed=False)
]
PersonKey = Annotated[
    int, ActField(_("Person"), FieldKind.COUNT, typed=False, told=False)
]
HasPlayed = Annotated[
    bool, ActField(_("Games"), FieldKind.FLAG, typed=False, told=False)
]
MOST_NAMES = 100


def tell_merge(data: Data) -> Words:
    return make_message(
        _("%(person)s is the same person as %(into)s"),
        person=data["person"],
        into=data["into"],
    )


def tell_names(data: Data) -> Words:
    return make_message(
        _("%(names)s: games of %(person)s"),
        names=", ".join(data["names"]),
        person=data["person"],
    )


def tell_new_name(data: Data) -> Words:
    return make_message(
        _("%(old)s is now called %(new)s"), old=data["old"], new=data["new"]
    )


def tell_removal(data: Data) -> Words:
    return make_message(_("%(person)s removed from the table"), person=data["person"])


@dataclass(frozen=True)
class MergePeople(TableAct):
    """Two people of the list are one: all games of the one count for the other."""

    declared = Declaration(
        _("People merged"), step=Step.BOX, role="organiser", tell=tell_merge
    )

    person: PersonName
    into: PersonName

    def apply(self, table: TableState) -> TableState:
        refuse_if_any(
            check_name(self.person),
            check_name(self.into),
            problem_unless(
                self.person.casefold() != self.into.casefold(),
                _("Pick two different people."),
                WHO_IS_WHO,
            ),
            check_free(table, self.person),
            check_free(table, self.into),
        )
        return know_as(table, (self.person,), self.into)


@dataclass(frozen=True)
class GiveNames(TableAct):
    """Names that stand in old games are a person's."""

    declared = Declaration(
        _("Names given to a person"), step=Step.BOX, role="organiser", tell=tell_names
    )

    names: OldNames
    person: PersonName

    def apply(self, table: TableState) -> TableState:
        refuse_if_any(
            problem_unless(bool(self.names), _("Tick at least one name."), WHO_IS_WHO),
            problem_unless(
                len(self.names) <= MOST_NAMES, _("Too many names."), WHO_IS_WHO
            ),
            check_name(self.person),
            check_free(table, self.person),
            *map(check_name, self.names),
            *(check_free(table, one) for one in self.names),
        )
        return know_as(table, self.names, self.person)


@dataclass(frozen=True)
class RenamePerson(TableAct):
    """A person is called something else from now on, in old games too.

    A name nobody played under is free again.
    """

    declared = Declaration(
        _("Person renamed"), step=Step.BOX, role="organiser", tell=tell_new_name
    )

    old: PersonName
    new: PersonName
    person: PersonKey = 0  # whose names these are; acts from before don't say it
    played: HasPlayed = True

    def apply(self, table: TableState) -> TableState:
        refuse_if_any(check_name(self.old), check_name(self.new))
        return know_as(table, (self.old,) if self.played else (), self.new)


@dataclass(frozen=True)
class KeepNames(TableAct):
    """What follows an undo: names somebody had meanwhile stay theirs, with the games under them."""

    declared = Declaration(
        _("Names given to a person"), step=Step.BOX, role="organiser", tell=tell_names
    )

    names: OldNames
    person: PersonName

    def apply(self, table: TableState) -> TableState:
        refuse_if_any(check_name(self.person), *map(check_name, self.names))
        return know_as(table, self.names, self.person)


@dataclass(frozen=True)
class RemovePerson(TableAct):
    """Somebody added by mistake leaves the list; games keep the names they were written with."""

    declared = Declaration(
        _("Person removed"), step=Step.BOX, role="organiser", tell=tell_removal
    )

    person: PersonName
    colour: PersonColour = ""
    key: SignedKey = ""  # readable only where it was written

    def apply(self, table: TableState) -> TableState:
        refuse_if_any(check_name(self.person))
        return table


def check_name(name: str) -> Problem | None:
    return problem_unless(
        bool(name.strip()) and len(name) <= LONGEST,
        _("Please fill this in."),
        WHO_IS_WHO,
    )


def check_free(table: TableState, name: str) -> Problem | None:
    """Refuses a name that is known to be somebody else's."""
    other = table.known_as.get(name.casefold(), "")
    message = make_message(
        _("%(name)s already counts as %(person)s. Undo that first."),
        name=name,
        person=other,
    )
    return problem_unless(not other, message, WHO_IS_WHO)


def know_as(table: TableState, names: tuple[str, ...], person: str) -> TableState:
    """These names are the person's from now on, and so is whatever was theirs."""
    given = {name.casefold() for name in names}
    known = {
        name: person if whose.casefold() in given else whose
        for name, whose in table.known_as.items()
    }
    known |= dict.fromkeys(given, person)
    known.pop(person.casefold(), None)  # everybody is known by their own name
    return replace(table, known_as=known)
