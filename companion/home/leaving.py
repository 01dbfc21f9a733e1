"""The end of a table or an account: a last copy of everything, then all of it goes or nothing."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaign.board.services import delete_log
from campaign.box.box_files import box_bytes
from campaign.box.keeping import box_state, find_box
from campaign.files.copies import copy_content
from campaign.files.lines import act_line, campaign_bytes
from campaign.models import TableLog
from companion.base.changes import LiveChange, tell_live_pages
from companion.exchange.session_logs import as_lines, session_bytes
from companion.log.models import Act
from companion.tables.models import Account, Membership, Table
from companion.tables.phones import note_change_of_phones
from companion.tables.services import known_name
from scoring.entries import LONGEST

Role = Membership.Role


# A last copy


def pack_table(table: Table) -> bytes:
    """Every campaign and session of a table with its acts, its box and its photos, in one file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in table_files(table):
            opened.writestr(name, content)
    return packed.getvalue()


def table_files(table: Table) -> Iterator[tuple[str, bytes]]:
    people = list(table.people.values("name", "colour"))
    yield "table.json", as_lines([{"table": table.name, "people": people}])
    for number, campaign in enumerate(table.campaigns.order_by("pk"), start=1):
        name = f"{number:03}-{slugify(campaign.name) or 'campaign'}"
        yield f"campaigns/{name}.jsonl", campaign_bytes(campaign)
    if box := find_box(table):
        yield "box.jsonl", log_bytes(box)
        yield "box.json", box_bytes(box_state(table), table.name)
    for number, copy in enumerate(table.deleted_campaigns.order_by("pk"), start=1):
        name = f"{number:03}-{slugify(copy.name) or 'campaign'}"
        yield f"deleted-campaigns/{name}.jsonl", copy_content(copy)
    sessions = table.sessions.select_related("card").order_by("pk")
    for number, session in enumerate(sessions, start=1):
        yield f"sessions/{number:03}-{session.card.game}.jsonl", session_bytes(session)
    for photo in table.photos.order_by("pk"):
        yield f"photos/{photo.digest}.jpg", bytes(photo.image)


def log_bytes(box: TableLog) -> bytes:
    head = {"engine": box.engine, "start": box.start}
    return as_lines([head, *map(act_line, box.acts.order_by("number"))])


# A table


@transaction.atomic
def delete_table(table: Table) -> None:
    """Everything at the table goes; whoever listens to it hears nothing more."""
    Table.objects.select_for_update().get(pk=table.pk)
    for campaign in table.campaigns.all():
        delete_log(campaign)
    if box := find_box(table):
        models.QuerySet(Act).filter(log=box).delete()
        box.delete()
    for session in table.sessions.all():
        models.QuerySet(Act).filter(log=session).delete()  # the log itself refuses
        session.delete()
    # What its people did elsewhere stays there, under their names.
    models.QuerySet(Act).filter(by__table=table).update(by=None)
    models.QuerySet(Act).filter(for_person__table=table).update(for_person=None)
    gone = LiveChange(table=table.pk, phones=True)
    table.delete()
    tell_live_pages(gone)


def is_same_name(typed: str, name: str) -> bool:
    return " ".join(typed.split()).casefold() == " ".join(name.split()).casefold()


# An account


def only_own_tables(account: Account) -> list[Table]:
    """The tables nobody else with an account organises: they go too, or to somebody else."""
    own = account.memberships.filter(role=Role.ORGANISER).select_related("table")
    return [one.table for one in own.order_by("table__name") if is_alone(one)]


def is_alone(membership: Membership) -> bool:
    others = membership.table.memberships.filter(
        role=Role.ORGANISER, account__is_active=True
    )
    return not others.exclude(pk=membership.pk).exists()


@transaction.atomic
def delete_account(account: Account, *, heirs: dict[int, str]) -> None:
    """Deletes the account. Each of its tables goes to the account named for it, or goes too.

    What it played at the tables of others stays there. Raises ValidationError for an unknown name.
    """
    Account.objects.select_for_update().get(pk=account.pk)
    for table in only_own_tables(account):
        heir = heirs.get(table.pk, "").strip()
        if heir:
            hand_over(table, find_heir(heir, account))
        else:
            delete_table(table)
    note_change_of_phones(*account.memberships.values_list("table", flat=True))
    account.delete()


def find_heir(name: str, account: Account) -> Account:
    found = Account.objects.filter(username=known_name(name), is_active=True)
    heir = found.exclude(pk=account.pk).first()
    if heir is None:
        raise ValidationError(
            _("There is no other account called %(name)s."), params={"name": name}
        )
    return heir


def hand_over(table: Table, heir: Account) -> None:
    """Another account organises the table from now on."""
    own = table.memberships.filter(account=heir)
    if own.update(role=Role.ORGANISER):
        return
    person, _new = table.people.get_or_create(name=heir.username[:LONGEST])
    if person.memberships.exists():  # a namesake with a role of their own
        table.memberships.create(account=heir, role=Role.ORGANISER)
        return
    table.memberships.create(account=heir, person=person, role=Role.ORGANISER)
