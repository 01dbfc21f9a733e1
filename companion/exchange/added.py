"""What one import added: remembered in the address of its page, so that exactly this can go again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.core import signing
from django.db import transaction
from django.http import Http404

from campaign.files.copies import archive_campaign
from companion.log.record import NewAct, append_all
from companion.tables.models import Person, Table

SALT = "what an import added"


@dataclass(frozen=True)
class AddedGames:
    """Sessions and campaigns by their keys; `longer` are campaigns that got newer entries."""

    sessions: tuple[int, ...] = ()
    campaigns: tuple[int, ...] = ()
    longer: tuple[int, ...] = ()
    archived: bool = False  # undone again

    def __bool__(self) -> bool:
        return bool(self.sessions or self.campaigns or self.longer)


def sign_added(added: AddedGames, table: Table) -> str:
    keys = [added.sessions, added.campaigns, added.longer]
    return signing.dumps([table.pk, keys, added.archived], salt=SALT, compress=True)


def read_added(signed: str, table: Table) -> AddedGames:
    """Raises Http404 for anything but what this table was told."""
    try:
        at, (sessions, campaigns, longer), archived = signing.loads(signed, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Http404 from None
    if at != table.pk:
        raise Http404
    return AddedGames(tuple(sessions), tuple(campaigns), tuple(longer), archived)


@transaction.atomic
def archive_added(
    added: AddedGames, *, table: Table, by: Person | None, archived: bool
) -> AddedGames:
    """Moves what was added to the archive, or back; tells what really moved."""
    sessions = table.sessions.filter(
        pk__in=added.sessions, card__archived=not archived, card__finished=True
    )
    campaigns = table.campaigns.filter(pk__in=added.campaigns, archived=not archived)
    moved = AddedGames(
        tuple(sessions.order_by("pk").values_list("pk", flat=True)),
        tuple(campaigns.order_by("pk").values_list("pk", flat=True)),
        archived=archived,
    )
    for session in table.sessions.filter(pk__in=moved.sessions).order_by("pk"):
        kind = "archive" if archived else "restore"
        append_all(session, [NewAct(kind, {}, by=by)])
    for campaign in table.campaigns.filter(pk__in=moved.campaigns):
        archive_campaign(campaign, archived=archived)
    return moved or replace(added, archived=archived)  # a second press moves nothing
