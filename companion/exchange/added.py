"""What one import added: remembered in the address of its page, so that exactly this can go again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from campaign.files.copies import archive_campaign
from companion.log.models import Act
from companion.log.record import NewAct, append_all
from companion.tables.models import Person, Table

SALT = "what an import added"
IMPORT = "import_session"
LISTED = 5  # imports


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


@dataclass(frozen=True)
class PastImport:
    """Games that came together from one file."""

    at: datetime
    games: int
    archived: bool  # undone again
    signed: str  # for the page that lists them and undoes it


def stamp_import(added: AddedGames, table: Table) -> AddedGames:
    """Notes that all of it came at one moment: that tells one import from another."""
    now = timezone.now()
    table.sessions.filter(pk__in=added.sessions).update(created=now)
    table.campaigns.filter(pk__in=added.campaigns).update(created=now)
    return added


def find_imports(table: Table) -> list[PastImport]:
    """The last ones that brought games, the newest first."""
    brought = Act.objects.filter(kind=IMPORT, log__gamesession__table=table)
    came = Q(file_id__isnull=False) | Q(pk__in=brought.values("log"))
    sessions = table.sessions.filter(came).order_by()
    days = sessions.values_list("created", flat=True).distinct().order_by("-created")
    rows = sessions.filter(created__in=list(days[:LISTED])).order_by("-created", "pk")
    columns = rows.values_list("created", "pk", "card__archived")
    return [
        read_import(table, at, [(key, gone) for _at, key, gone in own])
        for at, own in groupby(columns, key=itemgetter(0))
    ]


def read_import(
    table: Table, at: datetime, sessions: list[tuple[int, bool]]
) -> PastImport:
    campaigns = table.campaigns.filter(created=at).values_list("pk", flat=True)
    archived = all(gone for _key, gone in sessions)
    added = AddedGames(
        tuple(key for key, _gone in sessions), tuple(campaigns), archived=archived
    )
    return PastImport(at, len(sessions), archived, sign_added(added, table))


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
