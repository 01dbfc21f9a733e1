"""Joining a table with a link, and being disconnected again; no account needed."""

from __future__ import annotations

import re
from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from companion.base.lookalikes import look_of_name
from companion.tables.models import (
    CODE_LENGTH,
    CODE_LETTERS,
    Invitation,
    Membership,
    Person,
    Phone,
    Table,
    new_code,
)
from companion.tables.name_questions import (
    Browser,
    ask_for_name,
    must_ask,
    take_name,
)
from companion.tables.phones import note_change_of_phones
from companion.tables.services import former_names
from scoring.entries import LONGEST

STRANGER = Browser()
MOST_PHONES = 20  # tables a browser remembers to be in
EVENING = timedelta(hours=12)  # what a link for tonight lasts
DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")


def current_invitation(*, table: Table, role: str) -> Invitation:
    """The invitation that works now; an expired one gets a new code."""
    found, _new = table.invitations.get_or_create(role=role)
    return renew_invitation(found) if is_expired(found) else found


def renew_invitation(invitation: Invitation, *, tonight: bool = False) -> Invitation:
    """Another code: the old link leads nowhere from now on. Who has joined stays."""
    invitation.code = new_code()
    invitation.expires = timezone.now() + EVENING if tonight else None
    invitation.save(update_fields=("code", "expires"))
    return invitation


def revoke_invitation(*, table: Table, role: str) -> None:
    table.invitations.filter(role=role).delete()


def is_expired(invitation: Invitation) -> bool:
    return invitation.expires is not None and invitation.expires <= timezone.now()


def find_invitation(code: str) -> Invitation | None:
    """The invitation of a code, however it was typed."""
    plain = re.sub(r"[\s-]", "", code).lower()
    if len(plain) != CODE_LENGTH or set(plain) - set(CODE_LETTERS):
        return None
    found = Invitation.objects.select_related("table").filter(code=plain).first()
    return None if found is None or is_expired(found) else found


def spaced_code(code: str) -> str:
    """The code in groups of four letters, as people read it out."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


@transaction.atomic
def join_table(
    *, invitation: Invitation, name: str, about: str, browser: Browser = STRANGER
) -> Phone:
    """Adds a phone as a person of the table, as a new person, or as a spectator without a name.

    Where the name is somebody's already it watches until it may have it.
    """
    phone = invitation.table.phones.create(
        # Whoever enters something has a name; without one a phone only watches.
        role=Membership.Role.SPECTATOR,
        link_role=invitation.role,
        about=device_name(about),
    )
    if name.strip():
        change_player(phone, name, browser=browser)
    return phone


def find_or_add_person(table: Table, name: str) -> Person:
    """The person with this name, added if nobody has it yet."""
    Table.objects.select_for_update().get(pk=table.pk)  # two phones, one new name
    return find_person(table, name) or table.people.create(name=plain_name(name))


def find_person(table: Table, name: str) -> Person | None:
    """Who has this name, or had it, or has one that looks the same."""
    known = {person.name.casefold(): person for person in table.people.all()}
    asked = plain_name(name).casefold()
    now = former_names(table).get(asked, "")
    alike = {look_of_name(person.name): person for person in known.values()}
    found = known.get(asked) or known.get(now.casefold())
    return found or alike.get(look_of_name(name))


def plain_name(name: str) -> str:
    return " ".join(name.split())[:LONGEST]


@transaction.atomic
def change_player(phone: Phone, name: str, *, browser: Browser = STRANGER) -> None:
    """A phone goes on as somebody else, or asks whether it may."""
    person = find_or_add_person(phone.table, name)
    role = phone.link_role or phone.role
    (ask_for_name if must_ask(browser, person, role) else take_name)(phone, person)


def device_name(user_agent: str) -> str:
    """What a person would call the device, such as iPhone."""
    return next((one for one in DEVICES if one in user_agent), "")


@transaction.atomic
def disconnect_phone(phone: Phone) -> None:
    """Disconnects a phone; the link that works now works no more for it."""
    role = phone.link_role or phone.role
    own = phone.table.invitations.filter(role=role).first()
    phone.gone, phone.sent_away_with = True, own.code if own else ""
    phone.save(update_fields=("gone", "sent_away_with"))
    note_change_of_phones(phone.table_id)


def is_sent_away(invitation: Invitation, known: list[int]) -> bool:
    """Whether this browser was disconnected and comes back with the same link."""
    own = invitation.table.phones.filter(pk__in=known)
    return own.filter(sent_away_with=invitation.code).exists()


def find_same_phone(
    invitation: Invitation, name: str, known: list[int]
) -> Phone | None:
    """The phone of this browser at the table, if name and role are the same."""
    wanted = name.strip().casefold()
    for phone in own_phones(invitation, known):
        person = phone.wants or phone.person
        if (person.name.casefold() if person else "") == wanted:
            return phone
    return None


def own_phones(invitation: Invitation, known: list[int]) -> list[Phone]:
    """The phones this browser is at the table with the role of this link."""
    own = invitation.table.phones.filter(pk__in=known, gone=False)
    named = own.select_related("table", "person", "wants")
    return [one for one in named if (one.link_role or one.role) == invitation.role]


@transaction.atomic
def disconnect_other_phones(phone: Phone, known: list[int]) -> None:
    """Disconnects the browser's other phones at the table, so that it is there only once."""
    others = phone.table.phones.filter(pk__in=known, gone=False).exclude(pk=phone.pk)
    for other in others:  # one by one: live pages hear of each
        other.gone = True
        other.save(update_fields=("gone",))
        note_change_of_phones(phone.table_id)


def remember_phone(request: HttpRequest, phone: Phone) -> None:
    """Lets this browser come back as the phone it is."""
    others = [one for one in request.session.get("phones", []) if one != phone.pk]
    request.session["phones"] = [phone.pk, *others][:MOST_PHONES]


def set_only_own(table: Table, *, only_own: bool) -> None:
    table.only_own = only_own
    table.save(update_fields=("only_own",))
