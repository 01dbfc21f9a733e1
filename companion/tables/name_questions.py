"""A phone wants a name that is somebody's already: that person or an organiser decides.

A name is somebody's where an account or another phone has it. Who organises needs to ask nobody.
A question nobody answers ends by itself, and the phone stays what it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from companion.base.lookalikes import look_of_name
from companion.tables.access import Here, Role
from companion.tables.models import Person, Phone, Table
from companion.tables.phones import note_change_of_phones

ASKS_FOR = timedelta(minutes=10)


@dataclass(frozen=True)
class Browser:
    """What is known of whoever wants a name: the phones it is, and the account it logged in with."""

    phones: tuple[int, ...] = ()
    account: int | None = None


def browser_of(request: HttpRequest) -> Browser:
    account = request.user.pk if request.user.is_authenticated else None
    return Browser(tuple(request.session.get("phones", ())), account)


def find_names_in_use(browser: Browser, table: Table, role: str) -> frozenset[int]:
    """The people whose names this browser must ask for: others have them, and it hasn't."""
    if role == Role.ORGANISER:
        return frozenset()
    phones = table.phones.filter(gone=False, person__isnull=False)
    members = table.memberships.filter(account__isnull=False, person__isnull=False)
    users = [
        *(
            (person, pk in browser.phones)
            for person, pk in phones.values_list("person", "pk")
        ),
        *(
            (person, pk == browser.account)
            for person, pk in members.values_list("person", "account")
        ),
    ]
    own = {person for person, mine in users if mine}
    used = frozenset(person for person, _mine in users) - own
    return used | (find_lookalikes(table, used) - own) if used else used


def find_lookalikes(table: Table, people: frozenset[int]) -> frozenset[int]:
    """Everybody whose name looks like that of one of these people, who may be in any old game."""
    looks = {
        person: look_of_name(name)
        for person, name in table.people.values_list("pk", "name")
    }
    taken = {look for person, look in looks.items() if person in people}
    return frozenset(person for person, look in looks.items() if look in taken)


def must_ask(browser: Browser, person: Person, role: str) -> bool:
    return person.pk in find_names_in_use(browser, person.table, role)


def ask_for_name(phone: Phone, person: Person) -> None:
    """Saves the question; the phone asks one at a time."""
    phone.wants, phone.wanted_at = person, timezone.now()
    phone.save(update_fields=("wants", "wanted_at"))
    note_change_of_phones(phone.table_id, asked=phone.wanted_at)


def take_name(phone: Phone, person: Person) -> None:
    """The phone goes on as this person, with the role of its link."""
    asked = phone.wants_id
    phone.person, phone.wants = person, None
    phone.role = phone.link_role or phone.role
    phone.save(update_fields=("person", "wants", "role"))
    if asked:
        note_change_of_phones(phone.table_id)


def is_asking(phone: Phone) -> bool:
    """Whether its question can still be answered."""
    at = phone.wanted_at
    return bool(
        phone.wants_id and at and not phone.gone and timezone.now() - at < ASKS_FOR
    )


def open_questions(here: Here) -> list[Phone]:
    """The phones that ask for a name this visitor may give them, the first one first."""
    table = here.table
    since = timezone.now() - ASKS_FOR
    if table is None or here.looks_only or not table.last_asked:
        return []
    if table.last_asked <= since:  # as nearly always: no query needed
        return []
    asking = table.phones.filter(gone=False, wanted_at__gt=since, wants__isnull=False)
    named = asking.select_related("wants").order_by("wanted_at", "pk")
    return [phone for phone in named if may_answer(here, phone)]


def may_answer(here: Here, phone: Phone) -> bool:
    if here.phone and here.phone.pk == phone.pk:
        return False
    return here.organises or bool(here.person and here.person.pk == phone.wants_id)


@transaction.atomic
def answer_question(here: Here, *, phone: int, person: int, allowed: bool) -> None:
    """Lets the phone have the name, or not; a question that is over changes nothing."""
    if here.table is None:
        return
    locked = here.table.phones.select_for_update()
    asking = locked.filter(pk=phone, wants=person).first()
    if asking is None or not is_asking(asking) or not may_answer(here, asking):
        return
    if allowed and asking.wants:
        take_name(asking, asking.wants)
        return
    asking.wants = None
    asking.save(update_fields=("wants",))
    note_change_of_phones(asking.table_id)
