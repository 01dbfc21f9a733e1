"""make bench: what pages and papers cost, as ratios within this run.

These machines are noisy, so a figure alone says little: everything is compared with a page
that does nothing but greet, served by the same stack in the same run.
"""

import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

import django

django.setup()

# ruff: noqa: E402 - settings first, then what reads them
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import path

from campaign.forms import example_query
from campaign.printing import score_sheet
from scoring.games import GAMES
from scoring.sheet import Game, score

ROUNDS = 30
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
urlpatterns = [path("", lambda _request: HttpResponse("hello"))]


def milliseconds(act: Callable[[], object]) -> float:
    act()
    taken = []
    for _round in range(ROUNDS):
        begun = time.perf_counter()
        act()
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def report(name: str, taken: float, base: float) -> None:
    sys.stdout.write(f"{name:<52}{taken:8.2f} ms{taken / base:8.1f} ×\n")


def full_arcs() -> str:
    """The largest form there is: five chapters, four players, every cell filled."""
    query = "players=4&tallies=5"
    for chapter in range(1, 6):
        query += f"&{chapter}b-first=tycoon&{chapter}b-second=keeper"
        query += "".join(
            f"&{chapter}s{seat}-fuel=1&{chapter}s{seat}-relic=1" for seat in range(4)
        )
    return query


def main() -> None:
    client = Client(headers={"host": "localhost"})
    live = Client(headers={"host": "localhost", "hx-request": "true"})
    with override_settings(ROOT_URLCONF=__name__):
        base = milliseconds(lambda: client.get("/"))
    report("a page that only greets", base, base)
    report("home", milliseconds(lambda: client.get("/")), base)
    for slug, game in GAMES.items():
        measure_game(slug, game, client, live, base)
    largest = f"/games/arcs/?{full_arcs()}"
    whole = milliseconds(lambda: client.get(largest, follow=True))
    report("five chapters of Arcs with four players: page", whole, base)
    part = milliseconds(lambda: live.get(largest))
    report("five chapters of Arcs with four players: live result", part, base)


def measure_game(
    slug: str, game: Game[Any, Any], client: Client, live: Client, base: float
) -> None:
    address = f"/games/{slug}/?{example_query(game)}"
    report(f"{slug}: page", milliseconds(lambda: client.get(address)), base)
    report(f"{slug}: live result", milliseconds(lambda: live.get(address)), base)
    engine = milliseconds(lambda: score(game, game.example.tallies))
    report(f"{slug}: engine alone", engine, base)
    most = game.players[-1]
    paper = milliseconds(lambda: score_sheet.draw(game, players=most, paper="a4"))
    report(f"{slug}: blank sheet", paper, base)


if __name__ == "__main__":
    warnings.filterwarnings("ignore", "No directory at")
    with override_settings(STORAGES={"staticfiles": PLAIN}):
        main()
