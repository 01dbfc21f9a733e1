"""A table as one page: campaigns and games to read, and every log to be opened again."""

import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.files import capsule_log
from campaign.files.capsule_log import embed_log, find_logs
from campaign.files.lines import campaign_bytes
from campaign.files.tables import NoFile
from companion.exchange.session_logs import session_bytes
from companion.exchange.table_capsule import (
    keep_capsule,
    plan_capsule,
    session_logs,
    write_table_capsule,
)
from companion.log.record import NewAct, append_all, rebuild
from companion.records.book import open_book
from companion.sessions.models import GameSession
from companion.tables.models import Table
from scoring.games import GAMES
from tests.campaign_visitor import kept
from tests.exchange.nights import every_game_finished, finished_night
from tests.played_campaign import founded_campaign
from tests.records.played import finished
from tests.sessions.pages import text_of, visitor

pytestmark = pytest.mark.django_db
HOSTILE = "</pre></script><b>x"


@pytest.fixture
def played():
    """A table with a campaign, a game of every kind, and one that isn't finished."""
    campaign = kept(founded_campaign("anna", "bara").session(anna=60, bara=55))
    every_game_finished(campaign.table)
    finished_night(campaign.table, note=HOSTILE, name0=HOSTILE)
    finished_night(campaign.table, finish=False)
    return campaign.table


def logs_of(table):
    finished = GameSession.objects.filter(table=table, card__finished=True)
    sessions = [session_bytes(one) for one in finished.order_by("pk")]
    return sessions, [campaign_bytes(one) for one in table.campaigns.order_by("pk")]


def test_a_table_opens_again_bit_for_bit(played):
    page = write_table_capsule(played)
    elsewhere = Table.objects.create(name="Sunday")
    added = keep_capsule(page, table=elsewhere)
    assert (len(added.sessions), len(added.campaigns)) == (len(GAMES) + 1, 1)
    assert logs_of(elsewhere) == logs_of(played)
    assert all(rebuild(one) == 0 for one in elsewhere.sessions.all())
    assert find_logs(write_table_capsule(elsewhere)) == find_logs(page)


def test_opening_it_again_adds_nothing_here_or_there(played):
    page = write_table_capsule(played)
    elsewhere = Table.objects.create(name="Sunday")
    keep_capsule(page, table=elsewhere)
    for table in (elsewhere, played):
        plan = plan_capsule(page, table)
        assert (plan.adds, plan.known) == (False, len(GAMES) + 1)
        assert plan.known_campaigns == 1
        assert not keep_capsule(page, table=table)


def test_an_older_page_adds_nothing_to_games_that_went_on(table):
    session = finished_night(table)
    page = write_table_capsule(table)
    append_all(session, [NewAct("reopen", {}), NewAct("finish", {})])
    assert not plan_capsule(page, table).adds


def test_a_page_shows_campaigns_and_games_and_runs_nothing(played):
    page = write_table_capsule(played).decode()
    assert page.count("<article") == 1 + len(GAMES) + 1
    assert "<script" not in page
    assert HOSTILE not in page
    named = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= named
    assert re.findall(r"(?:href|src)=\"[^\"#]", page) == []


def test_games_come_before_the_history_of_campaigns(played):
    page = write_table_capsule(played).decode()
    places = re.findall(r'<section id="(?:c\d+-)?([a-z]+)"', page)
    assert places == ["hall", "board", "story", "sheets", "games", "history"]
    listed = re.findall(r'href="#(?:c\d+-)?([a-z]+)"', page.partition("</nav>")[0])
    assert sorted(listed) == sorted(places)


def test_a_page_keeps_who_leads_and_which_records_stand(table):
    table.people.create(name="Anna")
    for day in range(1, 10):
        finished(table, 40 + day, 30, played_on=f"2024-05-0{day}")
    page = text_of(write_table_capsule(table).decode())
    hall = page[page.index("Who wins") : page.index("The logs of these games")]
    rating = open_book(table).ratings()[str(table.people.get(name="Anna").pk)]
    assert re.search(rf"Anna\s+9\s+{rating.value} ± {rating.plus_minus}\s+100 %", hall)
    assert "Highest score: 49 Anna, 9 May 2024" in hall
    assert "Lowest score: 30" in hall


def test_a_table_without_finished_games_has_no_hall(table):
    assert "Hall of fame" not in write_table_capsule(table).decode()


def test_the_chapters_of_a_game_are_told_apart(table):
    finished_night(table, "arcs")
    page = write_table_capsule(table).decode()
    assert re.findall(r"Chapter \d", page) == ["Chapter 1", "Chapter 2"]


def test_the_logs_of_many_sessions_cost_few_queries(table):
    def cost():
        with CaptureQueriesContext(connection) as asked:
            list(session_logs(table))
        return len(asked)

    finished_night(table)
    few = cost()
    for _night in range(4):
        finished_night(table)
    assert cost() == few <= 4


@pytest.mark.parametrize(
    "log",
    [
        b'{"session": "arcs"}\n',
        b'{"session": "arcs", "start": {"game": "arcs", "players": 2}}\n',
        b'{"session": "arcs", "start": {"game": "chess"}}\n',
        b'{"campaign": 3}\n',
        b"nothing\n",
        b"\n",
    ],
)
def test_a_log_that_does_not_hold_refuses_the_whole_page(played, log):
    page = write_table_capsule(played) + embed_log(log).encode() + b"</html>"
    elsewhere = Table.objects.create(name="Sunday")
    with pytest.raises(NoFile, match="damaged"):
        keep_capsule(page, table=elsewhere)
    assert not elsewhere.sessions.exists()
    assert not elsewhere.campaigns.exists()


def test_a_page_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(capsule_log, "LARGEST_LOGS", 100)
    page = f"<!DOCTYPE html>{embed_log(b'x' * 60)}{embed_log(b'y' * 60)}</html>"
    with pytest.raises(NoFile, match="too big"):
        find_logs(page.encode())


def test_the_files_page_offers_it_and_takes_it(played):
    client = visitor(played, "organiser")
    files = reverse("table-files", args=[played.pk])
    address = reverse("table-capsule", args=[played.pk])
    assert address in client.get(files).content.decode()
    page = client.get(address).content
    elsewhere = Table.objects.create(name="Sunday")
    other = visitor(elsewhere, "organiser")
    file = io.BytesIO(page)
    file.name = "table.html"
    at = reverse("open-sessions", args=[elsewhere.pk])
    shown = other.post(at, {"file": file}).content.decode()
    assert not elsewhere.sessions.exists()
    assert f"{len(GAMES) + 1} games" in shown
    carried = shown.partition('name="carried" value="')[2].partition('"')[0]
    answer = other.post(at, {"carried": carried, "take": "1"})
    said = other.get(answer.url).content.decode()
    assert f"{len(GAMES) + 1} games added." in said
    assert "1 campaign added." in said
    assert elsewhere.sessions.count() == len(GAMES) + 1


def test_a_page_without_games_is_refused(table):
    with pytest.raises(NoFile, match="no games"):
        plan_capsule(b"<!DOCTYPE html><title>News</title></html>", table)
