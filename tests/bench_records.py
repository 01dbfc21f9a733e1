"""What the pages of records cost at a table with 2,000 games, against one with 20."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from uuid import uuid4

from django.db import transaction
from django.test import Client

from companion.log.record import record
from companion.records import remembering
from companion.sessions.services import start_session
from companion.tables.models import Account, Membership, Table

NAMES = ("Anna", "Bára", "Cyril", "Dana")
FEW, MANY = 20, 2000
ROUNDS = 30
GOAL = 1.5
FIRST_DAY = date(2020, 1, 1)


def played_table(account: Account, games: int) -> Table:
    """A table with so many finished games of four."""
    table = Table.objects.create(name=f"{games} games")
    people = [table.people.create(name=name) for name in NAMES]
    Membership.objects.create(
        table=table, account=account, person=people[0], role="organiser"
    )
    chance = random.Random(games)
    with transaction.atomic():
        for number in range(games):
            play_game(table, chance, FIRST_DAY + timedelta(days=number))
    return table


def play_game(table: Table, chance: random.Random, day: date) -> None:
    factions = chance.sample(("barbarians", "japanese", "romans", "egyptians"), 4)
    cells = {"played_on": day.isoformat(), "minutes": str(chance.randint(40, 150))}
    for seat, (name, faction) in enumerate(zip(NAMES, factions, strict=True)):
        cells |= {
            f"name{seat}": name,
            f"1s{seat}-people": faction,
            f"1s{seat}-track": str(chance.randint(10, 60)),
            f"1s{seat}-common": str(chance.randint(0, 6)),
        }
    session = start_session(
        game="imperial_settlers", table=table, players=len(NAMES), cells=cells
    )
    record(session, kind="finish", data={}, client_id=uuid4())


def pages_of(table: Table) -> dict[str, str]:
    at, person = f"/tables/{table.pk}/records/", table.people.get(name="Bára").pk
    return {
        "hall of fame": at,
        "a person": f"{at}people/{person}/",
        "a game": f"{at}games/imperial_settlers/",
        "a game, filtered": f"{at}games/imperial_settlers/?players=4",
    }


def measure_records(account: Account) -> None:
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    few, many = (pages_of(played_table(account, games)) for games in (FEW, MANY))
    for name in few:
        small, large = measure_pair(client, few[name], many[name])
        remembering._tables.clear()
        first = milliseconds_of(lambda name=name: client.get(many[name]))
        sys.stdout.write(
            f"{name}: {FEW} games {small:.1f} ms, {MANY} games {large:.1f} ms,"
            f" {large / small:.2f} × (goal: {GOAL}); worked out anew {first:.0f} ms\n"
        )


def measure_pair(client: Client, few: str, many: str) -> tuple[float, float]:
    """Both in turn, so that a busy moment of the machine hits both."""
    taken: dict[str, list[float]] = {few: [], many: []}
    for _round in range(ROUNDS):
        for address, own in taken.items():
            own.append(milliseconds_of(lambda address=address: client.get(address)))
    return statistics.median(taken[few]), statistics.median(taken[many])


def milliseconds_of(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return (time.perf_counter() - begun) * 1000
