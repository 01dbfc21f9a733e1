"""A whole table as one page: its campaigns and its games, each with its log inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.files.capsule_log import embed_log, find_logs
from campaign.files.importing import catch_up, keep_once
from campaign.files.lines import BrokenLine, GivenCampaign, read_campaign
from campaign.files.tables import NoFile
from campaign.files.twins import TwinCampaign, find_twin
from companion.exchange.added import AddedGames, stamp_import
from companion.exchange.capsule import (
    CampaignCapsule,
    CapsuleNight,
    make_capsule,
    render_capsule,
)
from companion.exchange.importing import MOST_AT_ONCE
from companion.exchange.matching import former_names
from companion.exchange.plain_twins import count_plain_twins
from companion.exchange.plays import plays_of_table
from companion.exchange.recognising import (
    Signature,
    fold_present_name,
    known_ids,
    played_already,
    sign_game,
)
from companion.exchange.session_logs import (
    GivenLog,
    keep_log,
    read_session_logs,
    session_bytes,
)
from companion.exchange.slimming import DrawingStore
from companion.log.models import Act
from companion.tables.models import Person, Table
from companion.tables.services import remember_people
from scoring.records import Unfit
from scoring.sessions import sheet_of

TEMPLATE = "exchange/capsule/table.html"
TOGETHER = 100  # sessions whose logs stand in one element


@dataclass(frozen=True)
class TableCapsule:
    table: Table
    people: tuple[str, ...]
    campaigns: tuple[CampaignCapsule, ...]
    nights: tuple[CapsuleNight, ...]
    logs: tuple[SafeString, ...]


def write_table_capsule(table: Table) -> bytes:
    """The whole page in the reader's language; demos stay out."""
    store = DrawingStore()
    real = table.campaigns.filter(example=False).order_by("pk")
    capsule = TableCapsule(
        table,
        tuple(table.people.order_by("name").values_list("name", flat=True)),
        tuple(make_capsule(one, store) for one in real),
        tuple(map(CapsuleNight, plays_of_table(table))),
        tuple(session_logs(table)),
    )
    return render_capsule(TEMPLATE, store, whole=capsule)


def session_logs(table: Table) -> Iterator[SafeString]:
    finished = table.sessions.filter(card__finished=True).order_by("pk")
    keys = iter(finished.values_list("pk", flat=True))
    while chunk := list(islice(keys, TOGETHER)):
        own = finished.filter(pk__in=chunk).select_related("card")
        sessions = own.prefetch_related("seats", "acts")
        yield embed_log(b"".join(map(session_bytes, sessions)))


# Opened again


@dataclass(frozen=True)
class PlannedCampaign:
    """A campaign that isn't here, or of which something isn't."""

    given: GivenCampaign
    twin: TwinCampaign | None = None

    @property
    def name(self) -> str:
        return self.given.name

    @property
    def new_entries(self) -> int:
        """What would be added to the campaign here; 0 where it comes as one of its own."""
        behind = self.twin and self.twin.is_behind
        return self.twin.only_in_file if self.twin and behind else 0


@dataclass(frozen=True)
class CapsulePlan:
    """What a page would add to a table."""

    campaigns: tuple[PlannedCampaign, ...]
    sessions: tuple[GivenLog, ...]
    known: int  # sessions that are here
    known_campaigns: int
    waiting: int
    twins: int = 0  # single games that are sessions of these campaigns

    @cached_property
    def adds(self) -> bool:
        return bool(self.campaigns or self.sessions)


def plan_capsule(raw: bytes, table: Table) -> CapsulePlan:
    """Reads every log of a page; one that doesn't hold refuses the whole page."""
    try:
        campaigns, sessions = read_logs(find_logs(raw))
    except (Unfit, BrokenLine):
        raise NoFile(_("This page is damaged. Download it again.")) from None
    new = list(unknown_logs(sessions, table))
    other = list(unknown_campaigns(campaigns, table))
    return CapsulePlan(
        campaigns=tuple(other),
        sessions=tuple(new[:MOST_AT_ONCE]),
        known=len(sessions) - len(new),
        known_campaigns=len(campaigns) - len(other),
        waiting=len(new[MOST_AT_ONCE:]),
        twins=count_plain_twins((one.given for one in other), table),
    )


def read_logs(logs: list[bytes]) -> tuple[list[GivenCampaign], list[GivenLog]]:
    if not logs:
        raise NoFile(_("This page holds no games."))
    campaigns, sessions = [], []
    for log in logs:
        if '"session":' in log.partition(b"\n")[0].decode(errors="replace"):
            sessions += list(read_session_logs(log))
        else:
            campaigns.append(read_campaign(log))
    return campaigns, sessions


def unknown_logs(sessions: Iterable[GivenLog], table: Table) -> Iterator[GivenLog]:
    """Those that aren't here yet: neither as a log nor from a file of another kind."""
    logs = list(sessions)
    here, seen = acts_here(table, map(last_act, logs)), set(known_ids(table))
    former = former_names(table)
    single, campaigns = played_already(table, former)
    there = {*single.values(), *campaigns}
    for one in logs:
        known = last_act(one) in here or one.id in seen
        if known or sign_log(one, former) in there:
            continue
        if one.id:
            seen.add(one.id)
        yield one


def unknown_campaigns(
    campaigns: list[GivenCampaign], table: Table
) -> Iterator[PlannedCampaign]:
    """Those of which something isn't here yet."""
    what_ifs = acts_here(table, (last_act(one) for one in campaigns if one.what_if))
    for one in campaigns:
        twin = find_twin(one, table)
        if not (twin and twin.has_all) and last_act(one) not in what_ifs:
            yield PlannedCampaign(one, twin)


def sign_log(log: GivenLog, former: Mapping[str, Person]) -> Signature:
    state = log.state
    day = state.cells.get("played_on", "")
    names = (fold_present_name(name, former) for name in state.names)
    return sign_game(state.game, day, names, sheet_of(state).totals)


def last_act(log: GivenCampaign | GivenLog) -> UUID | None:
    """What tells a log from every other, and an older copy from one that has gone on."""
    return log.acts[-1].client_id if log.acts else None


def acts_here(table: Table, keys: Iterable[UUID | None]) -> set[UUID | None]:
    """Which of these acts logs of this table hold."""
    at_table = Q(log__gamesession__table=table) | Q(log__campaign__table=table)
    found = Act.objects.filter(at_table, client_id__in=[one for one in keys if one])
    return set(found.values_list("client_id", flat=True))


@transaction.atomic
def keep_capsule(raw: bytes, *, table: Table) -> AddedGames:
    """Adds everything that isn't here, or nothing."""
    Table.objects.select_for_update().get(pk=table.pk)
    plan = plan_capsule(raw, table)
    longer, campaigns = [], []
    for one in plan.campaigns:
        if grown := catch_up(one.given, table=table):
            longer.append(grown.pk)
        else:
            own = keep_once(one.given, table=table, name=one.name)
            campaigns.append(own.pk)
    names = [name for one in plan.sessions for name in one.state.names]
    remember_people(table, names)
    people = {one.name: one for one in table.people.all()}
    kept = [keep_log(one, table=table, people=people) for one in plan.sessions]
    sessions = tuple(one.pk for one in kept)
    added = AddedGames(sessions, tuple(campaigns), tuple(longer))
    return stamp_import(added, table)
