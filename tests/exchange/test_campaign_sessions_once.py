"""A session of a campaign counts once, whichever files it came in and in whatever order."""

import json
from itertools import permutations
from uuid import uuid4

import pytest

from campaign.files.importing import keep_once
from campaign.files.lines import campaign_bytes, read_campaign
from companion.exchange import csv_files, json_files
from companion.exchange.bgstats import PlayerIds
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.importing import plan_import
from companion.exchange.table_capsule import (
    keep_capsule,
    plan_capsule,
    write_table_capsule,
)
from companion.exchange.views import all_plays
from companion.records.book import open_book
from companion.tables.models import Table
from tests.campaign_visitor import kept, two_sessions
from tests.exchange.bringing import bring, send
from tests.exchange.nights import finished_night
from tests.records.played import forget_everything
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db

WRITERS = {
    "csv": lambda table: csv_files.write_zip(all_plays(table)),
    "json": lambda table: json_files.write_table(table, all_plays(table)),
    "bgstats": lambda table: write_bgstats(all_plays(table), PlayerIds(table)),
    "page": write_table_capsule,
}


@pytest.fixture(autouse=True)
def nothing_remembered():
    forget_everything()


@pytest.fixture
def played():
    """Two sessions of a campaign and a single game."""
    campaign = kept(two_sessions())
    finished_night(campaign.table, played_on="2025-03-01")
    return campaign.table


@pytest.fixture
def elsewhere():
    return Table.objects.create(name="Sunday")


def open_file(kind, raw, table):
    if kind == "page":
        keep_capsule(raw, table=table)
    else:
        bring(raw, table)


def counted(table):
    return len(open_book(table).plays)


@pytest.mark.parametrize("kinds", [*permutations(WRITERS, 2)])
def test_every_session_counts_once_in_any_order_of_files(played, elsewhere, kinds):
    for kind in kinds:
        open_file(kind, WRITERS[kind](played), elsewhere)
    whole = {"bgstats", "page"} & set(kinds)  # the others have single games only
    assert counted(elsewhere) == (3 if whole else 1)
    for kind in kinds:
        open_file(kind, WRITERS[kind](played), elsewhere)
    assert counted(elsewhere) == (3 if whole else 1)
    assert counted(played) == 3


def test_a_campaigns_own_file_counts_once_after_bg_stats(played, elsewhere):
    bring(WRITERS["bgstats"](played), elsewhere)
    given = read_campaign(campaign_bytes(played.campaigns.get()))
    keep_once(given, table=elsewhere, name=given.name)
    assert counted(elsewhere) == 3
    assert elsewhere.sessions.filter(card__archived=True).count() == 2


def with_other_ids(raw):
    """As another program sends back what was sent to it by links."""
    data = json.loads(raw)
    for play in data["plays"]:
        play["uuid"] = str(uuid4())
    return json.dumps(data).encode()


def test_a_session_that_comes_back_under_another_id_is_known(played):
    raw = with_other_ids(WRITERS["bgstats"](played))
    plan = plan_import(raw, played)
    assert (len(plan.new), plan.known) == (0, 3)


def test_a_session_under_another_id_counts_once_when_its_campaign_comes(
    played, elsewhere
):
    bring(with_other_ids(WRITERS["bgstats"](played)), elsewhere)
    keep_capsule(write_table_capsule(played), table=elsewhere)
    assert counted(elsewhere) == 3


def test_the_preview_says_which_single_games_go_to_the_archive(played, elsewhere):
    bring(WRITERS["bgstats"](played), elsewhere)
    page = write_table_capsule(played)
    assert plan_capsule(page, elsewhere).twins == 2
    answer = send(visitor(elsewhere, "organiser"), elsewhere, page)
    assert "2 sessions are here as single games" in answer.content.decode()


def test_a_file_holds_a_session_once_that_is_here_twice(played, elsewhere):
    bring(WRITERS["bgstats"](played), elsewhere)
    keep_capsule(write_table_capsule(played), table=elsewhere)
    ids = [one.id for one in all_plays(elsewhere)]
    assert len(ids) == len(set(ids)) == 3
