"""What is written about tables: accounts, the tables themselves, and who sits there.

A refusal is a ValidationError that names the field it is about, for the form to say beside it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from companion.tables.models import Account, Membership, Person, Table, fold_name
from companion.tables.phones import note_change_of_phones
from scoring.entries import LONGEST

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Role = Membership.Role
# Both inside the transaction: with `table`, `person`, the `old` name and `by`;
# with `table`, `person`, the `key` they had, and `by`.
renamed = Signal()
removed = Signal()

# Names that are somebody's by now, in lower case, each with that person's name.
NameKeeper = Callable[[Table], Mapping[str, str]]
NAME_KEEPERS: list[NameKeeper] = []


def register_name_keeper(keeper: NameKeeper) -> None:
    """Lets another room tell which names of old games are whose."""
    NAME_KEEPERS[:] = [keeper]


def former_names(table: Table) -> Mapping[str, str]:
    return NAME_KEEPERS[0](table) if NAME_KEEPERS else {}


def present_names(table: Table | None, names: Sequence[str]) -> list[str]:
    """What people are called now whom a log may know by a former name."""
    known = former_names(table) if table and names else {}
    return [known.get(name.casefold(), name) for name in names]


def start_first_table(
    *, organiser: str, password: str, table: str
) -> tuple[Account, Table]:
    """An account with its first table.

    Sent twice, or by somebody who forgot that they have an account, it finds what is there.
    """
    hashed = make_password(password)  # slow on purpose: nobody should wait for it
    with transaction.atomic():
        account, new = Account.objects.get_or_create(
            username=known_name(organiser), defaults={"password": hashed}
        )
        if not new and not (account.is_active and account.check_password(password)):
            raise name_taken_error()
        return account, start_another_table(account=account, table=table)


def name_taken_error() -> ValidationError:
    return ValidationError(
        {
            "organiser": _(
                "This name is taken. Log in if it's you, or add something to it."
            )
        }
    )


def known_name(typed: str) -> str:
    """The name of an account as it was first written: phones capitalise as they like."""
    wanted = Account.normalize_username(typed)
    named = Account.objects.filter(folded_name=fold_name(wanted)).order_by("pk")
    alike = list(named.values_list("username", flat=True))
    return wanted if wanted in alike or not alike else alike[0]


@transaction.atomic
def start_another_table(*, account: Account, table: str) -> Table:
    """A table whose organiser is this account; the one they have where the name is the same."""
    Account.objects.select_for_update().get(pk=account.pk)  # two taps, one table
    own = account.memberships.filter(role=Role.ORGANISER, table__name=table)
    if earlier := own.select_related("table").first():
        return earlier.table
    started = Table.objects.create(name=table)
    person = started.people.create(name=account.username[:LONGEST])
    started.memberships.create(account=account, person=person, role=Role.ORGANISER)
    return started


def own_account(key: int | None) -> Account:
    """The account somebody is logged in with."""
    return Account.objects.get(pk=key or 0)


def memberships_of(account: Account) -> list[Membership]:
    """The account's roles, by the names of their tables."""
    return list(account.memberships.select_related("table").order_by("table__name"))


@transaction.atomic
def change_password(*, account: Account, password: str) -> None:
    """Whoever is logged in elsewhere with the old one is logged out, and their live pages end."""
    account.set_password(password)
    account.save(update_fields=("password",))
    note_change_of_phones(*account.memberships.values_list("table", flat=True))


@transaction.atomic
def rename_table(*, table: Table, name: str) -> None:
    table.name = name
    table.save(update_fields=("name",))


@transaction.atomic
def add_people(*, table: Table, names: Sequence[str]) -> list[Person]:
    """Adds all of these people, or none if one name can't be added."""
    taken, listed = names_at(table), set[str]()
    for name in names:
        refuse_taken(name, taken, field="names")
        if name.casefold() in listed:
            said = _("%(name)s is in your list twice.")
            raise ValidationError(
                {"names": ValidationError(said, params={"name": name})}
            )
        listed.add(name.casefold())
    return [table.people.create(name=name) for name in names]


def remember_people(table: Table, names: Iterable[str]) -> None:
    """Adds those of these names whom the table doesn't know yet."""
    known = {*folded_names(table), *former_names(table)}
    new = {name.casefold(): name for name in names if name}
    table.people.bulk_create(
        [
            Person(table=table, name=name)
            for key, name in new.items()
            if key not in known
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def change_person(
    *, person: Person, name: str, colour: str, by: Person | None = None
) -> None:
    old, table = person.name, person.table
    own = {key for key, whose in former_names(table).items() if whose == old}
    refuse_taken(name, names_at(table) - {old.casefold(), *own}, field="name")
    person.name, person.colour = name, colour
    person.save(update_fields=("name", "colour"))
    if old != name:
        renamed.send(sender=Person, table=table, person=person, old=old, by=by)


def names_at(table: Table) -> set[str]:
    """The names at a table in lower case, former ones too; locks the table against new ones."""
    Table.objects.select_for_update().get(pk=table.pk)
    return {*folded_names(table), *former_names(table)}


def folded_names(table: Table) -> set[str]:
    """Everybody's name in lower case, also of those who turned out to be somebody else."""
    names = Person.everyone.filter(table=table).values_list("name", flat=True)
    return {name.casefold() for name in names}


def refuse_taken(name: str, taken: set[str], *, field: str) -> None:
    if name.casefold() in taken:
        said = _("%(name)s is already at this table. Add something to tell them apart.")
        raise ValidationError({field: ValidationError(said, params={"name": name})})


@transaction.atomic
def remove_person(*, person: Person, by: Person | None = None) -> None:
    """Removes a person who was added by mistake; refuses one who has played."""
    if person.memberships.filter(account__isnull=False).exists():
        raise person_stays_error(
            person, _("You can't remove %(name)s, who logs in at this table.")
        )
    table, key = person.table, person.pk
    try:
        person.delete()
        note_change_of_phones(table.pk)
        removed.send(sender=Person, table=table, person=person, key=key, by=by)
    except ProtectedError as error:
        said = _(
            "You can't remove %(name)s, who is part of a game's history. Merge instead."
        )
        raise person_stays_error(person, said) from error


def person_stays_error(person: Person, said: StrOrPromise) -> ValidationError:
    return ValidationError(said, params={"name": person.name})


def sort_by_name(people: Iterable[Person]) -> list[Person]:
    """People in alphabetical order: Čeněk comes before Dana."""
    return sorted(people, key=lambda one: alphabetical_key(one.name))


def alphabetical_key(name: str) -> str:
    return unicodedata.normalize("NFKD", name).casefold()


def plain_letters(name: str) -> str:
    """A name without its accents, in lower case: what hurried fingers make of it."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(one for one in letters if not unicodedata.combining(one))


def person_acted_for(
    table: Table | None, player: str, by: Person | None
) -> Person | None:
    """The person somebody acts for, if that is somebody else."""
    if table is None or not player or (by and by.name == player):
        return None
    return table.people.filter(name=player).first()
