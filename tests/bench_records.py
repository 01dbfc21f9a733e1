"""What the pages of records and the files cost at a table with 2,000 games, against one with 20."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import partial
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
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
FILES = {
    "CSV": "sessions.zip",
    "JSON": "sessions.json",
    "BG Stats": "BGStatsExport.json",
    "page to keep": "capsule.html",
}
OPENED = ("CSV", "JSON", "BG Stats")  # a page to keep is opened with its own logs


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


def pages_of(table: Table, games: int) -> dict[str, str]:
    at, person = f"/tables/{table.pk}/records/", table.people.get(name="Bára").pk
    last = FIRST_DAY + timedelta(days=games - 1)
    return {
        "hall of fame": at,
        "a person": f"{at}people/{person}/",
        "a game": f"{at}games/imperial_settlers/",
        "a game, filtered": f"{at}games/imperial_settlers/?players=4",
        "a year": f"{at}{last.year}/",
    }


def measure_records(account: Account) -> None:
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    tables = {games: played_table(account, games) for games in (FEW, MANY)}
    pages = {games: pages_of(table, games) for games, table in tables.items()}
    for name in pages[FEW]:
        few, many = pages[FEW][name], pages[MANY][name]
        tell_pair(name, measure_pair(client, few, many))
        acted = measure_pair(
            client, few, many, before=lambda: finish_again(tables.values())
        )
        tell_pair(f"{name}, right after a game was finished", acted)
        remembering._shelves.clear()
        first = milliseconds_of(partial(client.get, many))
        sys.stdout.write(f"{name}, first view of a process: {first:.0f} ms\n")
    measure_files(client, tables[MANY])


def finish_again(tables: Iterable[Table]) -> None:
    """Acts in the newest game of each table, after which there are as many games as before."""
    for table in tables:
        newest = table.sessions.order_by("-pk")[0]
        for kind in ("reopen", "finish"):
            record(newest, kind=kind, data={}, client_id=uuid4())


def tell_pair(name: str, taken: tuple[float, float]) -> None:
    small, large = taken
    sys.stdout.write(
        f"{name}: {FEW} games {small:.1f} ms, {MANY} games {large:.1f} ms,"
        f" {large / small:.2f} × (goal: {GOAL})\n"
    )


def measure_pair(
    client: Client, few: str, many: str, before: Callable[[], object] = lambda: None
) -> tuple[float, float]:
    """Both in turn, so that a busy moment of the machine hits both."""
    taken: dict[str, list[float]] = {few: [], many: []}
    for address in taken:
        client.get(address)
    for _round in range(ROUNDS):
        before()
        for address, own in taken.items():
            own.append(milliseconds_of(partial(client.get, address)))
    return statistics.median(taken[few]), statistics.median(taken[many])


def measure_files(client: Client, table: Table) -> None:
    """Every file of a big table: how long it takes, how large it is, and how long it is looked through."""
    at = f"/tables/{table.pk}/files/"
    for name, file in FILES.items():
        taken, content = download_file(client, f"{at}{file}")
        size = len(content) / 1e6
        said = f"{name} of {MANY} games: {taken / 1000:.1f} s, {size:.1f} MB"
        if name in OPENED:
            given = {"file": SimpleUploadedFile(file, content)}
            read = milliseconds_of(partial(client.post, f"{at}open/", given))
            said += f"; looked through for what is new in {read / 1000:.1f} s"
        sys.stdout.write(f"{said}\n")


def download_file(client: Client, address: str) -> tuple[float, bytes]:
    begun = time.process_time()
    content = client.get(address).content
    return (time.process_time() - begun) * 1000, content


def milliseconds_of(act: Callable[[], object]) -> float:
    """Of processor time: other programs of the machine don't count."""
    begun = time.process_time()
    act()
    return (time.process_time() - begun) * 1000
