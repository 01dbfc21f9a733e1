"""A game is the same one whichever kind of file it comes in: nothing is added twice."""

from itertools import permutations

import pytest

from companion.exchange import csv_files, json_files
from companion.exchange.bgstats import PlayerIds
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.importing import plan_import
from companion.exchange.plays import plays_of_table
from companion.exchange.table_capsule import (
    keep_capsule,
    plan_capsule,
    write_table_capsule,
)
from companion.log.record import NewAct, append_all
from companion.tables.models import Table
from scoring.games import GAMES
from tests.exchange.bringing import bring, told
from tests.exchange.nights import every_game_finished, finished_night

pytestmark = pytest.mark.django_db

WRITERS = {
    "csv": lambda table: csv_files.write_zip(plays_of_table(table)),
    "json": lambda table: json_files.write_table(table, plays_of_table(table)),
    "bgstats": lambda table: write_bgstats(plays_of_table(table), PlayerIds(table)),
    "page": write_table_capsule,
}


def add_file(kind, raw, table):
    """How many games a file adds."""
    before = table.sessions.count()
    if kind == "page":
        keep_capsule(raw, table=table)
    else:
        bring(raw, table)
    return table.sessions.count() - before


@pytest.mark.parametrize(("first", "then"), [*permutations(WRITERS, 2)])
def test_games_of_one_kind_of_file_are_known_in_every_other(table, first, then):
    every_game_finished(table)
    elsewhere = Table.objects.create(name="Sunday")
    assert add_file(first, WRITERS[first](table), elsewhere) == len(GAMES)
    assert add_file(then, WRITERS[then](table), elsewhere) == 0
    assert add_file(then, WRITERS[then](elsewhere), table) == 0


@pytest.mark.parametrize(("first", "then"), [("csv", "page"), ("page", "csv")])
def test_a_game_is_known_by_its_id_where_nothing_else_is_the_same(table, first, then):
    """Corrected later and under other names it is still the same game."""
    session = finished_night(table, played_on="2025-03-01")
    elsewhere = Table.objects.create(name="Sunday")
    add_file(first, WRITERS[first](table), elsewhere)
    acts = [("reopen", {}), ("set_cell", {"cell": "1s0-track", "typed": "1"})]
    append_all(session, [NewAct(*one) for one in (*acts, ("finish", {}))])
    assert add_file(then, WRITERS[then](table), elsewhere) == 0


def test_a_session_keeps_its_id_wherever_its_page_is_opened(table):
    every_game_finished(table)
    ids = [one["id"] for one in told(table)]
    for name in ("Sunday", "Monday"):
        page = write_table_capsule(table)
        table = Table.objects.create(name=name)
        keep_capsule(page, table=table)
    assert [one["id"] for one in told(table)] == ids


def test_a_page_from_before_ids_is_known_by_what_was_played(table, monkeypatch):
    finished_night(table, played_on="2025-03-01")
    elsewhere = Table.objects.create(name="Sunday")
    add_file("csv", WRITERS["csv"](table), elsewhere)
    monkeypatch.setattr(
        "companion.exchange.session_logs.read_log_id", lambda _head, _state: None
    )
    plan = plan_capsule(write_table_capsule(table), elsewhere)
    assert (plan.sessions, plan.known) == ((), 1)
    assert plan_import(WRITERS["json"](table), elsewhere).new == ()
