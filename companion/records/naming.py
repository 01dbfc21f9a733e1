"""Who is who at a table: merging people, giving names of old games to a person, following new names.

All of it is acts of the table's log. The list of people follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import ProtectedError

from campaign.box.keeping import open_box
from companion.base.wording import translate
from companion.log.models import Act
from companion.log.record import record
from companion.log.replay import REWRITING, effective_acts
from companion.records.book import open_book
from companion.records.campaign_names import rename_players
from companion.records.new_names import (
    KEEP,
    RENAME,
    follow_new_names,
    is_played,
    known_names,
)
from companion.tables.models import Person, Table
from companion.tables.services import folded_names
from scoring.rules import Problem, RuleBroken
from scoring.tables.people import WHO_IS_WHO
from scoring.words import _, make_message

MERGE, GIVE, REMOVE = "merge_people", "give_names", "remove_person"
NAMING = (MERGE, GIVE, RENAME, REMOVE)
KEYS = Signer(salt="removed person")  # numbers mean nothing on another server


def merge_people(
    table: Table, *, person: Person, into: Person, client_id: UUID, by: Person | None
) -> Act:
    """All games of a person count for another from now on; refuses two who played each other."""
    refuse_if_met(table, (str(person.pk), person.name), into=into)
    data = {"person": person.name, "into": into.name}
    return record(open_box(table), kind=MERGE, data=data, client_id=client_id, by=by)


def refuse_if_met(table: Table, *told: tuple[str, str], into: Person) -> None:
    """Refuses where two of them sit in one game; each is told by key and name."""
    everybody = dict((*told, (str(into.pk), into.name)))
    plays = open_book(table).plays
    for one, other in combinations(everybody, 2):
        if any(play.seat_of(one) and play.seat_of(other) for play in plays):
            message = make_message(
                _(
                    "%(person)s and %(into)s played in the same game. They are two people."
                ),
                person=everybody[one],
                into=everybody[other],
            )
            raise RuleBroken(Problem(message, WHO_IS_WHO))


def give_names(
    table: Table,
    *,
    names: Sequence[str],
    person: Person,
    client_id: UUID,
    by: Person | None,
) -> Act:
    """Games under these names are a person's from now on; refuses a name they played against."""
    key_of = open_book(table).players.key_of
    refuse_if_met(table, *((key_of(name), name) for name in names), into=person)
    data = {"names": list(names), "person": person.name}
    return record(open_box(table), kind=GIVE, data=data, client_id=client_id, by=by)


def keep_new_name(
    *, table: Table, person: Person, old: str, by: Person | None, **_sent: Any
) -> None:
    """Notes that a person is called something else; games that know the old name follow."""
    data = {"old": old, "new": person.name, "person": person.pk}
    if not is_played(table, old):
        data["played"] = False
    try:
        record(open_box(table), kind=RENAME, data=data, client_id=uuid4(), by=by)
    except RuleBroken as broken:  # somebody else of that name rules an empire
        said = [translate(one.message) for one in broken.problems]
        raise ValidationError({"name": said}) from broken


def keep_removal(
    *, table: Table, person: Person, key: int, by: Person | None, **_sent: Any
) -> None:
    data = {"person": person.name, "colour": person.colour, "key": KEYS.sign(str(key))}
    record(open_box(table), kind=REMOVE, data=data, client_id=uuid4(), by=by)


# The list of people follows


def follow_people(*, act: Act, **_sent: Any) -> None:
    """After an act about people, and after an undo: the list shows who is who now."""
    if act.log.engine == "table" and act.kind in (*NAMING, KEEP, *REWRITING):
        table = Table.objects.get(box=act.log_id)
        if act.kind in REWRITING:
            follow_removals(table, act)
            follow_new_names(table, act)
        list_people(table)
        rename_players(table, known_names(table), act)


def follow_removals(table: Table, act: Act) -> None:
    """Who was removed comes back with an undo, and goes once more when that is undone."""
    kinds = (REMOVE, *REWRITING)
    acts = list(act.log.acts.filter(kind__in=kinds).order_by("number"))
    stood = {one.number for one in effective_acts(acts[:-1])}
    standing = {one.number for one in effective_acts(acts)}
    for one in acts:
        if one.kind == REMOVE and one.number in stood ^ standing:
            (put_back if one.number in stood else take_away)(table, one.data)


def take_away(table: Table, data: Mapping[str, str]) -> None:
    """Removes a person once more, unless they did something meanwhile."""
    with suppress(ProtectedError), transaction.atomic():
        table.people.filter(name=data["person"], memberships__account=None).delete()


def put_back(table: Table, data: Mapping[str, str]) -> None:
    """Lists a removed person again at their old address, unless somebody has the name by now."""
    if data["person"].casefold() not in folded_names(table):
        key = find_free_key(data.get("key", ""))
        table.people.create(pk=key, name=data["person"], colour=data.get("colour", ""))


def find_free_key(signed: str) -> int | None:
    """The number a person had here; none where another server gave it."""
    try:
        key = int(KEYS.unsign(signed))
    except (BadSignature, ValueError):
        return None
    return None if Person.everyone.filter(pk=key).exists() else key


def list_people(table: Table) -> None:
    """Hides who turned out to be somebody else, and shows them again after an undo."""
    known = known_names(table)
    everyone = list(Person.everyone.filter(table=table))
    by_name = {one.name.casefold(): one for one in everyone}
    for one in everyone:
        whose = by_name.get(known.get(one.name.casefold(), "").casefold())
        wanted = whose.pk if whose else None
        if one.merged_into_id != wanted:
            Person.everyone.filter(pk=one.pk).update(merged_into=wanted)
