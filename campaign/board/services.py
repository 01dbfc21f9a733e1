"""Campaigns begin here, and end here: a demo for good, any other with a copy kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from django.db import models, transaction
from django.utils import timezone
from django.utils.text import slugify

from campaign.models import Campaign
from companion.base.wording import translate
from companion.base.writable import as_json
from companion.log.models import Act
from companion.log.record import NewAct, append_all, begin_log, record
from companion.log.short_ids import short_id
from companion.tables.models import Person, Table
from companion.tables.services import remember_people
from scoring.engines import Data
from scoring.entries import LONGEST
from scoring.rise_of_empire.cards import CardKind
from scoring.rise_of_empire.simulation import (
    EXAMPLE_NAMES,
    PEOPLE,
    Recorded,
    example_start,
    simulate,
)

ENGINE = "campaign"
LONGEST_KEY = 50  # leaves room for what tells it from others
# A campaign in which after eight sessions one empire has changed age, one is in danger and
# one has just collapsed.
DEMO_SESSIONS, DEMO_PLAYERS, DEMO_SEED = 8, 3, 26
BETWEEN_ACTS, BETWEEN_SESSIONS = timedelta(minutes=1), timedelta(days=14)
# In this order: what points at something goes before what it points at.
WRITTEN = (
    "ledger",
    "completions",
    "results",
    "missions",
    "ends",
    "left",
    "provinces",
    "inventions",
    "sheets",
    "empires",
    "sessions",
)


class NoDemo(ValueError):
    """Raised where somebody would throw away what people played."""


@transaction.atomic
def start_campaign(
    *,
    table: Table,
    name: str,
    start: Data,
    founded: Iterable[Data],
    client_id: UUID,
    by: Person | None = None,
) -> Campaign:
    """A campaign with its first empires; a repeated request gets the first one.

    Raises RuleBroken with what stands against the first empire that can't be founded;
    then nothing was written.
    """
    if earlier := (find_begun(table, client_id) or is_still_blank(table, name, start)):
        return earlier
    fresh = Campaign(table=table, name=name, engine=ENGINE)
    campaign = begin_log(fresh, start=start)
    empires = list(founded)
    for number, empire in enumerate(empires, start=1):
        own = nth_id(client_id, number)
        record(
            campaign,
            kind="found_empire",
            data={"empire": key_of(empire["player"], own), **empire},
            client_id=own,
            by=by,
        )
    remember_people(table, (empire["player"] for empire in empires))
    return campaign


def free_name(table: Table, name: str) -> str:
    """The name, with a number behind it where the table has such a campaign already."""
    taken = set(table.campaigns.values_list("name", flat=True))
    names = (f"{name[: LONGEST - 6]} ({nth})" for nth in count(2))
    return name if name not in taken else next(one for one in names if one not in taken)


def nth_id(request: UUID, number: int) -> UUID:
    """The first act bears the request's own id, so that the request is known again."""
    return request if number == 1 else short_id(uuid5(request, str(number)))


def find_begun(table: Table, client_id: UUID) -> Campaign | None:
    """What the same request began."""
    Table.objects.select_for_update().get(pk=table.pk)  # one start at a time
    return table.campaigns.filter(acts__client_id=client_id).first()


def is_still_blank(table: Table, name: str, start: Data) -> Campaign | None:
    """A campaign nobody did anything in yet has no act to be told by."""
    same = table.campaigns.filter(name=name, last=0, start=as_json(start))
    return same.first()


def key_of(player: str, request: UUID) -> str:
    """What an empire is called in the log: after its player, and the same when asked again."""
    name = slugify(player)[:LONGEST_KEY] or "empire"
    return f"{name}-{request.hex[:6]}"


@transaction.atomic
def try_demo(*, table: Table, name: str, client_id: UUID) -> Campaign:
    """A simulated campaign at this table, openly artificial; a repeated request gets the first."""
    if earlier := find_begun(table, client_id):
        return earlier
    fresh = Campaign(table=table, name=name, engine=ENGINE, example=True)
    names = {kind: translate(word) for kind, word in EXAMPLE_NAMES.items()}
    campaign = begin_log(fresh, start=example_start(names))
    append_all(campaign, demo_acts(client_id))
    campaign.refresh_from_db()
    return campaign


def demo_acts(client_id: UUID) -> Iterator[NewAct]:
    at = timezone.now() - (DEMO_SESSIONS + 1) * BETWEEN_SESSIONS
    for number, (kind, data) in enumerate(simulated_acts(), start=1):
        at += BETWEEN_SESSIONS if kind == "open_session" else BETWEEN_ACTS
        yield NewAct(
            kind=kind,
            data=act_at(kind, data, at),
            client_id=nth_id(client_id, number),
            by_name=PEOPLE[0],
            at=at,
        )


@cache
def simulated_acts() -> tuple[Recorded, ...]:
    """Played once per process: it takes a second, and is the same every time."""
    acts = simulate(sessions=DEMO_SESSIONS, players=DEMO_PLAYERS, seed=DEMO_SEED)
    return tuple(acts)


def act_at(kind: str, data: dict[str, Any], at: datetime) -> dict[str, Any]:
    if kind == "buy_invention":
        word = EXAMPLE_NAMES[CardKind.INVENTION]
        return {**data, "name": data["name"].replace(word, translate(word))}
    if kind != "open_session":
        return data
    return {**data, "played_on": at.date().isoformat()}


@transaction.atomic
def throw_away(campaign: Campaign) -> None:
    """Deletes a demo with everything in it; raises NoDemo for any other campaign."""
    if not campaign.example:
        raise NoDemo
    delete_log(campaign)


def delete_log(campaign: Campaign) -> None:
    """Everything of a campaign goes; whoever calls this has kept a copy of what people played."""
    for name in WRITTEN:
        getattr(campaign, name).all().delete()
    # Acts refuse to be deleted on purpose, one by one.
    models.QuerySet(Act).filter(log=campaign).delete()
    campaign.delete()
