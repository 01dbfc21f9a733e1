"""The demo without an account: looked at by everybody, changed only in copies, gone after a day."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.board import services
from campaign.models import Campaign
from companion.home import demos
from companion.hosting import backup, housekeeping
from companion.log.models import Act, Log
from companion.sessions.services import start_session
from companion.tables import joining, rate_limits
from companion.tables.models import Person, Phone, Table
from companion.tables.rate_limits import Limit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_demo(monkeypatch):
    """What is told in it is tested elsewhere: here it is made dozens of times."""
    acts = [*services.simulated_acts()]
    first = next(nth for nth, (kind, _) in enumerate(acts) if kind == "finish_session")
    monkeypatch.setattr(services, "simulated_acts", lambda: tuple(acts[: first + 1]))


def open_demo(client: Client) -> Campaign:
    answer = client.post(reverse("open-demo"))
    found = Campaign.objects.get(table__demo="shared", table__name="Demo table")
    assert answer.url == reverse("campaign", args=[found.pk])
    return found


def begin_session(client: Client, campaign: Campaign, **more: object):
    """The next session begins: a change that everybody would see."""
    keys = [one["key"] for one in campaign.state["empires"] if one["status"] == "alive"]
    address = reverse("campaign-session-do", args=[campaign.pk, "open_session"])
    return client.post(address, {"id": str(uuid4()), "empires": keys, **more})


def copies() -> list[Campaign]:
    return list(Campaign.objects.filter(table__demo="copy").order_by("pk"))


def snapshot(campaign: Campaign) -> tuple[object, ...]:
    campaign.refresh_from_db()
    table = Table.objects.filter(pk=campaign.table_id).values().get()
    people = list(campaign.table.people.values())
    phones = list(campaign.table.phones.values())
    return campaign.state, campaign.last, table, people, phones


# To look at


def test_one_tap_opens_the_board_without_an_account(client):
    campaign = open_demo(client)
    page = client.get(reverse("campaign", args=[campaign.pk])).content.decode()
    assert "Aurelia" in page
    assert "Your first change makes your own copy." in page
    assert 'class="mark">Demo' in page


def test_a_link_alone_makes_no_demo(client):
    answer = client.get(reverse("open-demo"), follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "See a demo" in answer.content.decode()
    assert not Table.objects.exists()


def test_everybody_looks_at_the_same_one(client):
    assert open_demo(client) == open_demo(Client())
    assert Table.objects.count() == 1


def test_the_demo_speaks_the_language_of_who_opens_it(client):
    english = open_demo(client)
    answer = Client(headers={"accept-language": "cs"}).post(reverse("open-demo"))
    czech = Campaign.objects.exclude(pk=english.pk).get()
    assert answer.url == reverse("campaign", args=[czech.pk])
    assert czech.name == "Ukázková kampaň"


def test_the_shared_demo_invites_nobody(client):
    campaign = open_demo(client)
    assert client.get(reverse("invite", args=[campaign.table_id])).status_code == 404
    assert not campaign.table.invitations.exists()


# To change


def test_the_first_change_is_made_in_a_copy_of_ones_own(client):
    shared = open_demo(client)
    before = snapshot(shared)
    answer = begin_session(client, shared)
    (copy,) = copies()
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("campaign-session", args=[copy.pk]))
    assert copy.state["session"] is not None
    assert copy.example
    assert snapshot(shared) == before
    page = client.get(answer.url).content.decode()
    assert "This is your own copy." in page
    assert "You play as <bdi>Anna</bdi>" in page


def test_a_second_change_goes_to_the_same_copy(client):
    shared = open_demo(client)
    begin_session(client, shared)
    answer = begin_session(client, shared)
    assert len(copies()) == 1
    assert answer.status_code == 422, "the session is open there already"


def test_every_browser_has_its_own_copy_and_nobody_else_sees_it(client):
    shared, other = open_demo(client), Client()
    begin_session(client, shared)
    begin_session(other, shared)
    mine, theirs = copies()
    assert client.get(reverse("campaign", args=[mine.pk])).status_code == 200
    assert client.get(reverse("campaign", args=[theirs.pk])).status_code == 404


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("people", {"names": "Zdena"}),
        ("table-settings", {"name": "Mine"}),
        ("start-session-at", {"game": "arcs"}),
        ("whose-entries", {"only_own": "on"}),
    ],
)
def test_whatever_is_sent_the_shared_demo_stays_as_it_is(client, name, sent):
    shared = open_demo(client)
    before = snapshot(shared)
    assert client.post(reverse(name, args=[shared.table_id]), sent).status_code == 302
    assert snapshot(shared) == before
    assert len(copies()) == 1
    assert not shared.table.sessions.exists()


def test_friends_play_a_copy_through_its_link(client):
    shared, friend = open_demo(client), Client()
    answer = client.post(reverse("copy-demo", args=[shared.table_id]))
    (copy,) = copies()
    assert answer.url == reverse("invite", args=[copy.table_id])
    assert client.get(answer.url).status_code == 200
    begin_session(client, copy)
    code = joining.current_invitation(table=copy.table, role="player").code
    landed = friend.post(reverse("join", args=[code]), {"name": "Bára"}, follow=True)
    assert landed.redirect_chain[-1][0] == reverse("campaign-session", args=[copy.pk])
    page = landed.content.decode()
    assert "This is your own copy." in page
    assert reverse("invite", args=[copy.table_id]) not in page, (
        "a player invites nobody"
    )


def test_whoever_has_a_copy_finds_its_link_again(client):
    begin_session(client, open_demo(client))
    (copy,) = copies()
    page = client.get(reverse("campaign", args=[copy.pk])).content.decode()
    banner = page.split('class="demo"')[1].split("</aside>")[0]
    assert reverse("invite", args=[copy.table_id]) in banner


def test_the_first_page_leads_back_to_the_copy(client):
    begin_session(client, open_demo(client))
    page = client.get("/").content.decode()
    assert reverse("campaign", args=[copies()[0].pk]) in page
    assert "Continue the demo" in page
    assert "Score your board games together" in page, "a demo is no table of one's own"


# Bounds


def test_one_address_makes_so_many_copies_and_no_more(client, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "demo", Limit(2, timedelta(hours=1)))
    shared = open_demo(client)
    for _copy in range(2):
        assert begin_session(Client(), shared).status_code == 302
    refused = begin_session(Client(), shared)
    assert refused.status_code == 429
    assert "You made many copies of the demo." in refused.content.decode()
    assert begin_session(Client(REMOTE_ADDR="10.1.2.3"), shared).status_code == 302
    assert len(copies()) == 3


def test_there_are_never_more_copies_than_fit(client, monkeypatch):
    monkeypatch.setattr(demos, "MOST_COPIES", 1)
    shared = open_demo(client)
    assert begin_session(client, shared).status_code == 302
    assert begin_session(Client(), shared).status_code == 429


# The end


def test_a_copy_is_gone_after_a_day_with_everything_in_it(client):
    shared = open_demo(client)
    begin_session(client, shared)
    (copy,) = copies()
    start_session(game="arcs", table=copy.table, cells={"name0": "Anna"})
    assert copy.table.demo_until - timezone.now() <= timedelta(days=1)
    Table.objects.filter(demo="copy").update(
        demo_until=F("demo_until") - timedelta(days=1, minutes=1)
    )
    housekeeping.tidy()
    assert list(Table.objects.all()) == [shared.table]
    assert list(Log.objects.values_list("pk", flat=True)) == [shared.pk]
    assert set(Act.objects.values_list("log", flat=True)) == {shared.pk}
    assert not Phone.objects.exists()
    assert Person.objects.exclude(table=shared.table).count() == 0
    assert client.get(reverse("campaign", args=[copy.pk])).status_code == 404


def test_tables_of_people_are_never_tidied_away(client):
    own = Table.objects.create(name="Friday")
    open_demo(client)
    Table.objects.update(demo_until=timezone.now() - timedelta(days=400))
    housekeeping.tidy()
    assert list(Table.objects.all()) == [own]


# Backups


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite is copied")
def test_no_demo_is_in_a_backup(client, tmp_path):
    own = Table.objects.create(name="Friday")
    own.people.create(name="Anna")
    kept = start_session(game="arcs", table=own, cells={"name0": "Anna"})
    begin_session(client, open_demo(client))
    connection.ensure_connection()
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        connection.connection.backup(copy)
        assert backup.delete_demo_rows(copy) is None
        rows = {
            table: copy.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
            for (table,) in copy.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall()
        }
        assert rows["companion_table"] == rows["companion_person"] == 1
        assert rows["campaign_log"] == rows["campaign_gamesession"] == 1
        assert rows["campaign_campaign"] == rows["campaign_empire"] == 0
        assert rows["campaign_act"] == kept.last
        assert rows["companion_phone"] == 0
        assert copy.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL is copied by its own programs"
)
def test_a_finished_session_of_a_demo_makes_no_backup(client, monkeypatch):
    made = []
    monkeypatch.setattr(backup, "copy_after_commit", made.append)
    begin_session(client, open_demo(client))
    (copy,) = copies()
    own = Table.objects.create(name="Friday")
    for table in (copy.table, own):
        session = start_session(game="arcs", table=table, cells={"name0": "Anna"})
        backup.copy_after_finish(act=Act(log=session, kind="finish"))
    assert made == ["finished"]
    backup.copy_after_finish(act=Act(log=copy, kind="finish_session"))
    assert made == ["finished"]
